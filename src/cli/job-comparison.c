/* Comparison of a job, shared by the commands that output it. */
#include "cli/job.h"

#include <glib/gi18n-lib.h>

LsComparison *
ls_job_make_comparison (LsJob *self,
                        const char *const *signals,
                        const char *reference,
                        GError **error)
{
  g_autoptr (LsComparison) comparison = ls_comparison_new (
      self->model, self->methods, (const double *)(void *)self->step_sizes->data,
      self->step_sizes->len, self->start_time, self->stop_time,
      signals != NULL ? signals : self->signals, error);

  if (comparison == NULL || !ls_job_prepare (self, comparison, reference, error))
    return NULL;
  return g_steal_pointer (&comparison);
}

static void
show_progress (LsComparison *comparison,
               LsComparisonStage stage,
               guint run,
               double fraction,
               gpointer user_data)
{
  const LsJob *job = user_data;
  g_autofree char *label = NULL;

  if (stage == LS_COMPARISON_RUNNING)
    {
      label = ls_run_get_label (ls_comparison_get_run (comparison, run));
      /* Translators: percent done, number of the run, of how many, what it is. */
      ls_job_show_progress (job, _ ("%3.0f %%  run %u of %u: %s"), 100 * fraction, run + 1,
                            ls_comparison_get_n_runs (comparison), label);
    }
  else if (stage == LS_COMPARISON_REFERENCE)
    ls_job_show_progress (job, _ ("%3.0f %%  reference"), 100 * fraction);
}

gboolean
ls_job_execute (LsJob *self, LsComparison *comparison, GError **error)
{
  gboolean done;

  ls_job_begin ((LsJobCancelFunc)ls_comparison_cancel, comparison);
  done = ls_comparison_execute (comparison, self->log, show_progress, self, error);
  ls_job_end ();
  return done;
}
