/* FMI 3.0: changes of mode. */
#include "core/fmi/fmi3-instance.h"
#include "core/fmi/guard.h"

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
  ls_guard_mend ();
  if (status != fmi3OK)
    result = ls_instance_judge (&self->base, (int)status);
  if (result == LS_OK)
    self->base.stage = stage;
  return result;
}
