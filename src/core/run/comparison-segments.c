/* Errors between discontinuities. */
#include "core/run/comparison-impl.h"

#include "core/record/error-norms.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Relative tolerance for equal times, and for events located slightly late. */
#define TIME_TOLERANCE 1e-9

static int
compare_times (gconstpointer a, gconstpointer b)
{
  double difference = *(const double *)a - *(const double *)b;

  return (difference > 0.0) - (difference < 0.0);
}

/* Discontinuity times of all runs, increasing; @step: (out): longest macro step. */
static GArray *
collect_times (LsComparison *self, double *step, gboolean *complete)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (double));

  *step = 0.0;
  *complete = TRUE;
  for (guint i = 0; i < self->runs->len; i++)
    {
      LsRun *run = g_ptr_array_index (self->runs, i);
      LsRunResult result;

      if (!ls_comparison_is_done (self, i))
        continue;
      ls_run_get_result (run, &result);
      *step = fmax (*step, ls_run_get_step_size (run));
      *complete &= result.counts.discontinuities <= LS_MAX_DISCONTINUITIES;
      g_array_append_vals (times, result.counts.discontinuity_times,
                           (guint)MIN (result.counts.discontinuities, LS_MAX_DISCONTINUITIES));
      ls_run_result_clear (&result);
    }
  g_array_sort (times, compare_times);
  return times;
}

double *
ls_comparison_list_segments (LsComparison *self, guint *n)
{
  g_return_val_if_fail (self != NULL && n != NULL, NULL);

  double step, last = -INFINITY, end = self->stop_time;
  gboolean complete;
  g_autoptr (GArray) times = collect_times (self, &step, &complete);
  GArray *ends = g_array_new (FALSE, FALSE, sizeof (double));

  g_array_append_val (ends, self->start_time);
  for (guint i = 0; complete && i < times->len; i++)
    {
      double time = g_array_index (times, double, i);

      /* A run without rollback detects a discontinuity at the end of its step: the same one up to a
       * step later. */
      if (time > last + step * (1.0 + TIME_TOLERANCE)
          && time < end - TIME_TOLERANCE * (end - self->start_time))
        {
          g_array_append_val (ends, time);
          last = time;
        }
    }
  g_array_append_val (ends, end);
  *n = ends->len - 1;
  return (double *)g_array_free (ends, FALSE);
}

/* Range of the reference at the times of the run, as in the error over the whole run. */
static double
get_range (const LsTrace *reference, guint column)
{
  double low = INFINITY, high = -INFINITY;

  for (gsize i = 0; i < ls_trace_get_n_rows (reference); i++)
    {
      double value = ls_trace_get (reference, column, i);

      low = fmin (low, value);
      high = fmax (high, value);
    }
  return high > low ? high - low : 1.0;
}

double
ls_comparison_get_segment_error (
    LsComparison *self, guint run, guint signal, double from, double to)
{
  const double least = fmax (TIME_TOLERANCE * (self->stop_time - self->start_time),
                             4.0 * DBL_EPSILON * fabs (self->stop_time));
  guint column = signal + 1;
  g_autoptr (LsTrace) difference = NULL;
  LsTrace *reference;
  double sum = 0.0;
  gsize n = 0;

  g_return_val_if_fail (run < self->runs->len && signal < self->n_signals, NAN);
  if (self->reference == NULL || !ls_comparison_is_done (self, run))
    return NAN;
  reference = ls_reference_get_trace (self->reference);
  difference = ls_measure_difference (ls_run_get_trace (g_ptr_array_index (self->runs, run)),
                                      reference, NULL);
  for (gsize i = 0; difference != NULL && i < ls_trace_get_n_rows (difference); i++)
    {
      double time = ls_trace_get (difference, 0, i), value = ls_trace_get (difference, column, i);

      /* The start time belongs to the first segment. */
      if (time > to + least || (time <= from + least && from > self->start_time))
        continue;
      sum += value * value;
      n++;
    }
  return n > 0 ? 100.0 * sqrt (sum / (double)n) / get_range (reference, column) : NAN;
}
