#include "core/run/run-estimate.h"

#include "core/record/error-norms.h"
#include "core/run/run-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Fewest steps of a longer run. */
#define MIN_STEPS 4.0
/* Ratio of successive differences: below, no order is seen; above, of order 5, the longest step is
 * near the limit of stability, which is no order either. */
#define MIN_RATIO 1.5
#define MAX_RATIO 32.0
/* Part of the work: the run with 2 h is two thirds. */
#define FIRST_SHARE (2.0 / 3)

static double
get_n_steps (const LsRun *run)
{
  return (run->stop_time - run->start_time) / run->step_size;
}

/* Why there is no estimate for such a run; %NULL: there can be one. */
static char *
explain (LsRun *run, double longest)
{
  LsRunResult result;
  const char *why = NULL;
  char *text;

  ls_run_get_result (run, &result);
  if (result.state != LS_RUN_DONE)
    why = _ ("the run is not complete");
  else if (ls_coupling_method_is_asynchronous (run->method))
    why = _ ("the method has no macro steps");
  else if (run->tolerance > 0)
    why = _ ("the steps follow a tolerance");
  else if (ls_run_is_changed (run))
    why = _ ("values were changed during the run");
  else if (get_n_steps (run) < 2 * MIN_STEPS)
    why = _ ("the run has too few steps");
  /* Translators: seconds. */
  text = why == NULL && result.cpu_time > longest
             ? g_strdup_printf (_ ("the run took more than %g s"), longest)
             : g_strdup (why);
  ls_run_result_clear (&result);
  return text;
}

typedef struct
{
  LsRun *run; /* whose error is estimated */
  LsProgressFunc progress;
  gpointer user_data;
  double first, share;
} Work;

static void
run_progress (LsRun *run, gpointer user_data)
{
  const Work *work = user_data;
  const double done
      = (ls_run_get_time (run) - run->start_time) / (run->stop_time - run->start_time);

  if ((work->progress != NULL
       && !work->progress (work->first + work->share * done, work->user_data))
      || (g_atomic_int_get (&work->run->requests) & LS_REQUEST_CANCEL) != 0)
    ls_run_cancel (run);
}

/* Returns: (transfer full): the samples of the same run with other steps */
static LsTrace *
run_again (Work *work, double factor, LsErrorEstimate *self, GError **error)
{
  const LsRun *run = work->run;
  g_autoptr (LsRun) longer
      = ls_run_new (run->model, run->choice, run->start_time, run->stop_time,
                    factor * run->step_size, (const char *const *)run->signals, error);
  /* What is to be said of the model the run itself has said. */
  g_autoptr (LsLog) quiet = ls_log_new (NULL, NULL);
  g_autofree char *diverged = NULL;

  if (longer == NULL || !ls_run_execute (longer, quiet, run_progress, work, error))
    return NULL;
  self->n_runs++;
  self->cpu_time += longer->result.cpu_time;
  diverged = ls_run_find_divergence (longer);
  if (diverged == NULL)
    return ls_trace_ref (longer->trace);
  g_set_error (error, LS_ERROR, LS_ERROR_RUN,
               _ ("the same run with %g times the step size diverged: %s"), factor, diverged);
  return NULL;
}

/* The difference of two runs over time, scaled by @factors to an error. */
static LsTrace *
make_trace (const LsErrorEstimate *self, LsTrace *trace, LsTrace *longer, const double factors[])
{
  const guint n = self->n_signals;
  g_autoptr (LsTrace) difference = ls_measure_difference (longer, trace, NULL);
  g_autofree double *row = g_new (double, n + 1);
  LsTrace *made = ls_trace_new_like (trace);

  for (gsize k = 0; difference != NULL && k < ls_trace_get_n_rows (difference); k++)
    {
      row[0] = ls_trace_get_elapsed (difference, k);
      for (guint i = 1; i <= n; i++)
        row[i] = factors[i - 1] * fabs (ls_trace_get (difference, i, k));
      if (!ls_trace_append (made, row))
        break;
    }
  return made;
}

/* @longest: (nullable) */
static void
estimate (LsErrorEstimate *self, LsTrace *trace, LsTrace *longer, LsTrace *longest)
{
  g_autofree double *factors = g_new (double, self->n_signals + 1);

  for (guint i = 0; i < self->n_signals; i++)
    {
      double d_1 = NAN, d_2 = NAN, ratio = 2;

      self->percent[i] = self->orders[i] = factors[i] = NAN;
      if (!ls_measure_error (longer, i + 1, trace, i + 1, &d_1, NULL))
        continue;
      if (longest != NULL && ls_measure_error (longest, i + 1, longer, i + 1, &d_2, NULL)
          && d_1 > 0)
        {
          ratio = CLAMP (d_2 / d_1, MIN_RATIO, MAX_RATIO);
          self->orders[i] = d_2 / d_1 >= MIN_RATIO ? log2 (ratio) : NAN;
        }
      factors[i] = 1 / (ratio - 1);
      self->percent[i] = factors[i] * d_1;
    }
  self->trace = make_trace (self, trace, longer, factors);
}

static LsErrorEstimate *
make_estimate (LsRun *run, LsProgressFunc progress, gpointer user_data, GError **error)
{
  const guint n = g_strv_length (run->signals);
  g_autoptr (LsErrorEstimate) self = g_new0 (LsErrorEstimate, 1);
  const gboolean both = get_n_steps (run) >= 4 * MIN_STEPS;
  Work work = { run, progress, user_data, 0, both ? FIRST_SHARE : 1 };
  g_autoptr (LsTrace) longer = NULL, longest = NULL;

  self->n_signals = n;
  self->percent = g_new (double, n);
  self->orders = g_new (double, n);
  longer = run_again (&work, 2, self, error);
  if (longer == NULL)
    return NULL;
  work.first = FIRST_SHARE;
  work.share = 1 - FIRST_SHARE;
  /* Its failure leaves the first order; a cancellation is found below. */
  if (both)
    longest = run_again (&work, 4, self, NULL);
  if ((g_atomic_int_get (&run->requests) & LS_REQUEST_CANCEL) != 0)
    {
      g_set_error_literal (error, LS_ERROR, LS_ERROR_CANCELLED, _ ("cancelled"));
      return NULL;
    }
  estimate (self, run->trace, longer, longest);
  return g_steal_pointer (&self);
}

gboolean
ls_run_estimate_errors (
    LsRun *self, double longest, LsProgressFunc progress, gpointer user_data, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  g_autofree char *why = explain (self, longest);
  g_autoptr (GError) problem = NULL;
  LsErrorEstimate *estimate = NULL;

  if (why != NULL)
    g_set_error_literal (&problem, LS_ERROR, LS_ERROR_RUN, why);
  else
    estimate = make_estimate (self, progress, user_data, &problem);
  ls_run_adopt_estimate (self, estimate, problem != NULL ? problem->message : NULL);
  if (problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));
  return estimate != NULL;
}
