/* Euler's method on a grid. */
#include "core/num/ode-grid.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  LsOde *ode;
  double *f, *error; /* the error is not known: 0 */
} State;

static gpointer
create (LsOde *ode)
{
  State *self = g_new0 (State, 1);

  self->ode = ode;
  self->f = g_new0 (double, 2 * (gsize)ode->problem.n);
  self->error = self->f + ode->problem.n;
  return self;
}

static void
destroy (gpointer state)
{
  State *self = state;

  g_free (self->f);
  g_free (self);
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

/* Nothing is kept from one step to the next. */
static gsize
get_saved_size (gpointer state G_GNUC_UNUSED)
{
  return 0;
}

static void
save (gpointer state G_GNUC_UNUSED, gpointer buffer G_GNUC_UNUSED)
{
}

static void
restore (gpointer state G_GNUC_UNUSED, gconstpointer buffer G_GNUC_UNUSED)
{
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
  .destroy = destroy,
  .restart = restart,
  .step = step,
  .interpolate = interpolate,
  .get_saved_size = get_saved_size,
  .save = save,
  .restore = restore,
};
