#include "core/assembly/rollback-log.h"

#define N_COEFF (LS_SYSTEM_MAX_DEGREE + 1)

typedef struct
{
  double h, end_time; /* s */
  guint degree;
} Step;

struct LsRollbackLog
{
  LsSystem *const *systems;
  guint n_systems, n_in;
  Step *steps;       /* interval */
  Step *next, *end;  /* after the steps since the saved point; equal without a saved point */
  gboolean expected; /* rollbacks are frequent: save before every step */
  double *u;         /* interval x n_in x N_COEFF: inputs of the steps, contiguous */
  double *next_u;
  double *y; /* outputs of a repeated step, not used */
};

LsRollbackLog *
ls_rollback_log_new (LsSystem *const *systems, guint n, guint interval)
{
  LsRollbackLog *self = g_new0 (LsRollbackLog, 1);
  guint n_out = 0;

  g_return_val_if_fail (interval > 0, NULL);

  self->systems = systems;
  self->n_systems = n;
  for (guint k = 0; k < n; k++)
    {
      const LsSystemInfo *info = ls_system_get_info (systems[k]);

      self->n_in += info->n_in;
      n_out = MAX (n_out, info->n_out);
    }
  self->steps = g_new0 (Step, interval);
  self->next = self->end = self->steps + interval;
  self->u = g_new0 (double, (gsize)interval * self->n_in * N_COEFF + 1);
  self->y = g_new0 (double, n_out + 1);
  return self;
}

void
ls_rollback_log_free (LsRollbackLog *self)
{
  if (self == NULL)
    return;
  g_free (self->steps);
  g_free (self->u);
  g_free (self->y);
  g_free (self);
}

void
ls_rollback_log_expect (LsRollbackLog *self)
{
  self->expected = TRUE;
  self->next = self->end = self->steps + 1;
}

void
ls_rollback_log_forget (LsRollbackLog *self)
{
  self->next = self->end;
}

/* Cold path: no inlining. */
static G_GNUC_NO_INLINE LsStatus
save (LsRollbackLog *self)
{
  for (guint k = 0; k < self->n_systems; k++)
    if (ls_system_save (self->systems[k], self->expected) != LS_OK)
      return LS_STOP;
  self->next = self->steps;
  self->next_u = self->u;
  return LS_OK;
}

LsStatus
ls_rollback_log_begin (LsRollbackLog *self)
{
  return G_LIKELY (self->next < self->end) ? LS_OK : save (self);
}

void
ls_rollback_log_commit (
    LsRollbackLog *self, double h, double end_time, guint degree, const double u[])
{
  const double *end = u + (gsize)self->n_in * (degree + 1);
  double *kept = self->next_u;

  *self->next++ = (Step){ h, end_time, degree };
  /* Mostly few numbers, for which a call of memcpy() is slower. */
  for (; u < end; u++, kept++)
    *kept = *u;
  self->next_u = kept;
}

/* Number of stored input coefficients of a step. */
static gsize
get_n (const LsRollbackLog *self, const Step *step)
{
  return (gsize)self->n_in * (step->degree + 1);
}

/* @u: input coefficients of all systems. */
static LsStatus
repeat (LsRollbackLog *self, const Step *step, const double u[])
{
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
ls_rollback_log_roll_back (LsRollbackLog *self)
{
  const double *u = self->u;
  LsStatus status = LS_OK;

  for (guint k = 0; k < self->n_systems; k++)
    if (ls_system_restore (self->systems[k]) != LS_OK)
      return LS_STOP;
  for (const Step *step = self->steps; step < self->next && status == LS_OK; step++)
    {
      status = repeat (self, step, u);
      u += get_n (self, step);
    }
  return status;
}

LsStatus
ls_rollback_log_undo (LsRollbackLog *self)
{
  g_return_val_if_fail (self->next > self->steps, LS_STOP);

  self->next--;
  self->next_u -= get_n (self, self->next);
  return ls_rollback_log_roll_back (self);
}
