/* The Rosenbrock method RODAS of order 4(3): Hairer, Wanner, Solving Ordinary Differential
 * Equations II (HW), IV.7 (7.23)-(7.25) and VI.4; stiffly accurate, L-stable. It solves linear
 * systems only, so it needs J at the current states in every step, and df/dt: without either it
 * loses its order. */
#include "core/ode/ode-matrix.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define N_STAGES 6
#define GAMMA 0.25
#define SAFETY 0.9
/* Bounds of h / h_new. */
#define LEAST_QUOTIENT (1.0 / 6.0)
#define GREATEST_QUOTIENT 5.0

static const double alpha[N_STAGES] = { 0.0, 0.386, 0.21, 0.63, 1.0, 1.0 };
static const double gamma_t[N_STAGES] = { 0.25, -0.1043, 0.1035, -0.0362, 0.0, 0.0 };
/* The last stage starts at the argument of the fifth plus the fifth increment. */
static const double a[N_STAGES][N_STAGES - 1] = {
  { 0.0 },
  { 1.544 },
  { 0.9466785280815826, 0.2557011698983284 },
  { 3.314825187068521, 2.896124015972201, 0.9986419139977817 },
  { 1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950 },
  { 1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1.0 },
};
static const double c[N_STAGES][N_STAGES - 1] = {
  { 0.0 },
  { -5.6688 },
  { -2.430093356833875, -0.2063599157091915 },
  { -0.1073529058151375, -9.594562251023355, -20.47028614809616 },
  { 7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160 },
  { 8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136,
    -6.058818238834054 },
};
/* Continuous output. */
static const double d[2][N_STAGES - 1] = {
  { 10.12623508344586, -7.487995877610167, -34.80091861555747, -7.992771707568823,
    1.025137723295662 },
  { -0.6762803392801253, 6.087714651680015, 16.43084320892478, 24.76722511418386,
    -6.594389125716872 },
};

typedef struct
{
  double h_accepted, error_accepted; /* HW IV.8 (8.25) */
  guint64 n_steps;                   /* since the last hard restart */
  gboolean after_rejection;
} Control;

typedef struct
{
  LsOdeMemory memory;
  LsOde *ode;
  LsOdeJacobian *jacobian;
  LsOdeMatrix *matrix;
  Control control;
  double *dense[2];
  double *f, *dfdt;    /* at the start of the step */
  double *u[N_STAGES]; /* stages; the last one is the error */
  double *values;      /* of the Jacobian */
  double *x_stage;
} State;

static void
destroy (gpointer state)
{
  State *self = state;

  ls_ode_matrix_free (self->matrix);
  ls_ode_jacobian_free (self->jacobian);
  ls_ode_memory_free (self);
}

static gpointer
create (LsOde *ode)
{
  State *self = g_new0 (State, 1);
  const gsize n = ode->problem.n;
  double *next;

  self->ode = ode;
  self->jacobian = ls_ode_jacobian_new (ode);
  self->matrix = ls_ode_matrix_new (self->jacobian, FALSE);
  next = g_new0 (double, (2 + 2 + N_STAGES + 1) * n + self->jacobian->n_values);
  self->memory = (LsOdeMemory){ &self->control, sizeof (Control), next, 2 * n };
  self->dense[0] = next;
  self->dense[1] = next += n;
  self->f = next += n;
  self->dfdt = next += n;
  for (guint i = 0; i < N_STAGES; i++)
    self->u[i] = next += n;
  self->x_stage = next += n;
  self->values = next + n;
  if (self->matrix != NULL)
    return self;
  destroy (self);
  return NULL;
}

static LsStatus
restart (gpointer state, gboolean soft)
{
  State *self = state;

  if (!soft)
    self->control = (Control){ .error_accepted = 0.01 };
  return LS_OK;
}

/* Everything an attempt needs that does not depend on its length. */
static LsStatus
begin (State *self, double t_limit)
{
  LsOde *ode = self->ode;
  LsStatus status = ls_ode_evaluate (ode, ode->time, ode->x, self->f);

  if (status == LS_OK)
    status = ls_ode_jacobian_evaluate (self->jacobian, ode->time, ode->x, self->f, self->values);
  if (status == LS_OK)
    status
        = ls_ode_get_time_derivative (ode, ode->time, ode->x, self->f, self->x_stage, self->dfdt);
  if (status != LS_OK)
    return status;
  return ls_ode_find_first_step (ode, self->f, 4, t_limit, self->u[0]);
}

/* HW (7.25). */
static LsStatus
evaluate_stage (State *self, guint s, double h)
{
  LsOde *ode = self->ode;
  double *u = self->u[s];

  if (s == 0)
    memcpy (u, self->f, ode->problem.n * sizeof (double));
  else
    {
      LsStatus status;

      for (guint i = 0; i < ode->problem.n; i++)
        {
          double sum = ode->x[i];

          for (guint j = 0; j < s; j++)
            sum += a[s][j] * self->u[j][i];
          self->x_stage[i] = sum;
        }
      status = ls_ode_evaluate (ode, ode->time + alpha[s] * h, self->x_stage, u);
      if (status != LS_OK)
        return status;
    }
  for (guint i = 0; i < ode->problem.n; i++)
    {
      double sum = 0.0;

      for (guint j = 0; j < s; j++)
        sum += c[s][j] * self->u[j][i];
      u[i] += sum / h + gamma_t[s] * h * self->dfdt[i];
    }
  ls_ode_matrix_solve (self->matrix, u, NULL);
  ode->counts.solves++;
  return LS_OK;
}

/* States and error after a step of @h. @error: (out): norm, accepted if at most 1 */
static LsStatus
evaluate (State *self, double h, double t_new, double x[], double *error)
{
  LsOde *ode = self->ode;
  double *u = self->u[N_STAGES - 1];
  LsStatus status = LS_OK;

  if (ls_ode_matrix_factorise (self->matrix, self->values, 1.0 / (h * GAMMA), 0.0) != LS_OK)
    return ls_ode_fail (ode, LS_ODE_TROUBLE_SINGULAR, ode->time, LS_RETRY);
  ode->counts.factorisations++;
  for (guint s = 0; status == LS_OK && s < N_STAGES; s++)
    status = evaluate_stage (self, s, h);
  if (status != LS_OK)
    return status;
  for (guint i = 0; i < ode->problem.n; i++)
    x[i] = self->x_stage[i] + u[i];
  status = ls_ode_project (ode, t_new, x, u);
  if (status != LS_OK)
    return status;
  *error = ls_ode_get_norm (ode, u, ode->x, x);
  return ls_ode_check_norm (ode, *error);
}

static void
prepare_dense (State *self)
{
  for (guint k = 0; k < 2; k++)
    for (guint i = 0; i < self->ode->problem.n; i++)
      {
        double sum = 0.0;

        for (guint j = 0; j < N_STAGES - 1; j++)
          sum += d[k][j] * self->u[j][i];
        self->dense[k][i] = sum;
      }
}

static double
clamp_quotient (double quotient)
{
  return CLAMP (quotient, LEAST_QUOTIENT, GREATEST_QUOTIENT);
}

static void
accept (State *self, const LsOdeAttempt *attempt, double error)
{
  Control *control = &self->control;
  const double h = attempt->h;
  double quotient = clamp_quotient (pow (error, 0.25) / SAFETY);

  if (control->n_steps++ > 0)
    {
      /* Predictive control from the growth of the error since the last step, Gustafsson, HW IV.8
       * (8.25). */
      const double predicted
          = control->h_accepted / h * pow (error * error / control->error_accepted, 0.25) / SAFETY;

      quotient = fmax (quotient, clamp_quotient (predicted));
    }
  control->h_accepted = h;
  control->error_accepted = fmax (0.01, error);
  prepare_dense (self);
  ls_ode_choose_next_step (self->ode, attempt, h / quotient, control->after_rejection);
  control->after_rejection = FALSE;
}

static LsStatus
try_step (gpointer state, LsOdeAttempt *attempt, double x[])
{
  State *self = state;
  double error = INFINITY;
  LsStatus status = evaluate (self, attempt->h, attempt->t, x, &error);

  if (status != LS_OK)
    return status;
  attempt->accepted = error <= 1.0;
  if (attempt->accepted)
    {
      accept (self, attempt, error);
      return LS_OK;
    }
  ls_ode_reject_error (self->ode, self->control.n_steps == 0);
  attempt->h /= clamp_quotient (pow (error, 0.25) / SAFETY);
  self->control.after_rejection = TRUE;
  return LS_OK;
}

static LsStatus
step (gpointer state, double t_limit, double *t, double x[])
{
  State *self = state;
  const LsStatus status = begin (self, t_limit);

  if (status != LS_OK)
    return status;
  return ls_ode_try_steps (self->ode, try_step, self, 1.0001, t_limit, t, x);
}

static void
interpolate (gpointer state, double t, double x[])
{
  const State *self = state;
  const LsOde *ode = self->ode;
  const double s = (t - ode->previous_time) / (ode->time - ode->previous_time);

  for (guint i = 0; i < ode->problem.n; i++)
    {
      const double end = ode->x[i] - (ode->is_corrected ? ode->correction[i] : 0.0);

      x[i] = ode->x_previous[i] * (1.0 - s)
             + s * (end + (1.0 - s) * (self->dense[0][i] + s * self->dense[1][i]));
    }
}

const LsOdeMethod ls_ode_rodas = {
  .id = "rodas",
  .name = N_ ("RODAS 4(3)"),
  .implicit = TRUE,
  .one_step = TRUE,
  .projects = TRUE,
  .order = 4,
  .dense_order = 3,
  .create = create,
  .destroy = destroy,
  .restart = restart,
  .step = step,
  .interpolate = interpolate,
  LS_ODE_MEMORY_ENTRIES,
};
