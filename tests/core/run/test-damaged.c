/* Whatever a file holds, it is read or refused with a sentence that names it and that can be shown.
 * Sound files are damaged at random, with a fixed seed, so that a failure can be repeated; parsers
 * that have tests of this kind of their own are met here through the whole of what opens a file. */
#include "damage.h"
#include "examples.h"

#include "core/base/tempdir.h"
#include "core/record/trace-writer.h"
#include "core/base/zip.h"
#include "core/check/check.h"
#include "core/model/block.h"
#include "core/ssp/fragment.h"
#include "core/model/plot-setup.h"
#include "core/ssp/ssp.h"
#include "core/run/table-source.h"
#include "core/foreign/import.h"
#include "core/run/input-table.h"
#include "core/lesson/lesson.h"
#include "core/run/run-history-file.h"

#include <glib/gstdio.h>
#include <string.h>

/* Longest that one file may take, s: a thousand times what it does take, for machines under load.
 */
#define PATIENCE 20

static const char *folder;

/* Opens a file and uses what there is; whether it was read. */
typedef gboolean (*OpenFunc) (const char *path, GError **error);

static char *
get_path (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static void
write_bytes (const char *path, gconstpointer bytes, gsize size)
{
  g_autoptr (GError) error = NULL;

  g_unlink (path); /* GLib leaves the rest of a longer file */
  g_file_set_contents_full (path, bytes, (gssize)size, G_FILE_SET_CONTENTS_NONE, 0600, &error);
  g_assert_no_error (error);
}

/* Opens it; on failure the file stays, to be looked at. */
static gboolean
try_file (const char *path, guint number, OpenFunc open)
{
  const gint64 start = g_get_monotonic_time ();
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GError) error = NULL;
  const gboolean done = open (path, &error);

  if (done != (error == NULL))
    g_error ("%s %u: %s", name, number, done ? "read with an error" : "refused without a word");
  if (error != NULL && !g_utf8_validate (error->message, -1, NULL))
    g_error ("%s %u: the message is no text: “%s”", name, number, error->message);
  if (error != NULL && strstr (error->message, name) == NULL)
    g_error ("%s %u: the message does not name the file: “%s”", name, number, error->message);
  if (g_get_monotonic_time () - start > PATIENCE * G_USEC_PER_SEC)
    g_error ("%s %u: took too long", name, number);
  return done;
}

/* Some have to be read all the same, or the damage is too coarse to get anywhere. */
static void
damage_file (const char *name, gconstpointer sound, gsize size, guint n, OpenFunc open)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4711);
  g_autofree char *path = get_path (name);
  guint n_read = 0;

  write_bytes (path, sound, size);
  g_assert_true (try_file (path, 0, open));
  for (guint i = 1; i <= n; i++)
    {
      g_autoptr (GByteArray) bytes = damage_bytes (random, sound, size);

      write_bytes (path, bytes->data, bytes->len);
      n_read += try_file (path, i, open);
    }
  g_test_message ("%u of %u were read", n_read, n);
  g_assert_cmpuint (n_read, >, 0);
  g_unlink (path);
}

static void
damage_text (const char *name, const char *sound, guint n, OpenFunc open)
{
  damage_file (name, sound, strlen (sound), n, open);
}

/* First what is in it, then the archive itself. */
static void
damage_archive (const char *name, const DamageArchive *archive, guint n, OpenFunc open)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4711);
  g_autofree char *path = get_path (name);
  g_autofree char *sound = NULL;
  gsize size;
  guint n_read = 0;

  for (guint i = 1; i <= n; i++)
    {
      damage_archive_write (archive, path, random);
      n_read += try_file (path, i, open);
    }
  g_test_message ("%u of %u with damaged files in it were read", n_read, n);
  g_assert_cmpuint (n_read, >, n / 10);
  damage_archive_write (archive, path, NULL);
  g_assert_true (g_file_get_contents (path, &sound, &size, NULL));
  damage_file (name, sound, size, n, open);
}

/* What can be shown ------------------------------------------------------------------- */

static void
check_text (const char *text)
{
  if (text != NULL && !g_utf8_validate (text, -1, NULL))
    g_error ("“%s” is no text", text);
}

static void
check_texts (const GPtrArray *texts)
{
  for (guint i = 0; i < texts->len; i++)
    check_text (texts->pdata[i]);
}

static void
check_trace (const LsTrace *trace)
{
  for (guint i = 0; i < ls_trace_get_n_columns (trace); i++)
    {
      check_text (ls_trace_get_name (trace, i));
      check_text (ls_trace_get_unit (trace, i));
      for (gsize row = 0; row < ls_trace_get_n_rows (trace); row++)
        (void)ls_trace_get (trace, i, row);
    }
}

/* Models ------------------------------------------------------------------------------ */

static const char parameters[]
    = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<ssv:ParameterSet version=\"1.0\" name=\"p\"\n"
      "    xmlns:ssv=\"http://ssp-standard.org/SSP1/SystemStructureParameterValues\"\n"
      "    xmlns:ssc=\"http://ssp-standard.org/SSP1/SystemStructureCommon\">\n"
      "  <ssv:Parameters>\n"
      "    <ssv:Parameter name=\"growth\"><ssv:Real value=\"0.5\" unit=\"1/s\"/></ssv:Parameter>\n"
      "    <ssv:Parameter name=\"population\"><ssv:Real value=\"2\" unit=\"1\"/></ssv:Parameter>\n"
      "  </ssv:Parameters>\n"
      "  <ssv:Units><ssc:Unit name=\"1/s\"><ssc:BaseUnit s=\"-1\"/></ssc:Unit></ssv:Units>\n"
      "</ssv:ParameterSet>\n";
static const char mapping[]
    = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<ssm:ParameterMapping version=\"1.0\"\n"
      "    xmlns:ssm=\"http://ssp-standard.org/SSP1/SystemStructureParameterMapping\"\n"
      "    xmlns:ssc=\"http://ssp-standard.org/SSP1/SystemStructureCommon\">\n"
      "  <ssm:MappingEntry source=\"growth\" target=\"prey.alpha\">\n"
      "    <ssc:LinearTransformation factor=\"2\" offset=\"0.1\"/></ssm:MappingEntry>\n"
      "  <ssm:MappingEntry source=\"population\" target=\"prey.population\"/>\n"
      "</ssm:ParameterMapping>\n";
static const char results[]
    = "<Results xmlns=\"urn:org.lockstep:results:1\"><Run file=\"1.csv\" name=\"a run\" "
      "origin=\"MISSILES\" method=\"missiles\" state=\"done\" when=\"1700000000\" shown=\"true\" "
      "stepSize=\"0.1\" wallTime=\"0.5\" color=\"2\"><Note>a note</Note>"
      "<Column name=\"prey.population\" unit=\"1\" error=\"0.25\"/></Run></Results>\n";

/* The example with files for its parameters and a stored run. */
static DamageArchive *
make_model (void)
{
  g_autofree char *path = example_path ("models/lotka-volterra.ssp");
  g_autofree char *text = ls_zip_read_entry (path, "SystemStructure.ssd", 1 << 20, NULL, NULL);
  g_auto (GStrv) halves = NULL;
  g_autofree char *document = NULL;
  DamageArchive *archive = damage_archive_read (path);

  g_assert_nonnull (text);
  halves = g_strsplit (text, "<ssd:Elements>", 2);
  document = g_strconcat (
      halves[0],
      "<ssd:ParameterBindings><ssd:ParameterBinding type=\"application/x-ssp-parameter-set\" "
      "source=\"resources/p.ssv\"><ssd:ParameterMapping source=\"resources/p.ssm\"/>"
      "</ssd:ParameterBinding></ssd:ParameterBindings><ssd:Elements>",
      halves[1], NULL);
  damage_archive_remove (archive, "SystemStructure.ssd");
  damage_archive_add (archive, "SystemStructure.ssd", document);
  damage_archive_add (archive, "resources/p.ssv", parameters);
  damage_archive_add (archive, "resources/p.ssm", mapping);
  damage_archive_add (archive, LS_MODEL_RESULTS "/results.xml", results);
  damage_archive_add (archive, LS_MODEL_RESULTS "/1.csv",
                      "time,prey.population\n0,1\n0.1,1.5\n0.2,2.25\n");
  return archive;
}

static void
check_runs (const LsModel *model)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) runs = ls_run_history_load (model, &error);

  if (error != NULL)
    check_text (error->message);
  for (guint i = 0; runs != NULL && i < runs->len; i++)
    {
      const LsPastRun *run = runs->pdata[i];
      const char *const texts[]
          = { run->name, run->note, run->origin, run->method, run->state, run->message };

      for (guint k = 0; k < G_N_ELEMENTS (texts); k++)
        check_text (texts[k]);
      check_trace (run->trace);
    }
}

static gboolean
open_model (const char *path, GError **error)
{
  static guint n_read;
  g_autofree char *copy = get_path ("copy.ssp");
  g_autoptr (LsModel) model = ls_ssp_read (path, error);
  g_autoptr (LsModel) back = NULL;
  g_autoptr (GPtrArray) remarks = NULL;
  g_autoptr (GError) problem = NULL;

  if (model == NULL)
    return FALSE;
  remarks = ls_model_list_remarks (model);
  check_texts (remarks);
  if (!ls_model_check (model, &problem))
    check_text (problem->message);
  check_runs (model);
  /* Each that is written waits for the disk. */
  if (n_read++ % 16 != 0)
    return TRUE;
  g_clear_error (&problem);
  ls_ssp_write (model, copy, &problem);
  g_assert_no_error (problem);
  back = ls_ssp_read (copy, &problem);
  g_assert_no_error (problem);
  g_assert_cmpuint (ls_model_get_n_components (back), ==, ls_model_get_n_components (model));
  return TRUE;
}

static void
test_models (void)
{
  g_autoptr (DamageArchive) archive = make_model ();
  g_autofree char *path = get_path ("model.ssp");
  g_autoptr (LsModel) model = NULL;
  g_autoptr (GPtrArray) runs = NULL;
  const LsComponent *prey;

  /* All files of the sound model are read, so that all of them can do harm. */
  damage_archive_write (archive, path, NULL);
  model = ls_ssp_read (path, NULL);
  g_assert_nonnull (model);
  prey = ls_model_get_component (model, 0);
  g_assert_cmpstr (g_hash_table_lookup (prey->values, "alpha"), ==, "1.1");
  runs = ls_run_history_load (model, NULL);
  g_assert_cmpuint (runs->len, ==, 1);
  damage_archive ("model.ssp", archive, 400, open_model);
}

/* FMUs -------------------------------------------------------------------------------- */

static gboolean
open_fmu (const char *path, GError **error)
{
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, error);
  g_autoptr (GPtrArray) findings = NULL;
  const LsDescription *description;
  g_autofree char *uri = NULL;

  if (fmu == NULL)
    return FALSE;
  description = ls_fmu_get_description (fmu);
  check_text (description->model_name);
  check_text (ls_check_get_violation (fmu));
  findings = ls_check_description (description);
  for (guint i = 0; i < findings->len; i++)
    check_text (((LsFinding *)findings->pdata[i])->message);
  for (guint i = 0; i < description->n_variables; i++)
    check_text (description->variables[i].name);
  g_strfreev (ls_fmu_list_platforms (fmu));
  uri = ls_fmu_get_resource_uri (fmu);
  g_free (ls_fmu_find_binary (fmu, &description->co_simulation, NULL));
  return TRUE;
}

static void
test_fmus (void)
{
  g_autofree char *path = example_path ("models/prey.fmu");
  g_autoptr (DamageArchive) archive = damage_archive_read (path);

  /* That is for the loader of the system, and makes the archive large. */
  damage_archive_remove (archive, ".so");
  damage_archive_add (archive, "binaries/linux64/prey.so", "none");
  damage_archive ("component.fmu", archive, 400, open_fmu);
}

/* Results and tables ------------------------------------------------------------------ */

static LsModel *model;           /* that results are brought to */
static LsDescription *component; /* that inputs are for */

static gboolean
open_results (const char *path, GError **error)
{
  LsForeign info;
  g_autoptr (LsTrace) trace = ls_foreign_read (path, &info, error);
  g_autoptr (LsImport) import = NULL;
  g_autoptr (GError) problem = NULL;

  check_text (info.component);
  check_text (info.time_name);
  check_text (info.time_unit);
  if (info.left_out != NULL)
    check_texts (info.left_out);
  ls_foreign_clear (&info);
  if (trace == NULL)
    return FALSE;
  check_trace (trace);
  import = ls_import_read (path, model, NULL, &problem);
  g_assert_true ((import == NULL) == (problem != NULL));
  if (problem != NULL)
    check_text (problem->message);
  else
    {
      check_trace (import->trace);
      check_text (import->words);
      check_texts (import->columns);
      check_texts (import->unused);
    }
  return TRUE;
}

static const char master_sim[]
    = "Time [min] \tprey.population [1] \tpredator.population [-]\n0\t1\t-3\n1.5\t2.5\t0.04\n";
static const char om_simulator[]
    = "\"sep=,\"\n\"time\",\"model.root.prey.population\",\"s\",\"v\"\n0, 1, hello,1 2\n"
      "0.5, 2.5, you, 3 4\n";

static void
test_results (void)
{
  static const char *const names[] = { "prey.population", "predator.population" };
  static const char *const units[] = { "1", "" };
  g_autoptr (LsTrace) trace = ls_trace_new (2, names, units);
  g_autofree char *path = get_path ("sound.mat");
  g_autofree char *sound = NULL;
  gsize size;

  model = example_lotka_volterra ();
  for (guint i = 0; i < 5; i++)
    ls_trace_append (trace, (const double[]){ 0.1 * i, 1.0 + i, 2.0 * i });
  g_assert_true (ls_trace_write (trace, path, NULL));
  g_assert_true (g_file_get_contents (path, &sound, &size, NULL));
  damage_file ("results.mat", sound, size, 1500, open_results);
  damage_text ("values.csv", master_sim, 600, open_results);
  damage_text ("results.csv", om_simulator, 600, open_results);
  g_clear_pointer (&model, ls_model_free);
}

static gboolean
open_inputs (const char *path, GError **error)
{
  g_autoptr (LsInputTable) table = ls_input_table_new (component, path, error);

  for (guint i = 0; table != NULL && i < ls_input_table_get_n (table); i++)
    {
      double t = -1;

      check_text (ls_input_table_get_variable (table, i)->name);
      for (guint k = 0; k < 10 && t < 1e300; k++)
        {
          const double next = ls_input_table_get_next_corner (table, 0.0, t);

          ls_input_table_get (table, i, 0.0, t, TRUE);
          ls_input_table_get_derivative (table, i, 0.0, t);
          ls_input_table_get_next_jump (table, 0.0, t);
          g_assert_true (next > t);
          t = next;
        }
    }
  return table != NULL;
}

static gboolean
open_table (const char *path, GError **error)
{
  g_autofree char *blocks = example_path ("models/blocks");
  g_autofree char *target = get_path ("table.fmu");

  return ls_table_source_write (blocks, path, FALSE, target, NULL, error);
}

static void
test_tables (void)
{
  static const char table[] = "time,predators\n0,1\n0.5,2.5\n0.5,-1e-3\n2,4\n";
  g_autofree char *path = example_path ("models/prey.fmu");
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, NULL);

  component = (LsDescription *)ls_fmu_get_description (fmu);
  damage_text ("inputs.csv", table, 600, open_inputs);
  damage_text ("table.csv", table, 60, open_table);
  component = NULL;
}

/* Text -------------------------------------------------------------------------------- */

static gboolean
open_template (const char *path, GError **error)
{
  g_autoptr (LsPlotSetup) setup = ls_plot_setup_load (path, error);

  if (setup == NULL)
    return FALSE;
  check_text (setup->title);
  check_texts (setup->labels);
  check_texts (setup->captions);
  return TRUE;
}

static gboolean
open_lesson (const char *path, GError **error)
{
  g_autoptr (LsLesson) lesson = ls_lesson_read (path, error);

  if (lesson == NULL)
    return FALSE;
  check_text (lesson->title);
  check_text (lesson->summary);
  check_text (lesson->model);
  for (guint i = 0; i < lesson->markup->problems->len; i++)
    check_text (((LsMarkupProblem *)lesson->markup->problems->pdata[i])->text);
  return TRUE;
}

/* What comes from the clipboard has no file. */
static gboolean
open_fragment (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize size;
  g_autoptr (LsModel) fragment = NULL;
  g_autoptr (GPtrArray) remarks = NULL;

  g_assert_true (g_file_get_contents (path, &text, &size, NULL));
  fragment = ls_fragment_read (text, size, error);
  if (fragment == NULL)
    {
      g_prefix_error (error, "%s: ", path);
      return FALSE;
    }
  remarks = ls_model_list_remarks (fragment);
  check_texts (remarks);
  return TRUE;
}

static void
test_texts (void)
{
  static const char plot[]
      = "[plot]\nkind=trajectory\ntitle=a title\nlogarithmic=yes\n[pane 1]\nleft=a.x;a.y;\n"
        "right=b.x;\n[labels]\n1=MISSILES;mine;\n[captions]\n1=x;time;\n";
  g_autofree char *path = example_path ("data/lessons/rollback.md");
  g_autofree char *lesson = NULL, *text = NULL;
  g_autoptr (LsModel) whole = example_lotka_volterra ();
  g_autoptr (LsModel) fragment
      = ls_fragment_new (whole, (guint[]){ ls_model_get_component (whole, 0)->id }, 1);

  g_assert_true (g_file_get_contents (path, &lesson, NULL, NULL));
  text = ls_fragment_write (fragment, NULL);
  damage_text ("look.plot", plot, 600, open_template);
  damage_text ("lesson.md", lesson, 600, open_lesson);
  damage_text ("clipboard.ssd", text, 300, open_fragment);
}

int
main (int argc, char *argv[])
{
  g_autoptr (LsTempdir) directory = ls_tempdir_new (NULL);

  g_test_init (&argc, &argv, NULL);
  folder = ls_tempdir_get_path (directory);
  g_test_add_func ("/core/run/damaged/models", test_models);
  g_test_add_func ("/core/run/damaged/fmus", test_fmus);
  g_test_add_func ("/core/run/damaged/results", test_results);
  g_test_add_func ("/core/run/damaged/tables", test_tables);
  g_test_add_func ("/core/run/damaged/texts", test_texts);
  return g_test_run ();
}
