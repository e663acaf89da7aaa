#include "core/cosim/history.h"

#define N_COEFF (LS_SYSTEM_MAX_DEGREE + 1)

typedef struct
{
  double h, end_time; /* s */
  guint degree;
} Step;

struct LsHistory
{
  LsSystem *const *systems;
  guint n_systems, n_in, interval;
  guint n_steps; /* since the saved point */
  gboolean saved;
  Step *steps; /* interval */
  double *u;   /* interval x n_in x N_COEFF */
  double *y;   /* of a repeated step, not used */
};

LsHistory *
ls_history_new (LsSystem *const *systems, guint n, guint interval)
{
  LsHistory *self = g_new0 (LsHistory, 1);
  guint n_out = 0;

  g_return_val_if_fail (interval > 0, NULL);

  self->systems = systems;
  self->n_systems = n;
  self->interval = interval;
  for (guint k = 0; k < n; k++)
    {
      const LsSystemInfo *info = ls_system_get_info (systems[k]);

      self->n_in += info->n_in;
      n_out = MAX (n_out, info->n_out);
    }
  self->steps = g_new0 (Step, interval);
  self->u = g_new0 (double, (gsize)interval * self->n_in * N_COEFF + 1);
  self->y = g_new0 (double, n_out + 1);
  return self;
}

void
ls_history_free (LsHistory *self)
{
  if (self == NULL)
    return;
  g_free (self->steps);
  g_free (self->u);
  g_free (self->y);
  g_free (self);
}

/* Out of the way of the fast path. */
static G_GNUC_NO_INLINE LsStatus
save (LsHistory *self)
{
  self->saved = FALSE;
  for (guint k = 0; k < self->n_systems; k++)
    if (ls_system_save (self->systems[k]) != LS_OK)
      return LS_STOP;
  self->saved = TRUE;
  self->n_steps = 0;
  return LS_OK;
}

LsStatus
ls_history_begin (LsHistory *self)
{
  return G_LIKELY (self->saved && self->n_steps < self->interval) ? LS_OK : save (self);
}

void
ls_history_commit (LsHistory *self, double h, double end_time, guint degree, const double u[])
{
  const gsize n = (gsize)self->n_in * (degree + 1);
  double *kept = self->u + (gsize)self->n_steps * self->n_in * N_COEFF;

  if (self->interval > 1)
    {
      self->steps[self->n_steps] = (Step){ h, end_time, degree };
      /* Few numbers, mostly: a call of memcpy() takes longer. */
      for (gsize i = 0; i < n; i++)
        kept[i] = u[i];
    }
  self->n_steps++;
}

static LsStatus
repeat (LsHistory *self, guint index)
{
  const Step *step = &self->steps[index];
  const double *u = self->u + (gsize)index * self->n_in * N_COEFF;

  for (guint k = 0; k < self->n_systems; k++)
    {
      gboolean event;

      ls_system_aim (self->systems[k], step->end_time);
      if (ls_system_step (self->systems[k], step->h, step->degree, u, self->y, NULL, &event)
          != LS_OK)
        return LS_STOP;
      u += (gsize)ls_system_get_info (self->systems[k])->n_in * (step->degree + 1);
    }
  return LS_OK;
}

LsStatus
ls_history_roll_back (LsHistory *self)
{
  LsStatus status = LS_OK;

  for (guint k = 0; k < self->n_systems; k++)
    if (ls_system_restore (self->systems[k]) != LS_OK)
      return LS_STOP;
  for (guint i = 0; i < self->n_steps && status == LS_OK; i++)
    status = repeat (self, i);
  return status;
}

LsStatus
ls_history_undo (LsHistory *self)
{
  g_return_val_if_fail (self->n_steps > 0, LS_STOP);

  self->n_steps--;
  return ls_history_roll_back (self);
}
