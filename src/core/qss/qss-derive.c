/* Derivatives of the states along the quantised trajectories. */
#include "core/qss/qss-impl.h"

#include "core/base/interrupt.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Minimum length of a difference, relative to the time: shorter ones are lost in rounding. */
#define LEAST_REACH 1e-10

/* Fills self->q, and with @slopes self->dq, at @t for the states that the derivatives of @wanted
 * depend on. */
static void
fill (LsQss *self, double t, const guint wanted[], guint n, gboolean slopes)
{
  guint order = self->method->order;

  self->stamp++;
  for (guint k = 0; k < n; k++)
    for (guint e = self->observees.start[wanted[k]]; e < self->observees.start[wanted[k] + 1]; e++)
      {
        guint j = self->observees.items[e];
        const LsQssTrajectory *state = &self->states[j];
        double tau;

        if (self->stamps[j] == self->stamp)
          continue;
        self->stamps[j] = self->stamp;
        tau = t - state->tq;
        self->q[j] = ls_qss_poly_get (state->q, order, tau);
        if (slopes)
          self->dq[j] = state->q[1] + 2.0 * state->q[2] * tau;
      }
}

static LsStatus
check (LsQss *self, LsStatus status, double t, const guint wanted[], guint n, const double values[])
{
  if (status == LS_RETRY)
    {
      g_autofree char *names = ls_qss_list_names (self, wanted, n);

      return ls_qss_log_error (self, LS_STOP, t, _ ("the derivatives of %s are refused"), names);
    }
  for (guint k = 0; k < n && status == LS_OK; k++)
    if (!isfinite (values[k]))
      {
        g_autofree char *names = ls_qss_list_names (self, wanted + k, 1);

        return ls_qss_log_error (self, LS_STOP, t, _ ("the derivative of %s is not finite"), names);
      }
  return status;
}

static LsStatus
ask (LsQss *self, double t, const guint wanted[], guint n, double f[])
{
  if (ls_interrupt_is_wanted ())
    return LS_STOP;
  fill (self, t, wanted, n, FALSE);
  self->counts.derivatives++;
  self->counts.wanted += n;
  return check (self, self->problem.derivatives (t, self->q, wanted, n, f, self->problem.user_data),
                t, wanted, n, f);
}

static LsStatus
ask_rates (LsQss *self, double t, const guint wanted[], guint n, double rates[])
{
  if (ls_interrupt_is_wanted ())
    return LS_STOP;
  fill (self, t, wanted, n, TRUE);
  self->counts.rates++;
  self->counts.wanted += n;
  return check (
      self, self->problem.rates (t, self->q, self->dq, wanted, n, rates, self->problem.user_data),
      t, wanted, n, rates);
}

LsStatus
ls_qss_first (LsQss *self, double t, const guint wanted[], guint n, double f[])
{
  return ask (self, t, wanted, n, f);
}

LsStatus
ls_qss_look_ahead (LsQss *self, double t, guint state, double *f)
{
  LsStatus status;

  if (ls_interrupt_is_wanted ())
    return LS_STOP;
  fill (self, t, &state, 1, FALSE);
  self->counts.derivatives++;
  self->counts.wanted++;
  status = self->problem.derivatives (t, self->q, &state, 1, f, self->problem.user_data);
  if (status != LS_RETRY)
    return status;
  *f = NAN;
  return LS_OK;
}

LsStatus
ls_qss_second (LsQss *self,
               double t,
               double delta,
               const guint wanted[],
               guint n,
               const double f[],
               double d2[])
{
  LsStatus status;

  if (self->by_rates)
    return ask_rates (self, t, wanted, n, d2);
  status = ask (self, t + delta, wanted, n, d2);
  for (guint k = 0; k < n; k++)
    d2[k] = (d2[k] - f[k]) / delta;
  return status;
}

LsStatus
ls_qss_third (LsQss *self,
              double t,
              double delta,
              const guint wanted[],
              guint n,
              const double f[],
              double d2[],
              double d3[])
{
  LsStatus status;

  if (self->by_rates)
    {
      status = ask_rates (self, t + delta, wanted, n, d3);
      for (guint k = 0; k < n; k++)
        d3[k] = (d3[k] - d2[k]) / delta;
      return status;
    }
  status = ask (self, t + delta, wanted, n, self->f1);
  if (status == LS_OK)
    status = ask (self, t + 2.0 * delta, wanted, n, self->f2);
  for (guint k = 0; k < n && status == LS_OK; k++)
    {
      d2[k] = (4.0 * self->f1[k] - 3.0 * f[k] - self->f2[k]) / (2.0 * delta);
      d3[k] = (f[k] - 2.0 * self->f1[k] + self->f2[k]) / (delta * delta);
    }
  return status;
}

double
ls_qss_get_reach (const LsQss *self, double t, double share, const guint group[], guint n_group)
{
  double scale = INFINITY, reach;
  volatile double end;

  for (guint k = 0; k < n_group; k++)
    scale = fmin (scale, self->states[group[k]].scale);
  scale = fmin (scale, LS_QSS_FIRST * self->settings.span);
  reach = fmax (share * scale, LEAST_REACH * fmax (fabs (t), 1e-3 * self->settings.span));
  /* Makes t + delta exact in floating point. */
  end = t + reach;
  return end - t;
}
