/* lockstep stability: stable regions of coupling methods over step size and a parameter. */
#include "cli/command.h"
#include "cli/job-options.h"
#include "cli/json.h"

#include "core/base/number.h"
#include "draw/export.h"
#include "present/stability.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define WIDTH 960.0
#define HEIGHT 420.0
#define ROW_HEIGHT 300.0
/* Default numbers of points. */
#define N_STEPS 100u
#define N_VALUES 60u

typedef struct
{
  LsJobOptions common;
  char *steps, *parameter, *title;
  gboolean json, csv, dark;
  /* Parsed from the texts: */
  double *step_range, *value_range;
  guint n_steps, n_values;
  gboolean steps_logarithmic, values_logarithmic;
  char *name; /* of the parameter */
} Options;

typedef struct
{
  LsMap *map;
  LsChart *chart;
  const LsTheme *theme;
} Picture;

static void
show_progress (LsStability *self G_GNUC_UNUSED, double fraction, gpointer user_data)
{
  ls_job_show_progress (user_data, _ ("%3.0f %%"), 100 * fraction);
}

/* ---- Text output ------------------------------------------------------------------------ */

static void
print_row (const LsStability *self, guint method, guint value)
{
  guint n_steps, n_values;
  const double *steps = ls_stability_get_steps (self, &n_steps);
  const double *values = ls_stability_get_values (self, &n_values);
  g_autofree char *name = ls_method_choice_to_text (ls_stability_get_method (self, method));
  const double limit = ls_stability_get_limit (self, method, value);
  g_autofree char *said = limit == 0.0                  ? g_strdup_printf ("< %.4g", steps[0])
                          : limit == steps[n_steps - 1] ? g_strdup_printf (">= %.4g", limit)
                                                        : g_strdup_printf ("%.4g", limit);

  printf ("%-44s", name);
  if (ls_stability_get_parameter (self) != NULL)
    printf ("  %14.6g", values[value]);
  printf ("  %12s  %12.6g\n", said, ls_stability_get_abscissa (self, value));
}

static void
print_table (const LsStability *self)
{
  guint n_values;

  ls_stability_get_values (self, &n_values);
  printf ("%-44s", _ ("method"));
  if (ls_stability_get_parameter (self) != NULL)
    printf ("  %14s", ls_stability_get_parameter (self));
  /* Translators: heads of columns: the longest step with which errors stay bounded; the greatest
   * real part of the model's eigenvalues. */
  printf ("  %12s  %12s\n", _ ("stable to [s]"), _ ("model [1/s]"));
  for (guint m = 0; m < ls_stability_get_n_methods (self); m++)
    for (guint i = 0; i < n_values; i++)
      print_row (self, m, i);
}

static void
print_csv (const LsStability *self)
{
  guint n_steps, n_values;
  const double *steps = ls_stability_get_steps (self, &n_steps);
  const double *values = ls_stability_get_values (self, &n_values);
  char h[LS_NUMBER_SIZE], value[LS_NUMBER_SIZE], radius[LS_NUMBER_SIZE];

  printf ("method,parameter_value,step_size,spectral_radius,stable\n");
  for (guint m = 0; m < ls_stability_get_n_methods (self); m++)
    {
      g_autofree char *name = ls_method_choice_to_text (ls_stability_get_method (self, m));

      for (guint i = 0; i < n_values; i++)
        for (guint k = 0; k < n_steps; k++)
          printf ("%s,%s,%s,%s,%d\n", name,
                  ls_stability_get_parameter (self) != NULL ? ls_number_format (values[i], value)
                                                            : "",
                  ls_number_format (steps[k], h),
                  ls_number_format (ls_stability_get_radius (self, m, i, k), radius),
                  ls_stability_is_stable (self, m, i, k));
    }
}

static void
add_array (LsJson *json, const char *name, const double values[], guint n)
{
  ls_json_begin_array (json, name);
  for (guint i = 0; i < n; i++)
    ls_json_add_real (json, NULL, values[i]);
  ls_json_end (json);
}

static void
add_method (LsJson *json, const LsStability *self, guint method)
{
  g_autofree char *name = ls_method_choice_to_text (ls_stability_get_method (self, method));
  guint n_steps, n_values;

  ls_stability_get_steps (self, &n_steps);
  ls_stability_get_values (self, &n_values);
  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "method", name);
  ls_json_begin_array (json, "spectral_radius");
  for (guint i = 0; i < n_values; i++)
    {
      ls_json_begin_array (json, NULL);
      for (guint k = 0; k < n_steps; k++)
        ls_json_add_real (json, NULL, ls_stability_get_radius (self, method, i, k));
      ls_json_end (json);
    }
  ls_json_end (json);
  ls_json_begin_array (json, "stable_to");
  for (guint i = 0; i < n_values; i++)
    ls_json_add_real (json, NULL, ls_stability_get_limit (self, method, i));
  ls_json_end (json);
  ls_json_end (json);
}

static void
print_json (const LsStability *self, const LsJob *job, const char *note)
{
  g_autoptr (LsJson) json = ls_json_new ();
  guint n_steps, n_values;
  const double *steps = ls_stability_get_steps (self, &n_steps);
  const double *values = ls_stability_get_values (self, &n_values);

  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "model", ls_model_get_name (job->model));
  ls_json_add_text (json, "parameter", ls_stability_get_parameter (self));
  ls_json_add_text (json, "note", note);
  add_array (json, "values", values, ls_stability_get_parameter (self) != NULL ? n_values : 0);
  add_array (json, "step_sizes", steps, n_steps);
  ls_json_begin_array (json, "spectral_abscissa");
  for (guint i = 0; i < n_values; i++)
    ls_json_add_real (json, NULL, ls_stability_get_abscissa (self, i));
  ls_json_end (json);
  ls_json_begin_array (json, "methods");
  for (guint m = 0; m < ls_stability_get_n_methods (self); m++)
    add_method (json, self, m);
  ls_json_end (json);
  ls_json_end (json);
  ls_json_print (json);
}

/* ---- Plot ------------------------------------------------------------------------------- */

static void
draw (cairo_t *cr, double width, double height, gpointer user_data)
{
  const Picture *picture = user_data;

  if (picture->map != NULL)
    ls_map_draw (picture->map, cr, width, height, picture->theme);
  else
    ls_chart_draw (picture->chart, cr, width, height, picture->theme);
}

static gboolean
write_picture (const LsStability *self, const Options *options, GError **error)
{
  const gboolean is_map = options->name != NULL;
  const LsStabilityLook look = { .title = options->title,
                                 .parameter_title = options->name,
                                 .steps_logarithmic = options->steps_logarithmic,
                                 .values_logarithmic = options->values_logarithmic };
  g_autoptr (LsMap) map = is_map ? ls_stability_new_map (self, &look) : NULL;
  g_autoptr (LsChart) chart = is_map ? NULL : ls_stability_new_chart (self, &look);
  Picture picture = { .map = map,
                      .chart = chart,
                      .theme = options->dark ? ls_theme_get_dark () : ls_theme_get_light () };
  const double height = HEIGHT + (ls_stability_get_n_methods (self) - 1) / 4 * ROW_HEIGHT;

  return ls_export (options->common.output_file, WIDTH, height, 1, draw, &picture, error);
}

/* ---- Command ---------------------------------------------------------------------------- */

static int
execute (LsJob *job, LsStability *stability, const Options *options)
{
  g_autofree char *note = NULL;
  GError *error = NULL;
  gboolean done;

  ls_job_begin ((LsJobCancelFunc)ls_stability_cancel, stability);
  done = ls_stability_execute (stability, job->start_time, job->stop_time, job->log, show_progress,
                               job, &error);
  ls_job_end ();
  if (!done)
    return ls_command_fail_error (1, error);
  note = ls_stability_describe_loops (stability);
  if (note != NULL)
    ls_job_note (job, "%s", note);
  if (options->json)
    print_json (stability, job, note);
  else if (options->csv)
    print_csv (stability);
  else
    print_table (stability);
  if (options->common.output_file != NULL && !write_picture (stability, options, &error))
    return ls_command_fail_error (1, error);
  return 0;
}

/* Parses "left.c=1e3:1e6:40". */
static gboolean
read_parameter (Options *options, GError **error)
{
  char *equals = options->parameter != NULL ? strrchr (options->parameter, '=') : NULL;

  if (options->parameter == NULL)
    return TRUE;
  if (equals == NULL || equals == options->parameter)
    return ls_fail (error, LS_ERROR_ARGUMENT,
                    _ ("--parameter: “%s” has to be COMPONENT.VARIABLE=FROM:TO[:N]"),
                    options->parameter);
  options->name = g_strndup (options->parameter, (gsize)(equals - options->parameter));
  options->value_range = ls_stability_make_range (equals + 1, N_VALUES, &options->n_values,
                                                  &options->values_logarithmic, error);
  g_prefix_error (error, "--parameter: ");
  return options->value_range != NULL;
}

static gboolean
read_ranges (Options *options, GError **error)
{
  char text[LS_NUMBER_SIZE];

  if (options->steps == NULL)
    return ls_fail (error, LS_ERROR_ARGUMENT,
                    _ ("--step-size is missing: a range of macro steps in seconds, FROM:TO[:N]"));
  options->step_range = ls_stability_make_range (options->steps, N_STEPS, &options->n_steps,
                                                 &options->steps_logarithmic, error);
  g_prefix_error (error, "--step-size: ");
  if (options->step_range == NULL || !read_parameter (options, error))
    return FALSE;
  /* The job requires a step size, too. */
  options->common.step_sizes = g_strdup (ls_number_format (options->step_range[0], text));
  return options->common.output_file == NULL
         || ls_export_check_path (options->common.output_file, error);
}

static int
make_and_execute (LsJob *job, gconstpointer user_data, GError **error)
{
  const Options *options = user_data;
  g_autoptr (LsStability) stability
      = ls_stability_new (job->model, job->methods, options->step_range, options->n_steps,
                          options->name, options->value_range, options->n_values, error);

  /* All inputs of the analysis come from the command line: wrong usage. */
  return stability != NULL ? execute (job, stability, options) : 2;
}

static void
clear (Options *options)
{
  g_free (options->steps);
  g_free (options->parameter);
  g_free (options->title);
  g_free (options->name);
  g_free (options->step_range);
  g_free (options->value_range);
  ls_job_options_clear (&options->common);
}

static int
run (int argc, char **argv)
{
  Options options = { 0 };
  LsJobOptions *common = &options.common;
  const GOptionEntry entries[] = {
    LS_JOB_OPTION_METHODS (common),
    { "step-size", 'H', 0, G_OPTION_ARG_STRING, &options.steps,
      N_ ("Range of macro steps in seconds; evenly on a logarithmic axis from a factor of 10 on"),
      N_ ("FROM:TO[:N]") },
    { "parameter", 'p', 0, G_OPTION_ARG_STRING, &options.parameter,
      N_ ("Parameter to vary, with its range"), N_ ("COMPONENT.VARIABLE=FROM:TO[:N]") },
    LS_JOB_OPTION_WITHOUT (&common->without),
    LS_JOB_OPTIONS_STEPS (common),
    LS_JOB_OPTION_JSON (&options.json),
    LS_JOB_OPTION_CSV (&options.csv),
    { "output-file", 'o', 0, G_OPTION_ARG_FILENAME, &common->output_file,
      N_ ("Draw the map to this file (.png, .svg or .pdf)"), N_ ("FILE") },
    { "title", 0, 0, G_OPTION_ARG_STRING, &options.title, N_ ("Title of the plot"), N_ ("TEXT") },
    { "dark", 0, 0, G_OPTION_ARG_NONE, &options.dark, N_ ("Dark background"), NULL },
    LS_JOB_OPTION_INCOMPLETE (common),
    LS_JOB_OPTION_QUIET (common),
    LS_JOB_OPTION_END,
  };
  g_autoptr (GOptionContext) context = ls_command_new_context (&ls_command_stability, entries);
  GError *error = NULL;
  int status;

  if (!ls_command_parse (context, &argc, &argv, &error))
    status = ls_command_fail_error (2, error);
  else if (argc != 2)
    status = ls_command_fail (2, _ ("stability needs one model (.ssp, .ssd or .fmu)"));
  else if ((status = ls_job_check (1, argv + 1, common)) != 0)
    ;
  else if (options.json && options.csv)
    status = ls_command_fail (2, _ ("stability prints one of --json and --csv"));
  else if (!read_ranges (&options, &error))
    status = ls_command_fail_error (2, error);
  else
    status = ls_job_do (argv[1], common, make_and_execute, &options);
  clear (&options);
  return ls_command_end_output (status);
}

const LsCommand ls_command_stability = {
  .name = "stability",
  .arguments = N_ ("MODEL"),
  .summary = N_ ("Show the stable macro steps of coupling methods on a linear model"),
  .run = run,
  .calls_fmus = TRUE,
};
