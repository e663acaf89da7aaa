/* An FMU for Model Exchange that makes trouble on demand: x' = -x, and from `fault_time` on the
 * fault that its parameter `fault` selects. */
#include "instance.h"

#include <math.h>

#undef fmi2GetDerivatives
#undef fmi2GetNominalsOfContinuousStates
fmi2GetDerivativesTYPE fmu_get_derivatives;
fmi2GetNominalsOfContinuousStatesTYPE fmu_get_nominals;
FMU_EXPORT extern fmi2GetDerivativesTYPE fmi2GetDerivatives;
FMU_EXPORT extern fmi2GetNominalsOfContinuousStatesTYPE fmi2GetNominalsOfContinuousStates;

/* As in the type Fault of troubled.xml. */
typedef enum
{
  NONE = 1,
  DERIVATIVE_NAN,
  NOMINAL_ZERO,
  NOMINAL_NEGATIVE,
  NEXT_NEGATIVE,
  ENDLESS,
  AGAIN,
  CHATTERING,
  INDICATOR_NAN,
  TERMINATE,
} Fault;

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .start = 1 },
  { .reference = 2, .role = FMU_DERIVATIVE },
  { .reference = 3, .role = FMU_PARAMETER, .start = 0.5 },
  { .reference = 4, .role = FMU_DISCRETE, .start = 0 },
};

static const FmuInteger integers[] = {
  { .reference = 1, .role = FMU_PARAMETER, .start = NONE },
};

static bool
has_fault (const FmuPoint *at, Fault fault)
{
  return at->integers[0] == (int)fault && at->t >= at->p[0];
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[0] = at->integers[0] == CHATTERING ? at->q[0] : -at->x[0];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  j->fx[0] = at->integers[0] == CHATTERING ? 0 : -1;
}

static void
indicators (const FmuPoint *at, double z[])
{
  z[0] = has_fault (at, INDICATOR_NAN)   ? NAN
         : at->integers[0] == CHATTERING ? at->x[0] - at->p[0]
                                         : 1;
}

static void
event (const FmuPoint *at, FmuEvent *event)
{
  if (at->t < at->p[0])
    event->next_event_time = at->p[0];
  if (has_fault (at, NEXT_NEGATIVE))
    event->next_event_time = -1;
  if (has_fault (at, AGAIN))
    event->next_event_time = at->t;
  if (at->integers[0] == CHATTERING)
    event->next_event_time = INFINITY;
  event->again = has_fault (at, ENDLESS);
  event->terminate = has_fault (at, TERMINATE);
  event->q[0] = at->x[0] > at->p[0] ? -1 : 1;
}

const FmuModel fmu_model = {
  .name = "troubled",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b02}",
  FMU_TABLE (reals),
  FMU_TABLE (integers),
  .n_x = 1,
  .n_p = 1,
  .n_q = 1,
  .n_z = 1,
  .derivatives = derivatives,
  .jacobian = jacobian,
  .indicators = indicators,
  .event = event,
};

fmi2Status
fmi2GetDerivatives (fmi2Component component, fmi2Real dx[], size_t n)
{
  Fmu *self = component;
  const FmuPoint at = fmu_point (self);
  fmi2Status status = fmu_get_derivatives (component, dx, n);

  if (status == fmi2OK && has_fault (&at, DERIVATIVE_NAN))
    dx[0] = NAN;
  return status;
}

fmi2Status
fmi2GetNominalsOfContinuousStates (fmi2Component component, fmi2Real nominals[], size_t n)
{
  const Fmu *self = component;
  fmi2Status status = fmu_get_nominals (component, nominals, n);

  if (status == fmi2OK && self->integers[0] == NOMINAL_ZERO)
    nominals[0] = 0;
  if (status == fmi2OK && self->integers[0] == NOMINAL_NEGATIVE)
    nominals[0] = -2;
  return status;
}
