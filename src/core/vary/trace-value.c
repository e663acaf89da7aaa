#include "core/vary/trace-value.h"

#include <math.h>

double
ls_trace_interpolate (const LsTrace *trace, guint column, double time)
{
  g_return_val_if_fail (trace != NULL, NAN);

  const gsize n = ls_trace_get_n_rows (trace);
  /* Times of a file are rounded to 15 digits or so. */
  const double slack = 1e-12 * fabs (time);
  const gssize row = ls_trace_find_row (trace, time + slack);
  double t0, t1, share;

  if (row < 0)
    return NAN;
  t0 = ls_trace_get (trace, 0, (gsize)row);
  if (fabs (time - t0) <= slack)
    return ls_trace_get (trace, column, (gsize)row);
  if ((gsize)row + 1 >= n)
    return NAN;
  t1 = ls_trace_get (trace, 0, (gsize)row + 1);
  share = (time - t0) / (t1 - t0);
  return (1 - share) * ls_trace_get (trace, column, (gsize)row)
         + share * ls_trace_get (trace, column, (gsize)row + 1);
}
