/* FMUs that announce canInterpolateInputs and take less than that lets expect. MAX_ORDER is the
 * highest order of derivatives that is taken; a call with any higher one has no effect, but with
 * ANSWER, a status of the standard, as its answer. With LATE that begins at 0.1 s. The function
 * stands here in front of that of the runtime, which is built with another name for it. */
#include "instance.h"

#undef fmi2SetRealInputDerivatives
fmi2SetRealInputDerivativesTYPE fmu_set_derivatives;
FMU_EXPORT extern fmi2SetRealInputDerivativesTYPE fmi2SetRealInputDerivatives;

fmi2Status
fmi2SetRealInputDerivatives (fmi2Component component,
                             const fmi2ValueReference references[],
                             size_t n,
                             const fmi2Integer orders[],
                             const fmi2Real values[])
{
  Fmu *self = component;
  const bool late =
#ifdef LATE
      !(self->memory->t > 0.1);
#else
      false;
#endif

  for (size_t i = 0; i < n && !late; i++)
    if (orders[i] > MAX_ORDER)
      {
        if (ANSWER == fmi2Error)
          return fmu_fail (self, "fmi2SetRealInputDerivatives: no derivatives of order %d",
                           orders[i]);
        return ANSWER;
      }
  return fmu_set_derivatives (component, references, n, orders, values);
}
