/* The prey or the predator, integrated by Euler's explicit method with the communication step, as
 * some exporters do. fmi2DoStep stands here in front of that of the runtime. */
#include "instance.h"

#undef fmi2DoStep
fmi2DoStepTYPE fmu_do_step;
FMU_EXPORT extern fmi2DoStepTYPE fmi2DoStep;

/* The step of the runtime counts the time, and its result is replaced. */
fmi2Status
fmi2DoStep (fmi2Component component, fmi2Real t, fmi2Real h, fmi2Boolean no_set_state_prior)
{
  Fmu *self = component;
  const double x = self->x[0];
  const FmuPoint at = fmu_point (self);
  double slope;
  fmi2Status status;

  fmu_model.derivatives (&at, &slope);
  status = fmu_do_step (component, t, h, no_set_state_prior);
  self->x[0] = x + h * slope;
  fmu_forget (self);
  return status;
}
