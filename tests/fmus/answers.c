/* FMUs that announce derivatives of outputs and do not give them: ANSWER, a status of the standard,
 * is what they say instead, where it is fmi2OK of VALUE. With LATE that begins at 0.1 s; with EARLY
 * it ends with the first step. The function stands here in front of that of the runtime, which is
 * built with another name for it. */
#include "instance.h"

#include <math.h>

#undef fmi2GetRealOutputDerivatives
fmi2GetRealOutputDerivativesTYPE fmu_get_slopes;
FMU_EXPORT extern fmi2GetRealOutputDerivativesTYPE fmi2GetRealOutputDerivatives;

static bool
gives (const Fmu *self)
{
#if defined LATE
  return !(self->memory->t > 0.1);
#elif defined EARLY
  return self->memory->t > 0.0;
#else
  (void)self;
  return false;
#endif
}

fmi2Status
fmi2GetRealOutputDerivatives (fmi2Component component,
                              const fmi2ValueReference references[],
                              size_t n,
                              const fmi2Integer orders[],
                              fmi2Real values[])
{
  Fmu *self = component;

  if (gives (self))
    return fmu_get_slopes (component, references, n, orders, values);
  for (size_t i = 0; i < n; i++)
    values[i] = VALUE;
  if (ANSWER == fmi2Error)
    return fmu_fail (self, "fmi2GetRealOutputDerivatives: not supported");
  return ANSWER;
}
