/* Functions of Model Exchange, FMI 2.0, 3.2. */
#include "instance.h"

#include <math.h>
#include <string.h>

FMU_ME_EXPORT fmi2EnterEventModeTYPE fmi2EnterEventMode;
FMU_ME_EXPORT fmi2NewDiscreteStatesTYPE fmi2NewDiscreteStates;
FMU_ME_EXPORT fmi2EnterContinuousTimeModeTYPE fmi2EnterContinuousTimeMode;
FMU_ME_EXPORT fmi2CompletedIntegratorStepTYPE fmi2CompletedIntegratorStep;
FMU_ME_EXPORT fmi2SetTimeTYPE fmi2SetTime;
FMU_ME_EXPORT fmi2SetContinuousStatesTYPE fmi2SetContinuousStates;
FMU_ME_EXPORT fmi2GetDerivativesTYPE fmi2GetDerivatives;
FMU_ME_EXPORT fmi2GetEventIndicatorsTYPE fmi2GetEventIndicators;
FMU_ME_EXPORT fmi2GetContinuousStatesTYPE fmi2GetContinuousStates;
FMU_ME_EXPORT fmi2GetNominalsOfContinuousStatesTYPE fmi2GetNominalsOfContinuousStates;

static bool
may_exchange (Fmu *self, unsigned phases, const char *function)
{
  if (!fmu_may (self, phases, function))
    return false;
  if (self->memory->kind != fmi2ModelExchange)
    fmu_fail (self, "%s: for Model Exchange only", function);
  return self->memory->kind == fmi2ModelExchange;
}

/* Also checks @given, the number of states or indicators assumed by the caller. */
static bool
may_exchange_array (Fmu *self,
                    unsigned phases,
                    const char *function,
                    const void *values,
                    size_t given,
                    size_t wanted)
{
  if (!may_exchange (self, phases, function))
    return false;
  if (given == wanted && (values != NULL || given == 0))
    return true;
  fmu_fail (self, "%s: an array of %zu at %p where %zu numbers are wanted", function, given, values,
            wanted);
  return false;
}

fmi2Status
fmi2EnterEventMode (fmi2Component component)
{
  Fmu *self = component;

  if (!may_exchange (self, FMU_CONTINUOUS_TIME | FMU_EVENT_MODE, "fmi2EnterEventMode"))
    return fmi2Error;
  self->memory->phase = FMU_EVENT_MODE;
  return fmi2OK;
}

fmi2Status
fmi2NewDiscreteStates (fmi2Component component, fmi2EventInfo *info)
{
  Fmu *self = component;
  FmuEvent event;

  if (!may_exchange (self, FMU_EVENT_MODE, "fmi2NewDiscreteStates"))
    return fmi2Error;
  if (info == NULL)
    return fmu_fail (self, "fmi2NewDiscreteStates: eventInfo is NULL");
  event = fmu_event (self);
  *info = (fmi2EventInfo){
    .newDiscreteStatesNeeded = event.again,
    .terminateSimulation = event.terminate,
    .valuesOfContinuousStatesChanged = event.states_changed,
    .nextEventTimeDefined = isfinite (event.next_event_time),
    .nextEventTime = isfinite (event.next_event_time) ? event.next_event_time : 0,
  };
  return fmi2OK;
}

fmi2Status
fmi2EnterContinuousTimeMode (fmi2Component component)
{
  Fmu *self = component;

  if (!may_exchange (self, FMU_EVENT_MODE, "fmi2EnterContinuousTimeMode"))
    return fmi2Error;
  self->memory->phase = FMU_CONTINUOUS_TIME;
  return fmi2OK;
}

fmi2Status
fmi2CompletedIntegratorStep (fmi2Component component,
                             fmi2Boolean no_set_state_prior __attribute__ ((unused)),
                             fmi2Boolean *enter_event_mode,
                             fmi2Boolean *terminate)
{
  Fmu *self = component;
  FmuPoint at;

  if (!may_exchange (self, FMU_CONTINUOUS_TIME, "fmi2CompletedIntegratorStep"))
    return fmi2Error;
  if (enter_event_mode == NULL || terminate == NULL)
    return fmu_fail (self, "fmi2CompletedIntegratorStep: an argument is NULL");
  at = fmu_point (self);
  *enter_event_mode = fmu_model.completed != NULL && fmu_model.completed (&at);
  *terminate = fmi2False;
  return fmi2OK;
}

fmi2Status
fmi2SetTime (fmi2Component component, fmi2Real t)
{
  Fmu *self = component;

  if (!may_exchange (self, FMU_EVENT_MODE | FMU_CONTINUOUS_TIME, "fmi2SetTime"))
    return fmi2Error;
  if (!isfinite (t))
    return fmu_fail (self, "fmi2SetTime: %g s is no time", t);
  fmu_set_time (self, t);
  fmu_forget (self);
  return fmi2OK;
}

fmi2Status
fmi2SetContinuousStates (fmi2Component component, const fmi2Real x[], size_t n)
{
  Fmu *self = component;

  if (!may_exchange_array (self, FMU_CONTINUOUS_TIME, "fmi2SetContinuousStates", x, n,
                           fmu_model.n_x))
    return fmi2Error;
  for (size_t i = 0; i < n; i++)
    self->x[i] = x[i];
  fmu_forget (self);
  return fmi2OK;
}

fmi2Status
fmi2GetContinuousStates (fmi2Component component, fmi2Real x[], size_t n)
{
  Fmu *self = component;

  if (!may_exchange_array (self, FMU_READABLE, "fmi2GetContinuousStates", x, n, fmu_model.n_x))
    return fmi2Error;
  for (size_t i = 0; i < n; i++)
    x[i] = self->x[i];
  return fmi2OK;
}

fmi2Status
fmi2GetDerivatives (fmi2Component component, fmi2Real dx[], size_t n)
{
  Fmu *self = component;
  bool finite;

  if (!may_exchange_array (self, FMU_READABLE, "fmi2GetDerivatives", dx, n, fmu_model.n_x))
    return fmi2Error;
  finite = fmu_update_derivatives (self);
  for (size_t i = 0; i < n; i++)
    dx[i] = self->dx[i];
  if (finite)
    return fmi2OK;
  fmu_log (self, fmi2Discard, FMU_LOG_DISCARD,
           "fmi2GetDerivatives: a derivative is not finite at %.17g s", self->memory->t);
  return fmi2Discard;
}

fmi2Status
fmi2GetEventIndicators (fmi2Component component, fmi2Real z[], size_t n)
{
  Fmu *self = component;

  if (!may_exchange_array (self, FMU_READABLE, "fmi2GetEventIndicators", z, n, fmu_model.n_z))
    return fmi2Error;
  fmu_indicators (self, self->memory->elapsed, self->x, z);
  return fmi2OK;
}

fmi2Status
fmi2GetNominalsOfContinuousStates (fmi2Component component, fmi2Real nominals[], size_t n)
{
  Fmu *self = component;

  if (!may_exchange_array (self, FMU_ANY, "fmi2GetNominalsOfContinuousStates", nominals, n,
                           fmu_model.n_x))
    return fmi2Error;
  for (size_t i = 0; i < fmu_model.n_reals; i++)
    if (fmu_model.reals[i].role == FMU_STATE)
      nominals[fmu_model.reals[i].index]
          = fmu_model.reals[i].nominal > 0 ? fmu_model.reals[i].nominal : 1;
  return fmi2OK;
}
