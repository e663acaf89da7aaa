/* lockstep advise: the cheapest coupling method and step that keep an error. */
#include "cli/command.h"
#include "cli/job-options.h"
#include "cli/json.h"

#include "core/advice/advice.h"
#include "core/base/number.h"
#include "core/text/table.h"

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

static gint cancelled;

static void
cancel (G_GNUC_UNUSED gpointer data)
{
  g_atomic_int_set (&cancelled, 1);
}

static gboolean
show_progress (double fraction, const LsTrial *trial, gpointer user_data)
{
  g_autofree char *method = trial != NULL ? ls_method_choice_to_text (trial->choice) : NULL;
  char step[LS_NUMBER_SIZE];

  if (trial != NULL)
    /* Translators: part of the time used, a method and its step in seconds. */
    ls_job_show_progress (user_data, _ ("%.0f %% of the budget: %s, h = %s s"), 100 * fraction,
                          method, ls_number_format_short (trial->step_size, DIGITS, step));
  else
    ls_job_show_progress (user_data, _ ("%.0f %% of the budget: reference"), 100 * fraction);
  return g_atomic_int_get (&cancelled) == 0;
}

/* Best first: what keeps the error by cost, then all others by error. */
static int
compare_trials (gconstpointer a, gconstpointer b)
{
  const LsTrial *x = *(const LsTrial *const *)a, *y = *(const LsTrial *const *)b;
  const double p = x->state == LS_TRIAL_KEEPS ? x->cost : x->error;
  const double q = y->state == LS_TRIAL_KEEPS ? y->cost : y->error;

  if (x->state != y->state)
    return (int)x->state - (int)y->state;
  return (p > q) - (p < q);
}

static const char *
get_verdict (const LsAdvice *advice, const LsTrial *trial)
{
  switch (trial->state)
    {
    case LS_TRIAL_KEEPS:
      return trial == advice->best ? _ ("cheapest") : _ ("keeps it");
    case LS_TRIAL_MISSES:
      return _ ("misses it");
    case LS_TRIAL_DIVERGED:
      return _ ("diverged");
    case LS_TRIAL_FAILED:
      return _ ("failed");
    case LS_TRIAL_CUT_OFF:
    default:
      return _ ("out of time");
    }
}

static void
append_trials (const LsAdvice *advice, GString *out)
{
  g_autoptr (GPtrArray) trials = g_ptr_array_copy (advice->trials, NULL, NULL);
  g_autoptr (LsTable) table = ls_table_new (6, trials->len + 1, 1);

  g_ptr_array_set_free_func (trials, NULL);
  g_ptr_array_sort (trials, compare_trials);
  ls_table_set (table, 0, 0, g_strdup (_ ("Method")));
  ls_table_set (table, 0, 1, g_strdup (_ ("Step (s)")));
  ls_table_set (table, 0, 2, g_strdup (_ ("Error (%)")));
  ls_table_set (table, 0, 3, g_strdup (_ ("Cost (s)")));
  ls_table_set (table, 0, 4, g_strdup (_ ("Calls")));
  ls_table_set (table, 0, 5, g_strdup (_ ("Verdict")));
  for (guint i = 0; i < trials->len; i++)
    {
      const LsTrial *trial = trials->pdata[i];

      ls_table_set (table, i + 1, 0, ls_method_choice_to_text (trial->choice));
      ls_table_set_number (table, i + 1, 1, "", trial->step_size, 6);
      ls_table_set_number (table, i + 1, 2, "", trial->error, DIGITS);
      ls_table_set_number (table, i + 1, 3, "", trial->cost, DIGITS);
      ls_table_set (table, i + 1, 4, g_strdup_printf ("%" G_GUINT64_FORMAT, trial->calls));
      ls_table_set (table, i + 1, 5, g_strdup (get_verdict (advice, trial)));
    }
  ls_table_append_text (table, out);
}

static void
append_wishes (const LsAdvice *advice, GString *out)
{
  for (guint i = 0; i < advice->wishes->len; i++)
    {
      const LsWish *wish = advice->wishes->pdata[i];

      g_string_append_printf (
          /* Translators: a component, a capability and methods. */
          out, _ ("If %s offered %s, it would be used instead of a substitute in: %s.\n"),
          wish->component, ls_capability_name (wish->capability), wish->methods);
    }
}

static void
append_choice (const LsAdvice *advice, GString *out)
{
  char error[LS_NUMBER_SIZE], step[LS_NUMBER_SIZE];
  g_autofree char *method
      = advice->best != NULL ? ls_method_choice_to_text (advice->best->choice) : NULL;

  if (method != NULL)
    g_string_append_printf (
        /* Translators: an error, a method and its step. */
        out, _ ("The cheapest that keeps %s %%: --method=%s --step-size=%s\n"),
        ls_number_format_short (advice->error_percent, 6, error), method,
        ls_number_format (advice->best->step_size, step));
  else
    g_string_append_printf (out, _ ("Nothing that was tried keeps %s %%.\n"),
                            ls_number_format_short (advice->error_percent, 6, error));
  if (!advice->is_complete)
    g_string_append_printf (out,
                            _ ("The budget of %g s left no time for all that might be cheaper.\n"),
                            advice->budget);
  if (3 * advice->uncertainty > advice->error_percent)
    g_string_append (out, _ ("The reference is more uncertain than a third of that error.\n"));
}

static void
print_text (const LsAdvice *advice)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *shown = NULL;
  char call[LS_NUMBER_SIZE], margin[LS_NUMBER_SIZE];

  append_trials (advice, out);
  g_string_append_printf (out,
                          _ ("\nCost: calls × %s s, the mean CPU time of a call, and the CPU "
                             "time outside the components.\n"),
                          ls_number_format_short (advice->call_time, DIGITS, call));
  g_string_append_printf (out, _ ("Reference: %s."), advice->reference);
  if (advice->uncertainty > 0)
    g_string_append_printf (out, _ (" Errors are ± %s %% at most."),
                            ls_number_format_short (advice->uncertainty, 1, margin));
  g_string_append_c (out, '\n');
  append_wishes (advice, out);
  append_choice (advice, out);
  shown = ls_command_make_printable (out->str, TRUE);
  fputs (shown, stdout);
}

static void
add_trial (JsonBuilder *builder, const LsTrial *trial)
{
  g_autofree char *method = ls_method_choice_to_text (trial->choice);

  json_builder_begin_object (builder);
  ls_json_add_text (builder, "method", method);
  ls_json_add_real (builder, "step_size", trial->step_size);
  ls_json_add_text (builder, "verdict", ls_trial_state_id (trial->state));
  ls_json_add_text (builder, "message", trial->message);
  ls_json_add_real (builder, "worst_error_percent", trial->error);
  ls_json_add_real (builder, "cost_s", trial->cost);
  ls_json_add_integer (builder, "calls", (gint64)trial->calls);
  ls_json_add_real (builder, "own_cpu_time_s", trial->own_time);
  ls_json_add_real (builder, "wall_time_s", trial->wall_time);
  json_builder_end_object (builder);
}

static void
print_json (const LsJob *job, const LsAdvice *advice)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  ls_json_add_text (builder, "model", ls_model_get_name (job->model));
  ls_json_add_real (builder, "wanted_error_percent", advice->error_percent);
  ls_json_add_text (builder, "reference", advice->reference);
  ls_json_add_real (builder, "uncertainty_percent", advice->uncertainty);
  ls_json_add_real (builder, "call_cpu_time_s", advice->call_time);
  ls_json_add_real (builder, "budget_s", advice->budget);
  ls_json_add_real (builder, "spent_s", advice->spent);
  ls_json_add_boolean (builder, "complete", advice->is_complete);
  json_builder_set_member_name (builder, "best");
  if (advice->best != NULL)
    add_trial (builder, advice->best);
  else
    json_builder_add_null_value (builder);
  json_builder_set_member_name (builder, "trials");
  json_builder_begin_array (builder);
  for (guint i = 0; i < advice->trials->len; i++)
    add_trial (builder, advice->trials->pdata[i]);
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "wishes");
  json_builder_begin_array (builder);
  for (guint i = 0; i < advice->wishes->len; i++)
    {
      const LsWish *wish = advice->wishes->pdata[i];

      json_builder_begin_object (builder);
      ls_json_add_text (builder, "component", wish->component);
      ls_json_add_text (builder, "capability", ls_capability_id (wish->capability));
      ls_json_add_text (builder, "methods", wish->methods);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  ls_json_print (builder);
}

static int
execute (LsJob *job, gconstpointer user_data, GError **error)
{
  const Options *options = user_data;
  g_autoptr (LsAdvice) advice = NULL;

  ls_job_set_cancel (cancel, NULL);
  advice = ls_advice_new (
      job->model, job->start_time, job->stop_time, g_array_index (job->step_sizes, double, 0),
      job->signals, options->error_percent, options->seconds, job->log, show_progress, job, error);
  ls_job_set_cancel (NULL, NULL);
  ls_job_clear_progress ();
  if (advice == NULL)
    return 1;
  if (options->common.json)
    print_json (job, advice);
  else
    print_text (advice);
  return advice->best != NULL ? 0 : ls_command_fail (1, _ ("no setting that was tried keeps it"));
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
                 _ ("advise needs --error: what is to be kept, as in --error 0.1%%"));
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
      N_ ("Error to keep in every signal, in percent of its range (required)"), N_ ("PERCENT") },
    { "budget", 0, 0, G_OPTION_ARG_STRING, &options.budget,
      N_ ("Time for all runs together, in seconds (60 without it)"), "S" },
    LS_JOB_OPTION_SIGNALS (common),
    { "step-size", 'H', 0, G_OPTION_ARG_STRING, &common->step_sizes,
      N_ ("About the step to expect, in seconds: steps from 16 times to a 256th of it are tried"),
      "H" },
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
  .summary = N_ ("Find the cheapest coupling method and step that keep an error"),
  .run = run,
};
