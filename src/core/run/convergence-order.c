#include "core/run/convergence-order.h"

#include <math.h>

static gboolean
is_usable (double step, double error, double floor)
{
  return isfinite (step) && step > 0 && isfinite (error) && error > 0 && !(error <= floor)
         && error < LS_ORDER_SATURATION;
}

/* Centred on the means, since the sums of the normal equations would cancel. */
gboolean
ls_order_fit (const double steps[], const double errors[], guint n, double floor, LsOrderFit *fit)
{
  double mean_x = 0, mean_y = 0, sum_xx = 0, sum_xy = 0;

  *fit = (LsOrderFit){ .order = NAN, .constant = NAN, .h_min = NAN, .h_max = NAN };
  for (guint i = 0; i < n; i++)
    if (is_usable (steps[i], errors[i], floor))
      {
        fit->h_min = fmin (fit->h_min, steps[i]);
        fit->h_max = fmax (fit->h_max, steps[i]);
        fit->n_points++;
        mean_x += log (steps[i]);
        mean_y += log (errors[i]);
      }
  if (fit->n_points < 2 || !(fit->h_max > fit->h_min))
    return FALSE;
  mean_x /= fit->n_points;
  mean_y /= fit->n_points;
  for (guint i = 0; i < n; i++)
    if (is_usable (steps[i], errors[i], floor))
      {
        const double x = log (steps[i]) - mean_x;
        sum_xx += x * x;
        sum_xy += x * (log (errors[i]) - mean_y);
      }
  fit->order = sum_xy / sum_xx;
  fit->constant = exp (mean_y - fit->order * mean_x);
  return TRUE;
}
