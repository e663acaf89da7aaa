/* The classical Runge-Kutta method of order 4 with Kutta's of order 3 in the same stages. With
 * ls_ode_set_rejecting (FALSE) it is the RungeKutta34 of Assimulo, which accepts every step and
 * measures errors in the Euclidean norm, without safety factor. */
#include "core/ode/ode-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define SAFETY 0.9
#define LEAST_FACTOR 0.2
#define GREATEST_FACTOR 2.0
/* IN_TIME: factor between third differences and the error of a method of order 3; LEAST_BEFORE:
 * minimum ratio of the previous step to this one, below which the differences are rounding. */
#define IN_TIME 256.0
#define LEAST_BEFORE 1e-3

typedef struct
{
  gboolean has_f; /* whether f_end is that of the current time and states */
  gboolean has_steps;
  double h_before; /* length of the previous step, s; 0: none */
} Control;

typedef struct
{
  LsOdeMemory memory;
  LsOde *ode;
  Control control;
  gboolean after_rejection; /* within this step */
  double *f, *f_end;        /* at both ends of the step */
  double *difference;       /* of the states over the step, without correction */
  double *f_before;         /* at the start of the previous step */
  double *k_2, *k_3, *k_4, *z_3;
  double *x_stage, *error, *work; /* error and work are contiguous */
} State;

static gpointer
create (LsOde *ode)
{
  State *self = g_new0 (State, 1);
  const gsize n = ode->problem.n;
  double *next = g_new0 (double, 11 * n);

  self->ode = ode;
  self->memory = (LsOdeMemory){ &self->control, sizeof (Control), next, 4 * n };
  self->f = next;
  self->f_end = next += n;
  self->difference = next += n;
  self->f_before = next += n;
  self->k_2 = next += n;
  self->k_3 = next += n;
  self->k_4 = next += n;
  self->z_3 = next += n;
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
  self->control.h_before = 0.0;
  if (!soft)
    self->control.has_steps = FALSE;
  return LS_OK;
}

static LsStatus
begin (State *self, double t_limit)
{
  LsOde *ode = self->ode;

  if (self->control.has_f)
    memcpy (self->f, self->f_end, ode->problem.n * sizeof (double));
  else
    {
      const LsStatus status = ls_ode_evaluate (ode, ode->time, ode->x, self->f);

      if (status != LS_OK)
        return status;
    }
  /* Also valid after attempts that fail. */
  memcpy (self->f_end, self->f, ode->problem.n * sizeof (double));
  self->control.has_f = TRUE;
  self->after_rejection = FALSE;
  return ls_ode_find_first_step (ode, self->f, 4, t_limit, self->error);
}

/* f at x + h (@a * @f + @b * @g) */
static LsStatus
evaluate_stage (State *self,
                double t,
                double h,
                double a,
                const double f[],
                double b,
                const double g[],
                double k[])
{
  const LsOde *ode = self->ode;

  for (guint i = 0; i < ode->problem.n; i++)
    self->x_stage[i] = ode->x[i] + h * (a * f[i] + b * g[i]);
  return ls_ode_evaluate (self->ode, t, self->x_stage, k);
}

static LsStatus
evaluate_stages (State *self, double h)
{
  const double t = self->ode->time, *f = self->f;
  LsStatus status = evaluate_stage (self, t + 0.5 * h, h, 0.5, f, 0.0, f, self->k_2);

  if (status == LS_OK)
    status = evaluate_stage (self, t + 0.5 * h, h, 0.5, self->k_2, 0.0, f, self->k_3);
  if (status == LS_OK)
    status = evaluate_stage (self, t + h, h, -1.0, f, 2.0, self->k_2, self->z_3);
  if (status == LS_OK)
    status = evaluate_stage (self, t + h, h, 1.0, self->k_3, 0.0, f, self->k_4);
  return status;
}

/* As in Assimulo: sum of squares, not their mean; scale from the start of the step only. */
static double
get_euclidean_norm (const State *self)
{
  const LsOde *ode = self->ode;
  double sum = 0.0;

  for (guint i = 0; i < ode->problem.n; i++)
    {
      const double ratio = self->error[i] / (ode->atol[i] + ode->rtol * fabs (ode->x[i]));

      sum += ratio * ratio;
    }
  return sqrt (sum);
}

/* For an explicit time dependence the embedded error estimate vanishes: both methods are Simpson's
 * rule. The error of a method of order 3 is then estimated by third differences that include the
 * previous step. */
static double
get_error_in_time (State *self, double h, const double x[])
{
  const LsOde *ode = self->ode;
  const double h_before = self->control.h_before;

  if (!(h_before > LEAST_BEFORE * h))
    return 0.0;
  for (guint i = 0; i < ode->problem.n; i++)
    {
      const double before = (self->f[i] - self->f_before[i]) / h_before;
      const double first = 2.0 * (self->k_2[i] - self->f[i]) / h;
      const double second = 2.0 * (self->k_4[i] - self->k_2[i]) / h;
      const double low = (first - before) / (0.5 * h + h_before);
      const double high = (second - first) / h;

      self->x_stage[i] = h * h * h * h / IN_TIME * (high - low) / (h + h_before);
    }
  return ls_ode_get_norm (ode, self->x_stage, ode->x, x);
}

/* States and error after a step of @h. @error: (out): norm */
static LsStatus
evaluate (State *self, double h, double t_new, double x[], double *error)
{
  LsOde *ode = self->ode;
  LsStatus status = evaluate_stages (self, h);

  if (status != LS_OK)
    return status;
  for (guint i = 0; i < ode->problem.n; i++)
    {
      self->difference[i]
          = h / 6.0 * (self->f[i] + 2.0 * (self->k_2[i] + self->k_3[i]) + self->k_4[i]);
      x[i] = ode->x[i] + self->difference[i];
      self->error[i]
          = h / 6.0 * (2.0 * (self->k_2[i] - self->k_3[i]) + self->z_3[i] - self->k_4[i]);
    }
  status = ls_ode_project (ode, t_new, x, self->error);
  if (status != LS_OK)
    return status;
  *error = ode->rejecting ? fmax (ls_ode_get_norm (ode, self->error, ode->x, x),
                                  get_error_in_time (self, h, x))
                          : get_euclidean_norm (self);
  return ls_ode_check_norm (ode, *error);
}

/* Growth factor of the step from its error. */
static double
get_factor (const LsOde *ode, double error)
{
  const double factor = pow (error, -0.25);

  return ode->rejecting ? CLAMP (SAFETY * factor, LEAST_FACTOR, GREATEST_FACTOR)
                        : fmin (factor, GREATEST_FACTOR);
}

static LsStatus
try_step (gpointer state, LsOdeAttempt *attempt, double x[])
{
  State *self = state;
  LsOde *ode = self->ode;
  double error;
  LsStatus status = evaluate (self, attempt->h, attempt->t, x, &error);

  if (status != LS_OK)
    return status;
  if (ode->rejecting && error > 1.0)
    {
      ls_ode_reject_error (ode, !self->control.has_steps);
      attempt->h *= get_factor (ode, error);
      self->after_rejection = TRUE;
      return LS_OK;
    }
  /* Evaluated here because the dense output needs it; the next step starts with it. */
  status = ls_ode_evaluate (ode, attempt->t, x, self->f_end);
  if (status != LS_OK)
    {
      memcpy (self->f_end, self->f, ode->problem.n * sizeof (double));
      return status;
    }
  attempt->accepted = TRUE;
  self->control.has_steps = TRUE;
  self->control.h_before = attempt->h;
  memcpy (self->f_before, self->f, ode->problem.n * sizeof (double));
  ls_ode_choose_next_step (ode, attempt, attempt->h * get_factor (ode, error),
                           self->after_rejection);
  return LS_OK;
}

static LsStatus
step (gpointer state, double t_limit, double *t, double x[])
{
  State *self = state;
  const LsStatus status = begin (self, t_limit);

  if (status != LS_OK)
    return status;
  return ls_ode_try_steps (self->ode, try_step, self, 1.0 + 1e-10, t_limit, t, x);
}

/* Cubic Hermite interpolation between both ends. */
static void
interpolate (gpointer state, double t, double x[])
{
  const State *self = state;
  const LsOde *ode = self->ode;
  const double h = ode->time - ode->previous_time;
  const double theta = (t - ode->previous_time) / h;

  for (guint i = 0; i < ode->problem.n; i++)
    {
      const double slopes = (theta - 1.0) * h * self->f[i] + theta * h * self->f_end[i];
      const double bend = (1.0 - 2.0 * theta) * self->difference[i] + slopes;

      x[i] = ode->x_previous[i] + theta * self->difference[i] + theta * (theta - 1.0) * bend;
    }
}

const LsOdeMethod ls_ode_rk34 = {
  .id = "rk34",
  .name = N_ ("Runge-Kutta 4(3)"),
  .one_step = TRUE,
  .projects = TRUE,
  .order = 4,
  .dense_order = 3,
  .create = create,
  .destroy = ls_ode_memory_free,
  .restart = restart,
  .step = step,
  .interpolate = interpolate,
  LS_ODE_MEMORY_ENTRIES,
};
