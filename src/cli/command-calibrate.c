/* lockstep calibrate: parameters of a model fitted to measured signals. */
#include "cli/command.h"
#include "cli/job-options.h"
#include "cli/json.h"
#include "cli/output.h"
#include "cli/variation-options.h"

#include "core/base/number.h"
#include "core/ssp/ssp.h"
#include "core/vary/calibration-table.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

typedef struct
{
  LsJobOptions common;
  char **parameters;
  char *data, *store;
  int n_jobs, n_starts, seed;
} Options;

/* ---- Output ------------------------------------------------------------------------------- */

static const char *
get_name (const LsCalibration *self, guint i)
{
  return ((const LsVaried *)self->parameters->pdata[i])->name;
}

static void
print_tables (const LsCalibration *self)
{
  g_autoptr (LsTable) parameters = ls_calibration_list_parameters (self);
  g_autoptr (LsTable) signals = ls_calibration_list_signals (self);

  ls_variation_print_table (parameters);
  putchar ('\n');
  ls_variation_print_table (signals);
}

static void
print_json (const LsCalibration *self)
{
  const guint p = self->parameters->len;
  g_autoptr (LsJson) json = ls_json_new ();

  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "model", ls_model_get_name (self->settings.model));
  ls_json_add_boolean (json, "converged", self->converged);
  ls_json_add_integer (json, "runs", self->n_runs);
  ls_json_add_integer (json, "residuals", self->n_residuals);
  ls_json_begin_array (json, "parameters");
  for (guint i = 0; i < p; i++)
    {
      ls_json_begin_object (json, NULL);
      ls_json_add_text (json, "parameter", get_name (self, i));
      ls_json_add_real (json, "value", self->values[i]);
      ls_json_add_real (json, "standard_error", self->errors[i]);
      ls_json_add_boolean (json, "at_end_of_range", self->is_at_end[i]);
      ls_json_begin_object (json, "correlation");
      for (guint k = 0; k < p; k++)
        ls_json_add_real (json, get_name (self, k), self->correlation[i * p + k]);
      ls_json_end (json);
      ls_json_end (json);
    }
  ls_json_end (json);
  ls_json_begin_array (json, "signals");
  for (guint i = 0; self->signals[i] != NULL; i++)
    {
      ls_json_begin_object (json, NULL);
      ls_json_add_text (json, "signal", self->signals[i]);
      ls_json_add_real (json, "residual_rms", self->rms[i]);
      ls_json_end (json);
    }
  ls_json_end (json);
  ls_json_end (json);
  ls_json_print (json);
}

/* Values that are not to be trusted. Returns: exit status */
static int
tell_doubts (const LsCalibration *self, const LsJob *job)
{
  g_autofree char *text = ls_calibration_describe_doubts (self);
  g_auto (GStrv) doubts = g_strsplit (text != NULL ? text : "", "\n", -1);

  for (guint i = 0; doubts[i] != NULL; i++)
    ls_job_note (job, "%s", doubts[i]);
  return self->converged
             ? 0
             : ls_command_fail (1, _ ("the fit has not converged: the values are the best so far"));
}

/* ---- Command ------------------------------------------------------------------------------ */

static gboolean
store (LsJob *job, const LsCalibration *self, const char *path, GError **error)
{
  return path == NULL
         || (ls_varied_apply (self->parameters, self->values, job->model, error)
             && ls_ssp_write (job->model, path, error));
}

/* What is written while the fit is under way is seen by others: a failure ends it. */
typedef struct
{
  const char *path;
  GError *error;
} Table;

static void
write_table (LsCalibration *calibration, gpointer user_data)
{
  Table *table = user_data;

  if (table->error == NULL && !ls_calibration_write (calibration, table->path, &table->error))
    ls_calibration_cancel (calibration);
}

static int
execute (LsJob *job, LsCalibration *calibration, const Options *options)
{
  Table table = { options->common.output_file, NULL };
  GError *error = NULL;
  gboolean done;

  if (table.path != NULL)
    {
      calibration->progress = write_table;
      calibration->progress_data = &table;
    }
  ls_job_begin ((LsJobCancelFunc)ls_calibration_cancel, calibration);
  done = ls_calibration_execute (calibration, (guint)options->n_starts, (gulong)options->seed,
                                 &error);
  ls_job_end ();
  if (table.error != NULL)
    {
      g_clear_error (&error);
      return ls_command_fail_error (1, table.error);
    }
  if (!done || !store (job, calibration, options->store, &error))
    return ls_command_fail_error (1, error);
  if (options->common.json)
    print_json (calibration);
  else
    print_tables (calibration);
  return tell_doubts (calibration, job);
}

static LsCalibration *
make_calibration (const LsJob *job, const Options *options, GError **error)
{
  const LsRunSettings settings = ls_variation_make_settings (job);
  GPtrArray *parameters = ls_variation_read_parameters (options->parameters, error);

  if (parameters == NULL)
    return NULL;
  return ls_calibration_new (&settings, parameters, options->data, job->signals,
                             (guint)options->n_jobs, error);
}

/* What is not given is that of the plan saved with the model, borrowed from it. @parameters:
 * (element-type char *): to be filled */
static gboolean
take_plan (LsJob *job, Options *options, GPtrArray *parameters, GError **error)
{
  const LsVariationPlan *plan = ls_model_get_experiment (job->model)->variation;

  ls_variation_take_jobs (job, &options->n_jobs);
  if (options->parameters == NULL && plan->parameters->len > 0)
    {
      ls_job_note (job, _ ("--parameter is not given: the plan saved with the model"));
      for (guint i = 0; i < plan->parameters->len; i++)
        g_ptr_array_add (parameters, ls_varied_make_range_text (plan->parameters->pdata[i]));
      g_ptr_array_add (parameters, NULL);
      options->parameters = (char **)parameters->pdata;
    }
  if (options->data != NULL)
    return TRUE;
  if (plan->data == NULL)
    return ls_fail (error, LS_ERROR_ARGUMENT, "%s",
                    _ ("calibrate needs --data, a file of measured signals"));
  options->data = plan->data;
  ls_job_note (job, _ ("%s is not given: %s, from “%s”"), "--data", plan->data,
               _ ("plan of variations"));
  ls_output_protect (plan->data);
  return (options->store == NULL || ls_output_check (options->store, error))
         && (options->common.output_file == NULL
             || ls_output_check (options->common.output_file, error));
}

static int
make_and_execute (LsJob *job, gconstpointer user_data, GError **error)
{
  Options options = *(const Options *)user_data;
  g_autoptr (GPtrArray) parameters = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (LsCalibration) calibration = NULL;

  if (take_plan (job, &options, parameters, error))
    calibration = make_calibration (job, &options, error);
  return calibration != NULL ? execute (job, calibration, &options) : 2;
}

static int
check_and_execute (int argc, char **argv, const Options *options)
{
  static const char *const endings[] = { ".ssp", NULL }, *const tables[] = { ".csv", NULL };
  const char *output = options->common.output_file;
  GError *error = NULL;
  int status;

  if (!ls_variation_check_jobs (options->n_jobs, &error))
    return ls_command_fail_error (2, error);
  if (options->n_starts < 1)
    return ls_command_fail (2, _ ("--starts: %d is not a number of starts"), options->n_starts);
  if (argc != 2)
    return ls_command_fail (2, _ ("calibrate needs one model (.ssp, .ssd or .fmu)"));
  if (options->store != NULL
      && (!ls_output_check_ending ("--store", options->store, endings, &error)
          || !ls_output_check (options->store, &error)))
    return ls_command_fail_error (2, error);
  if (options->data != NULL)
    ls_output_protect (options->data);
  if (output != NULL && !ls_output_check_ending ("--output-file", output, tables, &error))
    return ls_command_fail_error (2, error);
  status = ls_job_check (1, argv + 1, &options->common);
  return status != 0 ? status : ls_job_do (argv[1], &options->common, make_and_execute, options);
}

static int
run (int argc, char **argv)
{
  Options options = { .common.one_run = TRUE,
                      .common.planned = TRUE,
                      .n_jobs = LS_VARIATION_JOBS_UNSET,
                      .n_starts = 1,
                      .seed = 1 };
  LsJobOptions *common = &options.common;
  const GOptionEntry entries[] = {
    { "parameter", 'p', 0, G_OPTION_ARG_STRING_ARRAY, &options.parameters,
      N_ ("A parameter to be found and the range it may have (repeatable)"),
      N_ ("COMPONENT.VARIABLE=LOW:HIGH[:log]") },
    { "data", 'd', 0, G_OPTION_ARG_FILENAME, &options.data,
      N_ ("Measured signals over time (.csv or .mat)"), N_ ("FILE") },
    { "starts", 0, 0, G_OPTION_ARG_INT, &options.n_starts,
      N_ ("Number of starting points; the best fit is taken (1 without it)"), "N" },
    { "output-file", 'o', 0, G_OPTION_ARG_FILENAME, &common->output_file,
      N_ ("Table of the fit (.csv), written anew after each of its steps"), N_ ("FIT.csv") },
    { "store", 0, 0, G_OPTION_ARG_FILENAME, &options.store,
      N_ ("Write the model with the values found"), N_ ("FILE.ssp") },
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &options.n_jobs, N_ ("Simultaneous runs"), "N" },
    { "seed", 0, 0, G_OPTION_ARG_INT, &options.seed,
      N_ ("Another sample of random numbers (1 without it)"), "N" },
    { "signal", 's', 0, G_OPTION_ARG_STRING_ARRAY, &common->signals,
      N_ ("Use this signal of the data (repeatable; all that the model has without it), from a "
          "column of another name if one is given"),
      N_ ("COMPONENT.VARIABLE[=COLUMN]") },
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
  g_autoptr (GOptionContext) context = ls_command_new_context (&ls_command_calibrate, entries);
  GError *error = NULL;
  int status;

  if (!ls_command_parse (context, &argc, &argv, &error))
    status = ls_command_fail_error (2, error);
  else
    status = check_and_execute (argc, argv, &options);
  g_strfreev (options.parameters);
  g_free (options.data);
  g_free (options.store);
  ls_job_options_clear (common);
  return ls_command_end_output (status);
}

const LsCommand ls_command_calibrate = {
  .name = "calibrate",
  .arguments = N_ ("MODEL"),
  .summary = N_ ("Find the parameters of a model with which it fits measured signals"),
  .run = run,
  .calls_fmus = TRUE,
};
