/* Common parts of all solvers: arguments, time and states, stepping from one time to another. */
#include "core/ode/ode-impl.h"

#include "core/ode/ode-methods.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define ENTRY(record) &record,

static const LsOdeMethod *const methods[] = { LS_ODE_METHODS (ENTRY) };

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

const char *
ls_ode_method_get_name (const LsOdeMethod *method)
{
  return _ (method->name);
}

gboolean
ls_ode_method_is_implicit (const LsOdeMethod *method)
{
  return method->implicit;
}

gboolean
ls_ode_method_has_fixed_step (const LsOdeMethod *method)
{
  return method->fixed_step;
}

gboolean
ls_ode_method_is_one_step (const LsOdeMethod *method)
{
  return method->one_step;
}

gboolean
ls_ode_method_can_project (const LsOdeMethod *method)
{
  return method->projects;
}

gboolean
ls_ode_method_finds_roots (const LsOdeMethod *method)
{
  return method->finds_roots;
}

guint
ls_ode_method_get_order (const LsOdeMethod *method)
{
  return method->order;
}

guint
ls_ode_method_get_dense_order (const LsOdeMethod *method)
{
  return method->dense_order;
}

static gboolean
check_tolerances (
    const LsOdeMethod *method, guint n, double rtol, const double atol[], GError **error)
{
  if (!isfinite (rtol) || rtol < 0.0 || rtol >= 1.0)
    return ls_fail (error, LS_ERROR_ARGUMENT,
                    _ ("The relative tolerance %g is not a number from 0 to less than 1."), rtol);
  if (rtol < method->least_rtol)
    return ls_fail (error, LS_ERROR_ARGUMENT,
                    _ ("The relative tolerance %g is below %g, the least of the solver %s."), rtol,
                    method->least_rtol, method->id);
  for (guint i = 0; i < n; i++)
    if (!isfinite (atol[i]) || atol[i] < 0.0 || (atol[i] == 0.0 && rtol == 0.0))
      return ls_fail (error, LS_ERROR_ARGUMENT,
                      _ ("The absolute tolerance %g of state %u cannot be used."), atol[i], i + 1);
  return TRUE;
}

static gboolean
check_details (const LsOdeMethod *method, guint n, const LsOdeDetails *details, GError **error)
{
  for (guint i = 0; details->nominals != NULL && i < n; i++)
    if (!isfinite (details->nominals[i]) || details->nominals[i] <= 0.0)
      return ls_fail (error, LS_ERROR_ARGUMENT,
                      _ ("The nominal %g of state %u is not a number above 0."),
                      details->nominals[i], i + 1);
  for (gsize i = 0; i < details->n_entries; i++)
    if (details->rows[i] >= n || details->columns[i] >= n)
      return ls_fail (error, LS_ERROR_ARGUMENT,
                      _ ("Place (%u, %u) is not one of a Jacobian of %u states."),
                      details->rows[i] + 1, details->columns[i] + 1, n);
  if (details->project == NULL || method->projects)
    return TRUE;
  return ls_fail (error, LS_ERROR_ARGUMENT,
                  _ ("The solver %s does not support constraints on the states."), method->id);
}

static LsOde *
allocate (const LsOdeMethod *method,
          const LsOdeProblem *problem,
          const LsOdeDetails *details,
          double rtol,
          const double atol[])
{
  LsOde *self = g_new0 (LsOde, 1);
  const guint n = problem->n;

  self->method = method;
  self->problem = *problem;
  self->details = *details;
  self->rtol = rtol;
  self->max_step = INFINITY;
  self->fixed_step = LS_ODE_DEFAULT_FIXED_STEP;
  self->rejecting = TRUE;
  self->trouble_state = G_MAXUINT;
  self->atol = g_new0 (double, n + 1);
  self->x = g_new0 (double, n + 1);
  self->x_previous = g_new0 (double, n + 1);
  self->x_new = g_new0 (double, n + 1);
  self->correction = g_new0 (double, n + 1);
  self->roots = g_new0 (double, details->n_roots + 1);
  if (details->nominals != NULL)
    self->nominals = g_memdup2 (details->nominals, n * sizeof (double));
  self->details.nominals = self->nominals;
  if (n > 0)
    memcpy (self->atol, atol, n * sizeof (double));
  return self;
}

LsOde *
ls_ode_new_full (const LsOdeMethod *method,
                 const LsOdeProblem *problem,
                 const LsOdeDetails *details,
                 double rtol,
                 const double atol[],
                 GError **error)
{
  const LsOdeDetails nothing = { 0 };
  g_autoptr (LsOde) self = NULL;

  g_return_val_if_fail (method != NULL, NULL);
  g_return_val_if_fail (problem->derivatives != NULL, NULL);

  if (details == NULL)
    details = &nothing;
  if (!check_tolerances (method, problem->n, rtol, atol, error)
      || !check_details (method, problem->n, details, error))
    return NULL;
  self = allocate (method, problem, details, rtol, atol);
  if (problem->n == 0)
    return g_steal_pointer (&self);

  self->state = method->create (self);
  self->details.n_entries = 0;
  self->details.rows = self->details.columns = NULL;
  if (self->state == NULL)
    return ls_fail_null (error, LS_ERROR_ARGUMENT,
                         _ ("The solver %s cannot be set up for %u states."), method->id,
                         problem->n);
  return g_steal_pointer (&self);
}

LsOde *
ls_ode_new (const LsOdeMethod *method,
            const LsOdeProblem *problem,
            double rtol,
            const double atol[],
            GError **error)
{
  return ls_ode_new_full (method, problem, NULL, rtol, atol, error);
}

void
ls_ode_free (LsOde *self)
{
  if (self == NULL)
    return;
  if (self->state != NULL)
    self->method->destroy (self->state);
  g_free (self->nominals);
  g_free (self->atol);
  g_free (self->x);
  g_free (self->x_previous);
  g_free (self->x_new);
  g_free (self->correction);
  g_free (self->roots);
  g_free (self);
}

gboolean
ls_ode_set_tolerances (LsOde *self, double rtol, const double atol[], GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  const guint n = self->problem.n;

  if (!check_tolerances (self->method, n, rtol, atol, error))
    return FALSE;
  self->rtol = rtol;
  if (n == 0)
    return TRUE;
  memcpy (self->atol, atol, n * sizeof (double));
  if (self->method->tolerances_changed == NULL
      || self->method->tolerances_changed (self->state) == LS_OK)
    return TRUE;
  return ls_fail (error, LS_ERROR_ARGUMENT, _ ("The solver %s does not accept the tolerances."),
                  self->method->id);
}

/* Resets everything but counts, settings and the private state of the method. */
static LsStatus
go_on_from (LsOde *self, double t, const double x[], gboolean soft)
{
  const guint n = self->problem.n;

  if (!isfinite (t))
    return LS_STOP;
  for (guint i = 0; i < n; i++)
    if (!isfinite (x[i]))
      return LS_STOP;
  self->time = self->previous_time = t;
  self->has_step = self->is_corrected = self->is_at_root = FALSE;
  self->n_stalled = 0;
  if (!soft)
    {
      self->next_step = 0.0;
      self->next_is_wanted = FALSE;
    }
  if (n == 0)
    return LS_OK;
  memmove (self->x, x, n * sizeof (double));
  return self->method->restart (self->state, soft);
}

LsStatus
ls_ode_start (LsOde *self, double t, const double x[])
{
  self->origin = t;
  return go_on_from (self, t, x, FALSE);
}

LsStatus
ls_ode_restart (LsOde *self, double t, const double x[], gboolean soft)
{
  self->counts.restarts++;
  return go_on_from (self, t, x, soft);
}

void
ls_ode_set_max_steps (LsOde *self, guint64 steps_per_call)
{
  g_return_if_fail (self != NULL);

  self->max_steps = steps_per_call;
}

void
ls_ode_set_max_step (LsOde *self, double h)
{
  g_return_if_fail (h >= 0.0);

  self->max_step = h > 0.0 ? h : INFINITY;
}

void
ls_ode_set_fixed_step (LsOde *self, double h)
{
  g_return_if_fail (h > 0.0 && isfinite (h));

  self->fixed_step = h;
  self->origin = self->time;
}

void
ls_ode_set_next_step (LsOde *self, double h)
{
  g_return_if_fail (h > 0.0 && isfinite (h));

  self->next_step = h;
  self->next_is_wanted = TRUE;
}

void
ls_ode_set_rejecting (LsOde *self, gboolean rejecting)
{
  g_return_if_fail (self != NULL);

  self->rejecting = rejecting;
}

/* No step is possible between times that differ by rounding: 0.1 + 0.2 and 0.3 are the same
 * time. */
static gboolean
is_same_time (double a, double b)
{
  return fabs (a - b) <= 16.0 * DBL_EPSILON * fmax (fabs (a), fabs (b));
}

/* Counts steps below the rounding of time; without a limit a solver would creep towards a
 * singularity forever. */
static void
accept_step (LsOde *self, double t)
{
  double *x = self->x_previous;

  self->x_previous = self->x;
  self->x = self->x_new;
  self->x_new = x;
  self->previous_time = self->time;
  self->time = t;
  self->has_step = TRUE;
  self->next_is_wanted = FALSE;
  self->counts.steps++;
  self->n_stalled = t - self->previous_time <= LS_ODE_STALL * fabs (t) ? self->n_stalled + 1 : 0;
}

LsStatus
ls_ode_step (LsOde *self, double t_limit, double *t_reached)
{
  LsStatus status;
  double t = t_limit;

  if (!isfinite (t_limit) || t_limit < self->time)
    return LS_STOP;
  *t_reached = self->time;
  /* The time is not changed, so such distances do not accumulate. */
  if (is_same_time (t_limit, self->time))
    return LS_OK;
  self->trouble = LS_ODE_TROUBLE_NONE;
  self->trouble_state = G_MAXUINT;
  if (self->n_stalled >= LS_ODE_MAX_STALLED)
    return ls_ode_fail (self, LS_ODE_TROUBLE_STALLED, self->time, LS_RETRY);
  if (self->problem.n > 0)
    {
      self->is_corrected = self->is_at_root = FALSE;
      status = self->method->step (self->state, t_limit, &t, self->x_new);
      if (status != LS_OK)
        {
          self->has_step = FALSE;
          return status;
        }
    }
  accept_step (self, t);
  *t_reached = t;
  return LS_OK;
}

LsStatus
ls_ode_advance (LsOde *self, double t_end, double x[])
{
  guint64 steps = 0;

  if (!isfinite (t_end) || t_end < self->time)
    return LS_STOP;
  while (!is_same_time (t_end, self->time))
    {
      double t;
      LsStatus status;

      if (self->max_steps > 0 && steps++ == self->max_steps)
        return ls_ode_fail (self, LS_ODE_TROUBLE_TOO_MANY, self->time, LS_RETRY);
      status = ls_ode_step (self, t_end, &t);
      if (status != LS_OK)
        return status;
    }
  if (self->problem.n > 0)
    memcpy (x, self->x, self->problem.n * sizeof (double));
  return LS_OK;
}

/* Blends in the correction of the end point smoothly, with no effect on the first two derivatives
 * at both ends. */
static void
add_correction (const LsOde *self, double theta, double x[])
{
  const double weight = theta * theta * theta * (10.0 + theta * (6.0 * theta - 15.0));

  for (guint i = 0; i < self->problem.n; i++)
    x[i] += weight * self->correction[i];
}

LsStatus
ls_ode_interpolate (LsOde *self, double t, double x[])
{
  const gsize size = self->problem.n * sizeof (double);

  if (size == 0)
    return LS_OK;
  if (!self->has_step || t >= self->time)
    memcpy (x, self->x, size);
  else if (t <= self->previous_time)
    memcpy (x, self->x_previous, size);
  else
    {
      const LsStatus status
          = self->method->prepare != NULL ? self->method->prepare (self->state) : LS_OK;

      if (status != LS_OK)
        return status;
      self->method->interpolate (self->state, t, x);
      if (self->is_corrected)
        add_correction (self, (t - self->previous_time) / (self->time - self->previous_time), x);
    }
  return LS_OK;
}

gboolean
ls_ode_get_roots (const LsOde *self, double z[])
{
  if (self->details.n_roots > 0)
    memcpy (z, self->roots, self->details.n_roots * sizeof (double));
  return self->is_at_root;
}

double
ls_ode_get_time (const LsOde *self)
{
  return self->time;
}

double
ls_ode_get_previous_time (const LsOde *self)
{
  return self->previous_time;
}

const double *
ls_ode_get_states (const LsOde *self)
{
  return self->x;
}

double
ls_ode_get_next_step (const LsOde *self)
{
  return self->method->fixed_step ? self->fixed_step : self->next_step;
}

void
ls_ode_get_counts (const LsOde *self, LsOdeCounts *counts)
{
  *counts = self->counts;
}
