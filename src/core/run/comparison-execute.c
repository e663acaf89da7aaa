/* Runs a comparison: its runs, the reference, then what they differ by. */
#include "core/base/interrupt.h"
#include "core/record/error-norms.h"
#include "core/run/comparison-impl.h"
#include "core/run/run-estimate.h"
#include "core/run/worker.h"

#include <glib/gi18n-lib.h>
#include <math.h>

typedef struct
{
  LsComparison *self;
  LsLog *log;
  LsComparisonProgressFunc progress;
  gpointer user_data;
  guint run;
  double work_total, work_done; /* macro steps; the reference has the same weight */
  double work_reference;
} Execution;

static double
count_steps (const LsRun *run)
{
  return ceil ((ls_run_get_stop_time (run) - ls_run_get_start_time (run))
               / ls_run_get_step_size (run));
}

static void
report_progress (Execution *execution, LsComparisonStage stage, double work)
{
  if (execution->progress != NULL)
    execution->progress (execution->self, stage, execution->run,
                         fmin (1.0, work / execution->work_total), execution->user_data);
}

static void
run_progress (LsRun *run, gpointer user_data)
{
  Execution *execution = user_data;
  const double done = ls_run_get_time (run) - ls_run_get_start_time (run);

  report_progress (execution, LS_COMPARISON_RUNNING,
                   execution->work_done + done / ls_run_get_step_size (run));
}

static gboolean
reference_progress (double fraction, gpointer user_data)
{
  Execution *execution = user_data;

  report_progress (execution, LS_COMPARISON_REFERENCE,
                   execution->work_done + fraction * execution->work_reference);
  return g_atomic_int_get (&execution->self->cancelled) == 0;
}

static void
job_progress (guint index, gpointer user_data)
{
  Execution *execution = user_data;
  LsComparison *self = execution->self;
  double work = 0.0;

  execution->run = index;
  for (guint i = 0; i < self->runs->len; i++)
    {
      LsRun *run = g_ptr_array_index (self->runs, i);

      work += (ls_run_get_time (run) - ls_run_get_start_time (run)) / ls_run_get_step_size (run);
    }
  report_progress (execution, LS_COMPARISON_RUNNING, work);
}

static gboolean
execute_jobs (Execution *execution, GError **error)
{
  LsComparison *self = execution->self;
  LsRunResult result;

  for (guint i = 0; i < self->runs->len; i++)
    execution->work_done += count_steps (g_ptr_array_index (self->runs, i));
  if (ls_comparison_execute_jobs (self, execution->log, job_progress, execution) > 0)
    return TRUE;
  ls_run_get_result (g_ptr_array_index (self->runs, 0), &result);
  g_set_error_literal (error, LS_ERROR, result.fault >= 0 ? result.fault : LS_ERROR_RUN,
                       result.message != NULL ? result.message : ls_run_state_id (result.state));
  ls_run_result_clear (&result);
  return FALSE;
}

/* Returns: the first error if no run succeeded */
static gboolean
execute_runs (Execution *execution, GError **error)
{
  LsComparison *self = execution->self;
  g_autoptr (GError) first = NULL;
  guint n_done = 0;

  for (guint i = 0; i < self->runs->len; i++)
    {
      LsRun *run = g_ptr_array_index (self->runs, i);

      execution->run = i;
      if (ls_comparison_is_done (self, i))
        n_done++; /* of the comparison that this one resumes */
      else if (ls_run_execute (run, execution->log, run_progress, execution,
                               first == NULL ? &first : NULL))
        {
          n_done++;
          if (self->estimate > 0)
            ls_run_estimate_errors (run, self->estimate, NULL, NULL, NULL);
        }
      execution->work_done += count_steps (run);
    }
  if (n_done > 0)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&first));
  return FALSE;
}

static void
measure (Execution *execution)
{
  LsComparison *self = execution->self;
  LsTrace *reference = ls_reference_get_trace (self->reference);

  for (guint i = 0; i < self->runs->len; i++)
    {
      LsRun *run = g_ptr_array_index (self->runs, i);

      /* The reference is for the unchanged model. */
      if (!ls_comparison_is_done (self, i) || ls_run_is_changed (run))
        continue;
      for (guint k = 0; k < self->n_signals; k++)
        {
          g_autoptr (GError) problem = NULL;
          double *figure = &self->errors[i * self->n_signals + k];

          if (ls_measure_error (ls_run_get_trace (run), k + 1, reference, k + 1, figure, &problem))
            continue;
          *figure = NAN;
          ls_log_write (execution->log, LS_LOG_WARNING, NULL, NULL, NAN, "%s: %s", self->signals[k],
                        problem->message);
        }
    }
}

/* Detects divergence of runs against the reference, or without one by their growth. */
static void
find_divergences (LsComparison *self)
{
  const LsTrace *reference
      = self->reference != NULL ? ls_reference_get_trace (self->reference) : NULL;

  for (guint i = 0; i < self->runs->len; i++)
    for (guint k = 0; k < self->n_signals && self->divergences[i] == NULL; k++)
      if (ls_comparison_is_done (self, i))
        self->divergences[i]
            = ls_run_describe_divergence (g_ptr_array_index (self->runs, i), k + 1, reference,
                                          k + 1, self->errors[i * self->n_signals + k]);
}

static gboolean
check_cancelled (LsComparison *self, GError **error)
{
  if (g_atomic_int_get (&self->cancelled) == 0)
    return TRUE;
  g_clear_error (error);
  g_set_error (error, LS_ERROR, LS_ERROR_CANCELLED, _ ("cancelled; results so far are kept"));
  return FALSE;
}

static gboolean
is_cancelled (gpointer user_data)
{
  LsComparison *self = user_data;

  return g_atomic_int_get (&self->cancelled) != 0;
}

static gboolean
execute (Execution *execution, GError **error)
{
  LsComparison *self = execution->self;
  const gboolean any
      = self->n_jobs > 0 ? execute_jobs (execution, error) : execute_runs (execution, error);

  if (!check_cancelled (self, error) || !any)
    return FALSE;
  if (self->n_jobs > 0)
    ls_comparison_make_reference_apart (self, execution->log, reference_progress, execution);
  else
    ls_comparison_make_reference (self, execution->log, reference_progress, execution);
  if (self->reference != NULL)
    measure (execution);
  find_divergences (self);
  return check_cancelled (self, error);
}

gboolean
ls_comparison_execute (LsComparison *self,
                       LsLog *log,
                       LsComparisonProgressFunc progress,
                       gpointer user_data,
                       GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  g_autoptr (LsLog) used_log = log != NULL ? ls_log_ref (log) : ls_log_new (NULL, NULL);
  Execution execution
      = { .self = self, .log = used_log, .progress = progress, .user_data = user_data };
  LsInterrupt interrupt = { .is_wanted = is_cancelled, .user_data = self };
  GError *problem = NULL;

  for (guint i = 0; i < self->runs->len; i++)
    {
      const double steps = count_steps (g_ptr_array_index (self->runs, i));
      execution.work_total += steps;
      execution.work_reference = fmax (execution.work_reference, 2 * steps);
    }
  execution.work_total += execution.work_reference;
  ls_interrupt_enter (&interrupt);
  execute (&execution, &problem);
  ls_interrupt_leave (&interrupt);
  g_atomic_int_set (&self->ended, 1);
  report_progress (&execution, LS_COMPARISON_ENDED, execution.work_total);
  if (problem == NULL)
    return TRUE;
  g_propagate_error (error, problem);
  return FALSE;
}
