/* The classical Runge-Kutta method of order 4 with Kutta's of order 3 in the same stages. With
 * ls_ode_set_rejecting (FALSE) it is the RungeKutta34 of Assimulo, which takes every step; that
 * one measures errors in the Euclidean norm, without safety factor. */
#include "core/num/ode-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define SAFETY 0.9
#define LEAST_FACTOR 0.2
#define GREATEST_FACTOR 2.0

typedef struct
{
  gboolean has_f; /* whether f_end holds at the present time and states */
  gboolean has_steps;
} Control;

typedef struct
{
  LsOdeKept kept;
  LsOde *ode;
  Control control;
  double *f, *f_end;  /* at both ends of the step */
  double *difference; /* of the states at its ends, without correction */
  double *k_2, *k_3, *k_4, *z_3;
  double *x_stage, *error, *work; /* error and work are neighbours */
} State;

static gpointer
create (LsOde *ode)
{
  State *self = g_new0 (State, 1);
  const gsize n = ode->problem.n;
  double *next = g_new0 (double, 10 * n);

  self->ode = ode;
  self->kept = (LsOdeKept){ &self->control, sizeof (Control), next, 3 * n };
  self->f = next;
  self->f_end = next += n;
  self->difference = next += n;
  self->k_2 = next += n;
  self->k_3 = next += n;
  self->k_4 = next += n;
  self->z_3 = next += n;
  self->x_stage = next += n;
  self->error = next += n;
  self->work = next + n;
  return self;
}

static void
destroy (gpointer state)
{
  State *self = state;

  g_free (self->kept.arrays);
  g_free (self);
}

static LsStatus
restart (gpointer state, gboolean soft)
{
  State *self = state;

  self->control.has_f = FALSE;
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
  /* Also for attempts that fail. */
  memcpy (self->f_end, self->f, ode->problem.n * sizeof (double));
  self->control.has_f = TRUE;
  if (ode->next_step > 0.0)
    return LS_OK;
  return ls_ode_find_first_step (ode, self->f, 4, t_limit - ode->time, self->error,
                                 &ode->next_step);
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

/* As Assimulo: sum of squares, not their mean; scale from the start of the step only. */
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

/* One attempt over @h. @error: (out): norm */
static LsStatus
attempt (State *self, double h, double t_new, double x[], double *error)
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
  *error
      = ode->rejecting ? ls_ode_get_norm (ode, self->error, ode->x, x) : get_euclidean_norm (self);
  return isfinite (*error) ? LS_OK : ls_ode_fail (ode, LS_ODE_TROUBLE_ERROR, ode->time, LS_RETRY);
}

/* Growth of the step by its error. */
static double
get_factor (const LsOde *ode, double error)
{
  const double factor = pow (error, -0.25);

  return ode->rejecting ? CLAMP (SAFETY * factor, LEAST_FACTOR, GREATEST_FACTOR)
                        : fmin (factor, GREATEST_FACTOR);
}

static void
reject (State *self, double *h, double error)
{
  LsOde *ode = self->ode;

  ode->counts.rejected++;
  if (self->control.has_steps)
    ode->counts.error_failures++;
  else
    ode->counts.start_failures++;
  *h *= get_factor (ode, error);
  ls_ode_fail (ode, LS_ODE_TROUBLE_ERROR, ode->time, LS_RETRY);
}

static LsStatus
step (gpointer state, double t_limit, double *t, double x[])
{
  State *self = state;
  LsOde *ode = self->ode;
  guint n_refused = 0;
  gboolean after_rejection = FALSE;
  LsStatus status = begin (self, t_limit);
  double h = ode->next_step;

  while (status == LS_OK)
    {
      const double wanted = h;
      double error, h_new;
      gboolean last;

      status = ls_ode_begin_attempt (ode, t_limit, 1.0 + 1e-10, &h, &last);
      if (status != LS_OK)
        return status;
      *t = last ? t_limit : ode->time + h;
      status = attempt (self, h, *t, x, &error);
      if (status == LS_OK && ode->rejecting && error > 1.0)
        {
          reject (self, &h, error);
          after_rejection = TRUE;
          continue;
        }
      /* Here, since continuous output needs it; the next step begins with it. */
      if (status == LS_OK)
        status = ls_ode_evaluate (ode, *t, x, self->f_end);
      if (status != LS_OK)
        {
          memcpy (self->f_end, self->f, ode->problem.n * sizeof (double));
          status = ls_ode_refuse_attempt (ode, status, &n_refused, &h);
          continue;
        }
      self->control.has_steps = TRUE;
      h_new = h * get_factor (ode, error);
      if (after_rejection)
        h_new = fmin (h_new, h);
      ode->next_step = last ? fmax (h_new, wanted) : h_new;
      return LS_OK;
    }
  return status;
}

/* Hermite's cubic through both ends. */
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
  .destroy = destroy,
  .restart = restart,
  .step = step,
  .interpolate = interpolate,
  .get_saved_size = ls_ode_kept_get_size,
  .save = ls_ode_kept_save,
  .restore = ls_ode_kept_restore,
};
