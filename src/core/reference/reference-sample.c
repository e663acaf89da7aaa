/* Interpolation of a reference between its times. */
#include "core/reference/reference-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define TIME_TOLERANCE 5e-13
/* Points of the polynomial: degree 5, above the order of any method. */
#define MAX_POINTS 6u

typedef struct
{
  gsize first, n;
} Window;

static gboolean
follows (const LsTrace *trace, gsize row)
{
  return ls_trace_get_elapsed (trace, row) > ls_trace_get_elapsed (trace, row - 1);
}

/* Rows around @t, which must lie within the trace: not across equal times, where values jump, and
 * otherwise as many on both sides. */
static Window
find_window (const LsTrace *trace, double origin, double t)
{
  const gsize n_rows = ls_trace_get_n_rows (trace);
  const gsize before = (gsize)MAX (ls_trace_find_row_from (trace, origin, t), 0);
  gsize low = before, high = before + 1, first;

  g_assert (before < n_rows);
  while (low > 0 && before - low < MAX_POINTS - 1 && follows (trace, low))
    low--;
  while (high < n_rows && high - before < MAX_POINTS && follows (trace, high))
    high++;
  first = before + 1 > low + MAX_POINTS / 2 ? before + 1 - MAX_POINTS / 2 : low;
  first = MAX (MIN (first, high > low + MAX_POINTS ? high - MAX_POINTS : low), low);
  return (Window){ first, MIN (MAX_POINTS, high - first) };
}

/* Lagrange interpolation through the rows of @window, without row @skip (or -1). */
static void
interpolate (const LsTrace *trace,
             Window window,
             gssize skip,
             double origin,
             double t,
             guint n,
             double values[])
{
  for (guint k = 0; k < n; k++)
    values[k] = 0;
  for (gsize i = window.first; i < window.first + window.n; i++)
    {
      double weight = 1;

      if ((gssize)i == skip)
        continue;
      for (gsize j = window.first; j < window.first + window.n; j++)
        if (j != i && (gssize)j != skip)
          weight *= (t - ls_trace_get_time_from (trace, j, origin))
                    / (ls_trace_get_elapsed (trace, i) - ls_trace_get_elapsed (trace, j));
      for (guint k = 0; k < n; k++)
        values[k] += weight * ls_trace_get (trace, k + 1, i);
    }
}

/* Row of @fine at @t, or -1. */
static gssize
find_partner (const LsTrace *fine, double origin, double t, double tolerance)
{
  const gssize row = ls_trace_find_row_from (fine, origin, t + tolerance);

  return row >= 0 && ls_trace_get_time_from (fine, (gsize)row, origin) >= t - tolerance ? row : -1;
}

gboolean
ls_reference_sample (LsReference *self,
                     const LsTrace *fine,
                     double origin,
                     const double times[],
                     gsize n_times,
                     gboolean *any,
                     GError **error)
{
  double tolerance = TIME_TOLERANCE * fmax (fabs (times[0]), fabs (times[n_times - 1]));
  g_autofree double *row = g_new (double, self->n_signals + 1);

  ls_trace_set_origin (self->trace, origin);
  tolerance = fmax (tolerance, ls_trace_get_slack (fine, self->trace));
  *any = FALSE;
  for (gsize i = 0; i < n_times; i++)
    {
      const gssize partner = find_partner (fine, origin, times[i], tolerance);

      row[0] = times[i];
      if (partner >= 0)
        for (guint k = 1; k <= self->n_signals; k++)
          row[k] = ls_trace_get (fine, k, (gsize)partner);
      else
        {
          interpolate (fine, find_window (fine, origin, times[i]), -1, origin, times[i],
                       self->n_signals, row + 1);
          *any = TRUE;
        }
      if (!ls_trace_append (self->trace, row))
        return ls_fail (error, LS_ERROR_RUN, _ ("there is not enough memory for the reference"));
    }
  return TRUE;
}

/* Compares each row with the interpolation through its neighbours: at twice the distance to the
 * nearest row, so the estimate exceeds the error between rows. */
void
ls_reference_estimate_between (LsReference *self, const LsTrace *fine)
{
  const gsize n_rows = ls_trace_get_n_rows (fine);
  const double origin = ls_trace_get_origin (fine);
  g_autofree double *values = g_new (double, self->n_signals + 1);
  g_autofree double *sums = g_new0 (double, self->n_signals + 1);

  for (gsize i = 1; i + 1 < n_rows; i++)
    {
      const double t = ls_trace_get_elapsed (fine, i);

      if (!follows (fine, i) || !follows (fine, i + 1))
        continue;
      interpolate (fine, find_window (fine, origin, t), (gssize)i, origin, t, self->n_signals,
                   values);
      for (guint k = 0; k < self->n_signals; k++)
        sums[k] += pow (values[k] - ls_trace_get (fine, k + 1, i), 2) / (double)n_rows;
    }
  for (guint k = 0; k < self->n_signals; k++)
    {
      double low = INFINITY, high = -INFINITY;

      for (gsize i = 0; i < n_rows; i++)
        {
          low = fmin (low, ls_trace_get (fine, k + 1, i));
          high = fmax (high, ls_trace_get (fine, k + 1, i));
        }
      if (high > low)
        self->errors[k] = 100 * sqrt (sums[k]) / (high - low);
    }
}
