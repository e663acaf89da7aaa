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
