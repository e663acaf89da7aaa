/* Example models that take steps of one length only, compared to the last bit, from their own idea
 * of the time: as containers of several FMUs with a fixed step do. */
#include "instance.h"

#include <float.h>
#include <math.h>

#undef fmi2DoStep
fmi2DoStepTYPE fmu_do_step;
FMU_EXPORT extern fmi2DoStepTYPE fmi2DoStep;

fmi2Status
fmi2DoStep (fmi2Component component, fmi2Real t, fmi2Real h, fmi2Boolean no_set_state_prior)
{
  static double length;
  const double n = round (t / h);

  if (t == 0)
    length = h;
  if (h != length || fabs (t - n * length) > DBL_EPSILON * t)
    return fmu_fail (component, "another step");
  return fmu_do_step (component, t, h, no_set_state_prior);
}
