/* FMI 3.0: changes of mode. */
#include "core/fmi/fmi3-instance.h"
#include "core/fmi/surroundings.h"

double
ls_instance_fmi3_get_time (const LsInstance *instance)
{
  return instance->kind->kind == LS_KIND_CO_SIMULATION
             ? instance->clock
             : ls_instance_get_clock (instance, instance->time);
}

LsStatus
ls_instance_fmi3_move (LsInstanceFmi3 *self,
                       const char *call,
                       fmi3Status (*function) (fmi3Instance),
                       LsStage stage)
{
  fmi3Status status;
  LsStatus result = LS_OK;

  self->base.call = call;
  if (function == NULL)
    return ls_instance_miss (&self->base);
  status = function (self->component);
  ls_surroundings_mend (&self->base, stage);
  if (status != fmi3OK)
    result = ls_instance_judge (&self->base, (int)status);
  if (result == LS_OK)
    self->base.stage = stage;
  return result;
}

LsStatus
ls_instance_fmi3_enter_event_mode (LsInstance *instance)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;

  /* Some enter it when it is there already; FMI 3.0 does not allow that. */
  if (instance->stage == LS_STAGE_EVENT)
    return LS_OK;
  return ls_instance_fmi3_move (self, "fmi3EnterEventMode", self->fmi.EnterEventMode,
                                LS_STAGE_EVENT);
}

gboolean
ls_instance_fmi3_can_open_event_mode (const LsInstanceFmi3 *self)
{
  return self->event_mode && !self->is_open && self->base.stage == LS_STAGE_STEP_COMPLETE;
}

LsStatus
ls_instance_fmi3_open_event_mode (LsInstance *instance)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  LsStatus status;

  if (!ls_instance_fmi3_can_open_event_mode (self))
    return LS_OK;
  status = ls_instance_fmi3_enter_event_mode (instance);
  self->is_open = status == LS_OK;
  return status;
}
