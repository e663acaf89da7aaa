#include "app/window/run-failures.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/base/report.h"
#include "app/panel/messages.h"
#include "app/window/death-bar.h"

/* Returns: (transfer full) (nullable): error message of a failed run, else %NULL */
static char *
get_failure (LsComparison *comparison, guint index)
{
  LsRunResult result = { 0 };
  char *text = NULL;

  ls_run_get_result (ls_comparison_get_run (comparison, index), &result);
  if (result.state == LS_RUN_FAILED)
    text = g_strdup (result.message != NULL ? result.message : _ ("No reason was given"));
  ls_run_result_clear (&result);
  return text;
}

/* Several methods often fail for the same reason: it is reported once, at the first of them. */
static void
report_failure (const LsFrame *frame, LsComparison *comparison, guint index, const char *reason)
{
  g_autofree char *label = ls_run_get_label (ls_comparison_get_run (comparison, index));
  g_autofree char *title = NULL;
  guint n_same = 0;

  for (guint i = 0; i < ls_comparison_get_n_runs (comparison); i++)
    {
      g_autofree char *other = get_failure (comparison, i);

      if (g_strcmp0 (other, reason) != 0)
        continue;
      if (i < index)
        return;
      n_same++;
    }
  title = n_same > 1 ? g_strdup_printf (
              g_dngettext (GETTEXT_PACKAGE, "%u run failed", "%u runs failed", n_same), n_same)
                     : g_strdup_printf (_ ("%s failed"), label);
  ls_report_problem (GTK_WIDGET (frame->window), title, reason);
}

void
ls_run_failures_report (const LsFrame *frame, LsPlots *plots, LsRunJob *job)
{
  LsComparison *comparison = ls_run_job_get_comparison (job);
  const char *problem = ls_comparison_get_reference_problem (comparison);

  for (guint i = 0; i < ls_comparison_get_n_runs (comparison); i++)
    {
      g_autofree char *reason = get_failure (comparison, i);

      if (reason == NULL)
        continue;
      ls_plots_set_placeholder (plots, _ ("Nothing to show: the run failed. See Messages."));
      if (!ls_death_bar_show (frame, comparison, i))
        report_failure (frame, comparison, i, reason);
    }
  if (problem != NULL && !ls_run_job_is_cancelled (job))
    {
      g_autofree char *text = g_strdup_printf (_ ("Errors are not available: %s"), problem);

      ls_messages_add (LS_MESSAGES (frame->messages), LS_LOG_WARNING, NULL, text, NAN);
      ls_plots_explain_error (plots, text);
    }
}
