/* When an event indicator of a unit changes its domain, predicted from the continuous trajectories.
 */
#include "core/qss/qss-impl.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>

/* Maximum interval between evaluations of units that change by time or inputs, as a fraction of the
 * simulated time span. */
#define WATCH_INTERVAL 1e-3

LsStatus
ls_qss_ask (double t, double z[], gpointer user_data)
{
  const LsQssAsked *asked = user_data;
  LsQss *self = asked->self;

  for (guint e = self->unit_states.start[asked->unit]; e < self->unit_states.start[asked->unit + 1];
       e++)
    {
      const LsQssTrajectory *state = &self->states[self->unit_states.items[e]];

      self->x[self->unit_states.items[e]] = ls_qss_poly_get (state->x, 4, t - state->tx);
    }
  self->counts.indicators++;
  return self->problem.indicators (asked->unit, t, self->x, z, self->problem.user_data);
}

LsStatus
ls_qss_ask_finite (LsQss *self, guint unit, double t, double z[])
{
  LsQssAsked asked = { self, unit };
  LsStatus status = ls_qss_ask (t, z, &asked);

  if (status == LS_RETRY)
    return ls_qss_log_error (self, LS_STOP, t, _ ("the event indicators are refused"));
  for (guint k = 0; k < self->problem.units[unit].n_indicators && status == LS_OK; k++)
    if (!isfinite (z[k]))
      return ls_qss_log_error (self, LS_STOP, t, _ ("event indicator %u is not a number"), k + 1);
  return status;
}

static double
get_reach (const LsQss *self, guint unit, double t)
{
  guint first = self->unit_states.start[unit];

  return ls_qss_get_reach (self, t, LS_QSS_REACH, self->unit_states.items + first,
                           self->unit_states.start[unit + 1] - first);
}

/* Fits polynomials of degree 2 to the indicators from @t on, through three points. */
static LsStatus
fit (LsQss *self, guint unit, double t)
{
  guint n = self->problem.units[unit].n_indicators;
  double delta = get_reach (self, unit, t), *z = self->units[unit].z;
  LsStatus status = ls_qss_ask_finite (self, unit, t + delta, self->z1);

  if (status == LS_OK)
    status = ls_qss_ask_finite (self, unit, t + 2.0 * delta, self->z2);
  for (guint k = 0; k < n && status == LS_OK; k++)
    {
      z[3 * k] = self->z0[k];
      z[3 * k + 1] = (4.0 * self->z1[k] - 3.0 * self->z0[k] - self->z2[k]) / (2.0 * delta);
      z[3 * k + 2] = (self->z0[k] - 2.0 * self->z1[k] + self->z2[k]) / (2.0 * delta * delta);
    }
  return status;
}

/* Predicted interval until an indicator of the unit changes its domain, s. */
static double
predict (const LsQss *self, guint unit)
{
  const LsQssUnitState *watched = &self->units[unit];
  double least = INFINITY;

  for (guint k = 0; k < self->problem.units[unit].n_indicators; k++)
    {
      double sign = watched->z[3 * k] > 0.0 ? -1.0 : 1.0;
      const double c[4] = { sign * watched->z[3 * k], sign * watched->z[3 * k + 1],
                            sign * watched->z[3 * k + 2], 0.0 };

      least = fmin (least, ls_qss_poly_rise (c));
    }
  return least;
}

gboolean
ls_qss_has_changed (LsQss *self, guint unit, const double z[])
{
  ls_event_locator_save (self->units[unit].locator, self->z1);
  for (guint k = 0; k < self->problem.units[unit].n_indicators; k++)
    if ((self->z1[k] > 0.0) != (z[k] > 0.0))
      return TRUE;
  return FALSE;
}

LsStatus
ls_qss_look (LsQss *self, guint unit, double t)
{
  LsQssUnitState *watched = &self->units[unit];
  const LsQssUnit *known = &self->problem.units[unit];
  double step, least;
  LsStatus status;

  if (known->n_indicators == 0)
    {
      watched->rebase = FALSE;
      return LS_OK;
    }
  status = ls_qss_ask_finite (self, unit, t, self->z0);
  if (status != LS_OK)
    return status;
  if (!watched->rebase && ls_qss_has_changed (self, unit, self->z0))
    {
      /* Not predicted: for example after a jump of a quantity that the indicators depend on. */
      self->counts.late_events++;
      ls_qss_queue_set (&self->queue, self->n + unit, t);
      return LS_OK;
    }
  watched->rebase = FALSE;
  watched->t = t;
  ls_event_locator_start (watched->locator, self->z0);
  ls_chatter_detector_step (watched->chatter);
  status = fit (self, unit, t);
  step = predict (self, unit);
  /* After each prediction that was too early the next one is extended further. */
  least = DBL_EPSILON * fmax (fabs (t), 1e-6 * self->settings.span);
  if (isfinite (step))
    step += ldexp (least, (int)MIN (2 * watched->early, 60u));
  if (self->watched[unit])
    step = fmin (step, WATCH_INTERVAL * self->settings.span);
  step = fmin (step, ls_qss_get_bound (self, self->watched[unit]));
  ls_qss_queue_set (&self->queue, self->n + unit, t + step);
  return status;
}
