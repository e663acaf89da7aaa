/* What FMUs of FMI 3.0 without the runtime of models/ have in common. */
#include "fmi3-fmu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BASE ((FmuBase *)instance)
#define WEAK __attribute__ ((weak)) /* an FMU may have its own */

/* ---- Instances --------------------------------------------------------------------------- */

void *
fmu_create (fmi3String token, FmuBase base)
{
  void *self = strcmp (token, fmu.token) == 0 ? calloc (1, fmu.size) : NULL;

  if (self == NULL)
    return NULL;
  *(FmuBase *)self = base;
  if (fmu.begin == NULL || fmu.begin (self))
    return self;
  free (self);
  return NULL;
}

fmi3Instance
fmi3InstantiateModelExchange (fmi3String name,
                              fmi3String token,
                              fmi3String path,
                              fmi3Boolean visible,
                              fmi3Boolean logging_on,
                              fmi3InstanceEnvironment environment,
                              fmi3LogMessageCallback log)
{
  (void)name, (void)visible, (void)logging_on, (void)environment, (void)log;
  return fmu_create (token, (FmuBase){ .use = { true, true, true, path != NULL } });
}

fmi3Instance
fmi3InstantiateCoSimulation (fmi3String name,
                             fmi3String token,
                             fmi3String path,
                             fmi3Boolean visible,
                             fmi3Boolean logging_on,
                             fmi3Boolean event_mode_used,
                             fmi3Boolean early_return_allowed,
                             const fmi3ValueReference required[],
                             size_t n,
                             fmi3InstanceEnvironment environment,
                             fmi3LogMessageCallback log,
                             fmi3IntermediateUpdateCallback update)
{
  (void)name, (void)visible, (void)logging_on, (void)required, (void)n;
  (void)environment, (void)log, (void)update;
  return fmu_create (
      token, (FmuBase){ .use = { false, event_mode_used, early_return_allowed, path != NULL } });
}

WEAK fmi3Status
fmi3Reset (fmi3Instance instance)
{
  const FmuBase base = { .use = BASE->use };

  memset (instance, 0, fmu.size);
  *BASE = base;
  return fmu.begin == NULL || fmu.begin (instance) ? fmi3OK : fmi3Error;
}

const char *
fmi3GetVersion (void)
{
  return "3.0";
}

void
fmi3FreeInstance (fmi3Instance instance)
{
  free (instance);
}

fmi3Status
fmi3Terminate (fmi3Instance instance)
{
  (void)instance;
  return fmi3OK;
}

/* ---- States ------------------------------------------------------------------------------ */

fmi3Status
fmi3GetFMUState (fmi3Instance instance, fmi3FMUState *state)
{
  if (*state == NULL && (*state = malloc (fmu.size)) == NULL)
    return fmi3Error;
  memcpy (*state, instance, fmu.size);
  return fmi3OK;
}

fmi3Status
fmi3SetFMUState (fmi3Instance instance, fmi3FMUState state)
{
  memcpy (instance, state, fmu.size);
  return fmi3OK;
}

fmi3Status
fmi3FreeFMUState (fmi3Instance instance, fmi3FMUState *state)
{
  (void)instance;
  free (*state);
  *state = NULL;
  return fmi3OK;
}

fmi3Status
fmi3SerializedFMUStateSize (fmi3Instance instance, fmi3FMUState state, size_t *size)
{
  (void)instance, (void)state;
  *size = fmu.size;
  return fmi3OK;
}

fmi3Status
fmi3SerializeFMUState (fmi3Instance instance, fmi3FMUState state, fmi3Byte bytes[], size_t size)
{
  (void)instance;
  memcpy (bytes, state, size);
  return fmi3OK;
}

fmi3Status
fmi3DeserializeFMUState (fmi3Instance instance,
                         const fmi3Byte bytes[],
                         size_t size,
                         fmi3FMUState *state)
{
  *state = NULL;
  if (size != fmu.size || fmi3GetFMUState (instance, state) != fmi3OK)
    return fmi3Error;
  memcpy (*state, bytes, size);
  return fmi3OK;
}

/* ---- Modes ------------------------------------------------------------------------------- */

static fmi3Status
move (FmuBase *self, bool allowed, FmuMode mode)
{
  if (!allowed || self->configured)
    return fmi3Error;
  self->mode = mode;
  return fmi3OK;
}

fmi3Status
fmi3EnterConfigurationMode (fmi3Instance instance)
{
  const FmuMode wanted = BASE->use.exchange ? FMU_EVENT : FMU_STEP;

  if (BASE->configured || (BASE->mode != FMU_START && BASE->mode != wanted))
    return fmi3Error;
  BASE->configured = true;
  return fmi3OK;
}

fmi3Status
fmi3ExitConfigurationMode (fmi3Instance instance)
{
  const bool was = BASE->configured;

  BASE->configured = false;
  return was ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3EnterInitializationMode (fmi3Instance instance,
                             fmi3Boolean tolerance_defined,
                             fmi3Float64 tolerance,
                             fmi3Float64 start_time,
                             fmi3Boolean stop_time_defined,
                             fmi3Float64 stop_time)
{
  (void)tolerance_defined, (void)tolerance, (void)stop_time_defined, (void)stop_time;
  BASE->t = start_time;
  return move (instance, BASE->mode == FMU_START, FMU_START);
}

fmi3Status
fmi3ExitInitializationMode (fmi3Instance instance)
{
  const FmuMode next = BASE->use.event_mode ? FMU_EVENT : FMU_STEP;
  const fmi3Status status = move (instance, BASE->mode == FMU_START, next);

  if (status == fmi3OK && fmu.initialize != NULL)
    fmu.initialize (instance);
  return status;
}

fmi3Status
fmi3EnterEventMode (fmi3Instance instance)
{
  const bool allowed = BASE->use.event_mode && BASE->mode >= FMU_STEP;
  const fmi3Status status = move (instance, allowed, FMU_EVENT);

  if (status == fmi3OK && fmu.begin_event != NULL)
    fmu.begin_event (instance);
  return status;
}

fmi3Status
fmi3EnterContinuousTimeMode (fmi3Instance instance)
{
  return move (instance, BASE->use.exchange && BASE->mode == FMU_EVENT, FMU_CONTINUOUS);
}

fmi3Status
fmi3EnterStepMode (fmi3Instance instance)
{
  return move (instance, !BASE->use.exchange && BASE->mode == FMU_EVENT, FMU_STEP);
}

fmi3Status
fmi3UpdateDiscreteStates (fmi3Instance instance,
                          fmi3Boolean *needs_update,
                          fmi3Boolean *terminate,
                          fmi3Boolean *nominals_changed,
                          fmi3Boolean *values_changed,
                          fmi3Boolean *next_event_time_defined,
                          fmi3Float64 *next_event_time)
{
  double next = INFINITY;

  if (move (instance, BASE->mode == FMU_EVENT, FMU_EVENT) != fmi3OK)
    return fmi3Error;
  *needs_update = fmu.update != NULL && fmu.update (instance, &next);
  *terminate = *nominals_changed = *values_changed = false;
  *next_event_time_defined = isfinite (next);
  *next_event_time = isfinite (next) ? next : 0;
  return fmi3OK;
}

/* ---- Values ------------------------------------------------------------------------------ */

static size_t
count (const void *instance, fmi3ValueReference reference)
{
  return fmu.count != NULL ? fmu.count (instance, reference) : 1;
}

fmi3Status
fmi3GetFloat64 (fmi3Instance instance,
                const fmi3ValueReference references[],
                size_t n,
                fmi3Float64 values[],
                size_t n_values)
{
  size_t at = 0;

  for (size_t i = 0; i < n; at += count (instance, references[i++]))
    if (BASE->configured || at + count (instance, references[i]) > n_values
        || !fmu.get (instance, references[i], values + at))
      return fmi3Error;
  return at == n_values ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3SetFloat64 (fmi3Instance instance,
                const fmi3ValueReference references[],
                size_t n,
                const fmi3Float64 values[],
                size_t n_values)
{
  size_t at = 0;

  for (size_t i = 0; i < n; at += count (instance, references[i++]))
    if (fmu.set == NULL || BASE->configured || at + count (instance, references[i]) > n_values
        || !fmu.set (instance, references[i], values + at))
      return fmi3Error;
  return at == n_values ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3GetInt32 (fmi3Instance instance,
              const fmi3ValueReference references[],
              size_t n,
              fmi3Int32 values[],
              size_t n_values)
{
  for (size_t i = 0; i < n; i++)
    {
      const int32_t *place = fmu.integer != NULL ? fmu.integer (instance, references[i]) : NULL;

      if (place == NULL)
        return fmi3Error;
      values[i] = *place;
    }
  return n == n_values ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3SetInt32 (fmi3Instance instance,
              const fmi3ValueReference references[],
              size_t n,
              const fmi3Int32 values[],
              size_t n_values)
{
  if (n != 1 || n_values != 1 || fmu.settable == 0 || references[0] != fmu.settable)
    return fmi3Error;
  *fmu.integer (instance, fmu.settable) = values[0];
  return fmi3OK;
}

WEAK fmi3Status
fmi3GetUInt64 (fmi3Instance instance,
               const fmi3ValueReference references[],
               size_t n,
               fmi3UInt64 values[],
               size_t n_values)
{
  if (n != 1 || n_values != 1 || references[0] != fmu.n)
    return fmi3Error;
  values[0] = BASE->n;
  return fmi3OK;
}

WEAK fmi3Status
fmi3SetUInt64 (fmi3Instance instance,
               const fmi3ValueReference references[],
               size_t n,
               const fmi3UInt64 values[],
               size_t n_values)
{
  if (n != 1 || n_values != 1 || references[0] != fmu.n || !BASE->configured || fmu.resize == NULL
      || !fmu.resize (instance, values[0]))
    return fmi3Error;
  BASE->n = values[0];
  return fmi3OK;
}

/* ---- Clocks ------------------------------------------------------------------------------ */

fmi3Status
fmi3SetClock (fmi3Instance instance,
              const fmi3ValueReference references[],
              size_t n,
              const fmi3Clock values[])
{
  for (size_t i = 0; i < n; i++)
    if (BASE->mode != FMU_EVENT || fmu.tick == NULL
        || (values[i] && !fmu.tick (instance, references[i])))
      return fmi3Error;
  return fmi3OK;
}

fmi3Status
fmi3GetClock (fmi3Instance instance,
              const fmi3ValueReference references[],
              size_t n,
              fmi3Clock values[])
{
  for (size_t i = 0; i < n; i++)
    if (fmu.has_ticked == NULL || !fmu.has_ticked (instance, references[i], &values[i]))
      return fmi3Error;
  return fmi3OK;
}

fmi3Status
fmi3GetIntervalDecimal (fmi3Instance instance,
                        const fmi3ValueReference references[],
                        size_t n,
                        fmi3Float64 intervals[],
                        fmi3IntervalQualifier qualifiers[])
{
  for (size_t i = 0; i < n; i++)
    {
      intervals[i] = NAN;
      if (fmu.get_interval == NULL || !fmu.get_interval (instance, references[i], &intervals[i]))
        return fmi3Error;
      qualifiers[i] = isnan (intervals[i]) ? fmi3IntervalNotYetKnown : fmi3IntervalChanged;
    }
  return fmi3OK;
}

/* ---- Model Exchange, Co-Simulation ------------------------------------------------------- */

fmi3Status
fmi3SetTime (fmi3Instance instance, fmi3Float64 t)
{
  BASE->t = t;
  return BASE->mode == FMU_CONTINUOUS ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3CompletedIntegratorStep (fmi3Instance instance,
                             fmi3Boolean no_set_state_prior,
                             fmi3Boolean *enter_event_mode,
                             fmi3Boolean *terminate)
{
  (void)no_set_state_prior;
  *enter_event_mode = *terminate = false;
  return BASE->mode == FMU_CONTINUOUS ? fmi3OK : fmi3Error;
}

static bool
is_size (const void *instance, fmi3ValueReference reference, size_t n)
{
  return n == (reference == 0 ? 0 : count (instance, reference));
}

fmi3Status
fmi3SetContinuousStates (fmi3Instance instance, const fmi3Float64 x[], size_t n)
{
  return BASE->mode == FMU_CONTINUOUS && is_size (instance, fmu.x, n)
                 && (n == 0 || fmu.set (instance, fmu.x, x))
             ? fmi3OK
             : fmi3Error;
}

static fmi3Status
get_all (const void *instance, fmi3ValueReference reference, double values[], size_t n)
{
  return is_size (instance, reference, n) && (n == 0 || fmu.get (instance, reference, values))
             ? fmi3OK
             : fmi3Error;
}

fmi3Status
fmi3GetContinuousStates (fmi3Instance instance, fmi3Float64 x[], size_t n)
{
  return get_all (instance, fmu.x, x, n);
}

fmi3Status
fmi3GetContinuousStateDerivatives (fmi3Instance instance, fmi3Float64 dx[], size_t n)
{
  return get_all (instance, fmu.der_x, dx, n);
}

fmi3Status
fmi3GetEventIndicators (fmi3Instance instance, fmi3Float64 z[], size_t n)
{
  return get_all (instance, fmu.z, z, n);
}

fmi3Status
fmi3GetNominalsOfContinuousStates (fmi3Instance instance, fmi3Float64 nominals[], size_t n)
{
  for (size_t k = 0; k < n; k++)
    nominals[k] = 1;
  return is_size (instance, fmu.x, n) ? fmi3OK : fmi3Error;
}

WEAK fmi3Status
fmi3DoStep (fmi3Instance instance,
            fmi3Float64 t,
            fmi3Float64 h,
            fmi3Boolean no_set_state_prior,
            fmi3Boolean *event_handling_needed,
            fmi3Boolean *terminate,
            fmi3Boolean *early_return,
            fmi3Float64 *last_successful_time)
{
  double t_end = t + h;

  (void)no_set_state_prior;
  /* Times of others are sums; they may differ in the last digits. */
  if (BASE->mode != FMU_STEP || BASE->configured || fabs (t - BASE->t) > 1e-12 || !(h > 0))
    return fmi3Error;
  *event_handling_needed = fmu.advance != NULL && fmu.advance (instance, h, &t_end);
  *terminate = false;
  *early_return = t_end < t + h;
  *last_successful_time = BASE->t = t_end;
  return fmi3OK;
}

/* ---- Derivatives ------------------------------------------------------------------------- */

fmi3Status
fmu_multiply (const void *instance,
              bool adjoint,
              const fmi3ValueReference unknowns[],
              size_t n_unknowns,
              const fmi3ValueReference knowns[],
              size_t n_knowns,
              const double seed[],
              size_t n_seed,
              double product[],
              size_t n_product)
{
  size_t rows = 0, columns = 0, row = 0;

  for (size_t a = 0; a < n_unknowns; a++)
    rows += count (instance, unknowns[a]);
  for (size_t b = 0; b < n_knowns; b++)
    columns += count (instance, knowns[b]);
  if (n_seed != (adjoint ? rows : columns) || n_product != (adjoint ? columns : rows))
    return fmi3Error;
  memset (product, 0, n_product * sizeof *product);
  for (size_t a = 0; a < n_unknowns; a++)
    for (size_t i = 0; i < count (instance, unknowns[a]); i++, row++)
      for (size_t b = 0, column = 0; b < n_knowns; b++)
        for (size_t j = 0; j < count (instance, knowns[b]); j++, column++)
          {
            const double slope = fmu.differentiate (instance, unknowns[a], i, knowns[b], j);

            if (isnan (slope))
              return fmi3Error;
            product[adjoint ? column : row] += slope * seed[adjoint ? row : column];
          }
  return fmi3OK;
}

WEAK fmi3Status
fmi3GetDirectionalDerivative (fmi3Instance instance,
                              const fmi3ValueReference unknowns[],
                              size_t n_unknowns,
                              const fmi3ValueReference knowns[],
                              size_t n_knowns,
                              const fmi3Float64 seed[],
                              size_t n_seed,
                              fmi3Float64 sensitivity[],
                              size_t n_sensitivity)
{
  if (fmu.differentiate == NULL)
    return fmi3Error;
  return fmu_multiply (instance, false, unknowns, n_unknowns, knowns, n_knowns, seed, n_seed,
                       sensitivity, n_sensitivity);
}
