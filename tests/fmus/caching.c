/* FMUs that compute once after they were moved or given a value, what the first caller asks for,
 * and then take all for computed. With OUTPUTS_FIRST whoever reads derivatives or indicators before
 * outputs gets those of the last point, as FMUs of some exporters behave; with DERIVATIVES_FIRST
 * whoever reads outputs before derivatives. The functions stand here in front of those of the
 * runtime, which are built with other names for them. */
#include "instance.h"

#undef fmi2GetDerivatives
#undef fmi2GetEventIndicators
#undef fmi2GetReal
fmi2GetDerivativesTYPE fmu_get_derivatives;
fmi2GetEventIndicatorsTYPE fmu_get_indicators;
fmi2GetRealTYPE fmu_get_real;
FMU_EXPORT extern fmi2GetDerivativesTYPE fmi2GetDerivatives;
FMU_EXPORT extern fmi2GetEventIndicatorsTYPE fmi2GetEventIndicators;
FMU_EXPORT extern fmi2GetRealTYPE fmi2GetReal;

/* Where time can be set again. */
static bool
holds (const Fmu *self)
{
  return self->memory->kind == fmi2ModelExchange && self->memory->phase == FMU_CONTINUOUS_TIME;
}

fmi2Status
fmi2GetDerivatives (fmi2Component component, fmi2Real dx[], size_t n)
{
  Fmu *self = component;
  fmi2Status status = fmu_get_derivatives (component, dx, n);

#ifdef OUTPUTS_FIRST
  self->outputs_known = self->outputs_known || holds (self);
#else
  (void)self;
#endif
  return status;
}

fmi2Status
fmi2GetEventIndicators (fmi2Component component, fmi2Real z[], size_t n)
{
  Fmu *self = component;

#ifdef OUTPUTS_FIRST
  self->outputs_known = self->outputs_known || holds (self);
#endif
#ifdef DERIVATIVES_FIRST
  self->derivatives_known = self->derivatives_known || holds (self);
#endif
  return fmu_get_indicators (self, z, n);
}

fmi2Status
fmi2GetReal (fmi2Component component,
             const fmi2ValueReference references[],
             size_t n,
             fmi2Real values[])
{
  Fmu *self = component;
  fmi2Status status;

#ifdef DERIVATIVES_FIRST
  /* Derivatives that are asked for here are computed. */
  self->derivatives_known = false;
#endif
  status = fmu_get_real (self, references, n, values);
#ifdef DERIVATIVES_FIRST
  self->derivatives_known = self->derivatives_known || holds (self);
#endif
  return status;
}
