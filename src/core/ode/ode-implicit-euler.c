/* Implicit Euler method on a fixed grid, solved by a simplified Newton iteration. Where that does
 * not converge, the step is divided, since there is no error control to do so. */
#include "core/ode/ode-grid.h"
#include "core/ode/ode-matrix.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MAX_ITERATIONS 7
/* Stopping threshold of the iteration error, relative to the tolerances. */
#define STOP 0.1
/* Contraction above which the Jacobian is evaluated anew for the next step. */
#define KEEP_JACOBIAN 0.1
#define MAX_PARTS 4096.0

typedef struct
{
  double h_factorised;
  gboolean has_jacobian;
  gboolean jacobian_is_new; /* evaluated at the current states */
} Control;

typedef struct
{
  LsOdeMemory memory;
  LsOde *ode;
  LsOdeJacobian *jacobian;
  LsOdeMatrix *matrix;
  gboolean is_factorised; /* the matrix is that of the control */
  Control control;
  double *values; /* of the Jacobian */
  double *f, *change, *error;
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
  gsize n_values;

  self->ode = ode;
  self->jacobian = ls_ode_jacobian_new (ode);
  self->matrix = ls_ode_matrix_new (self->jacobian, FALSE);
  n_values = self->jacobian->n_values;
  self->values = g_new0 (double, n_values + 3 * n);
  self->memory = (LsOdeMemory){ &self->control, sizeof (Control), self->values, n_values };
  self->f = self->values + n_values;
  self->change = self->f + n;
  self->error = self->change + n;
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
    self->control.has_jacobian = FALSE;
  self->control.jacobian_is_new = FALSE;
  return LS_OK;
}

static LsStatus
prepare (State *self, double h)
{
  LsOde *ode = self->ode;
  Control *control = &self->control;

  if (!control->has_jacobian)
    {
      LsStatus status = ls_ode_evaluate (ode, ode->time, ode->x, self->f);

      if (status == LS_OK)
        status
            = ls_ode_jacobian_evaluate (self->jacobian, ode->time, ode->x, self->f, self->values);
      if (status != LS_OK)
        return status;
      control->has_jacobian = control->jacobian_is_new = TRUE;
      control->h_factorised = 0.0;
      self->is_factorised = FALSE;
    }
  /* Steps of the grid are equal only up to rounding; so a matrix that was restored is that of the
   * step before. */
  if (!(fabs (control->h_factorised - h) <= 1e-9 * h))
    {
      control->h_factorised = h;
      self->is_factorised = FALSE;
    }
  if (self->is_factorised)
    return LS_OK;
  if (ls_ode_matrix_factorise (self->matrix, self->values, 1.0 / control->h_factorised, 0.0)
      != LS_OK)
    return ls_ode_fail (ode, LS_ODE_TROUBLE_SINGULAR, ode->time, LS_RETRY);
  ode->counts.factorisations++;
  self->is_factorised = TRUE;
  return LS_OK;
}

/* Linear extrapolation of the last step. */
static void
predict (const LsOde *ode, double h, double x[])
{
  const double ratio = ode->has_step ? h / (ode->time - ode->previous_time) : 0.0;

  for (guint i = 0; i < ode->problem.n; i++)
    x[i] = ode->x[i] + ratio * (ode->x[i] - ode->x_previous[i]);
}

/* Solves x - h f (t, x) = x_0. %LS_RETRY: no convergence, or an evaluation failed */
static LsStatus
iterate (State *self, double t, double h, double x[])
{
  LsOde *ode = self->ode;
  const guint n = ode->problem.n;
  double size_old = 0.0, slowness = 1.0;

  predict (ode, h, x);
  for (guint count = 1; count <= MAX_ITERATIONS; count++)
    {
      LsStatus status = ls_ode_evaluate (ode, t, x, self->f);
      double size, contraction = 0.0;

      if (status != LS_OK)
        return status;
      for (guint i = 0; i < n; i++)
        self->change[i] = self->f[i] - (x[i] - ode->x[i]) / h;
      ls_ode_matrix_solve (self->matrix, self->change, NULL);
      ode->counts.solves++;
      ode->counts.iterations++;
      for (guint i = 0; i < n; i++)
        x[i] += self->change[i];
      size = ls_ode_get_norm (ode, self->change, ode->x, x);
      if (count > 1)
        contraction = size / size_old;
      if (!isfinite (size) || contraction >= 0.99)
        break;
      if (count > 1)
        slowness = contraction / (1.0 - contraction);
      if (slowness * size <= STOP)
        {
          self->control.has_jacobian = contraction <= KEEP_JACOBIAN;
          return LS_OK;
        }
      size_old = size;
    }
  ode->counts.iteration_failures++;
  return ls_ode_fail (ode, LS_ODE_TROUBLE_ITERATION, ode->time, LS_RETRY);
}

static LsStatus
attempt (State *self, double t, double x[])
{
  LsOde *ode = self->ode;
  const double h = t - ode->time;
  LsStatus status = prepare (self, h);

  ode->counts.attempts++;
  if (status == LS_OK)
    status = iterate (self, t, h, x);
  if (status == LS_RETRY && !self->control.jacobian_is_new)
    {
      /* Repeat with the Jacobian of the current states. */
      self->control.has_jacobian = FALSE;
      status = prepare (self, h);
      if (status == LS_OK)
        status = iterate (self, t, h, x);
    }
  if (status != LS_OK)
    return status;
  memset (self->error, 0, ode->problem.n * sizeof (double));
  return ls_ode_project (ode, t, x, self->error);
}

static LsStatus
step (gpointer state, double t_limit, double *t, double x[])
{
  State *self = state;
  LsOde *ode = self->ode;
  const double t_grid = ls_ode_get_next_grid_time (ode, t_limit);
  LsStatus status = LS_RETRY;

  for (double parts = 1.0; status == LS_RETRY && parts <= MAX_PARTS; parts *= 2.0)
    {
      *t = parts == 1.0 ? t_grid : ode->time + (t_grid - ode->time) / parts;
      status = attempt (self, *t, x);
      ode->counts.rejected += status != LS_OK;
    }
  if (status == LS_OK)
    self->control.jacobian_is_new = FALSE;
  return status;
}

static void
interpolate (gpointer state, double t, double x[])
{
  const State *self = state;

  ls_ode_interpolate_linearly (self->ode, t, x);
}

static void
restore (gpointer state, gconstpointer buffer)
{
  State *self = state;

  ls_ode_memory_restore (state, buffer);
  self->is_factorised = FALSE;
}

const LsOdeMethod ls_ode_implicit_euler = {
  .id = "implicit-euler",
  .name = N_ ("Implicit Euler"),
  .implicit = TRUE,
  .fixed_step = TRUE,
  .one_step = TRUE,
  .projects = TRUE,
  .order = 1,
  .dense_order = 1,
  .create = create,
  .destroy = destroy,
  .restart = restart,
  .step = step,
  .interpolate = interpolate,
  .get_saved_size = ls_ode_memory_get_size,
  .save = ls_ode_memory_save,
  .restore = restore,
};
