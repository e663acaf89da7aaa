/* The implicit Runge-Kutta method Radau IIA of order 5, as in Hairer, Wanner, Solving Ordinary
 * Differential Equations II (HW), IV.8: tableau IV.5.6, iteration (8.1)-(8.13), starting values
 * IV.8, error (8.19)-(8.20), step control (8.21), (8.25), and its collocation polynomial. */
#include "core/ode/ode-radau5-impl.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define SAFETY 0.9
/* Bounds of h / h_new. */
#define LEAST_QUOTIENT 0.125
#define GREATEST_QUOTIENT 5.0
/* Maximum growth for which step and matrices are kept. */
#define KEEP_STEP 1.2

/* HW (8.19): weights of the stages in the error. */
static const double E[3] = {
  -(13.0 + 7.0 * LS_RADAU5_SQRT_6) / 3.0,
  (-13.0 + 7.0 * LS_RADAU5_SQRT_6) / 3.0,
  -1.0 / 3.0,
};

/* HW IV.8: converts the requested tolerance, of order 5, to that of the error estimate of order
 * 3. */
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
  ls_ode_memory_free (self);
}

static void
allocate (LsRadau5 *self)
{
  const gsize n = self->ode->problem.n, n_values = self->jacobian->n_values;
  double *next = g_new0 (double, 14 * n + n_values);

  self->memory = (LsOdeMemory){ &self->control, sizeof (LsRadau5Control), next, 4 * n + n_values };
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

/* Error scale of each state, from the start of the step only. */
static void
fill_scale (LsRadau5 *self)
{
  const LsOde *ode = self->ode;
  const double quotient = self->rtol / ode->rtol;

  for (guint i = 0; i < ode->problem.n; i++)
    self->scale[i] = quotient * ode->atol[i] + self->rtol * fabs (ode->x[i]);
}

/* Computes Jacobian and matrices for a step of @h unless they are valid. */
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

/* HW (8.19), (8.20). self->work holds the part that does not depend on f. */
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
  /* The estimate is too large for stiff components: filter it once more. */
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

/* Sets @x and the error. @norm: (out): accepted below 1 */
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
  return ls_ode_check_norm (ode, *norm);
}

/* h / h_new from the error of this step. */
static double
get_quotient (double norm, guint n_iterations)
{
  const double factor = fmin (SAFETY, SAFETY * (1.0 + 2.0 * LS_RADAU5_MAX_ITERATIONS)
                                          / (n_iterations + 2.0 * LS_RADAU5_MAX_ITERATIONS));

  return CLAMP (pow (norm, 0.25) / factor, LEAST_QUOTIENT, GREATEST_QUOTIENT);
}

static void
accept (LsRadau5 *self, const LsOdeAttempt *attempt, double norm, guint n_iterations)
{
  LsRadau5Control *control = &self->control;
  const double h = attempt->h;
  double quotient = get_quotient (norm, n_iterations);

  control->n_steps++;
  if (control->n_steps > 1 && control->h_accepted > 0.0)
    {
      /* Predictive control from the growth of the error since the last step, Gustafsson, HW
       * (8.25). */
      const double predicted
          = control->h_accepted / h * pow (norm * norm / control->error_accepted, 0.25) / SAFETY;

      quotient = fmax (quotient, CLAMP (predicted, LEAST_QUOTIENT, GREATEST_QUOTIENT));
    }
  control->h_accepted = h;
  control->error_accepted = fmax (0.01, norm);
  ls_ode_choose_next_step (self->ode, attempt, h / quotient, control->after_rejection);
  ls_radau5_prepare_dense (self);
  control->h_old = h;
  control->has_predictor = TRUE;
  control->has_f = control->jacobian_is_new = control->after_rejection = FALSE;
  if (control->contraction > LS_RADAU5_KEEP_JACOBIAN)
    control->has_jacobian = FALSE;
}

static void
reject (LsRadau5 *self, double *h, double norm, guint n_iterations)
{
  const gboolean is_start = self->control.n_steps == 0;

  ls_ode_reject_error (self->ode, is_start);
  if (is_start)
    *h *= 0.1;
  else
    *h /= get_quotient (norm, n_iterations);
  self->control.after_rejection = TRUE;
  self->control.has_jacobian = self->control.jacobian_is_new;
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

static LsStatus
try_step (gpointer state, LsOdeAttempt *attempt, double x[])
{
  LsRadau5 *self = state;
  LsStatus status = prepare (self, attempt->h);
  double shrink = 0.5, norm;
  guint n_iterations;

  if (status != LS_OK)
    return status;
  switch (ls_radau5_iterate (self, attempt->h, &n_iterations, &shrink, &status))
    {
    case LS_RADAU5_CONVERGED:
      break;
    case LS_RADAU5_EVALUATION:
      return status;
    case LS_RADAU5_SLOW:
    case LS_RADAU5_DIVERGED:
    default:
      give_up_iteration (self, &attempt->h, shrink);
      return LS_OK;
    }
  status = finish (self, attempt->h, attempt->t, x, &norm);
  if (status != LS_OK)
    return status;
  attempt->accepted = norm < 1.0;
  if (attempt->accepted)
    accept (self, attempt, norm, n_iterations);
  else
    reject (self, &attempt->h, norm, n_iterations);
  return LS_OK;
}

/* Preparation before the first attempt at a step. */
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
  /* For an equal step the matrices are reused. */
  if (control->has_jacobian && ratio >= 1.0 && ratio <= KEEP_STEP && !ode->next_is_wanted)
    ode->next_step = control->h_old;
  return ls_ode_find_first_step (ode, self->f, 4, t_limit, self->w[0]);
}

static LsStatus
step (gpointer state, double t_limit, double *t, double x[])
{
  LsRadau5 *self = state;
  const LsStatus status = begin (self, t_limit);

  if (status != LS_OK)
    return status;
  return ls_ode_try_steps (self->ode, try_step, self, 1.0, t_limit, t, x);
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

  ls_ode_memory_restore (state, buffer);
  /* The matrices may belong to later steps; they are recomputed from the restored state. */
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
  .get_saved_size = ls_ode_memory_get_size,
  .save = ls_ode_memory_save,
  .restore = restore,
};
