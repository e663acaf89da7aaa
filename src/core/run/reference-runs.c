#include "core/run/reference-runs.h"

#include "core/run/run.h"

#include <glib/gi18n-lib.h>

static void
run_progress (LsRun *run, gpointer user_data)
{
  const LsReferenceRuns *self = user_data;
  const double start = ls_run_get_start_time (run), stop = ls_run_get_stop_time (run);
  const double done = (ls_run_get_time (run) - start) / (stop - start);

  if (self->progress != NULL && !self->progress (self->first + self->share * done, self->user_data))
    ls_run_cancel (run);
}

LsTrace *
ls_reference_runs_compute (LsReferenceRuns *self,
                           const LsMethodChoice *choice,
                           double step_size,
                           GError **error)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (choice != NULL, NULL);

  g_autoptr (LsRun) run
      = ls_run_new (self->model, choice, self->origin + self->times[0],
                    self->origin + self->times[self->n_times - 1], step_size, self->signals, error);
  /* What is to be said of the model the measured runs have said. */
  g_autoptr (LsLog) quiet = ls_log_new (NULL, NULL);
  g_autofree char *divergence = NULL;
  LsRunResult result;

  if (run == NULL || !ls_run_execute (run, quiet, run_progress, self, error))
    return NULL;
  ls_run_get_result (run, &result);
  self->n_runs++;
  self->wall_time += result.wall_time;
  ls_run_result_clear (&result);
  if ((divergence = ls_run_find_divergence (run)) != NULL)
    return ls_fail_null (error, LS_ERROR_RUN, _ ("it diverged: %s"), divergence);
  return ls_trace_ref (ls_run_get_trace (run));
}
