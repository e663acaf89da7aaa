/* FMI 3.0: what one kind has, Model Exchange and steps of Co-Simulation. */
#include "fmi3-inner.h"

#include <string.h>

/* ---- Model Exchange ----------------------------------------------------------------------- */

#ifndef FMU_NO_MODEL_EXCHANGE
EXPORT fmi3EnterContinuousTimeModeTYPE fmi3EnterContinuousTimeMode;
fmi3Status
fmi3EnterContinuousTimeMode (fmi3Instance instance)
{
  RETURN (fmi2EnterContinuousTimeMode (INNER));
}

EXPORT fmi3CompletedIntegratorStepTYPE fmi3CompletedIntegratorStep;
fmi3Status
fmi3CompletedIntegratorStep (fmi3Instance instance,
                             fmi3Boolean no_set_state_prior,
                             fmi3Boolean *enter_event_mode,
                             fmi3Boolean *terminate)
{
  fmi2Boolean event = fmi2False, end = fmi2False;
  const fmi2Status status = fmi2CompletedIntegratorStep (INNER, no_set_state_prior, &event, &end);

  if (status == fmi2OK)
    {
      *enter_event_mode = event;
      *terminate = end;
    }
  RETURN (status);
}

EXPORT fmi3SetTimeTYPE fmi3SetTime;
fmi3Status
fmi3SetTime (fmi3Instance instance, fmi3Float64 time)
{
  if (!fmu_may (INNER, FMU_CONTINUOUS_TIME, "fmi2SetTime"))
    return fmi3Error;
  RETURN (fmi2SetTime (INNER, time));
}

EXPORT fmi3SetContinuousStatesTYPE fmi3SetContinuousStates;
fmi3Status
fmi3SetContinuousStates (fmi3Instance instance, const fmi3Float64 x[], size_t n)
{
  RETURN (fmi2SetContinuousStates (INNER, x, n));
}

EXPORT fmi3GetContinuousStatesTYPE fmi3GetContinuousStates;
fmi3Status
fmi3GetContinuousStates (fmi3Instance instance, fmi3Float64 x[], size_t n)
{
  RETURN (fmi2GetContinuousStates (INNER, x, n));
}

EXPORT fmi3GetContinuousStateDerivativesTYPE fmi3GetContinuousStateDerivatives;
fmi3Status
fmi3GetContinuousStateDerivatives (fmi3Instance instance, fmi3Float64 dx[], size_t n)
{
  RETURN (fmi2GetDerivatives (INNER, dx, n));
}

EXPORT fmi3GetEventIndicatorsTYPE fmi3GetEventIndicators;
fmi3Status
fmi3GetEventIndicators (fmi3Instance instance, fmi3Float64 z[], size_t n)
{
  RETURN (fmi2GetEventIndicators (INNER, z, n));
}

EXPORT fmi3GetNominalsOfContinuousStatesTYPE fmi3GetNominalsOfContinuousStates;
fmi3Status
fmi3GetNominalsOfContinuousStates (fmi3Instance instance, fmi3Float64 nominals[], size_t n)
{
  RETURN (fmi2GetNominalsOfContinuousStates (INNER, nominals, n));
}
#endif

/* ---- Co-Simulation ------------------------------------------------------------------------ */

#ifndef FMU_NO_CO_SIMULATION
/* Inputs at @time, as the importer gives them. Returns: %false if it sets none. */
static bool
ask_inputs (Fmu3 *self, double time, double u[])
{
  fmi3Boolean early = false;
  fmi3Float64 early_time = time;

  memcpy (u, self->inner->u, fmu_model.n_u * sizeof (double));
  self->updated = u;
  self->is_updated = false;
  self->update (self->environment, time, true, false, false, false, &early, &early_time);
  self->updated = NULL;
  return self->is_updated;
}

/* Asks for the inputs at four times of the step: the solver works with the cubic polynomial through
 * them, and with its derivatives as FMI 2.0 gives them. Inputs that are not set at the end of the
 * step are held. */
static void
update_inputs (Fmu3 *self, double t, double h)
{
  Fmu *inner = self->inner;
  const unsigned n = fmu_model.n_u;
  double *u = self->inner->sampled;

  if (self->update == NULL || n == 0 || !ask_inputs (self, t + h, u + 3 * (size_t)n))
    return;
  for (unsigned k = 0; k < 3; k++)
    ask_inputs (self, t + h * k / 3, u + (size_t)k * n);
  for (unsigned i = 0; i < n; i++)
    {
      /* Forward differences, at a distance of h / 3; those of constants are 0 without rounding. */
      const double d = h / 3, first = u[n + i] - u[i], next = u[2 * n + i] - u[n + i],
                   last = u[3 * n + i] - u[2 * n + i], second = next - first,
                   third = (last - next) - second;

      inner->u[i] = u[i];
      inner->u[n + i] = (first - second / 2 + third / 3) / d;
      inner->u[2 * n + i] = (second - third) / (d * d);
      inner->u[3 * n + i] = third / (d * d * d);
      inner->fresh[i] = true;
    }
}

EXPORT fmi3DoStepTYPE fmi3DoStep;
fmi3Status
fmi3DoStep (fmi3Instance instance,
            fmi3Float64 t,
            fmi3Float64 h,
            fmi3Boolean no_set_state_prior,
            fmi3Boolean *event_handling_needed,
            fmi3Boolean *terminate,
            fmi3Boolean *early_return,
            fmi3Float64 *last_successful_time)
{
  Fmu *inner = INNER;
  fmi2Status status;

  if (inner == NULL)
    return fmi3Error;
  if (event_handling_needed == NULL || terminate == NULL || early_return == NULL
      || last_successful_time == NULL)
    RETURN (fmu_fail (inner, "fmi2DoStep: an argument is NULL"));
  if (fmu_may (inner, FMU_STEP_COMPLETE, "fmi2DoStep"))
    update_inputs (SELF, t, h);
  inner->event_pending = false;
  status = fmi2DoStep (inner, t, h, no_set_state_prior);
  *event_handling_needed = inner->event_pending;
  *terminate = inner->memory->terminated;
  *last_successful_time = inner->memory->last_time;
  *early_return = inner->event_pending && inner->memory->t < t + h;
  /* The end of the simulation is no discarded step here. */
  if (status == fmi2Discard && *terminate)
    {
      inner->memory->phase = FMU_STEP_COMPLETE;
      *early_return = true;
      return fmi3OK;
    }
  RETURN (status);
}
#endif
