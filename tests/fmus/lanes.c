/* FMI 3.0: n lanes, of which n can be changed in a run: from step mode in Co-Simulation, from event
 * mode in Model Exchange. States are an array, so that their number changes, too.
 *
 *   x_k' = u_k - k x_k, y_k = g_k x_k, z_k = x_k - 10, total = sum (y_k + d_k)
 *
 * A changed n loses u, d and g: NaN. Lanes that stay keep x; new ones begin with 0. */
#include "fmi3-fmu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
  TIME,
  N,
  U,
  D,
  G,
  X,
  DER_X,
  Y,
  Z,
  TOTAL,
  N_REFERENCES
};

#define MAX_N 4u

typedef enum
{
  START,
  EVENT,
  STEP,
  CONTINUOUS
} Mode;

typedef struct
{
  uint64_t n;
  double t, u[MAX_N], d[MAX_N], g[MAX_N], x[MAX_N];
  Mode mode;
  bool configured, exchange, has_event_mode;
} Lanes;

const size_t fmu_size = sizeof (Lanes);

#define SELF ((Lanes *)instance)

static void
begin (Lanes *self)
{
  *self = (Lanes){ .n = MAX_N,
                   .g = { 1, 2, 3, 4 },
                   .x = { 1, 1, 1, 1 },
                   .exchange = self->exchange,
                   .has_event_mode = self->has_event_mode };
}

static Lanes *
create (fmi3String token, bool exchange, bool has_event_mode)
{
  Lanes *self = strcmp (token, "lanes-1") == 0 ? calloc (1, sizeof *self) : NULL;

  if (self == NULL)
    return NULL;
  self->exchange = exchange;
  self->has_event_mode = has_event_mode;
  begin (self);
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
  return create (token, true, true);
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
  return create (token, false, event_mode_used);
}

fmi3Status
fmi3Reset (fmi3Instance instance)
{
  begin (SELF);
  return fmi3OK;
}

/* ---- Modes ------------------------------------------------------------------------------- */

fmi3Status
fmi3EnterConfigurationMode (fmi3Instance instance)
{
  const Mode wanted = SELF->exchange ? EVENT : STEP;

  if (SELF->configured || (SELF->mode != START && SELF->mode != wanted))
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

static fmi3Status
move (Lanes *self, bool allowed, Mode mode)
{
  if (!allowed || self->configured)
    return fmi3Error;
  self->mode = mode;
  return fmi3OK;
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
  return move (SELF, SELF->mode == START, START);
}

fmi3Status
fmi3ExitInitializationMode (fmi3Instance instance)
{
  return move (SELF, SELF->mode == START, SELF->has_event_mode ? EVENT : STEP);
}

fmi3Status
fmi3EnterEventMode (fmi3Instance instance)
{
  return move (SELF, SELF->has_event_mode && SELF->mode >= STEP, EVENT);
}

fmi3Status
fmi3EnterContinuousTimeMode (fmi3Instance instance)
{
  return move (SELF, SELF->exchange && SELF->mode == EVENT, CONTINUOUS);
}

fmi3Status
fmi3EnterStepMode (fmi3Instance instance)
{
  return move (SELF, !SELF->exchange && SELF->mode == EVENT, STEP);
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
  return move (SELF, SELF->mode == EVENT, EVENT);
}

/* ---- Values ------------------------------------------------------------------------------ */

static size_t
count (const Lanes *self, fmi3ValueReference reference)
{
  return reference >= U && reference <= Z ? self->n : 1;
}

static double
get (const Lanes *self, fmi3ValueReference reference, unsigned k)
{
  double sum = 0;

  switch (reference)
    {
    case U:
      return self->u[k];
    case D:
      return self->d[k];
    case G:
      return self->g[k];
    case X:
      return self->x[k];
    case DER_X:
      return self->u[k] - (k + 1.0) * self->x[k];
    case Y:
      return self->g[k] * self->x[k];
    case Z:
      return self->x[k] - 10;
    case TOTAL:
      for (unsigned i = 0; i < self->n; i++)
        sum += self->g[i] * self->x[i] + self->d[i];
      return sum;
    default:
      return self->t;
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

  for (size_t i = 0; i < n; i++)
    for (unsigned k = 0; k < count (SELF, references[i]); k++)
      {
        if (at == n_values)
          return fmi3Error;
        values[at++] = get (SELF, references[i], k);
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

  for (size_t i = 0; i < n; i++)
    {
      const fmi3ValueReference r = references[i];
      double *place = r == U   ? SELF->u
                      : r == D ? SELF->d
                      : r == G ? SELF->g
                      : r == X ? SELF->x
                               : NULL;

      if (place == NULL || SELF->configured || at + SELF->n > n_values)
        return fmi3Error;
      /* Discrete inputs outside event mode. */
      if (r == D && SELF->has_event_mode && SELF->mode >= STEP)
        return fmi3Error;
      memcpy (place, values + at, SELF->n * sizeof *place);
      at += SELF->n;
    }
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
  if (n != 1 || n_values != 1 || references[0] != N || !SELF->configured || values[0] > MAX_N)
    return fmi3Error;
  for (uint64_t k = SELF->n; k < values[0]; k++)
    SELF->x[k] = SELF->mode == START;
  SELF->n = values[0];
  for (unsigned k = 0; k < MAX_N && SELF->mode != START; k++)
    SELF->u[k] = SELF->d[k] = SELF->g[k] = NAN;
  return fmi3OK;
}

/* ---- Derivatives ------------------------------------------------------------------------- */

/* d unknown_i / d known_j, elements of arrays. */
static double
differentiate (
    const Lanes *self, fmi3ValueReference unknown, unsigned i, fmi3ValueReference known, unsigned j)
{
  if (unknown == TOTAL)
    return known == X ? self->g[j] : 0;
  if (i != j)
    return 0;
  if (unknown == Y)
    return known == X ? self->g[i] : 0;
  return known == X ? -(i + 1.0) : 1;
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
  size_t at = 0;

  if (n_seed != n_knowns * SELF->n)
    return fmi3Error;
  for (size_t a = 0; a < n_unknowns; a++)
    for (unsigned i = 0; i < count (SELF, unknowns[a]); i++)
      {
        if (at == n_sensitivity)
          return fmi3Error;
        sensitivity[at] = 0;
        for (size_t b = 0; b < n_knowns; b++)
          for (unsigned j = 0; j < SELF->n; j++)
            sensitivity[at]
                += differentiate (SELF, unknowns[a], i, knowns[b], j) * seed[b * SELF->n + j];
        at++;
      }
  return at == n_sensitivity ? fmi3OK : fmi3Error;
}

/* ---- Model Exchange, Co-Simulation ------------------------------------------------------- */

fmi3Status
fmi3SetTime (fmi3Instance instance, fmi3Float64 t)
{
  SELF->t = t;
  return SELF->mode == CONTINUOUS ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3CompletedIntegratorStep (fmi3Instance instance,
                             fmi3Boolean no_set_state_prior,
                             fmi3Boolean *enter_event_mode,
                             fmi3Boolean *terminate)
{
  (void)no_set_state_prior;
  *enter_event_mode = *terminate = false;
  return SELF->mode == CONTINUOUS ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3SetContinuousStates (fmi3Instance instance, const fmi3Float64 x[], size_t n)
{
  if (n != SELF->n || SELF->mode != CONTINUOUS)
    return fmi3Error;
  memcpy (SELF->x, x, n * sizeof *x);
  return fmi3OK;
}

static fmi3Status
get_all (const Lanes *self, fmi3ValueReference reference, double values[], size_t n)
{
  for (unsigned k = 0; k < self->n && k < n; k++)
    values[k] = get (self, reference, k);
  return n == self->n ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3GetContinuousStates (fmi3Instance instance, fmi3Float64 x[], size_t n)
{
  return get_all (SELF, X, x, n);
}

fmi3Status
fmi3GetContinuousStateDerivatives (fmi3Instance instance, fmi3Float64 dx[], size_t n)
{
  return get_all (SELF, DER_X, dx, n);
}

fmi3Status
fmi3GetEventIndicators (fmi3Instance instance, fmi3Float64 z[], size_t n)
{
  return get_all (SELF, Z, z, n);
}

fmi3Status
fmi3GetNominalsOfContinuousStates (fmi3Instance instance, fmi3Float64 nominals[], size_t n)
{
  for (size_t k = 0; k < n; k++)
    nominals[k] = 1;
  return n == SELF->n ? fmi3OK : fmi3Error;
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
  (void)no_set_state_prior;
  for (unsigned k = 0; k < SELF->n; k++)
    {
      const double rest = SELF->u[k] / (k + 1.0);

      SELF->x[k] = rest + (SELF->x[k] - rest) * exp (-(k + 1.0) * h);
    }
  *last_successful_time = SELF->t = t + h;
  *event_handling_needed = *terminate = *early_return = false;
  return move (SELF, SELF->mode == STEP, STEP);
}
