#include "instance.h"

#include <math.h>
#include <string.h>

FMU_CS_EXPORT fmi2DoStepTYPE fmi2DoStep;
FMU_CS_EXPORT fmi2CancelStepTYPE fmi2CancelStep;
FMU_CS_EXPORT fmi2GetStatusTYPE fmi2GetStatus;
FMU_CS_EXPORT fmi2GetRealStatusTYPE fmi2GetRealStatus;
FMU_CS_EXPORT fmi2GetIntegerStatusTYPE fmi2GetIntegerStatus;
FMU_CS_EXPORT fmi2GetBooleanStatusTYPE fmi2GetBooleanStatus;
FMU_CS_EXPORT fmi2GetStringStatusTYPE fmi2GetStringStatus;

/* Communication points are sums of steps in the importer and may differ by rounding errors. */
static bool
same_time (double a, double b, double h)
{
  return fabs (a - b) <= 1e-9 * fmax (fmax (fabs (a), fabs (b)), h);
}

static fmi2Status
check_step (Fmu *self, double t, double h)
{
  const FmuMemory *memory = self->memory;

  if (!isfinite (t) || !isfinite (h) || h <= 0)
    return fmu_fail (self, "fmi2DoStep: no step of %g s from time %g s", h, t);
  if (!same_time (t, memory->t, h))
    return fmu_fail (self, "fmi2DoStep: from time %.17g s, but the last step ended at %.17g s", t,
                     memory->t);
  if (memory->stop_time_defined && t + h > memory->stop_time
      && !same_time (t + h, memory->stop_time, h))
    return fmu_fail (self, "fmi2DoStep: to time %.17g s, past the stop time %.17g s", t + h,
                     memory->stop_time);
  return fmi2OK;
}

/* Input derivatives are valid only for the step for which they were set. */
static void
drop_stale_derivatives (Fmu *self)
{
  const unsigned n = fmu_model.n_u;

  for (unsigned i = 0; i < n; i++)
    if (!self->fresh[i])
      self->u[n + i] = self->u[2 * n + i] = self->u[3 * n + i] = 0;
  memset (self->fresh, 0, n * sizeof (int));
}

fmi2Status
fmi2DoStep (fmi2Component component,
            fmi2Real t,
            fmi2Real h,
            fmi2Boolean no_set_state_prior __attribute__ ((unused)))
{
  Fmu *self = component;
  FmuMemory *memory = self ? self->memory : NULL;

  if (!fmu_may (self, FMU_STEP_COMPLETE, "fmi2DoStep") || check_step (self, t, h) != fmi2OK)
    return fmi2Error;
  fmu_set_time (self, t);
  drop_stale_derivatives (self);
  memory->step_status = fmu_advance (self, h);
  memory->last_time = memory->t;
  if (memory->step_status == fmi2OK
      && (!fmu_update_derivatives (self) || !fmu_update_outputs (self)))
    {
      memory->step_status = fmi2Discard;
      memory->last_time = t;
    }
  if (memory->step_status == fmi2OK)
    return fmi2OK;

  memory->phase = FMU_STEP_FAILED;
  if (memory->terminated)
    fmu_log (self, fmi2Discard, FMU_LOG_DISCARD, "fmi2DoStep: the model ends at %g s", memory->t);
  else
    fmu_log (self, fmi2Discard, FMU_LOG_DISCARD,
             "fmi2DoStep: from %g s to %g s: no accurate finite solution beyond %.17g s", t, t + h,
             memory->last_time);
  return fmi2Discard;
}

fmi2Status
fmi2CancelStep (fmi2Component component)
{
  Fmu *self = component;

  if (self == NULL)
    return fmi2Error;
  return fmu_fail (self, "fmi2CancelStep: no step is in progress");
}

static bool
may_ask (Fmu *self, const char *function, const void *value)
{
  if (!fmu_may (self, FMU_STEP_COMPLETE | FMU_STEP_FAILED | FMU_TERMINATED, function))
    return false;
  if (value == NULL)
    fmu_fail (self, "%s: value is NULL", function);
  return value != NULL;
}

static fmi2Status
no_such_status (Fmu *self, const char *function, fmi2StatusKind kind)
{
  fmu_log (self, fmi2Discard, FMU_LOG_DISCARD, "%s: nothing to tell of kind %d", function,
           (int)kind);
  return fmi2Discard;
}

fmi2Status
fmi2GetStatus (fmi2Component component, const fmi2StatusKind kind, fmi2Status *value)
{
  Fmu *self = component;

  if (!may_ask (self, "fmi2GetStatus", value))
    return fmi2Error;
  if (kind != fmi2DoStepStatus)
    return no_such_status (self, "fmi2GetStatus", kind);
  *value = self->memory->step_status;
  return fmi2OK;
}

fmi2Status
fmi2GetRealStatus (fmi2Component component, const fmi2StatusKind kind, fmi2Real *value)
{
  Fmu *self = component;

  if (!may_ask (self, "fmi2GetRealStatus", value))
    return fmi2Error;
  if (kind != fmi2LastSuccessfulTime)
    return no_such_status (self, "fmi2GetRealStatus", kind);
  *value = self->memory->last_time;
  return fmi2OK;
}

fmi2Status
fmi2GetIntegerStatus (fmi2Component component, const fmi2StatusKind kind, fmi2Integer *value)
{
  Fmu *self = component;

  if (!may_ask (self, "fmi2GetIntegerStatus", value))
    return fmi2Error;
  return no_such_status (self, "fmi2GetIntegerStatus", kind);
}

fmi2Status
fmi2GetBooleanStatus (fmi2Component component, const fmi2StatusKind kind, fmi2Boolean *value)
{
  Fmu *self = component;

  if (!may_ask (self, "fmi2GetBooleanStatus", value))
    return fmi2Error;
  if (kind != fmi2Terminated)
    return no_such_status (self, "fmi2GetBooleanStatus", kind);
  *value = self->memory->terminated;
  return fmi2OK;
}

fmi2Status
fmi2GetStringStatus (fmi2Component component, const fmi2StatusKind kind, fmi2String *value)
{
  Fmu *self = component;

  if (!may_ask (self, "fmi2GetStringStatus", value))
    return fmi2Error;
  return no_such_status (self, "fmi2GetStringStatus", kind);
}
