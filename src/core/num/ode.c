#include "core/num/ode-impl.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static const LsOdeMethod *const methods[] = {
  &ls_ode_fehlberg78,
  &ls_ode_cvode_bdf,
  &ls_ode_cvode_adams,
};

guint
ls_ode_method_get_n (void)
{
  return G_N_ELEMENTS (methods);
}

const LsOdeMethod *
ls_ode_method_get (guint index)
{
  g_return_val_if_fail (index < G_N_ELEMENTS (methods), NULL);

  return methods[index];
}

const LsOdeMethod *
ls_ode_method_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    if (g_strcmp0 (methods[i]->id, id) == 0)
      return methods[i];
  return NULL;
}

const char *
ls_ode_method_get_id (const LsOdeMethod *method)
{
  return method->id;
}

gboolean
ls_ode_method_is_implicit (const LsOdeMethod *method)
{
  return method->implicit;
}

static gboolean
check_tolerances (guint n, double rtol, const double atol[], GError **error)
{
  if (!isfinite (rtol) || rtol < 0.0)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                   _ ("The relative tolerance %g is not a number of at least 0."), rtol);
      return FALSE;
    }
  for (guint i = 0; i < n; i++)
    if (!isfinite (atol[i]) || atol[i] < 0.0 || (atol[i] == 0.0 && rtol == 0.0))
      {
        g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                     _ ("The absolute tolerance %g of state %u cannot be used."), atol[i], i + 1);
        return FALSE;
      }
  return TRUE;
}

LsOde *
ls_ode_new (const LsOdeMethod *method,
            const LsOdeProblem *problem,
            double rtol,
            const double atol[],
            GError **error)
{
  g_autoptr (LsOde) self = NULL;
  guint n = problem->n;

  g_return_val_if_fail (method != NULL, NULL);
  g_return_val_if_fail (problem->derivatives != NULL, NULL);

  if (!check_tolerances (n, rtol, atol, error))
    return NULL;
  self = g_new0 (LsOde, 1);
  self->method = method;
  self->problem = *problem;
  self->rtol = rtol;
  self->atol = g_new0 (double, n + 1);
  self->x = g_new0 (double, n + 1);
  if (n == 0)
    return g_steal_pointer (&self);

  memcpy (self->atol, atol, n * sizeof (double));
  self->state = method->create (self);
  if (self->state == NULL)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                   _ ("The solver %s cannot be set up for %u states."), method->id, n);
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
ls_ode_free (LsOde *self)
{
  if (self == NULL)
    return;
  if (self->state != NULL)
    self->method->destroy (self->state);
  g_free (self->atol);
  g_free (self->x);
  g_free (self);
}

LsStatus
ls_ode_start (LsOde *self, double t, const double x[])
{
  if (!isfinite (t))
    return LS_STOP;
  for (guint i = 0; i < self->problem.n; i++)
    if (!isfinite (x[i]))
      return LS_STOP;
  self->time = t;
  if (self->problem.n == 0)
    return LS_OK;
  memcpy (self->x, x, self->problem.n * sizeof (double));
  return self->method->start (self->state, t, x);
}

void
ls_ode_set_max_steps (LsOde *self, guint64 steps_per_call)
{
  if (self->state != NULL)
    self->method->set_max_steps (self->state, steps_per_call);
}

LsStatus
ls_ode_advance (LsOde *self, double t_end, double x[])
{
  gsize size = self->problem.n * sizeof (double);
  LsStatus status;

  if (!isfinite (t_end) || t_end < self->time)
    return LS_STOP;
  if (self->problem.n == 0)
    {
      self->time = t_end;
      return LS_OK;
    }
  /* Below this no step can be taken: 0.1 + 0.2 and 0.3 are the same time. The
   * time stays, so that such distances do not add up. */
  if (t_end - self->time <= 16.0 * DBL_EPSILON * fmax (fabs (t_end), fabs (self->time)))
    {
      memcpy (x, self->x, size);
      return LS_OK;
    }
  status = self->method->advance (self->state, t_end, self->x);
  if (status != LS_OK)
    return status;
  self->time = t_end;
  memcpy (x, self->x, size);
  return LS_OK;
}

void
ls_ode_get_counts (const LsOde *self, LsOdeCounts *counts)
{
  *counts = self->counts;
}

LsStatus
ls_ode_evaluate (LsOde *self, double t, const double x[], double dx[])
{
  LsStatus status;

  self->counts.evaluations++;
  status = self->problem.derivatives (t, x, dx, self->problem.user_data);
  if (status != LS_OK)
    return status;
  for (guint i = 0; i < self->problem.n; i++)
    if (!isfinite (dx[i]))
      return LS_RETRY;
  return LS_OK;
}
