/* FMI 3.0: n inputs u, of which n can be changed in a run, and then all of them are lost: NaN.
 *
 *   x' = sum k u_k - x, total = x + sum k^2 u_k, last = 2 u_n, sums_k = u_1 + ... + u_k
 *
 * It has derivatives of both directions, counts the calls for them, and knows that last depends on
 * one element only. */
#include "fmi3-fmu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
  TIME,
  N,
  U,
  X,
  DER_X,
  TOTAL,
  LAST,
  SUMS,
  N_DIRECTIONAL,
  N_ADJOINT,
  N_SIZES,
  N_REFERENCES
};

#define MAX_N 6u

typedef struct
{
  uint64_t n;
  double t, x, u[MAX_N];
  int32_t n_directional, n_adjoint, n_sizes;
  bool configured, initialized, exchange, continuous;
} Wide;

const size_t fmu_size = sizeof (Wide);

#define SELF ((Wide *)instance)

static Wide *
create (fmi3String token, bool exchange)
{
  Wide *self = strcmp (token, "wide-1") == 0 ? calloc (1, sizeof *self) : NULL;

  if (self != NULL)
    *self = (Wide){ .n = 3, .u = { 1, 1, 1 }, .exchange = exchange };
  return self;
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
  (void)name, (void)path, (void)visible, (void)logging_on, (void)environment, (void)log;
  return create (token, true);
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
  (void)name, (void)path, (void)visible, (void)logging_on, (void)required, (void)n;
  (void)environment, (void)log, (void)update, (void)early_return_allowed;
  return event_mode_used ? NULL : create (token, false);
}

fmi3Status
fmi3Reset (fmi3Instance instance)
{
  const bool exchange = SELF->exchange;

  *SELF = (Wide){ .n = 3, .u = { 1, 1, 1 }, .exchange = exchange };
  return fmi3OK;
}

/* ---- Modes ------------------------------------------------------------------------------- */

/* After the initialization from event mode or step mode. */
fmi3Status
fmi3EnterConfigurationMode (fmi3Instance instance)
{
  if (SELF->configured || SELF->continuous)
    return fmi3Error;
  SELF->configured = true;
  return fmi3OK;
}

fmi3Status
fmi3ExitConfigurationMode (fmi3Instance instance)
{
  const bool was = SELF->configured;

  SELF->configured = false;
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
  SELF->t = start_time;
  return SELF->configured ? fmi3Error : fmi3OK;
}

fmi3Status
fmi3ExitInitializationMode (fmi3Instance instance)
{
  SELF->initialized = true;
  return fmi3OK;
}

fmi3Status
fmi3EnterEventMode (fmi3Instance instance)
{
  const bool was = SELF->continuous;

  SELF->continuous = false;
  return was ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3EnterContinuousTimeMode (fmi3Instance instance)
{
  SELF->continuous = true;
  return SELF->configured ? fmi3Error : fmi3OK;
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
  *needs_update = *terminate = *nominals_changed = *values_changed = false;
  *next_event_time_defined = false;
  *next_event_time = 0;
  return SELF->configured ? fmi3Error : fmi3OK;
}

/* ---- Values ------------------------------------------------------------------------------ */

static double
sum_inputs (const Wide *self, unsigned power)
{
  double sum = 0;

  for (unsigned k = 0; k < self->n; k++)
    sum += (power == 2 ? (k + 1.0) * (k + 1.0) : k + 1.0) * self->u[k];
  return sum;
}

static size_t
count (const Wide *self, fmi3ValueReference reference)
{
  return reference == U || reference == SUMS ? self->n : 1;
}

static void
get (const Wide *self, fmi3ValueReference reference, double values[])
{
  double sum = 0;

  switch (reference)
    {
    case U:
      memcpy (values, self->u, self->n * sizeof *values);
      break;
    case SUMS:
      for (unsigned k = 0; k < self->n; k++)
        values[k] = sum += self->u[k];
      break;
    case X:
      *values = self->x;
      break;
    case DER_X:
      *values = sum_inputs (self, 1) - self->x;
      break;
    case TOTAL:
      *values = self->x + sum_inputs (self, 2);
      break;
    case LAST:
      *values = 2 * self->u[self->n - 1];
      break;
    default:
      *values = self->t;
    }
}

fmi3Status
fmi3GetFloat64 (fmi3Instance instance,
                const fmi3ValueReference references[],
                size_t n,
                fmi3Float64 values[],
                size_t n_values)
{
  size_t at = 0;

  for (size_t i = 0; i < n; at += count (SELF, references[i++]))
    {
      if (at + count (SELF, references[i]) > n_values || references[i] >= N_REFERENCES)
        return fmi3Error;
      get (SELF, references[i], values + at);
    }
  return at == n_values && !SELF->configured ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3SetFloat64 (fmi3Instance instance,
                const fmi3ValueReference references[],
                size_t n,
                const fmi3Float64 values[],
                size_t n_values)
{
  size_t at = 0;

  for (size_t i = 0; i < n; at += count (SELF, references[i++]))
    if (at + count (SELF, references[i]) > n_values || SELF->configured)
      return fmi3Error;
    else if (references[i] == U)
      memcpy (SELF->u, values + at, SELF->n * sizeof *values);
    else if (references[i] == X)
      SELF->x = values[at];
    else
      return fmi3Error;
  return at == n_values ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3GetUInt64 (fmi3Instance instance,
               const fmi3ValueReference references[],
               size_t n,
               fmi3UInt64 values[],
               size_t n_values)
{
  if (n != 1 || n_values != 1 || references[0] != N)
    return fmi3Error;
  values[0] = SELF->n;
  return fmi3OK;
}

fmi3Status
fmi3SetUInt64 (fmi3Instance instance,
               const fmi3ValueReference references[],
               size_t n,
               const fmi3UInt64 values[],
               size_t n_values)
{
  if (n != 1 || n_values != 1 || references[0] != N || !SELF->configured || values[0] < 1
      || values[0] > MAX_N)
    return fmi3Error;
  SELF->n = values[0];
  SELF->n_sizes += SELF->initialized;
  for (unsigned k = 0; k < MAX_N; k++)
    SELF->u[k] = SELF->initialized ? NAN : 1;
  return fmi3OK;
}

fmi3Status
fmi3GetInt32 (fmi3Instance instance,
              const fmi3ValueReference references[],
              size_t n,
              fmi3Int32 values[],
              size_t n_values)
{
  for (size_t i = 0; i < n; i++)
    values[i] = references[i] == N_DIRECTIONAL ? SELF->n_directional
                : references[i] == N_ADJOINT   ? SELF->n_adjoint
                                               : SELF->n_sizes;
  return n == n_values ? fmi3OK : fmi3Error;
}

REFUSE_SET (Int32, fmi3Int32)

/* ---- Derivatives and dependencies -------------------------------------------------------- */

/* d unknown / d known, of element @k. */
static double
differentiate (const Wide *self, fmi3ValueReference unknown, fmi3ValueReference known, unsigned k)
{
  if (known == X)
    return unknown == DER_X ? -1 : unknown == TOTAL ? 1 : 0;
  return unknown == DER_X   ? k + 1.0
         : unknown == TOTAL ? (k + 1.0) * (k + 1.0)
                            : (k + 1 == self->n ? 2 : 0);
}

static fmi3Status
multiply (const Wide *self,
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
  size_t n = 0;

  for (size_t j = 0; j < n_knowns; j++)
    {
      if (knowns[j] != X && knowns[j] != U)
        return fmi3Error;
      n += count (self, knowns[j]);
    }
  for (size_t i = 0; i < n_unknowns; i++)
    if (unknowns[i] < DER_X || unknowns[i] > LAST)
      return fmi3Error;
  if (n_seed != (adjoint ? n_unknowns : n) || n_product != (adjoint ? n : n_unknowns))
    return fmi3Error;
  memset (product, 0, n_product * sizeof *product);
  for (size_t i = 0; i < n_unknowns; i++)
    for (size_t j = 0, at = 0; j < n_knowns; j++)
      for (unsigned k = 0; k < count (self, knowns[j]); k++, at++)
        product[adjoint ? at : i]
            += differentiate (self, unknowns[i], knowns[j], k) * seed[adjoint ? i : at];
  return fmi3OK;
}

fmi3Status
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
  SELF->n_directional++;
  return multiply (SELF, false, unknowns, n_unknowns, knowns, n_knowns, seed, n_seed, sensitivity,
                   n_sensitivity);
}

fmi3Status
fmi3GetAdjointDerivative (fmi3Instance instance,
                          const fmi3ValueReference unknowns[],
                          size_t n_unknowns,
                          const fmi3ValueReference knowns[],
                          size_t n_knowns,
                          const fmi3Float64 seed[],
                          size_t n_seed,
                          fmi3Float64 sensitivity[],
                          size_t n_sensitivity)
{
  const fmi3Status status = multiply (SELF, true, unknowns, n_unknowns, knowns, n_knowns, seed,
                                      n_seed, sensitivity, n_sensitivity);

  SELF->n_adjoint++;
#ifdef WRONG_ADJOINT
  sensitivity[0] += 1;
#endif
  return status;
}

fmi3Status
fmi3GetNumberOfVariableDependencies (fmi3Instance instance, fmi3ValueReference reference, size_t *n)
{
  *n = reference == LAST ? 1 : SELF->n + 1;
  return reference >= DER_X && reference <= LAST ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3GetVariableDependencies (fmi3Instance instance,
                             fmi3ValueReference dependent,
                             size_t elements[],
                             fmi3ValueReference independents[],
                             size_t independent_elements[],
                             fmi3DependencyKind kinds[],
                             size_t n)
{
  size_t expected;

  if (fmi3GetNumberOfVariableDependencies (instance, dependent, &expected) != fmi3OK
      || n != expected)
    return fmi3Error;
  for (size_t i = 0; i < n; i++)
    {
      elements[i] = 1;
      independents[i] = i < SELF->n ? U : X;
      independent_elements[i] = dependent == LAST ? SELF->n : i < SELF->n ? i + 1 : 0;
      kinds[i] = fmi3Dependent;
    }
  return fmi3OK;
}

/* ---- Model Exchange, Co-Simulation ------------------------------------------------------- */

fmi3Status
fmi3SetTime (fmi3Instance instance, fmi3Float64 t)
{
  SELF->t = t;
  return SELF->continuous ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3CompletedIntegratorStep (fmi3Instance instance,
                             fmi3Boolean no_set_state_prior,
                             fmi3Boolean *enter_event_mode,
                             fmi3Boolean *terminate)
{
  (void)no_set_state_prior;
  *enter_event_mode = *terminate = false;
  return SELF->continuous ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3SetContinuousStates (fmi3Instance instance, const fmi3Float64 x[], size_t n)
{
  SELF->x = x[0];
  return n == 1 ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3GetContinuousStates (fmi3Instance instance, fmi3Float64 x[], size_t n)
{
  x[0] = SELF->x;
  return n == 1 ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3GetContinuousStateDerivatives (fmi3Instance instance, fmi3Float64 dx[], size_t n)
{
  get (SELF, DER_X, dx);
  return n == 1 ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3GetNominalsOfContinuousStates (fmi3Instance instance, fmi3Float64 nominals[], size_t n)
{
  (void)instance;
  nominals[0] = 1;
  return n == 1 ? fmi3OK : fmi3Error;
}

/* The inputs are held, so the step is exact. */
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
  const double rest = sum_inputs (SELF, 1);

  (void)no_set_state_prior;
  SELF->x = rest + (SELF->x - rest) * exp (-h);
  *last_successful_time = SELF->t = t + h;
  *event_handling_needed = *terminate = *early_return = false;
  return SELF->configured ? fmi3Error : fmi3OK;
}
