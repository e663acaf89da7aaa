/* Values that change at times that the model says. */
#include "core/master/master-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Relative distance of times that are the same. */
#define SAME 1e-12
/* In macro steps: rounding. */
#define LATE 1e-6

static int
compare_changes (gconstpointer a, gconstpointer b)
{
  const LsTimedChange *const *p = a, *const *q = b;

  return (*p)->time < (*q)->time ? -1 : (*p)->time > (*q)->time;
}

static gboolean
plan_change (LsMaster *self, const LsTimedChange *change, GError **error)
{
  if (change->time < self->origin)
    return ls_fail (error, LS_ERROR_ARGUMENT,
                    _ ("“%s” is to change at %g s, before the start of the run at %g s"),
                    change->signal, change->time, self->origin);
  if (change->time >= self->origin + self->stop_time)
    ls_log_write (self->log, LS_LOG_WARNING, NULL, NULL, NAN,
                  _ ("%s is to change at %g s, when the run is over"), change->signal,
                  change->time);
  else
    g_ptr_array_add (self->changes,
                     ls_timed_change_new (change->time, change->signal, change->value));
  return ls_master_check_value (self, change->signal, change->value, error);
}

gboolean
ls_master_plan_changes (LsMaster *self, const LsModel *model, GError **error)
{
  const GPtrArray *changes = ls_model_get_experiment ((LsModel *)model)->changes;

  ls_master_list_sizes (self);
  self->limits = g_array_new (FALSE, TRUE, sizeof (double));
  self->changes = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_timed_change_free);
  for (guint i = 0; i < changes->len; i++)
    if (!plan_change (self, changes->pdata[i], error))
      return FALSE;
  g_ptr_array_sort (self->changes, compare_changes);
  return TRUE;
}

double
ls_master_get_change_time (const LsMaster *self)
{
  const LsTimedChange *next;

  if (G_LIKELY (self->next_change >= self->changes->len))
    return INFINITY;
  next = self->changes->pdata[self->next_change];
  return next->time - self->origin;
}

double
ls_master_get_limit (const LsMaster *self)
{
  const double tick = ls_master_get_tick_time (self);

  return self->network.can_shorten ? fmin (tick, ls_master_get_change_time (self)) : tick;
}

static gboolean
is_due (const LsMaster *self)
{
  const double time = self->network.time, due = ls_master_get_change_time (self);

  return due <= time + SAME * fmax (fabs (time), fabs (self->origin));
}

/* Appends a row of time and signals. */
static LsStatus
note_limit (LsMaster *self)
{
  const guint n = self->limits->len;
  g_autoptr (GError) error = NULL;
  double *row;

  g_array_set_size (self->limits, n + 1 + self->n_signals);
  row = &g_array_index (self->limits, double, n);
  row[0] = self->network.time;
  if (ls_master_read (self, row + 1, &error))
    return LS_OK;
  ls_log_write (self->log, LS_LOG_ERROR, NULL, NULL, self->network.time, "%s", error->message);
  return LS_STOP;
}

LsStatus
ls_master_note_changes (LsMaster *self)
{
  if (!self->is_changed)
    return LS_OK;
  self->is_changed = FALSE;
  self->has_events = TRUE;
  return note_limit (self);
}

LsStatus
ls_master_make_changes (LsMaster *self, gboolean *jumped)
{
  LsStatus status = LS_OK;

  if (is_due (self))
    {
      self->is_changed = TRUE;
      status = note_limit (self);
    }
  while (status == LS_OK && is_due (self))
    {
      const double late = self->network.time - ls_master_get_change_time (self);
      const LsTimedChange *change = self->changes->pdata[self->next_change++];
      g_autoptr (GError) error = NULL;

      if (!ls_master_set_value (self, change->signal, change->value, &error))
        {
          ls_log_write (self->log, LS_LOG_ERROR, NULL, NULL, self->network.time, "%s",
                        error->message);
          return LS_STOP;
        }
      if (late > LATE * self->step_size)
        ls_log_write (self->log, LS_LOG_WARNING, NULL, NULL, self->network.time,
                      _ ("%s was set to %g, %g s late: not every component can step to that time"),
                      change->signal, change->value, late);
      else
        ls_log_write (self->log, LS_LOG_INFO, NULL, NULL, self->network.time,
                      _ ("%s was set to %g"), change->signal, change->value);
      *jumped = TRUE;
    }
  return status;
}
