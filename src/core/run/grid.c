#include "core/run/grid.h"

#include <math.h>

/* Half of the tolerance for matching times in error computation. */
#define TIME_TOLERANCE 5e-13

static double
get_tolerance (LsTrace *const traces[], guint n_traces)
{
  double size = 0;

  for (guint i = 0; i < n_traces; i++)
    {
      const gsize n = ls_trace_get_n_rows (traces[i]);
      if (n > 0)
        size = fmax (size, fmax (fabs (ls_trace_get_elapsed (traces[i], 0)),
                                 fabs (ls_trace_get_elapsed (traces[i], n - 1))));
    }
  return TIME_TOLERANCE * size;
}

/* The trace whose next row has the smallest time, or -1. */
static int
find_next (LsTrace *const traces[], guint n_traces, const gsize rows[])
{
  int next = -1;
  double least = INFINITY;

  for (guint i = 0; i < n_traces; i++)
    if (rows[i] < ls_trace_get_n_rows (traces[i])
        && ls_trace_get_elapsed (traces[i], rows[i]) < least)
      {
        least = ls_trace_get_elapsed (traces[i], rows[i]);
        next = (int)i;
      }
  return next;
}

double *
ls_grid_merge (LsTrace *const traces[], guint n_traces, gsize *n_times)
{
  const double tolerance = get_tolerance (traces, n_traces);
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  g_autofree gsize *rows = g_new0 (gsize, n_traces);
  int next;

  while ((next = find_next (traces, n_traces, rows)) >= 0)
    {
      const gsize row = rows[next]++;
      const double time = ls_trace_get_elapsed (traces[next], row);

      if (ls_trace_is_between (traces[next], row))
        continue;
      if (times->len == 0 || time > g_array_index (times, double, times->len - 1) + tolerance)
        g_array_append_val (times, time);
    }
  *n_times = times->len;
  return times->len > 0 ? (double *)g_array_free (g_steal_pointer (&times), FALSE) : NULL;
}
