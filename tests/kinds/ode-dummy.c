/* A solver: the explicit midpoint rule on a grid. */
#include "core/ode/ode-grid.h"

typedef struct
{
  LsOdeMemory memory; /* nothing to save */
  LsOde *ode;
  double *f, *middle;
} State;

static gpointer
create (LsOde *ode)
{
  State *self = g_new0 (State, 1);

  self->ode = ode;
  self->f = g_new0 (double, 2 * (gsize)ode->problem.n);
  self->memory = (LsOdeMemory){ .arrays = self->f };
  self->middle = self->f + ode->problem.n;
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
  double h;

  ode->counts.attempts++;
  *t = ls_ode_get_next_grid_time (ode, t_limit);
  h = *t - ode->time;
  status = ls_ode_evaluate (ode, ode->time, ode->x, self->f);
  for (guint i = 0; i < ode->problem.n; i++)
    self->middle[i] = ode->x[i] + h / 2 * self->f[i];
  if (status == LS_OK)
    status = ls_ode_evaluate (ode, ode->time + h / 2, self->middle, self->f);
  for (guint i = 0; i < ode->problem.n; i++)
    x[i] = ode->x[i] + h * self->f[i];
  ode->counts.rejected += status != LS_OK;
  return status;
}

static void
interpolate (gpointer state, double t, double x[])
{
  const State *self = state;

  ls_ode_interpolate_linearly (self->ode, t, x);
}

const LsOdeMethod ls_ode_dummy = {
  .id = "dummy",
  .name = "Dummy",
  .fixed_step = TRUE,
  .one_step = TRUE,
  .order = 2,
  .dense_order = 1,
  .create = create,
  .destroy = ls_ode_memory_free,
  .restart = restart,
  .step = step,
  .interpolate = interpolate,
  .get_saved_size = ls_ode_memory_get_size,
  .save = ls_ode_memory_save,
  .restore = ls_ode_memory_restore,
};
