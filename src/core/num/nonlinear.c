#include "core/num/nonlinear.h"

#include "core/num/nonlinear-impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Scaled residuals beyond this multiple of the first one, and of 1, count as divergence. */
#define DIVERGENCE 1e6

static const LsNonlinearMethod *const methods[] = {
  &ls_nonlinear_fixed_point,      &ls_nonlinear_anderson, &ls_nonlinear_newton_gmres,
  &ls_nonlinear_interface_newton, &ls_nonlinear_newton,
};

const LsNonlinearMethod *
ls_nonlinear_method_find (const char *id)
{
  g_return_val_if_fail (id != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    if (g_strcmp0 (methods[i]->id, id) == 0)
      return methods[i];
  return NULL;
}

const char *
ls_nonlinear_method_get_id (const LsNonlinearMethod *method)
{
  g_return_val_if_fail (method != NULL, NULL);

  return method->id;
}

gboolean
ls_nonlinear_method_needs_jacobian (const LsNonlinearMethod *method)
{
  g_return_val_if_fail (method != NULL, FALSE);

  return method->needs_jacobian;
}

LsNonlinear *
ls_nonlinear_new (const LsNonlinearMethod *method,
                  const LsNonlinearProblem *problem,
                  const LsNonlinearSettings *settings)
{
  LsNonlinear *self;
  gsize n = problem->n;

  g_return_val_if_fail (settings->eps > 0.0 && settings->max_iterations > 0, NULL);
  g_return_val_if_fail (
      !method->needs_jacobian || problem->jacobian != NULL || problem->n_entries > 0, NULL);
  g_return_val_if_fail (problem->n_entries == 0 || problem->entries != NULL, NULL);

  self = g_new0 (LsNonlinear, 1);
  self->method = method;
  self->problem = *problem;
  self->settings = *settings;
  self->max_evaluations = settings->max_iterations;
  self->start = g_new0 (double, 4 * n + 1);
  self->z = self->start + n;
  self->image = self->z + n;
  self->best = self->image + n;
  if (n == 0 || (self->state = method->create (self)) != NULL)
    return self;
  ls_nonlinear_free (self);
  return NULL;
}

void
ls_nonlinear_free (LsNonlinear *self)
{
  if (self == NULL)
    return;
  if (self->state != NULL)
    self->method->destroy (self->state);
  g_free (self->start);
  g_free (self);
}

static gboolean
is_finite (const double values[], guint n)
{
  for (guint i = 0; i < n; i++)
    if (!isfinite (values[i]))
      return FALSE;
  return TRUE;
}

/* The residual of the convergence test. @worst: (out): the unknown with the greatest residual;
 * @absolute: (out): greatest residual not relative to the size of the unknowns. */
static double
measure (const LsNonlinear *self, guint *worst, double *absolute)
{
  const LsNonlinearProblem *problem = &self->problem;
  double greatest = 0.0;

  *worst = 0;
  *absolute = 0.0;
  for (guint i = 0; i < problem->n; i++)
    {
      guint m = problem->measure != NULL ? problem->measure[i] : i;
      double size = 1.0 + fabs (self->z[m]) / problem->scale[m];
      double change = fabs (self->image[i] - self->z[i]) / problem->scale[i];
      double residual = change / size;

      *absolute = fmax (*absolute, change);
      if (residual > greatest)
        {
          greatest = residual;
          *worst = i;
        }
    }
  return greatest;
}

static LsNonlinearOutcome
judge (LsNonlinear *self)
{
  guint worst;
  double absolute, residual = measure (self, &worst, &absolute);

  self->report.last = residual;
  if (self->report.evaluations == 1)
    {
      self->first_residual = absolute;
      self->report.first = residual;
    }
  if (residual < self->best_residual)
    {
      self->best_residual = residual;
      self->best_worst = worst;
      memcpy (self->best, self->z, self->problem.n * sizeof (double));
    }
  if (residual <= self->settings.eps
      && (self->report.evaluations >= self->settings.min_iterations
          || residual <= fmax (self->problem.noise, DBL_EPSILON)))
    return LS_NONLINEAR_CONVERGED;
  return absolute > DIVERGENCE * fmax (self->first_residual, 1.0) ? LS_NONLINEAR_DIVERGED
                                                                  : LS_NONLINEAR_GOING_ON;
}

LsNonlinearOutcome
ls_nonlinear_evaluate (LsNonlinear *self, const double w[], double f[])
{
  const LsNonlinearProblem *problem = &self->problem;
  LsStatus status;

  if (self->report.evaluations >= self->max_evaluations)
    return LS_NONLINEAR_EXHAUSTED;
  if (!is_finite (w, problem->n))
    return LS_NONLINEAR_BROKEN;
  for (guint i = 0; i < problem->n; i++)
    self->z[i] = w[i] * problem->scale[i];
  self->report.evaluations++;
  status = problem->map (self->z, self->image, problem->user_data);
  if (status != LS_OK)
    return status == LS_RETRY ? LS_NONLINEAR_EVALUATION : LS_NONLINEAR_STOPPED;
  if (!is_finite (self->image, problem->n))
    return LS_NONLINEAR_BROKEN;
  for (guint i = 0; i < problem->n; i++)
    f[i] = (self->image[i] - self->z[i]) / problem->scale[i];
  return judge (self);
}

void
ls_nonlinear_get_best (const LsNonlinear *self, double w[])
{
  for (guint i = 0; i < self->problem.n; i++)
    w[i] = self->best[i] / self->problem.scale[i];
}

LsStatus
ls_nonlinear_solve (LsNonlinear *self, double z[])
{
  guint n = self->problem.n;
  LsNonlinearOutcome outcome;

  self->report = (LsNonlinearReport){ 0 };
  self->best_residual = INFINITY;
  self->best_worst = 0;
  memcpy (self->best, z, n * sizeof (double));
  for (guint i = 0; i < n; i++)
    self->start[i] = z[i] / self->problem.scale[i];
  if (n == 0)
    outcome = ls_nonlinear_evaluate (self, self->start, self->start);
  else
    outcome = self->method->solve (self->state);
  self->report.diverged = outcome == LS_NONLINEAR_DIVERGED || outcome == LS_NONLINEAR_BROKEN;
  self->report.residual = self->best_residual;
  self->report.worst = self->best_worst;
  memcpy (z, self->best, n * sizeof (double));
  if (outcome == LS_NONLINEAR_CONVERGED)
    return LS_OK;
  return outcome == LS_NONLINEAR_STOPPED ? LS_STOP : LS_RETRY;
}

void
ls_nonlinear_set_min_iterations (LsNonlinear *self, guint min_iterations)
{
  g_return_if_fail (self != NULL);

  self->settings.min_iterations = MIN (min_iterations, self->settings.max_iterations);
}

void
ls_nonlinear_forget (LsNonlinear *self)
{
  g_return_if_fail (self != NULL);

  if (self->state != NULL && self->method->forget != NULL)
    self->method->forget (self->state);
}

void
ls_nonlinear_get_report (const LsNonlinear *self, LsNonlinearReport *report)
{
  g_return_if_fail (self != NULL);

  *report = self->report;
}

gboolean
ls_nonlinear_has_memory (const LsNonlinear *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->state != NULL && self->method->forget != NULL;
}
