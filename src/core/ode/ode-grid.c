#include "core/ode/ode-grid.h"

#include <float.h>
#include <math.h>

double
ls_ode_get_next_grid_time (const LsOde *ode, double t_limit)
{
  const double h = fmin (ode->fixed_step, ode->max_step);
  double k = floor ((ode->time - ode->origin) / h) + 1.0;
  double t = ode->origin + k * h;

  /* A time on the grid up to rounding counts as on it. */
  if (t - ode->time <= 1e-9 * h + 16.0 * DBL_EPSILON * fabs (t))
    t = ode->origin + (k + 1.0) * h;
  return t_limit - t <= 1e-9 * h + 16.0 * DBL_EPSILON * fabs (t) ? t_limit : t;
}

void
ls_ode_interpolate_linearly (const LsOde *ode, double t, double x[])
{
  const double theta = (t - ode->previous_time) / (ode->time - ode->previous_time);

  for (guint i = 0; i < ode->problem.n; i++)
    {
      const double end = ode->x[i] - (ode->is_corrected ? ode->correction[i] : 0.0);

      x[i] = (1.0 - theta) * ode->x_previous[i] + theta * end;
    }
}
