/* Common parts of a step attempt for the built-in solvers: evaluations, limits, norm. */
#include "core/ode/ode-impl.h"

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
    return ls_ode_fail (self, status == LS_RETRY ? LS_ODE_TROUBLE_EVALUATION : LS_ODE_TROUBLE_FATAL,
                        t, status);
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

/* Fits the length into the limits. %LS_RETRY when it is below the rounding of the time. */
static LsStatus
begin_attempt (LsOde *self, double t_limit, double stretch, LsOdeAttempt *attempt)
{
  const double t = self->time, distance = t_limit - t;

  attempt->wanted = attempt->h;
  attempt->h = fmin (attempt->h, self->max_step);
  /* Also for a step that would leave only a remainder of rounding size. */
  attempt->last = stretch * attempt->h >= distance;
  if (attempt->last)
    attempt->h = distance;
  if (!(attempt->h > LS_ODE_STALL * fabs (t)) || attempt->h < DBL_MIN)
    return ls_ode_fail (
        self, self->trouble != LS_ODE_TROUBLE_NONE ? self->trouble : LS_ODE_TROUBLE_STALLED,
        self->trouble != LS_ODE_TROUBLE_NONE ? self->trouble_time : t, LS_RETRY);
  attempt->t = attempt->last ? t_limit : t + attempt->h;
  self->counts.attempts++;
  return LS_OK;
}

LsStatus
ls_ode_try_steps (LsOde *self,
                  LsOdeAttemptFunc try_step,
                  gpointer state,
                  double stretch,
                  double t_limit,
                  double *t,
                  double x[])
{
  LsOdeAttempt attempt = { .h = self->next_step };
  guint n_failed = 0;

  while (!attempt.accepted)
    {
      LsStatus status = begin_attempt (self, t_limit, stretch, &attempt);

      if (status != LS_OK)
        return status;
      status = try_step (state, &attempt, x);
      if (status == LS_OK)
        continue;
      if (status != LS_RETRY)
        return status;
      self->counts.rejected++;
      if (++n_failed == LS_ODE_MAX_FAILED)
        return LS_RETRY;
      attempt.h *= 0.25;
    }
  *t = attempt.t;
  return LS_OK;
}

void
ls_ode_reject_error (LsOde *self, gboolean is_start)
{
  self->counts.rejected++;
  if (is_start)
    self->counts.start_failures++;
  else
    self->counts.error_failures++;
  ls_ode_fail (self, LS_ODE_TROUBLE_ERROR, self->time, LS_RETRY);
}

void
ls_ode_choose_next_step (LsOde *self,
                         const LsOdeAttempt *attempt,
                         double h,
                         gboolean after_rejection)
{
  if (after_rejection)
    h = fmin (h, attempt->h);
  self->next_step = attempt->last ? fmax (h, attempt->wanted) : h;
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

LsStatus
ls_ode_check_norm (LsOde *self, double error)
{
  return isfinite (error) ? LS_OK : ls_ode_fail (self, LS_ODE_TROUBLE_ERROR, self->time, LS_RETRY);
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

/* First step from a trial Euler step that changes the states by a hundredth: the difference of the
 * derivatives estimates the second derivative. */
LsStatus
ls_ode_find_first_step (LsOde *self, const double f[], guint order, double t_limit, double work[])
{
  const guint n = self->problem.n;
  const double bound = fmin (t_limit - self->time, self->max_step);
  double *x = work, *f_moved = work + n;
  double length_x, length_f, second, wanted;
  LsStatus status = LS_RETRY;
  double trial = 1e-6;

  if (self->next_step > 0.0)
    return LS_OK;
  length_x = get_scaled_length (self, self->x, NULL);
  length_f = get_scaled_length (self, f, NULL);
  if (length_f * length_f > 1e-10 && length_x * length_x > 1e-10)
    trial = 0.01 * length_x / length_f;
  /* Where an event has reset states to zero up to rounding, their size does not indicate the time
   * scale. */
  trial = fmax (trial, 1e-12 * fabs (self->time));
  trial = fmin (trial, bound);
  for (guint i = 0; status == LS_RETRY && i < LS_ODE_MAX_FAILED; i++)
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
  self->next_step = fmin (fmin (100.0 * trial, wanted), bound);
  return LS_OK;
}
