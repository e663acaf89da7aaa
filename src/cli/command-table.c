/* lockstep table: a CSV file as an FMU, or as a component of a model. */
#include "cli/command.h"

#include "core/base/places.h"
#include "core/base/tempdir.h"
#include "core/run/table-source.h"
#include "core/ssp/ssp.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Distance between the table and the blocks of a model, canvas units. */
#define GAP 60.0

/* @output: (nullable); @model: (nullable): to add it to; @wires: (nullable): "force=block.F" */
typedef struct
{
  char *output, *model;
  char **wires;
  int version;
  gboolean held;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->output);
  g_free (self->model);
  g_strfreev (self->wires);
}

static gboolean
is_model (const char *path)
{
  return g_str_has_suffix (path, ".ssp");
}

/* "forces" of "data/forces.csv" */
static char *
get_stem (const char *file)
{
  char *base = g_path_get_basename (file);
  char *point = strrchr (base, '.');

  if (point != NULL && point != base)
    *point = '\0';
  return base;
}

/* Others run a model over the time that its document says. */
static void
set_times (LsModel *model, const LsFmu *fmu)
{
  LsExperiment *experiment = ls_model_get_experiment (model);
  const LsDefaultExperiment *span = &ls_fmu_get_description (fmu)->experiment;

  if (isfinite (experiment->stop_time) || !span->has_stop_time)
    return;
  experiment->start_time = span->start_time;
  experiment->stop_time = span->stop_time;
}

/* @wire: "force=block.F" */
static gboolean
connect (LsModel *model, guint table, const char *wire, GError **error)
{
  const char *equals = strrchr (wire, '=');
  const char *point = equals != NULL ? strchr (equals, '.') : NULL;
  g_autofree char *column = equals != NULL ? g_strndup (wire, (gsize)(equals - wire)) : NULL;

  /* Names of components in nested systems have points, those of inputs may. */
  for (; point != NULL; point = strchr (point + 1, '.'))
    {
      g_autofree char *name = g_strndup (equals + 1, (gsize)(point - equals) - 1);
      const LsComponent *component = ls_model_find_component_by_name (model, name);

      if (component != NULL)
        return ls_model_connect (model, table, column, component->id, point + 1, error) != 0;
    }
  return ls_fail (error, LS_ERROR_ARGUMENT, _ ("“%s” is not COLUMN=COMPONENT.INPUT of the model"),
                  wire);
}

/* Left of everything else. */
static guint
place (LsModel *model, LsFmu *fmu, const char *name)
{
  const guint n = ls_model_get_n_components (model);
  double left = INFINITY, top = INFINITY;
  guint id;

  for (guint i = 0; i < n; i++)
    {
      const LsComponent *component = ls_model_get_component (model, i);

      left = fmin (left, component->x);
      top = fmin (top, component->y);
    }
  id = ls_model_add_component (model, fmu, name, 0, 0);
  if (n > 0)
    ls_model_move_component (model, id, left - ls_model_find_component (model, id)->width - GAP,
                             top);
  return id;
}

static gboolean
write_model (const Options *options, const char *file, const char *path, GError **error)
{
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, error);
  g_autoptr (LsModel) model = NULL;
  g_autofree char *stem = get_stem (file);
  guint id;

  if (fmu == NULL)
    return FALSE;
  model = options->model != NULL ? ls_ssp_read (options->model, error) : ls_model_new ();
  if (model == NULL)
    return FALSE;
  if (options->model == NULL)
    ls_model_set_name (model, stem);
  id = place (model, fmu, stem);
  if (options->held && !ls_model_set_value (model, id, "linear", "false", error))
    return FALSE;
  for (guint i = 0; options->wires != NULL && options->wires[i] != NULL; i++)
    if (!connect (model, id, options->wires[i], error))
      return FALSE;
  set_times (model, fmu);
  return ls_ssp_write (model, options->output, error);
}

static int
make (const Options *options, const char *file)
{
  g_autofree char *stem = get_stem (file);
  g_autofree char *name = g_strconcat (stem, ".fmu", NULL);
  g_autofree char *blocks = ls_places_find_blocks ();
  g_autofree char *understood = NULL;
  g_autofree char *path = NULL;
  const char *output = options->output != NULL ? options->output : name;
  g_autoptr (LsTempdir) folder = NULL;
  GError *error = NULL;

  if (blocks == NULL)
    return ls_command_fail (1, _ ("The built-in blocks are not installed"));
  if (is_model (output) && (folder = ls_tempdir_new (&error)) == NULL)
    return ls_command_fail_error (1, error);
  path = folder != NULL ? g_build_filename (ls_tempdir_get_path (folder), name, NULL)
                        : g_strdup (output);
  if (!ls_table_source_write (blocks, file, options->version == 3, path, &understood, &error)
      || (folder != NULL && !write_model (options, file, path, &error)))
    return ls_command_fail_error (1, error);
  if (understood != NULL && *understood != '\0')
    g_printerr ("%s\n", understood);
  return 0;
}

static int
check (const Options *options)
{
  const gboolean to_model = options->output != NULL && is_model (options->output);

  if (options->version != 2 && options->version != 3)
    return ls_command_fail (2, _ ("--fmi is 2 or 3"));
  if (!to_model && (options->model != NULL || options->wires != NULL || options->held))
    return ls_command_fail (
        2, _ ("--model, --connect and --held require a model as output: --output FILE.ssp"));
  return 0;
}

static int
run (int argc, char **argv)
{
  Options options = { .version = 2 };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output,
      N_ ("Write this FMU, or a model (.ssp) with it"), N_ ("FILE") },
    { "model", 0, 0, G_OPTION_ARG_FILENAME, &options.model, N_ ("Add it to this model"),
      N_ ("MODEL") },
    { "connect", 'c', 0, G_OPTION_ARG_STRING_ARRAY, &options.wires,
      N_ ("Connect a column to an input; may be given more than once"),
      N_ ("COLUMN=COMPONENT.INPUT") },
    { "held", 0, 0, G_OPTION_ARG_NONE, &options.held,
      N_ ("Hold each value until the next row instead of interpolating"), NULL },
    { "fmi", 0, 0, G_OPTION_ARG_INT, &options.version, N_ ("Version of FMI: 2 or 3"),
      N_ ("VERSION") },
    { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL },
  };
  g_autoptr (GOptionContext) context = ls_command_new_context (&ls_command_table, entries);
  GError *error = NULL;
  int status;

  if (!ls_command_parse (context, &argc, &argv, &error))
    status = ls_command_fail_error (2, error);
  else if (argc != 2)
    status = ls_command_fail (2, _ ("table needs one file"));
  else if ((status = check (&options)) == 0)
    status = make (&options, argv[1]);
  options_clear (&options);
  return status;
}

const LsCommand ls_command_table = {
  .name = "table",
  .arguments = N_ ("FILE"),
  .summary = N_ ("Make an FMU, or a component of a model, from a file of values over time"),
  .run = run,
};
