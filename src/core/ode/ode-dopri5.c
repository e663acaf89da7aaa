/* The explicit Runge-Kutta method of order 5(4) by Dormand and Prince (1980), with the step control
 * and the continuous output of Hairer, Norsett, Wanner I (HNW): table II.5.2, II.4, (II.6.12); HW:
 * Hairer, Wanner II. */
#include "core/ode/ode-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define N_STAGES 7
#define N_DENSE 4

/* HW IV.2 (2.43): exponent of the previous error, which damps the step size control ("PI", "Lund
 * stabilisation"). */
#define BETA 0.04
#define EXPONENT (0.2 - 0.75 * BETA)
#define SAFETY 0.9
#define LEAST_FACTOR 0.2
#define GREATEST_FACTOR 10.0

static const double c[N_STAGES] = { 0.0, 1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0, 1.0, 1.0 };
static const double a[N_STAGES][N_STAGES - 1] = {
  { 0.0 },
  { 1.0 / 5.0 },
  { 3.0 / 40.0, 9.0 / 40.0 },
  { 44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0 },
  { 19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0 },
  { 9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0 },
  { 35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0 },
};
/* Order 5 less order 4. */
static const double e[N_STAGES] = {
  71.0 / 57600.0,      0.0,          -71.0 / 16695.0, 71.0 / 1920.0,
  -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0,
};
static const double d[N_STAGES] = {
  -12715105075.0 / 11282082432.0,  0.0,
  87487479700.0 / 32700410799.0,   -10690763975.0 / 1880347072.0,
  701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
  69997945.0 / 29380423.0,
};

typedef struct
{
  double last_error; /* of the last accepted step, at least 1e-4 */
  gboolean has_f;    /* whether f is that of the current time and states */
  gboolean after_rejection;
  guint64 n_steps; /* since the last restart */
} Control;

typedef struct
{
  LsOdeMemory memory;
  LsOde *ode;
  Control control;
  double *f;              /* at the start of the step: the first stage */
  double *dense[N_DENSE]; /* HNW (II.6.12) */
  double *k[N_STAGES];    /* stages; the first is f */
  double *x_stage, *error, *work;
} State;

static gpointer
create (LsOde *ode)
{
  State *self = g_new0 (State, 1);
  const gsize n = ode->problem.n;
  double *next;

  self->ode = ode;
  self->memory
      = (LsOdeMemory){ &self->control, sizeof (Control),
                       g_new0 (double, (1 + N_DENSE + N_STAGES - 1 + 4) * n), (1 + N_DENSE) * n };
  next = self->memory.arrays;
  self->f = self->k[0] = next;
  for (guint i = 0; i < N_DENSE; i++)
    self->dense[i] = next += n;
  for (guint i = 1; i < N_STAGES; i++)
    self->k[i] = next += n;
  self->x_stage = next += n;
  self->error = next += n;
  self->work = next + n;
  return self;
}

static LsStatus
restart (gpointer state, gboolean soft)
{
  State *self = state;

  self->control.has_f = FALSE;
  if (!soft)
    self->control = (Control){ .last_error = 1e-4 };
  return LS_OK;
}

/* Stages 2 to 7; the last stage is f at the end of the step, where the states are @x. */
static LsStatus
evaluate_stages (State *self, double h, double x[])
{
  LsOde *ode = self->ode;
  const guint n = ode->problem.n;

  for (guint s = 1; s < N_STAGES; s++)
    {
      double *x_stage = s + 1 == N_STAGES ? x : self->x_stage;
      LsStatus status;

      for (guint i = 0; i < n; i++)
        {
          double sum = 0.0;

          for (guint j = 0; j < s; j++)
            sum += a[s][j] * self->k[j][i];
          x_stage[i] = ode->x[i] + h * sum;
        }
      status = ls_ode_evaluate (ode, ode->time + c[s] * h, x_stage, self->k[s]);
      if (status != LS_OK)
        return status;
    }
  return LS_OK;
}

static void
estimate_error (State *self, double h)
{
  for (guint i = 0; i < self->ode->problem.n; i++)
    {
      double sum = 0.0;

      for (guint j = 0; j < N_STAGES; j++)
        sum += e[j] * self->k[j][i];
      self->error[i] = h * sum;
    }
}

/* Fills the dense output from the stages; @x: the states before projection. */
static void
prepare_dense (State *self, double h, const double x[])
{
  const double *x_0 = self->ode->x;

  for (guint i = 0; i < self->ode->problem.n; i++)
    {
      const double difference = x[i] - x_0[i];
      const double b = h * self->k[0][i] - difference;
      double sum = 0.0;

      for (guint j = 0; j < N_STAGES; j++)
        sum += d[j] * self->k[j][i];
      self->dense[0][i] = difference;
      self->dense[1][i] = b;
      self->dense[2][i] = difference - h * self->k[N_STAGES - 1][i] - b;
      self->dense[3][i] = h * sum;
    }
}

/* Everything at the start of a step that does not depend on its length. */
static LsStatus
begin (State *self, double t_limit)
{
  LsOde *ode = self->ode;

  if (!self->control.has_f)
    {
      const LsStatus status = ls_ode_evaluate (ode, ode->time, ode->x, self->f);

      if (status != LS_OK)
        return status;
      self->control.has_f = TRUE;
    }
  return ls_ode_find_first_step (ode, self->f, 5, t_limit, self->work);
}

/* States and error after a step of @h. @error: (out): norm, accepted if at most 1 */
static LsStatus
evaluate (State *self, double h, double t_new, double x[], double *error)
{
  LsOde *ode = self->ode;
  LsStatus status = evaluate_stages (self, h, x);

  if (status != LS_OK)
    return status;
  estimate_error (self, h);
  memcpy (self->work, x, ode->problem.n * sizeof (double));
  status = ls_ode_project (ode, t_new, x, self->error);
  if (status != LS_OK)
    return status;
  *error = ls_ode_get_norm (ode, self->error, ode->x, x);
  return ls_ode_check_norm (ode, *error);
}

static void
accept (State *self, const LsOdeAttempt *attempt, double error)
{
  const double h = attempt->h;
  LsOde *ode = self->ode;
  Control *control = &self->control;
  double factor = pow (error, EXPONENT) / pow (control->last_error, BETA) / SAFETY;
  double *f = self->k[N_STAGES - 1];

  control->last_error = fmax (error, 1e-4);
  control->n_steps++;
  prepare_dense (self, h, self->work);
  memcpy (self->f, f, ode->problem.n * sizeof (double));
  control->has_f = !ode->is_corrected;
  factor = CLAMP (factor, 1.0 / GREATEST_FACTOR, 1.0 / LEAST_FACTOR);
  ls_ode_choose_next_step (ode, attempt, h / factor, control->after_rejection);
  control->after_rejection = FALSE;
}

static LsStatus
try_step (gpointer state, LsOdeAttempt *attempt, double x[])
{
  State *self = state;
  double error;
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
  attempt->h /= fmin (1.0 / LEAST_FACTOR, pow (error, EXPONENT) / SAFETY);
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
  return ls_ode_try_steps (self->ode, try_step, self, 1.01, t_limit, t, x);
}

static void
interpolate (gpointer state, double t, double x[])
{
  const State *self = state;
  const LsOde *ode = self->ode;
  const double theta = (t - ode->previous_time) / (ode->time - ode->previous_time);
  const double rest = 1.0 - theta;

  for (guint i = 0; i < ode->problem.n; i++)
    x[i] = ode->x_previous[i]
           + theta
                 * (self->dense[0][i]
                    + rest
                          * (self->dense[1][i]
                             + theta * (self->dense[2][i] + rest * self->dense[3][i])));
}

const LsOdeMethod ls_ode_dopri5 = {
  .id = "dopri5",
  .name = N_ ("Dormand-Prince 5(4)"),
  .one_step = TRUE,
  .projects = TRUE,
  .order = 5,
  .dense_order = 4,
  .create = create,
  .destroy = ls_ode_memory_free,
  .restart = restart,
  .step = step,
  .interpolate = interpolate,
  LS_ODE_MEMORY_ENTRIES,
};
