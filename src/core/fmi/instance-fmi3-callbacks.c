/* FMI 3.0 for Scheduled Execution: what a partition may call. */
#include "core/fmi/fmi3-instance.h"
#include "core/fmi/instance-messages.h"

/* Partitions run on the thread of the step; an FMU may protect its data all the same. */
static GRecMutex preemption;

static void
lock_preemption (void)
{
  g_rec_mutex_lock (&preemption);
}

static void
unlock_preemption (void)
{
  g_rec_mutex_unlock (&preemption);
}

/* Within a partition: the ticks of output Clocks, and new intervals of countdown Clocks. */
static void
update_clocks (fmi3InstanceEnvironment environment)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)ls_messages_find (environment);
  LsStatus status;

  if (self == NULL)
    return;
  status = ls_instance_fmi3_note_fired (self, self->base.clock);
  for (guint i = 0; i < self->n_clocks && status == LS_OK; i++)
    if (self->clocks[i]->clock->variability == LS_INTERVAL_COUNTDOWN)
      status = ls_instance_fmi3_read_next (self, i, self->base.clock);
  self->has_failed_update |= status != LS_OK;
}

/* ---- The same in a helper process, which asks there -------------------------------------- */

void
ls_instance_fmi3_note_tick (LsInstanceFmi3 *self, int out)
{
  if (out < 0 || (guint)out >= self->n_outs)
    return;
  self->fired[out].n += 1.0;
  self->fired[out].time = self->base.clock;
}

void
ls_instance_fmi3_note_interval (LsInstanceFmi3 *self, int number, double interval)
{
  for (guint i = 0; i < self->n_clocks; i++)
    if (self->clocks[i]->clock->variability == LS_INTERVAL_COUNTDOWN && number-- == 0)
      self->has_failed_update
          |= ls_instance_fmi3_take_interval (self, i, interval, self->base.clock) != LS_OK;
}

void
ls_instance_fmi3_judge_clocks (LsInstanceFmi3 *self, int status, const char *name)
{
  const gboolean ticks = g_str_equal (name, "fmi3GetClock");
  const gboolean is_missing
      = ticks ? self->fmi.GetClock == NULL : self->fmi.GetIntervalDecimal == NULL;
  const char *now = self->base.call;

  self->base.call = ticks ? "fmi3GetClock" : "fmi3GetIntervalDecimal";
  self->has_failed_update
      |= (is_missing ? ls_instance_miss (&self->base) : ls_instance_judge (&self->base, status))
         != LS_OK;
  self->base.call = now;
}

/* ------------------------------------------------------------------------------------------- */

fmi3Instance
ls_instance_fmi3_instantiate_scheduled (LsInstanceFmi3 *self,
                                        const char *path,
                                        gboolean debug,
                                        fmi3LogMessageCallback log)
{
  return self->fmi.InstantiateScheduledExecution (
      self->base.name, ls_fmu_get_description (self->base.fmu)->guid, path, fmi3False,
      debug != FALSE, self, log, update_clocks, lock_preemption, unlock_preemption);
}
