/* The implicit Runge-Kutta method Radau IIA of order 5, as in Hairer, Wanner, Solving Ordinary
 * Differential Equations II (HW), IV.8: tableau IV.5.6, iteration (8.1)-(8.13), starting values
 * IV.8, error (8.19)-(8.20), step control (8.21), (8.25), and its collocation polynomial. */
#include "core/num/ode-matrix.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define SQRT_6 2.449489742783178098197284
#define C_1 ((4.0 - SQRT_6) / 10.0)
#define C_2 ((4.0 + SQRT_6) / 10.0)

/* Eigenvalues of the inverse of A, HW (8.5): GAMMA, and ALPHA +- i BETA. */
#define GAMMA 3.637834252744495732208418
#define ALPHA 2.681082873627752133895791
#define BETA 3.050430199247410569426378

#define MAX_ITERATIONS 7
#define SAFETY 0.9
/* Bounds of h / h_new. */
#define LEAST_QUOTIENT 0.125
#define GREATEST_QUOTIENT 5.0
/* Contraction below which a Jacobian is kept, and growth below which a step is. */
#define KEEP_JACOBIAN 0.001
#define KEEP_STEP 1.2

/* HW IV.8: T brings A to block diagonal form. The last row of T is T[2][0], 1, 0. */
static const double T[3][3] = {
  { 9.1232394870892942792e-02, -0.14125529502095420843, -3.0029194105147424492e-02 },
  { 0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779 },
  { 0.96604818261509293619, 1.0, 0.0 },
};
static const double T_INVERSE[3][3] = {
  { 4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119 },
  { -4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196 },
  { -0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497 },
};
/* HW (8.19): weights of the stages in the error. */
static const double E[3] = {
  -(13.0 + 7.0 * SQRT_6) / 3.0,
  (-13.0 + 7.0 * SQRT_6) / 3.0,
  -1.0 / 3.0,
};

typedef struct
{
  double h_old;                      /* of the last step; 0: none since the last restart */
  double h_factorised;               /* 0: not yet */
  double h_accepted, error_accepted; /* HW (8.25) */
  double contraction;                /* of the last iteration: theta */
  double slowness;                   /* theta / (1 - theta) */
  guint64 n_steps;                   /* since the last hard restart */
  gboolean has_f, has_jacobian, has_predictor;
  gboolean jacobian_is_new; /* evaluated at the present states */
  gboolean after_rejection;
} Control;

typedef struct
{
  LsOdeKept kept;
  LsOde *ode;
  LsOdeJacobian *jacobian;
  LsOdeMatrix *real, *complex;
  gboolean is_factorised; /* the matrices are those of the control */
  Control control;
  double rtol, stop; /* transformed tolerance; bound of the iteration's error */
  double *f;         /* at the start of the step */
  double *dense[3];  /* divided differences of the collocation polynomial */
  double *values;    /* of the Jacobian */
  double *z[3];      /* stages less the states */
  double *w[3];      /* z in the basis of T */
  double *scale, *x_stage, *error, *work;
} State;

typedef enum
{
  CONVERGED,
  SLOW,     /* to be tried again with the step that the rate of convergence suggests */
  DIVERGED, /* with half the step */
  REFUSED   /* an evaluation failed */
} Outcome;

/* HW IV.8: what the user asks of order 5 is asked of the error estimate of order 3. */
static LsStatus
change_tolerances (gpointer state)
{
  State *self = state;
  const double rtol = self->ode->rtol;

  self->rtol = 0.1 * pow (rtol, 2.0 / 3.0);
  self->stop = fmax (10.0 * DBL_EPSILON / self->rtol, fmin (0.03, sqrt (self->rtol)));
  return LS_OK;
}

static void
destroy (gpointer state)
{
  State *self = state;

  ls_ode_matrix_free (self->real);
  ls_ode_matrix_free (self->complex);
  ls_ode_jacobian_free (self->jacobian);
  g_free (self->kept.arrays);
  g_free (self);
}

static void
allocate (State *self)
{
  const gsize n = self->ode->problem.n, n_values = self->jacobian->n_values;
  double *next = g_new0 (double, 14 * n + n_values);

  self->kept = (LsOdeKept){ &self->control, sizeof (Control), next, 4 * n + n_values };
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
  State *self = g_new0 (State, 1);

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
  State *self = state;

  self->control.has_f = FALSE;
  if (!soft)
    self->control
        = (Control){ .contraction = KEEP_JACOBIAN, .slowness = 1.0, .error_accepted = 0.01 };
  return LS_OK;
}

/* The tolerated error of each state, from the start of the step only. */
static void
fill_scale (State *self)
{
  const LsOde *ode = self->ode;
  const double quotient = self->rtol / ode->rtol;

  for (guint i = 0; i < ode->problem.n; i++)
    self->scale[i] = quotient * ode->atol[i] + self->rtol * fabs (ode->x[i]);
}

static double
get_sum (const State *self, const double a[])
{
  double sum = 0.0;

  for (guint i = 0; i < self->ode->problem.n; i++)
    {
      const double ratio = a[i] / self->scale[i];

      sum += ratio * ratio;
    }
  return sum;
}

/* Jacobian and matrices for a step of @h, as far as they are not there. */
static LsStatus
prepare (State *self, double h)
{
  LsOde *ode = self->ode;
  Control *control = &self->control;

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
  if (ls_ode_matrix_factorise (self->real, self->values, GAMMA / h, 0.0) != LS_OK
      || ls_ode_matrix_factorise (self->complex, self->values, ALPHA / h, BETA / h) != LS_OK)
    return ls_ode_fail (ode, LS_ODE_TROUBLE_SINGULAR, ode->time, LS_RETRY);
  ode->counts.factorisations++;
  self->is_factorised = TRUE;
  return LS_OK;
}

/* Collocation polynomial of the last step less its end, at @s steps of it after the end. */
static double
get_polynomial (const State *self, double s, guint i)
{
  return s
         * (self->dense[0][i]
            + (s - C_2 + 1.0) * (self->dense[1][i] + (s - C_1 + 1.0) * self->dense[2][i]));
}

/* The iteration starts from that polynomial beyond its step. */
static void
predict (State *self, double h)
{
  static const double c[3] = { C_1, C_2, 1.0 };
  const guint n = self->ode->problem.n;

  for (guint k = 0; k < 3; k++)
    {
      if (!self->control.has_predictor)
        {
          memset (self->z[k], 0, n * sizeof (double));
          memset (self->w[k], 0, n * sizeof (double));
          continue;
        }
      for (guint i = 0; i < n; i++)
        self->z[k][i] = get_polynomial (self, c[k] * h / self->control.h_old, i);
    }
  for (guint k = 0; self->control.has_predictor && k < 3; k++)
    for (guint i = 0; i < n; i++)
      self->w[k][i] = T_INVERSE[k][0] * self->z[0][i] + T_INVERSE[k][1] * self->z[1][i]
                      + T_INVERSE[k][2] * self->z[2][i];
}

/* f at the three stages takes the place of them. */
static LsStatus
evaluate_stages (State *self, double h)
{
  static const double c[3] = { C_1, C_2, 1.0 };
  LsOde *ode = self->ode;

  for (guint k = 0; k < 3; k++)
    {
      LsStatus status;

      for (guint i = 0; i < ode->problem.n; i++)
        self->x_stage[i] = ode->x[i] + self->z[k][i];
      status = ls_ode_evaluate (ode, ode->time + c[k] * h, self->x_stage, self->z[k]);
      if (status != LS_OK)
        return status;
    }
  return LS_OK;
}

/* From f at the stages to the change of w, HW (8.4). */
static void
solve (State *self, double h)
{
  const guint n = self->ode->problem.n;
  const double gamma = GAMMA / h, alpha = ALPHA / h, beta = BETA / h;

  for (guint i = 0; i < n; i++)
    {
      const double f_0 = self->z[0][i], f_1 = self->z[1][i], f_2 = self->z[2][i];
      const double w_1 = self->w[1][i], w_2 = self->w[2][i];

      self->z[0][i] = T_INVERSE[0][0] * f_0 + T_INVERSE[0][1] * f_1 + T_INVERSE[0][2] * f_2
                      - gamma * self->w[0][i];
      self->z[1][i] = T_INVERSE[1][0] * f_0 + T_INVERSE[1][1] * f_1 + T_INVERSE[1][2] * f_2
                      - alpha * w_1 + beta * w_2;
      self->z[2][i] = T_INVERSE[2][0] * f_0 + T_INVERSE[2][1] * f_1 + T_INVERSE[2][2] * f_2
                      - alpha * w_2 - beta * w_1;
    }
  ls_ode_matrix_solve (self->real, self->z[0], NULL);
  ls_ode_matrix_solve (self->complex, self->z[1], self->z[2]);
  self->ode->counts.solves++;
  self->ode->counts.iterations++;
}

/* w takes its change; z, which held it, becomes the stages again. */
static void
update (State *self)
{
  for (guint i = 0; i < self->ode->problem.n; i++)
    {
      const double w_0 = self->w[0][i] += self->z[0][i];
      const double w_1 = self->w[1][i] += self->z[1][i];
      const double w_2 = self->w[2][i] += self->z[2][i];

      self->z[0][i] = T[0][0] * w_0 + T[0][1] * w_1 + T[0][2] * w_2;
      self->z[1][i] = T[1][0] * w_0 + T[1][1] * w_1 + T[1][2] * w_2;
      self->z[2][i] = T[2][0] * w_0 + w_1;
    }
}

/* After the iteration number @count: will it get there in time? HW (8.11). */
static Outcome
judge (State *self, guint count, double size, double theta, double *shrink)
{
  Control *control = &self->control;
  const guint left = MAX_ITERATIONS - 1 - count;
  double expected;

  if (!(theta < 0.99))
    return DIVERGED;
  control->slowness = theta / (1.0 - theta);
  expected = control->slowness * size * pow (theta, left) / self->stop;
  if (expected < 1.0)
    return CONVERGED;
  *shrink = 0.8 * pow (CLAMP (expected, 1e-4, 20.0), -1.0 / (4.0 + left));
  return SLOW;
}

/* The simplified Newton iteration. @count: (out); @shrink: (out): for %SLOW; @status: (out): for
 * %REFUSED */
static Outcome
iterate (State *self, double h, guint *count, double *shrink, LsStatus *status)
{
  Control *control = &self->control;
  const guint n = self->ode->problem.n;
  double size_old = 0.0, ratio_old = 0.0;

  predict (self, h);
  control->slowness = pow (fmax (control->slowness, DBL_EPSILON), 0.8);
  control->contraction = KEEP_JACOBIAN;
  for (*count = 1; *count <= MAX_ITERATIONS; ++*count)
    {
      double size;

      *status = evaluate_stages (self, h);
      if (*status != LS_OK)
        return REFUSED;
      solve (self, h);
      size = sqrt (
          (get_sum (self, self->z[0]) + get_sum (self, self->z[1]) + get_sum (self, self->z[2]))
          / (3.0 * n));
      if (!isfinite (size))
        return DIVERGED;
      if (*count > 1 && *count < MAX_ITERATIONS)
        {
          const double ratio = size / size_old;
          Outcome outcome;

          control->contraction = *count == 2 ? ratio : sqrt (ratio * ratio_old);
          ratio_old = ratio;
          outcome = judge (self, *count, size, control->contraction, shrink);
          if (outcome != CONVERGED)
            return outcome;
        }
      size_old = fmax (size, DBL_EPSILON);
      update (self);
      if (control->slowness * size <= self->stop)
        return CONVERGED;
    }
  return DIVERGED;
}

static double
get_error_norm (const State *self)
{
  return fmax (sqrt (get_sum (self, self->error) / self->ode->problem.n), 1e-10);
}

/* HW (8.19), (8.20). self->work keeps what of it does not depend on f. */
static LsStatus
estimate (State *self, double h, double *norm)
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
finish (State *self, double h, double t_new, double x[], double *norm)
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

/* Divided differences over (0, c_1, c_2, 1). */
static void
prepare_dense (State *self)
{
  for (guint i = 0; i < self->ode->problem.n; i++)
    {
      const double z_0 = self->z[0][i], z_1 = self->z[1][i], z_2 = self->z[2][i];
      const double middle = (z_0 - z_1) / (C_1 - C_2);
      const double first = (middle - z_0 / C_1) / C_2;

      self->dense[0][i] = (z_1 - z_2) / (C_2 - 1.0);
      self->dense[1][i] = (middle - self->dense[0][i]) / (C_1 - 1.0);
      self->dense[2][i] = self->dense[1][i] - first;
    }
}

/* h / h_new by the error of this step. */
static double
get_quotient (double norm, guint n_iterations)
{
  const double factor = fmin (SAFETY, SAFETY * (1.0 + 2.0 * MAX_ITERATIONS)
                                          / (n_iterations + 2.0 * MAX_ITERATIONS));

  return CLAMP (pow (norm, 0.25) / factor, LEAST_QUOTIENT, GREATEST_QUOTIENT);
}

static void
accept (State *self, double h, double wanted, gboolean last, double norm, guint n_iterations)
{
  LsOde *ode = self->ode;
  Control *control = &self->control;
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
  prepare_dense (self);
  control->h_old = h;
  control->has_predictor = TRUE;
  control->has_f = control->jacobian_is_new = control->after_rejection = FALSE;
  if (control->contraction > KEEP_JACOBIAN)
    control->has_jacobian = FALSE;
  /* A step cut short says little about how long the next one may be. */
  ode->next_step = last ? fmax (h_new, wanted) : h_new;
}

static void
reject (State *self, double *h, double norm, guint n_iterations)
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
give_up_iteration (State *self, double *h, double shrink)
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
attempt (
    State *self, double *h, double wanted, gboolean last, double t, double x[], gboolean *accepted)
{
  LsStatus status = LS_OK;
  double shrink = 0.5, norm;
  guint n_iterations;

  switch (iterate (self, *h, &n_iterations, &shrink, &status))
    {
    case CONVERGED:
      break;
    case REFUSED:
      return status;
    case SLOW:
    case DIVERGED:
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
begin (State *self, double t_limit)
{
  LsOde *ode = self->ode;
  Control *control = &self->control;
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
  State *self = state;
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
  const State *self = state;
  const LsOde *ode = self->ode;
  const double s = (t - ode->time) / (ode->time - ode->previous_time);

  for (guint i = 0; i < ode->problem.n; i++)
    {
      const double end = ode->x[i] - (ode->is_corrected ? ode->correction[i] : 0.0);

      x[i] = end + get_polynomial (self, s, i);
    }
}

static void
restore (gpointer state, gconstpointer buffer)
{
  State *self = state;

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
