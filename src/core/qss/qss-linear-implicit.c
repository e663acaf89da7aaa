/* LIQSS: q starts ahead of x, on the side to which x moves, so that x approaches q instead of
 * leaving it (Migoni, Bortolotto, Kofman, Cellier, Linearly implicit quantization-based integration
 * methods for stiff ordinary differential equations, 2013). */
#include "core/qss/qss-impl.h"

#include <math.h>
#include <string.h>

/* The first derivative and that of highest order of @state if its q started at @value. */
static LsStatus
try_value (
    LsQss *self, double t, double delta, guint state, double value, double *first, double *highest)
{
  LsQssTrajectory *trajectory = &self->states[state];
  guint order = self->method->order;
  double f = 0.0, d2 = 0.0, d3 = 0.0;
  LsStatus status;

  trajectory->q[0] = value;
  status = ls_qss_first (self, t, &state, 1, &f);
  *first = *highest = f;
  if (order < 2 || status != LS_OK)
    return status;
  trajectory->q[1] = f;
  status = ls_qss_second (self, t, delta, &state, 1, &f, &d2);
  *highest = d2;
  if (order < 3 || status != LS_OK)
    return status;
  trajectory->q[2] = 0.5 * d2;
  status = ls_qss_third (self, t, delta, &state, 1, &f, &d2, &d3);
  *highest = d3;
  return status;
}

static LsStatus
choose_one (LsQss *self, double t, double delta, guint state, double *value, guint8 *settled)
{
  LsQssTrajectory *trajectory = &self->states[state];
  double q[3], centre = trajectory->x[0], quantum = trajectory->quantum;
  double low = centre - quantum, high = centre + quantum, at_low = 0.0, at_high = 0.0;
  double f_low = 0.0, f_high = 0.0;
  LsStatus status;

  memcpy (q, trajectory->q, sizeof q);
  status = try_value (self, t, delta, state, low, &f_low, &at_low);
  if (status == LS_OK)
    status = try_value (self, t, delta, state, high, &f_high, &at_high);
  memcpy (trajectory->q, q, sizeof q);
  *value = centre;
  if (at_low > 0.0 && at_high > 0.0)
    *value = high;
  else if (at_low < 0.0 && at_high < 0.0)
    *value = low;
  else if (f_low > f_high && at_low != at_high)
    {
      /* The highest derivative vanishes in between. Where that point repels x, the last condition
       * is false and q stays at x. */
      *value = CLAMP ((low * at_high - high * at_low) / (at_high - at_low), low, high);
      *settled = 1;
    }
  else if (at_low == 0.0 && at_high == 0.0)
    *settled = 1;
  return status;
}

/* Each choice uses the other states of the group at x, so the order of the states does not
 * matter. */
LsStatus
ls_qss_choose_linear_implicit (
    LsQss *self, double t, const guint group[], guint n_group, guint8 settled[])
{
  double delta = ls_qss_get_reach (self, t, ls_qss_get_share (self), group, n_group);
  LsStatus status = LS_OK;

  for (guint k = 0; k < n_group && status == LS_OK; k++)
    {
      self->x[group[k]] = self->states[group[k]].x[0];
      if (self->on_itself[group[k]])
        status = choose_one (self, t, delta, group[k], &self->x[group[k]], &settled[k]);
    }
  for (guint k = 0; k < n_group && status == LS_OK; k++)
    {
      LsQssTrajectory *trajectory = &self->states[group[k]];

      trajectory->q[0] = self->x[group[k]];
      trajectory->offset = trajectory->q[0] - trajectory->x[0];
    }
  return status;
}
