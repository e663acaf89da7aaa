/* What other threads ask of a run: its pause, its next step, values, its end. */
#include "core/run/run-impl.h"

#include <math.h>

/* May be called from a signal handler. */
static void
request (LsRun *self, guint requests)
{
  g_atomic_int_or ((guint *)&self->requests, requests);
  sem_post (&self->requested);
}

void
ls_run_cancel (LsRun *self)
{
  g_return_if_fail (self != NULL);
  request (self, LS_REQUEST_CANCEL);
}

void
ls_run_pause (LsRun *self)
{
  g_return_if_fail (self != NULL);
  request (self, LS_REQUEST_PAUSE);
}

void
ls_run_continue (LsRun *self)
{
  g_return_if_fail (self != NULL);

  g_atomic_int_and (&self->requests, ~(LS_REQUEST_PAUSE | LS_REQUEST_STEP));
  sem_post (&self->requested);
}

void
ls_run_take_step (LsRun *self)
{
  g_return_if_fail (self != NULL);
  request (self, LS_REQUEST_STEP);
}

gboolean
ls_run_is_paused (LsRun *self)
{
  g_return_val_if_fail (self != NULL, FALSE);
  return g_atomic_int_get (&self->waiting) != 0;
}

void
ls_run_set_value (LsRun *self, const char *signal, double value)
{
  LsRunChange change = { NAN, g_strdup (signal), value };

  g_return_if_fail (self != NULL);
  g_mutex_lock (&self->lock);
  g_array_append_val (self->changes, change);
  g_mutex_unlock (&self->lock);
  request (self, LS_REQUEST_VALUES);
}

GArray *
ls_run_list_changes (LsRun *self)
{
  GArray *changes;

  g_return_val_if_fail (self != NULL, NULL);
  g_mutex_lock (&self->lock);
  changes = ls_run_changes_copy (self->taken);
  g_mutex_unlock (&self->lock);
  return changes;
}

gboolean
ls_run_is_changed (LsRun *self)
{
  g_return_val_if_fail (self != NULL, FALSE);
  return g_atomic_int_get (&self->changed) != 0;
}
