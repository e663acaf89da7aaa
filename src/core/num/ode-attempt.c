/* What the solvers written here share in an attempt at a step: evaluations, bounds, norm. */
#include "core/num/ode-impl.h"

#include "core/base/interrupt.h"

#include <float.h>
#include <math.h>
#include <string.h>

LsStatus
ls_ode_evaluate (LsOde *self, double t, const double x[], double dx[])
{
  LsStatus status;

  if (ls_interrupt_is_wanted ())
    return ls_ode_fail (self, LS_ODE_TROUBLE_FATAL, t, LS_STOP);
  self->counts.evaluations++;
  status = self->problem.derivatives (t, x, dx, self->problem.user_data);
  if (status != LS_OK)
    return ls_ode_fail (self, status == LS_RETRY ? LS_ODE_TROUBLE_REFUSED : LS_ODE_TROUBLE_FATAL, t,
                        status);
  for (guint i = 0; i < self->problem.n; i++)
    if (!isfinite (dx[i]))
      {
        self->trouble_state = i;
        return ls_ode_fail (self, LS_ODE_TROUBLE_NOT_FINITE, t, LS_RETRY);
      }
  return LS_OK;
}

LsStatus
ls_ode_project (LsOde *self, double t, double x[], double error[])
{
  const guint n = self->problem.n;
  gboolean moved = FALSE;
  LsStatus status;

  self->is_corrected = FALSE;
  if (self->details.project == NULL)
    return LS_OK;
  memcpy (self->correction, x, n * sizeof (double));
  status = self->details.project (t, x, error, self->problem.user_data);
  if (status != LS_OK)
    return ls_ode_fail (self, status == LS_RETRY ? LS_ODE_TROUBLE_PROJECTION : LS_ODE_TROUBLE_FATAL,
                        t, status);
  for (guint i = 0; i < n; i++)
    {
      self->correction[i] = x[i] - self->correction[i];
      moved = moved || self->correction[i] != 0.0;
    }
  self->is_corrected = moved;
  return LS_OK;
}

LsStatus
ls_ode_begin_attempt (LsOde *self, double t_limit, double stretch, double *h, gboolean *last)
{
  const double t = self->time, distance = t_limit - t;

  *h = fmin (*h, self->max_step);
  /* Also for a step that would leave a last one of rounding only. */
  *last = stretch * *h >= distance;
  if (*last)
    *h = distance;
  if (!(*h > LS_ODE_STALL * fabs (t)) || *h < DBL_MIN)
    return ls_ode_fail (
        self, self->trouble != LS_ODE_TROUBLE_NONE ? self->trouble : LS_ODE_TROUBLE_STALLED,
        self->trouble != LS_ODE_TROUBLE_NONE ? self->trouble_time : t, LS_RETRY);
  self->counts.attempts++;
  return LS_OK;
}

LsStatus
ls_ode_refuse_attempt (LsOde *self, LsStatus status, guint *n_refused, double *h)
{
  if (status != LS_RETRY)
    return status;
  self->counts.rejected++;
  if (++*n_refused > LS_ODE_MAX_REFUSED)
    return LS_RETRY;
  *h *= 0.25;
  return LS_OK;
}

double
ls_ode_get_norm (const LsOde *self, const double error[], const double x[], const double y[])
{
  const guint n = self->problem.n;
  double sum = 0.0;

  for (guint i = 0; i < n; i++)
    {
      const double scale = self->atol[i] + self->rtol * fmax (fabs (x[i]), fabs (y[i]));
      const double ratio = error[i] / scale;

      sum += ratio * ratio;
    }
  return sqrt (sum / n);
}

static double
get_scaled_length (const LsOde *self, const double a[], const double b[])
{
  double sum = 0.0;

  for (guint i = 0; i < self->problem.n; i++)
    {
      const double scale = self->atol[i] + self->rtol * fabs (self->x[i]);
      const double ratio = (a[i] - (b != NULL ? b[i] : 0.0)) / scale;

      sum += ratio * ratio;
    }
  return sqrt (sum);
}

/* Two steps of Euler's method that change the states by a hundredth; their derivatives tell the
 * second derivative. */
LsStatus
ls_ode_find_first_step (
    LsOde *self, const double f[], guint order, double limit, double work[], double *h)
{
  const guint n = self->problem.n;
  const double length_x = get_scaled_length (self, self->x, NULL);
  const double length_f = get_scaled_length (self, f, NULL);
  const double bound = fmin (limit, self->max_step);
  double *x = work, *f_moved = work + n;
  double second, wanted;
  LsStatus status = LS_RETRY;
  double trial = 1e-6;

  if (length_f * length_f > 1e-10 && length_x * length_x > 1e-10)
    trial = 0.01 * length_x / length_f;
  /* States that an event has brought to zero but for rounding say nothing of the time scale. */
  trial = fmax (trial, 1e-12 * fabs (self->time));
  trial = fmin (trial, bound);
  for (guint i = 0; status == LS_RETRY && i <= LS_ODE_MAX_REFUSED; i++)
    {
      trial *= i > 0 ? 0.25 : 1.0;
      for (guint j = 0; j < n; j++)
        x[j] = self->x[j] + trial * f[j];
      status = ls_ode_evaluate (self, self->time + trial, x, f_moved);
    }
  if (status != LS_OK)
    return status;
  second = get_scaled_length (self, f_moved, f) / trial;
  wanted = fmax (second, length_f) <= 1e-15 ? fmax (1e-6, 1e-3 * trial)
                                            : pow (0.01 / fmax (second, length_f), 1.0 / order);
  *h = fmin (fmin (100.0 * trial, wanted), bound);
  return LS_OK;
}
