/* lockstep vary: many runs of a model with different parameters, reduced to measures in a table. */
#include "cli/command.h"
#include "cli/job-options.h"
#include "cli/json.h"
#include "cli/output.h"
#include "cli/variation-options.h"

#include "core/base/number.h"
#include "core/vary/sensitivity.h"
#include "core/vary/variation-table.h"
#include "core/text/table.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define DIGITS 6

typedef struct
{
  LsJobOptions common;
  char **parameters, **measures;
  char *sample, *traces;
  int n_jobs, index, of, seed;
  gboolean merge, retry;
} Options;

/* What is needed while rows end. */
typedef struct
{
  const LsJob *job;
  LsVariationTable *table; /* (nullable) */
  guint n_rows;            /* of this part */
} Watch;

static gboolean
row_done (LsVariation *variation, guint row, gpointer user_data, GError **error)
{
  const Watch *watch = user_data;
  const guint n_failed = ls_variation_count (variation, LS_ROW_FAILED);
  const guint n_done = ls_variation_count (variation, LS_ROW_DONE);

  /* Translators: numbers of runs. */
  ls_job_show_progress (watch->job, _ ("%u of %u runs, %u failed"), n_done + n_failed,
                        watch->n_rows, n_failed);
  return watch->table == NULL || ls_variation_table_append (watch->table, row, error);
}

/* ---- Output ------------------------------------------------------------------------------- */

static const char *
get_parameter (const LsVariation *variation, guint i)
{
  return ((const LsVaried *)variation->parameters->pdata[i])->name;
}

static const char *
get_measure (const LsVariation *variation, guint i)
{
  return ((const LsRunMeasure *)variation->measures->pdata[i])->name;
}

static void
print_rows (const LsVariation *variation)
{
  const guint k = variation->parameters->len, m = variation->measures->len;
  g_autoptr (LsTable) table = ls_table_new (1 + k + m, 1 + variation->sample->n_rows, 1);

  ls_table_set (table, 0, 0, g_strdup (_ ("Run")));
  for (guint i = 0; i < k; i++)
    ls_table_set (table, 0, 1 + i, g_strdup (get_parameter (variation, i)));
  for (guint i = 0; i < m; i++)
    ls_table_set (table, 0, 1 + k + i, g_strdup (get_measure (variation, i)));
  for (guint row = 0; row < variation->sample->n_rows; row++)
    {
      ls_table_set (table, 1 + row, 0, g_strdup_printf ("%u", row));
      for (guint i = 0; i < k; i++)
        ls_table_set_number (table, 1 + row, 1 + i, "",
                             ls_sample_get_row (variation->sample, row)[i], DIGITS);
      for (guint i = 0; i < m; i++)
        ls_table_set_number (table, 1 + row, 1 + k + i, "", variation->results[(gsize)row * m + i],
                             DIGITS);
    }
  ls_variation_print_table (table);
}

static void
print_indices (const LsVariation *variation, guint measure, const LsSensitivity indices[])
{
  const guint k = variation->parameters->len;
  const gboolean variance = !isnan (indices[0].first);
  g_autoptr (LsTable) table = ls_table_new (variance ? 5 : 3, 1 + k, 1);

  ls_table_set (table, 0, 0, g_strdup (get_measure (variation, measure)));
  ls_table_set (table, 0, 1, g_strdup (variance ? _ ("First order") : _ ("Mean effect")));
  ls_table_set (table, 0, 2, g_strdup (variance ? "±" : _ ("Deviation")));
  if (variance)
    {
      ls_table_set (table, 0, 3, g_strdup (_ ("Total")));
      ls_table_set (table, 0, 4, g_strdup ("±"));
    }
  for (guint i = 0; i < k; i++)
    {
      const LsSensitivity *s = &indices[i];

      ls_table_set (table, 1 + i, 0, g_strdup (get_parameter (variation, i)));
      ls_table_set_number (table, 1 + i, 1, "", variance ? s->first : s->mean, 4);
      ls_table_set_number (table, 1 + i, 2, "", variance ? s->first_margin : s->deviation, 2);
      if (!variance)
        continue;
      ls_table_set_number (table, 1 + i, 3, "", s->total, 4);
      ls_table_set_number (table, 1 + i, 4, "", s->total_margin, 2);
    }
  ls_variation_print_table (table);
}

static void
print_sensitivity (const LsVariation *variation)
{
  g_autofree LsSensitivity *indices = g_new (LsSensitivity, variation->parameters->len);

  for (guint i = 0; i < variation->measures->len; i++)
    {
      g_autofree double *outputs = ls_variation_list_results (variation, i);

      if (i > 0)
        putchar ('\n');
      ls_sensitivity_compute (variation->sample, outputs, indices);
      print_indices (variation, i, indices);
    }
}

static void
add_indices (LsJson *json, const LsVariation *variation, guint measure)
{
  g_autofree double *outputs = ls_variation_list_results (variation, measure);
  g_autofree LsSensitivity *indices = g_new (LsSensitivity, variation->parameters->len);

  ls_json_add_text (json, "measure", get_measure (variation, measure));
  ls_json_add_integer (json, "n_used",
                       ls_sensitivity_compute (variation->sample, outputs, indices));
  ls_json_begin_array (json, "parameters");
  for (guint i = 0; i < variation->parameters->len; i++)
    {
      const LsSensitivity *s = &indices[i];

      ls_json_begin_object (json, NULL);
      ls_json_add_text (json, "parameter", get_parameter (variation, i));
      ls_json_add_real (json, "first_order", s->first);
      ls_json_add_real (json, "first_order_margin", s->first_margin);
      ls_json_add_real (json, "total", s->total);
      ls_json_add_real (json, "total_margin", s->total_margin);
      ls_json_add_real (json, "mean_effect", s->mean);
      ls_json_add_real (json, "effect_deviation", s->deviation);
      ls_json_end (json);
    }
  ls_json_end (json);
}

static void
add_row (LsJson *json, const LsVariation *variation, guint row)
{
  static const char *const states[] = { "open", "done", "failed" };
  const guint m = variation->measures->len;

  ls_json_begin_object (json, NULL);
  ls_json_add_integer (json, "row", row);
  ls_json_add_text (json, "state", states[variation->states[row]]);
  ls_json_add_text (json, "message", variation->messages[row]);
  ls_json_begin_object (json, "values");
  for (guint i = 0; i < variation->parameters->len; i++)
    ls_json_add_real (json, get_parameter (variation, i),
                      ls_sample_get_row (variation->sample, row)[i]);
  ls_json_end (json);
  ls_json_begin_object (json, "measures");
  for (guint i = 0; i < m; i++)
    ls_json_add_real (json, get_measure (variation, i), variation->results[(gsize)row * m + i]);
  ls_json_end (json);
  ls_json_end (json);
}

static void
print_json (const LsVariation *variation)
{
  g_autoptr (LsJson) json = ls_json_new ();

  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "model", ls_model_get_name (variation->settings.model));
  ls_json_add_integer (json, "failed", ls_variation_count (variation, LS_ROW_FAILED));
  ls_json_begin_array (json, "rows");
  for (guint i = 0; i < variation->sample->n_rows; i++)
    add_row (json, variation, i);
  ls_json_end (json);
  ls_json_begin_array (json, "sensitivity");
  for (guint i = 0; i < variation->measures->len && ls_sensitivity_is_possible (variation->sample);
       i++)
    {
      ls_json_begin_object (json, NULL);
      add_indices (json, variation, i);
      ls_json_end (json);
    }
  ls_json_end (json);
  ls_json_end (json);
  ls_json_print (json);
}

/* Up to three failed runs with their reasons. Returns: exit status */
static int
tell_failures (const LsVariation *variation)
{
  const guint n = ls_variation_count (variation, LS_ROW_FAILED);
  guint n_told = 0;

  if (n == 0)
    return 0;
  for (guint i = 0; i < variation->sample->n_rows && n_told < 3; i++)
    if (variation->states[i] == LS_ROW_FAILED)
      {
        g_autofree char *shown = ls_command_make_printable (variation->messages[i], TRUE);

        fprintf (stderr, _ ("run %u: %s\n"), i, shown);
        n_told++;
      }
  return ls_command_fail (1, ngettext ("%u run failed", "%u runs failed", n), n);
}

static void
print_results (const LsVariation *variation, const Options *options)
{
  const gboolean complete = ls_variation_count (variation, LS_ROW_OPEN) == 0;

  if (options->common.json)
    print_json (variation);
  else if (complete && ls_sensitivity_is_possible (variation->sample))
    print_sensitivity (variation);
  else if (options->common.output_file == NULL)
    print_rows (variation);
  if (!options->common.json && options->common.output_file != NULL && !options->common.quiet)
    fprintf (stderr, _ ("%u rows in %s\n"),
             ls_variation_count (variation, LS_ROW_DONE)
                 + ls_variation_count (variation, LS_ROW_FAILED),
             options->common.output_file);
}

/* ---- Command ------------------------------------------------------------------------------ */

static GPtrArray *
read_measures (const Options *options, GError **error)
{
  g_autoptr (GPtrArray) measures
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_run_measure_free);

  for (guint i = 0; options->measures != NULL && options->measures[i] != NULL; i++)
    {
      LsRunMeasure *measure = ls_run_measure_parse (options->measures[i], error);

      g_prefix_error (error, "--measure: ");
      if (measure == NULL)
        return NULL;
      g_ptr_array_add (measures, measure);
    }
  return g_steal_pointer (&measures);
}

/* @sample: (nullable) */
static gboolean
is_table (const char *sample)
{
  g_autofree char *lower = g_ascii_strdown (sample != NULL ? sample : "", -1);

  return g_str_has_suffix (lower, ".csv");
}

/* Without parameters and sample: what is saved with the model, borrowed from it. @parameters,
 * @measures: to be filled */
static void
take_plan (LsJob *job, Options *options, GPtrArray *parameters, GPtrArray *measures)
{
  const LsVariationPlan *plan = ls_model_get_experiment (job->model)->variation;

  ls_variation_take_jobs (job, &options->n_jobs);
  if (options->parameters != NULL || options->sample != NULL
      || (plan->parameters->len == 0 && !is_table (plan->sample)))
    return;
  ls_job_note (job, _ ("--parameter is not given: the plan saved with the model"));
  options->parameters = ls_variation_take_texts (plan->parameters, parameters);
  options->sample = plan->sample;
  options->seed = (int)plan->seed;
  if (options->measures == NULL)
    options->measures = ls_variation_take_texts (plan->measures, measures);
}

static gboolean
check_parameters (const Options *options, GError **error)
{
  return options->parameters != NULL || is_table (options->sample)
         || ls_fail (error, LS_ERROR_ARGUMENT,
                     _ ("no parameter is varied: vary needs --parameter, or --sample with a table "
                        "ending in .csv"));
}

/* Of whole numbers a range has fewer values than points. */
static void
tell_repeated (const LsJob *job, const LsVariation *variation)
{
  gboolean whole = FALSE;
  guint n;

  for (guint i = 0; i < variation->parameters->len; i++)
    whole |= ls_varied_has_whole_values (variation->parameters->pdata[i]);
  if (whole && (n = ls_sample_count_repeated (variation->sample)) > 0)
    ls_job_note (job,
                 ngettext ("%u run of %u has the values of an earlier one, as ranges of whole "
                           "numbers are rounded",
                           "%u runs of %u have the values of earlier ones, as ranges of whole "
                           "numbers are rounded",
                           n),
                 n, variation->sample->n_rows);
}

static LsVariation *
make_variation (const LsJob *job, const Options *options, GError **error)
{
  const LsRunSettings settings = ls_variation_make_settings (job);
  GPtrArray *parameters, *measures;
  LsVariation *self;

  if (!check_parameters (options, error)
      || (parameters = ls_variation_read_parameters (options->parameters, error)) == NULL)
    return NULL;
  measures = read_measures (options, error);
  if (measures == NULL)
    {
      g_ptr_array_unref (parameters);
      return NULL;
    }
  self = ls_variation_new (&settings, parameters, measures,
                           options->sample != NULL ? options->sample : "grid",
                           (gulong)options->seed, error);
  if (self == NULL)
    return NULL;
  if (options->traces != NULL)
    self->traces = g_canonicalize_filename (options->traces, NULL);
  tell_repeated (job, self);
  return self;
}

static gboolean
make_folder (const char *path, GError **error)
{
  if (path == NULL || g_mkdir_with_parents (path, 0777) == 0)
    return TRUE;
  return ls_fail (error, LS_ERROR_FILE, _ ("the folder %s cannot be made"), path);
}

static int
execute (LsJob *job, LsVariation *variation, const Options *options)
{
  const char *path = options->common.output_file;
  const guint of = (guint)options->of, index = (guint)options->index;
  GError *error = NULL;
  g_autoptr (LsVariationTable) table
      = path != NULL ? ls_variation_table_open (variation, path, &error) : NULL;
  Watch watch = { job, table, (variation->sample->n_rows + of - 1 - index) / of };
  gboolean done;

  if ((path != NULL && table == NULL) || !make_folder (options->traces, &error))
    return ls_command_fail_error (1, error);
  ls_job_begin ((LsJobCancelFunc)ls_variation_cancel, variation);
  done = ls_variation_execute (variation, index, of, options->retry, (guint)options->n_jobs,
                               row_done, &watch, &error);
  ls_job_end ();
  if (done && table != NULL)
    done = ls_variation_table_finish (table, &error);
  if (!done)
    return ls_command_fail_error (1, error);
  print_results (variation, options);
  return tell_failures (variation);
}

static int
make_and_execute (LsJob *job, gconstpointer user_data, GError **error)
{
  Options options = *(const Options *)user_data;
  g_autoptr (GPtrArray) parameters = g_ptr_array_new ();
  g_autoptr (GPtrArray) measures = g_ptr_array_new ();
  g_autoptr (LsVariation) variation = NULL;

  take_plan (job, &options, parameters, measures);
  variation = make_variation (job, &options, error);
  return variation != NULL ? execute (job, variation, &options) : 2;
}

static int
merge (int n, char **paths, const Options *options)
{
  g_autofree char **list = g_new0 (char *, (gsize)n + 1);
  GError *error = NULL;

  if (n < 1 || options->common.output_file == NULL)
    return ls_command_fail (2, _ ("--merge needs one or more tables, and --output-file"));
  memcpy (list, paths, (gsize)n * sizeof *list);
  if (!ls_variation_table_merge ((const char *const *)list, options->common.output_file, &error))
    return ls_command_fail_error (1, error);
  return 0;
}

static gboolean
check_numbers (const Options *options, GError **error)
{
  if (!ls_variation_check_jobs (options->n_jobs, error))
    return FALSE;
  if (options->of < 1 || options->index < 0 || options->index >= options->of)
    g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                 _ ("--index %d --of %d: the index goes from 0 to the number of parts less 1"),
                 options->index, options->of);
  else
    return TRUE;
  return FALSE;
}

static void
clear (Options *options)
{
  g_strfreev (options->parameters);
  g_strfreev (options->measures);
  g_free (options->sample);
  g_free (options->traces);
  ls_job_options_clear (&options->common);
}

static int
run (int argc, char **argv)
{
  Options options = { .common.one_run = TRUE,
                      .common.planned = TRUE,
                      .n_jobs = LS_VARIATION_JOBS_UNSET,
                      .of = 1,
                      .seed = 1 };
  LsJobOptions *common = &options.common;
  const GOptionEntry entries[] = {
    { "parameter", 'p', 0, G_OPTION_ARG_STRING_ARRAY, &options.parameters,
      N_ ("A parameter and its range, or its values (repeatable)"),
      N_ ("COMPONENT.VARIABLE=LOW:HIGH[:log][:N]|V1,V2,…") },
    { "sample", 0, 0, G_OPTION_ARG_STRING, &options.sample,
      N_ ("Which combinations are run, or a table with a column for each parameter (grid without "
          "it)"),
      N_ ("SAMPLE|TABLE.csv") },
    { "measure", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.measures,
      N_ ("A number for each run (repeatable; final values of the outputs without it)"),
      N_ ("[NAME=]MEASURE(SIGNAL)") },
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &options.n_jobs, N_ ("Simultaneous runs"), "N" },
    { "output-file", 'o', 0, G_OPTION_ARG_FILENAME, &common->output_file,
      N_ ("Table of the runs (.csv); rows that are in it already are not run again"),
      N_ ("TABLE.csv") },
    { "traces", 0, 0, G_OPTION_ARG_FILENAME, &options.traces,
      N_ ("Write the signals of the measures of each run into this folder"), N_ ("FOLDER") },
    { "retry", 0, 0, G_OPTION_ARG_NONE, &options.retry,
      N_ ("Run rows of the table again that have failed"), NULL },
    { "index", 0, 0, G_OPTION_ARG_INT, &options.index,
      N_ ("Part of the runs to do, from 0, for arrays of jobs on a cluster"), "I" },
    { "of", 0, 0, G_OPTION_ARG_INT, &options.of, N_ ("Number of parts"), "N" },
    { "merge", 0, 0, G_OPTION_ARG_NONE, &options.merge,
      N_ ("Join the tables of all parts, the arguments, into the output file"), NULL },
    { "seed", 0, 0, G_OPTION_ARG_INT, &options.seed,
      N_ ("Another sample of random numbers (1 without it)"), "N" },
    LS_JOB_OPTION_METHOD (common),
    LS_JOB_OPTION_STEP_SIZE (common),
    LS_JOB_OPTION_TOLERANCE (common),
    LS_JOB_OPTION_TIMES (common),
    LS_JOB_OPTION_WITHOUT (&common->without),
    LS_JOB_OPTION_JSON (&common->json),
    LS_JOB_OPTION_INCOMPLETE (common),
    LS_JOB_OPTION_QUIET (common),
    LS_JOB_OPTION_END,
  };
  static const char *const endings[] = { ".csv", NULL };
  g_autoptr (GOptionContext) context = ls_command_new_context (&ls_command_vary, entries);
  GError *error = NULL;
  int status;

  ls_command_describe (context, _ ("Samples:"), ls_sample_kinds);
  ls_command_describe (context, _ ("Measures:"), ls_run_measure_kinds);
  if (!ls_command_parse (context, &argc, &argv, &error) || !check_numbers (&options, &error))
    status = ls_command_fail_error (2, error);
  else if (common->output_file != NULL
           && !ls_output_check_ending ("--output-file", common->output_file, endings, &error))
    status = ls_command_fail_error (2, error);
  else if (options.merge)
    status = merge (argc - 1, argv + 1, &options);
  else if (argc != 2)
    status = ls_command_fail (2, _ ("vary needs one model (.ssp, .ssd or .fmu)"));
  else if ((status = ls_job_check (1, argv + 1, common)) == 0)
    status = ls_job_do (argv[1], common, make_and_execute, &options);
  clear (&options);
  return ls_command_end_output (status);
}

const LsCommand ls_command_vary = {
  .name = "vary",
  .arguments = N_ ("MODEL"),
  .summary = N_ ("Run a model with many combinations of parameters, and find which matter"),
  .run = run,
  .calls_fmus = TRUE,
};
