/* Explicit Euler method on a fixed grid. */
#include "core/ode/ode-grid.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  LsOdeMemory memory; /* no state to save */
  LsOde *ode;
  double *f, *error; /* the error is unknown: 0 */
} State;

static gpointer
create (LsOde *ode)
{
  State *self = g_new0 (State, 1);

  self->ode = ode;
  self->f = g_new0 (double, 2 * (gsize)ode->problem.n);
  self->memory = (LsOdeMemory){ .arrays = self->f };
  self->error = self->f + ode->problem.n;
  return self;
}

static LsStatus
restart (gpointer state G_GNUC_UNUSED, gboolean soft G_GNUC_UNUSED)
{
  return LS_OK;
}

static LsStatus
step (gpointer state, double t_limit, double *t, double x[])
{
  State *self = state;
  LsOde *ode = self->ode;
  LsStatus status;

  ode->counts.attempts++;
  *t = ls_ode_get_next_grid_time (ode, t_limit);
  status = ls_ode_evaluate (ode, ode->time, ode->x, self->f);
  if (status == LS_OK)
    {
      for (guint i = 0; i < ode->problem.n; i++)
        x[i] = ode->x[i] + (*t - ode->time) * self->f[i];
      memset (self->error, 0, ode->problem.n * sizeof (double));
      status = ls_ode_project (ode, *t, x, self->error);
    }
  ode->counts.rejected += status != LS_OK;
  return status;
}

static void
interpolate (gpointer state, double t, double x[])
{
  const State *self = state;

  ls_ode_interpolate_linearly (self->ode, t, x);
}

const LsOdeMethod ls_ode_explicit_euler = {
  .id = "explicit-euler",
  .name = N_ ("Explicit Euler"),
  .fixed_step = TRUE,
  .one_step = TRUE,
  .projects = TRUE,
  .order = 1,
  .dense_order = 1,
  .create = create,
  .destroy = ls_ode_memory_free,
  .restart = restart,
  .step = step,
  .interpolate = interpolate,
  LS_ODE_MEMORY_ENTRIES,
};
