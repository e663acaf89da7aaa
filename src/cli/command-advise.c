/* lockstep advise: the cheapest coupling method and step that keep an error. */
#include "cli/command.h"
#include "cli/job-options.h"
#include "cli/json.h"

#include "core/advice/advice-text.h"
#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define DIGITS 3
#define BUDGET 60.0 /* s */

typedef struct
{
  LsJobOptions common;
  char *error, *budget;
  double error_percent, seconds;
} Options;

static gboolean
show_progress (double fraction, const LsTrial *trial, gpointer user_data)
{
  g_autofree char *method = trial != NULL ? ls_setting_to_text (trial->setting) : NULL;
  char step[LS_NUMBER_SIZE];

  if (trial != NULL)
    /* Translators: part of the time used, a method and its step in seconds. */
    ls_job_show_progress (user_data, _ ("%.0f %% of the budget: %s, h = %s s"), 100 * fraction,
                          method, ls_number_format_short (trial->step_size, DIGITS, step));
  else
    ls_job_show_progress (user_data, _ ("%.0f %% of the budget: reference"), 100 * fraction);
  return !ls_job_is_cancelled ();
}

static void
print_text (const LsAdvice *advice)
{
  g_autoptr (LsTable) table = ls_advice_make_table (advice);
  g_autofree char *said = ls_advice_describe (advice);

  ls_command_print_table (table, said);
}

static void
add_setting (LsJson *json, const LsSetting *setting)
{
  g_autofree char *method = setting != NULL ? ls_method_choice_to_text (setting->choice) : NULL;

  ls_json_add_text (json, "method", method);
  if (setting != NULL && setting->inner_steps > 0)
    ls_json_add_integer (json, "inner_steps", setting->inner_steps);
}

static void
add_trial (LsJson *json, const char *name, const LsTrial *trial)
{
  ls_json_begin_object (json, name);
  add_setting (json, trial->setting);
  ls_json_add_real (json, "step_size", trial->step_size);
  ls_json_add_text (json, "verdict", ls_trial_state_id (trial->state));
  ls_json_add_text (json, "message", trial->message);
  ls_json_add_real (json, "worst_error_percent", trial->error);
  ls_json_add_boolean (json, "limited_by_reference", trial->is_limited);
  ls_json_add_real (json, "cost_s", trial->cost);
  ls_json_add_integer (json, "calls", (gint64)trial->calls);
  ls_json_add_real (json, "own_cpu_time_s", trial->own_time);
  ls_json_add_real (json, "wall_time_s", trial->wall_time);
  ls_json_end (json);
}

/* What the best with it would cost; null: it was not tried, or is no cheaper. */
static void
add_wish (LsJson *json, const LsWish *wish)
{
  g_autofree char *names = g_strjoinv (", ", wish->components);

  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "component", names);
  ls_json_add_text (json, "capability", ls_capability_id (wish->capability));
  ls_json_add_text (json, "methods", wish->methods);
  ls_json_add_text (json, "tried", ls_wish_way_id (wish->way));
  add_setting (json, wish->setting);
  ls_json_add_real (json, "step_size", wish->step_size);
  ls_json_add_real (json, "worst_error_percent", wish->error);
  ls_json_add_real (json, "cost_s", wish->cost);
  ls_json_add_integer (json, "calls", (gint64)wish->calls);
  ls_json_end (json);
}

static void
print_json (const LsJob *job, const LsAdvice *advice)
{
  g_autoptr (LsJson) json = ls_json_new ();

  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "model", ls_model_get_name (job->model));
  ls_json_add_real (json, "wanted_error_percent", advice->error_percent);
  ls_json_add_text (json, "reference", advice->reference);
  ls_json_add_real (json, "uncertainty_percent", advice->uncertainty);
  ls_json_add_real (json, "call_cpu_time_s", advice->call_time);
  ls_json_add_real (json, "budget_s", advice->budget);
  ls_json_add_real (json, "spent_s", advice->spent);
  ls_json_add_boolean (json, "complete", advice->is_complete);
  if (advice->best != NULL)
    add_trial (json, "best", advice->best);
  else
    ls_json_add_text (json, "best", NULL);
  ls_json_begin_array (json, "trials");
  for (guint i = 0; i < advice->trials->len; i++)
    add_trial (json, NULL, advice->trials->pdata[i]);
  ls_json_end (json);
  ls_json_begin_array (json, "inner_steps_components");
  for (guint i = 0; advice->inner[i] != NULL; i++)
    ls_json_add_text (json, NULL, advice->inner[i]);
  ls_json_end (json);
  ls_json_begin_array (json, "wishes");
  for (guint i = 0; i < advice->wishes->len; i++)
    add_wish (json, advice->wishes->pdata[i]);
  ls_json_end (json);
  ls_json_end (json);
  ls_json_print (json);
}

static int
execute (LsJob *job, gconstpointer user_data, GError **error)
{
  const Options *options = user_data;
  g_autoptr (LsAdvice) advice = NULL;

  ls_job_begin (NULL, NULL);
  advice = ls_advice_new (
      job->model, job->start_time, job->stop_time, g_array_index (job->step_sizes, double, 0),
      job->signals, options->error_percent, options->seconds, job->log, show_progress, job, error);
  ls_job_end ();
  if (advice == NULL)
    return 1;
  if (options->common.json)
    print_json (job, advice);
  else
    print_text (advice);
  return advice->best != NULL ? 0 : ls_command_fail (1, _ ("no tried setting meets the error"));
}

/* "0.1%", "0.1 %" and "0.1" */
static gboolean
read_percent (const char *text, double *value)
{
  g_autofree char *number = g_strdup (text);

  g_strchomp (number);
  if (g_str_has_suffix (number, "%"))
    number[strlen (number) - 1] = '\0';
  return ls_number_parse (g_strchomp (number), value) && *value > 0 && isfinite (*value);
}

static gboolean
read_numbers (Options *options, GError **error)
{
  options->seconds = BUDGET;
  if (options->error == NULL)
    g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                 _ ("advise needs --error: the maximum error, as in --error 0.1%%"));
  else if (!read_percent (options->error, &options->error_percent))
    g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT, _ ("--error: “%s” is not a positive number"),
                 options->error);
  else if (options->budget != NULL
           && !(ls_number_parse (options->budget, &options->seconds) && options->seconds > 0
                && isfinite (options->seconds)))
    g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT, _ ("--budget: “%s” is not a positive number"),
                 options->budget);
  else
    return TRUE;
  return FALSE;
}

static int
run (int argc, char **argv)
{
  Options options = { .common.one_run = TRUE };
  LsJobOptions *common = &options.common;
  char *any_method[] = { "ni-jacobi", NULL };
  const GOptionEntry entries[] = {
    { "error", 0, 0, G_OPTION_ARG_STRING, &options.error,
      N_ ("Maximum error of every signal, in percent of its range (required)"), N_ ("PERCENT") },
    { "budget", 0, 0, G_OPTION_ARG_STRING, &options.budget,
      N_ ("Time for all runs together, in seconds (default: 60)"), "S" },
    LS_JOB_OPTION_SIGNALS (common),
    { "step-size", 'H', 0, G_OPTION_ARG_STRING, &common->step_sizes,
      N_ ("Expected step size in seconds; steps from 16 times to 1/256 of it are tried"), "H" },
    LS_JOB_OPTION_TIMES (common),
    LS_JOB_OPTION_WITHOUT (&common->without),
    LS_JOB_OPTION_JSON (&common->json),
    LS_JOB_OPTION_INCOMPLETE (common),
    LS_JOB_OPTION_QUIET (common),
    LS_JOB_OPTION_END,
  };
  g_autoptr (GOptionContext) context = ls_command_new_context (&ls_command_advise, entries);
  GError *error = NULL;
  int status;

  if (!ls_command_parse (context, &argc, &argv, &error) || !read_numbers (&options, &error))
    status = ls_command_fail_error (2, error);
  else if (argc != 2)
    status = ls_command_fail (2, _ ("advise needs one model (.ssp, .ssd or .fmu)"));
  else
    {
      common->methods = g_strdupv (any_method);
      if ((status = ls_job_check (1, argv + 1, common)) == 0)
        status = ls_job_do (argv[1], common, execute, &options);
    }
  g_free (options.error);
  g_free (options.budget);
  ls_job_options_clear (common);
  return ls_command_end_output (status);
}

const LsCommand ls_command_advise = {
  .name = "advise",
  .arguments = N_ ("MODEL"),
  .summary = N_ ("Find the cheapest coupling method and step size for a maximum error"),
  .run = run,
  .calls_fmus = TRUE,
};
