/* The implicit Runge-Kutta method Radau IIA of order 5, as in Hairer, Wanner, Solving Ordinary
 * Differential Equations II (HW), IV.8: tableau IV.5.6, iteration (8.1)-(8.13), starting values
 * IV.8, error (8.19)-(8.20), step control (8.21), (8.25), and its collocation polynomial. */
#include "core/num/ode-radau5-impl.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define SAFETY 0.9
/* Bounds of h / h_new. */
#define LEAST_QUOTIENT 0.125
#define GREATEST_QUOTIENT 5.0
/* Growth below which a step, and with it its matrices, is kept. */
#define KEEP_STEP 1.2

/* HW (8.19): weights of the stages in the error. */
static const double E[3] = {
  -(13.0 + 7.0 * LS_RADAU5_SQRT_6) / 3.0,
  (-13.0 + 7.0 * LS_RADAU5_SQRT_6) / 3.0,
  -1.0 / 3.0,
};

/* HW IV.8: what the user asks of order 5 is asked of the error estimate of order 3. */
static LsStatus
change_tolerances (gpointer state)
{
  LsRadau5 *self = state;
  const double rtol = self->ode->rtol;

  self->rtol = 0.1 * pow (rtol, 2.0 / 3.0);
  self->stop = fmax (10.0 * DBL_EPSILON / self->rtol, fmin (0.03, sqrt (self->rtol)));
  return LS_OK;
}

static void
destroy (gpointer state)
{
  LsRadau5 *self = state;

  ls_ode_matrix_free (self->real);
  ls_ode_matrix_free (self->complex);
  ls_ode_jacobian_free (self->jacobian);
  g_free (self->kept.arrays);
  g_free (self);
}

static void
allocate (LsRadau5 *self)
{
  const gsize n = self->ode->problem.n, n_values = self->jacobian->n_values;
  double *next = g_new0 (double, 14 * n + n_values);

  self->kept = (LsOdeKept){ &self->control, sizeof (LsRadau5Control), next, 4 * n + n_values };
  self->f = next;
  for (guint i = 0; i < 3; i++)
    self->dense[i] = next += n;
  self->values = next += n;
  next += n_values;
  for (guint i = 0; i < 3; i++, next += n)
    self->z[i] = next;
  for (guint i = 0; i < 3; i++, next += n)
    self->w[i] = next;
  self->scale = next;
  self->x_stage = next += n;
  self->error = next += n;
  self->work = next + n;
}

static gpointer
create (LsOde *ode)
{
  LsRadau5 *self = g_new0 (LsRadau5, 1);

  self->ode = ode;
  self->jacobian = ls_ode_jacobian_new (ode);
  self->real = ls_ode_matrix_new (self->jacobian, FALSE);
  self->complex = ls_ode_matrix_new (self->jacobian, TRUE);
  allocate (self);
  change_tolerances (self);
  if (self->real != NULL && self->complex != NULL)
    return self;
  destroy (self);
  return NULL;
}

static LsStatus
restart (gpointer state, gboolean soft)
{
  LsRadau5 *self = state;

  self->control.has_f = FALSE;
  if (!soft)
    self->control = (LsRadau5Control){ .contraction = LS_RADAU5_KEEP_JACOBIAN,
                                       .slowness = 1.0,
                                       .error_accepted = 0.01 };
  return LS_OK;
}

/* The tolerated error of each state, from the start of the step only. */
static void
fill_scale (LsRadau5 *self)
{
  const LsOde *ode = self->ode;
  const double quotient = self->rtol / ode->rtol;

  for (guint i = 0; i < ode->problem.n; i++)
    self->scale[i] = quotient * ode->atol[i] + self->rtol * fabs (ode->x[i]);
}

/* Jacobian and matrices for a step of @h, as far as they are not there. */
static LsStatus
prepare (LsRadau5 *self, double h)
{
  LsOde *ode = self->ode;
  LsRadau5Control *control = &self->control;

  if (!control->has_jacobian)
    {
      const LsStatus status
          = ls_ode_jacobian_evaluate (self->jacobian, ode->time, ode->x, self->f, self->values);

      if (status != LS_OK)
        return status;
      control->has_jacobian = control->jacobian_is_new = TRUE;
      self->is_factorised = FALSE;
    }
  if (self->is_factorised && control->h_factorised == h)
    return LS_OK;
  control->h_factorised = h;
  self->is_factorised = FALSE;
  if (ls_ode_matrix_factorise (self->real, self->values, LS_RADAU5_GAMMA / h, 0.0) != LS_OK
      || ls_ode_matrix_factorise (self->complex, self->values, LS_RADAU5_ALPHA / h,
                                  LS_RADAU5_BETA / h)
             != LS_OK)
    return ls_ode_fail (ode, LS_ODE_TROUBLE_SINGULAR, ode->time, LS_RETRY);
  ode->counts.factorisations++;
  self->is_factorised = TRUE;
  return LS_OK;
}

static double
get_error_norm (const LsRadau5 *self)
{
  return fmax (sqrt (ls_radau5_get_sum (self, self->error) / self->ode->problem.n), 1e-10);
}

/* HW (8.19), (8.20). self->work keeps what of it does not depend on f. */
static LsStatus
estimate (LsRadau5 *self, double h, double *norm)
{
  LsOde *ode = self->ode;
  const guint n = ode->problem.n;
  LsStatus status;

  for (guint i = 0; i < n; i++)
    {
      self->work[i] = (E[0] * self->z[0][i] + E[1] * self->z[1][i] + E[2] * self->z[2][i]) / h;
      self->error[i] = self->work[i] + self->f[i];
    }
  ls_ode_matrix_solve (self->real, self->error, NULL);
  *norm = get_error_norm (self);
  if (*norm < 1.0 || (self->control.n_steps > 0 && !self->control.after_rejection))
    return LS_OK;
  /* The estimate is too great for stiff components; once more through the filter. */
  for (guint i = 0; i < n; i++)
    self->x_stage[i] = ode->x[i] + self->error[i];
  status = ls_ode_evaluate (ode, ode->time, self->x_stage, self->error);
  if (status != LS_OK)
    return status;
  for (guint i = 0; i < n; i++)
    self->error[i] += self->work[i];
  ls_ode_matrix_solve (self->real, self->error, NULL);
  *norm = get_error_norm (self);
  return LS_OK;
}

/* Fills @x and the error. @norm: (out): accepted below 1 */
static LsStatus
finish (LsRadau5 *self, double h, double t_new, double x[], double *norm)
{
  LsOde *ode = self->ode;
  LsStatus status;

  for (guint i = 0; i < ode->problem.n; i++)
    x[i] = ode->x[i] + self->z[2][i];
  status = estimate (self, h, norm);
  if (status != LS_OK)
    return status;
  if (ode->details.project != NULL)
    {
      status = ls_ode_project (ode, t_new, x, self->error);
      if (status != LS_OK)
        return status;
      *norm = get_error_norm (self);
    }
  return isfinite (*norm) ? LS_OK : ls_ode_fail (ode, LS_ODE_TROUBLE_ERROR, ode->time, LS_RETRY);
}

/* h / h_new by the error of this step. */
static double
get_quotient (double norm, guint n_iterations)
{
  const double factor = fmin (SAFETY, SAFETY * (1.0 + 2.0 * LS_RADAU5_MAX_ITERATIONS)
                                          / (n_iterations + 2.0 * LS_RADAU5_MAX_ITERATIONS));

  return CLAMP (pow (norm, 0.25) / factor, LEAST_QUOTIENT, GREATEST_QUOTIENT);
}

static void
accept (LsRadau5 *self, double h, double wanted, gboolean last, double norm, guint n_iterations)
{
  LsOde *ode = self->ode;
  LsRadau5Control *control = &self->control;
  double quotient = get_quotient (norm, n_iterations), h_new;

  control->n_steps++;
  if (control->n_steps > 1 && control->h_accepted > 0.0)
    {
      /* Predictive: how the error grew from the last step, Gustafsson, HW (8.25). */
      const double predicted
          = control->h_accepted / h * pow (norm * norm / control->error_accepted, 0.25) / SAFETY;

      quotient = fmax (quotient, CLAMP (predicted, LEAST_QUOTIENT, GREATEST_QUOTIENT));
    }
  control->h_accepted = h;
  control->error_accepted = fmax (0.01, norm);
  h_new = h / quotient;
  if (control->after_rejection)
    h_new = fmin (h_new, h);
  ls_radau5_prepare_dense (self);
  control->h_old = h;
  control->has_predictor = TRUE;
  control->has_f = control->jacobian_is_new = control->after_rejection = FALSE;
  if (control->contraction > LS_RADAU5_KEEP_JACOBIAN)
    control->has_jacobian = FALSE;
  /* A step cut short says little about how long the next one may be. */
  ode->next_step = last ? fmax (h_new, wanted) : h_new;
}

static void
reject (LsRadau5 *self, double *h, double norm, guint n_iterations)
{
  LsOde *ode = self->ode;
  LsOdeCounts *counts = &ode->counts;

  counts->rejected++;
  self->control.after_rejection = TRUE;
  if (self->control.n_steps > 0)
    {
      counts->error_failures++;
      *h /= get_quotient (norm, n_iterations);
    }
  else
    {
      counts->start_failures++;
      *h *= 0.1;
    }
  self->control.has_jacobian = self->control.jacobian_is_new;
  ls_ode_fail (ode, LS_ODE_TROUBLE_ERROR, ode->time, LS_RETRY);
}

static void
give_up_iteration (LsRadau5 *self, double *h, double shrink)
{
  LsOde *ode = self->ode;

  ode->counts.rejected++;
  ode->counts.iteration_failures++;
  *h *= shrink;
  self->control.after_rejection = TRUE;
  self->control.has_jacobian = self->control.jacobian_is_new;
  ls_ode_fail (ode, LS_ODE_TROUBLE_ITERATION, ode->time, LS_RETRY);
}

/* One attempt over @h to @t. Returns: %LS_OK with @accepted set, or with @h for the next one. */
static LsStatus
attempt (LsRadau5 *self,
         double *h,
         double wanted,
         gboolean last,
         double t,
         double x[],
         gboolean *accepted)
{
  LsStatus status = LS_OK;
  double shrink = 0.5, norm;
  guint n_iterations;

  switch (ls_radau5_iterate (self, *h, &n_iterations, &shrink, &status))
    {
    case LS_RADAU5_CONVERGED:
      break;
    case LS_RADAU5_REFUSED:
      return status;
    case LS_RADAU5_SLOW:
    case LS_RADAU5_DIVERGED:
    default:
      give_up_iteration (self, h, shrink);
      return LS_OK;
    }
  status = finish (self, *h, t, x, &norm);
  if (status != LS_OK)
    return status;
  *accepted = norm < 1.0;
  if (*accepted)
    accept (self, *h, wanted, last, norm, n_iterations);
  else
    reject (self, h, norm, n_iterations);
  return LS_OK;
}

/* What comes before the first attempt at a step. */
static LsStatus
begin (LsRadau5 *self, double t_limit)
{
  LsOde *ode = self->ode;
  LsRadau5Control *control = &self->control;
  const double ratio = control->h_old > 0.0 ? ode->next_step / control->h_old : 0.0;
  LsStatus status;

  if (!control->has_f)
    {
      status = ls_ode_evaluate (ode, ode->time, ode->x, self->f);
      if (status != LS_OK)
        return status;
      control->has_f = TRUE;
    }
  fill_scale (self);
  /* With the same step the matrices can stay. */
  if (control->has_jacobian && ratio >= 1.0 && ratio <= KEEP_STEP && !ode->next_is_wanted)
    ode->next_step = control->h_old;
  if (ode->next_step > 0.0)
    return LS_OK;
  return ls_ode_find_first_step (ode, self->f, 4, t_limit - ode->time, self->w[0], &ode->next_step);
}

static LsStatus
step (gpointer state, double t_limit, double *t, double x[])
{
  LsRadau5 *self = state;
  LsOde *ode = self->ode;
  guint n_refused = 0;
  gboolean accepted = FALSE;
  LsStatus status = begin (self, t_limit);
  double h = ode->next_step;

  while (status == LS_OK && !accepted)
    {
      const double wanted = h;
      gboolean last;

      status = ls_ode_begin_attempt (ode, t_limit, 1.0, &h, &last);
      if (status != LS_OK)
        return status;
      *t = last ? t_limit : ode->time + h;
      status = prepare (self, h);
      if (status == LS_OK)
        status = attempt (self, &h, wanted, last, *t, x, &accepted);
      if (status != LS_OK)
        status = ls_ode_refuse_attempt (ode, status, &n_refused, &h);
    }
  return status;
}

static void
interpolate (gpointer state, double t, double x[])
{
  const LsRadau5 *self = state;
  const LsOde *ode = self->ode;
  const double s = (t - ode->time) / (ode->time - ode->previous_time);

  for (guint i = 0; i < ode->problem.n; i++)
    {
      const double end = ode->x[i] - (ode->is_corrected ? ode->correction[i] : 0.0);

      x[i] = end + ls_radau5_get_polynomial (self, s, i);
    }
}

static void
restore (gpointer state, gconstpointer buffer)
{
  LsRadau5 *self = state;

  ls_ode_kept_restore (state, buffer);
  /* The matrices may be of later steps; they are made again from what was kept. */
  self->is_factorised = FALSE;
}

const LsOdeMethod ls_ode_radau5 = {
  .id = "radau5",
  .name = N_ ("Radau IIA, order 5"),
  .implicit = TRUE,
  .one_step = TRUE,
  .projects = TRUE,
  .order = 5,
  .dense_order = 3,
  .least_rtol = 1e-15,
  .create = create,
  .destroy = destroy,
  .restart = restart,
  .tolerances_changed = change_tolerances,
  .step = step,
  .interpolate = interpolate,
  .get_saved_size = ls_ode_kept_get_size,
  .save = ls_ode_kept_save,
  .restore = restore,
};
