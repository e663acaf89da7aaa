#include "core/run/run-checkpoint.h"

#include "core/master/master-checkpoint.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Times their cost lies between two checkpoints. */
#define SPARING 100
/* Least time between two checkpoints, µs. */
#define MIN_INTERVAL 100000
/* Of the states of all components together, bytes. */
#define MAX_SIZE ((gsize)256 << 20)

static LsRunCheckpoint *
checkpoint_ref (LsRunCheckpoint *self)
{
  if (self != NULL)
    g_atomic_ref_count_inc (&self->references);
  return self;
}

/* @checkpoint: (transfer full) (nullable); @why: (transfer full) (nullable): why there are none */
static void
set_checkpoint (LsRun *run, LsRunCheckpoint *checkpoint, char *why)
{
  g_mutex_lock (&run->lock);
  ls_run_checkpoint_unref (run->checkpoint);
  g_free (run->no_checkpoint);
  run->checkpoint = checkpoint;
  run->no_checkpoint = why;
  g_mutex_unlock (&run->lock);
}

void
ls_run_keep_checkpoints (LsRun *self)
{
  g_return_if_fail (self != NULL);

  self->keeps_checkpoints = TRUE;
}

double
ls_run_get_checkpoint (LsRun *self, char **why)
{
  double time;

  g_return_val_if_fail (self != NULL && why != NULL, NAN);

  g_mutex_lock (&self->lock);
  time = self->checkpoint != NULL ? self->checkpoint->time : NAN;
  *why = g_strdup (self->no_checkpoint);
  g_mutex_unlock (&self->lock);
  return time;
}

void
ls_run_forget_checkpoint (LsRun *self)
{
  g_return_if_fail (self != NULL);

  g_mutex_lock (&self->lock);
  g_clear_pointer (&self->checkpoint, ls_run_checkpoint_unref);
  g_mutex_unlock (&self->lock);
}

/* ---- Taking them ------------------------------------------------------------------------- */

void
ls_checkpoint_clock_start (LsCheckpointClock *self, LsRun *run, const LsMaster *master, gint64 now)
{
  g_autofree char *reason = NULL;

  self->active = FALSE;
  if (!run->keeps_checkpoints)
    return;
  reason = ls_master_explain_checkpoints (master);
  self->active = reason == NULL;
  self->due = now + MIN_INTERVAL;
  if (reason != NULL)
    set_checkpoint (run, NULL, g_steal_pointer (&reason));
}

static void
stop (LsCheckpointClock *self, LsRun *run, const char *why)
{
  self->active = FALSE;
  set_checkpoint (run, NULL, g_strdup (why));
}

static LsRunCheckpoint *
checkpoint_new (LsRun *run, const LsMaster *master, const LsStepMemory *memory, GBytes *bytes)
{
  LsRunCheckpoint *self = g_new0 (LsRunCheckpoint, 1);
  const guint n = ls_activity_get_n (run->activity);
  LsRunResult result;

  g_atomic_ref_count_init (&self->references);
  self->master = bytes;
  self->time = ls_master_get_time (master);
  self->memory = *memory;
  self->n_rows = ls_trace_get_n_rows (run->trace);
  self->n_steps = ls_trace_get_n_rows (run->steps);
  self->n_bonds = ls_trace_get_n_rows (run->bonds);
  self->n_events = ls_trace_get_n_rows (ls_activity_get_trace (run->activity));
  self->event_counts = g_new0 (guint64, (gsize)n + 1);
  for (guint i = 0; i < n; i++)
    self->event_counts[i] = ls_activity_get_count (run->activity, i);
  ls_run_get_result (run, &result);
  self->wall_time = result.wall_time;
  self->cpu_time = result.cpu_time;
  ls_run_result_clear (&result);
  return self;
}

gboolean
ls_checkpoint_clock_tick (LsCheckpointClock *self,
                          LsRun *run,
                          LsMaster *master,
                          const LsStepMemory *memory,
                          LsLog *log,
                          GError **error)
{
  const gint64 begin = g_get_monotonic_time ();
  GBytes *bytes;
  GError *problem = NULL;

  if (!self->active || begin < self->due)
    return TRUE;
  /* They are no part of the saved states of all kinds of components. */
  if (ls_run_is_changed (run))
    {
      stop (self, run, _ ("values were set during the run"));
      return TRUE;
    }
  bytes = ls_master_take_checkpoint (master, MAX_SIZE, &problem);
  if (bytes != NULL)
    {
      set_checkpoint (run, checkpoint_new (run, master, memory, bytes), NULL);
      self->due = g_get_monotonic_time ();
      self->due += MAX (SPARING * (self->due - begin), MIN_INTERVAL);
      return TRUE;
    }
  if (ls_log_get_fault (log) >= 0)
    {
      g_propagate_error (error, problem);
      return FALSE;
    }
  stop (self, run, problem->message);
  g_error_free (problem);
  return TRUE;
}

/* ---- Going on from one ------------------------------------------------------------------- */

static gboolean
copy_rows (LsTrace *to, const LsTrace *from, gsize n_rows, GError **error)
{
  for (gsize i = 0; i < n_rows; i++)
    if (!ls_trace_append_copy (to, from, i))
      {
        ls_trace_set_error (to, ls_trace_get (from, 0, i), error);
        return FALSE;
      }
  return TRUE;
}

static void
copy_events (LsRun *to, LsRun *from, const LsRunCheckpoint *checkpoint)
{
  const LsTrace *events = ls_activity_get_trace (from->activity);

  for (gsize i = 0; i < checkpoint->n_events; i++)
    ls_activity_add_row (
        to->activity, (double[]){ ls_trace_get_elapsed (events, i), ls_trace_get (events, 1, i) });
  ls_activity_set_counts (to->activity, checkpoint->event_counts);
}

LsRun *
ls_run_new_resumed (LsRun *old, GError **error)
{
  g_return_val_if_fail (old != NULL, NULL);

  g_autoptr (LsRun) self = ls_run_new (old->model, old->choice, old->start_time, old->stop_time,
                                       old->step_size, (const char *const *)old->signals, error);

  if (self == NULL || (old->tolerance > 0.0 && !ls_run_set_tolerance (self, old->tolerance, error)))
    return NULL;
  ls_run_set_pace (self, old->pace);
  self->keeps_checkpoints = old->keeps_checkpoints;
  g_mutex_lock (&old->lock);
  self->checkpoint = checkpoint_ref (old->checkpoint);
  g_mutex_unlock (&old->lock);
  if (self->checkpoint != NULL)
    self->before = ls_run_ref (old);
  return g_steal_pointer (&self);
}

gboolean
ls_run_copy_before (LsRun *self, GError **error)
{
  g_autoptr (LsRun) before = g_steal_pointer (&self->before);
  const LsRunCheckpoint *checkpoint = self->checkpoint;

  if (!copy_rows (self->trace, before->trace, checkpoint->n_rows, error)
      || !copy_rows (self->steps, before->steps, checkpoint->n_steps, error)
      || !copy_rows (self->bonds, before->bonds, checkpoint->n_bonds, error))
    return FALSE;
  copy_events (self, before, checkpoint);
  return TRUE;
}
