/* FMI 3.0 without the runtime of models/: outputs repeat inputs of the same type, y are the sums of
 * u up to each element, trace is that of m. Three Clocks: one ticks every 0.1 s from 0.05 s on, one
 * 0.25 s after the time event at 0.3 s, one after 0.125 s, then after an interval twice as long
 * each time. */
#include "fmi3-fmu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_N 5
#define MAX_BYTES 64

/* All of it is the state. */
typedef struct
{
  uint64_t n, large;
  double u[MAX_N];
  float single;
  int8_t small;
  bool flags[2];
  char text[MAX_BYTES];
  uint8_t bytes[MAX_BYTES];
  size_t n_bytes;
  int64_t m[4];
  double t, next_event, last_tick, fired, interval;
  int32_t ticks, grown;
  bool armed, new_interval, active[3], exchange, configured, event_mode;
} Third;

const size_t fmu_size = sizeof (Third);

#define SELF ((Third *)instance)

static Third *
create (fmi3String token)
{
  Third *self;

  if (strcmp (token, "third-1") != 0 || (self = calloc (1, sizeof *self)) == NULL)
    return NULL;
  *self = (Third){ .n = 3,
                   .large = UINT64_MAX,
                   .u = { 1, 2, 3 },
                   .single = 0.5f,
                   .small = -1,
                   .flags = { true, false },
                   .text = "a b",
                   .bytes = { 0x00, 0xff, 0x10 },
                   .n_bytes = 3,
                   .m = { 1, 2, 3, 4 },
                   .next_event = 0.3,
                   .last_tick = -1,
                   .fired = -1,
                   .interval = 0.125,
                   .new_interval = true };
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
  Third *self = create (token);

  (void)name, (void)path, (void)visible, (void)logging_on, (void)environment, (void)log;
  if (self != NULL)
    self->exchange = true;
  return self;
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
  (void)name, (void)visible, (void)logging_on, (void)required, (void)n, (void)environment;
  (void)log, (void)update;
  /* Clocks need event mode; without a folder of resources there is no path. */
  return event_mode_used && early_return_allowed && path == NULL ? create (token) : NULL;
}

fmi3Status
fmi3EnterConfigurationMode (fmi3Instance instance)
{
  SELF->configured = true;
  return fmi3OK;
}

fmi3Status
fmi3ExitConfigurationMode (fmi3Instance instance)
{
  SELF->configured = false;
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
  return fmi3OK;
}

fmi3Status
fmi3ExitInitializationMode (fmi3Instance instance)
{
  SELF->event_mode = true;
  return fmi3OK;
}

/* Each mode can be entered from the other only. */
static fmi3Status
change_mode (Third *self, bool event_mode)
{
  if (self->event_mode == event_mode)
    return fmi3Error;
  self->event_mode = event_mode;
  return fmi3OK;
}

fmi3Status
fmi3EnterEventMode (fmi3Instance instance)
{
  return change_mode (instance, true);
}

fmi3Status
fmi3EnterStepMode (fmi3Instance instance)
{
  return change_mode (instance, false);
}

fmi3Status
fmi3EnterContinuousTimeMode (fmi3Instance instance)
{
  return change_mode (instance, false);
}

fmi3Status
fmi3Reset (fmi3Instance instance)
{
  const bool exchange = SELF->exchange;
  Third *fresh = create ("third-1");

  if (fresh == NULL)
    return fmi3Error;
  *SELF = *fresh;
  SELF->exchange = exchange;
  free (fresh);
  return fmi3OK;
}

fmi3Status
fmi3SetTime (fmi3Instance instance, fmi3Float64 t)
{
  if (SELF->event_mode)
    return fmi3Error;
  SELF->t = t;
  return fmi3OK;
}

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
  Third *self = instance;
  const double end = t + h;

  (void)no_set_state_prior;
  if (self->event_mode || fabs (t - self->t) > 1e-12 || !(h > 0))
    return fmi3Error;
  self->t = fmin (end, self->next_event);
  *event_handling_needed = self->next_event <= end;
  *terminate = false;
  *early_return = self->t < end;
  *last_successful_time = self->t;
  return fmi3OK;
}

fmi3Status
fmi3SetClock (fmi3Instance instance,
              const fmi3ValueReference references[],
              size_t n,
              const fmi3Clock values[])
{
  if (!SELF->event_mode)
    return fmi3Error;
  for (size_t i = 0; i < n; i++)
    if (references[i] == 20 || references[i] == 23 || references[i] == 25)
      SELF->active[references[i] == 20 ? 0 : references[i] == 23 ? 1 : 2] = values[i];
    else
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
  Third *self = instance;

  for (size_t i = 0; i < n; i++)
    {
      bool *changed = references[i] == 23 ? &self->armed : &self->new_interval;

      if (references[i] != 23 && references[i] != 25)
        return fmi3Error;
      qualifiers[i] = *changed ? fmi3IntervalChanged : fmi3IntervalNotYetKnown;
      intervals[i] = references[i] == 23 ? 0.25 : self->interval;
      *changed = false;
    }
  return fmi3OK;
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
  Third *self = instance;

  if (!self->event_mode)
    return fmi3Error;
  if (self->active[0])
    {
      self->ticks++;
      self->last_tick = self->t;
    }
  if (self->active[1])
    self->fired = self->t;
  if (self->active[2])
    {
      self->grown++;
      self->interval *= 2;
      self->new_interval = true;
    }
  if (self->t >= self->next_event)
    {
      self->next_event = INFINITY;
      self->armed = true;
    }
  memset (self->active, 0, sizeof self->active);
  *needs_update = *terminate = *nominals_changed = *values_changed = false;
  *next_event_time_defined = isfinite (self->next_event);
  *next_event_time = *next_event_time_defined ? self->next_event : 0;
  return fmi3OK;
}

/* ---- Values: each call for one variable, except those of Float64 ------------------------- */

#define ACCESS(name, type, in, out, count, place)                                                  \
  fmi3Status fmi3Get##name (fmi3Instance instance, const fmi3ValueReference references[],          \
                            size_t n, type values[], size_t n_values)                              \
  {                                                                                                \
    if (n != 1 || n_values != (count) || (references[0] != (in) && references[0] != (out)))        \
      return fmi3Error;                                                                            \
    memcpy (values, place, n_values * sizeof (type));                                              \
    return fmi3OK;                                                                                 \
  }                                                                                                \
                                                                                                   \
  fmi3Status fmi3Set##name (fmi3Instance instance, const fmi3ValueReference references[],          \
                            size_t n, const type values[], size_t n_values)                        \
  {                                                                                                \
    if (n != 1 || n_values != (count) || references[0] != (in))                                    \
      return fmi3Error;                                                                            \
    memcpy (place, values, n_values * sizeof (type));                                              \
    return fmi3OK;                                                                                 \
  }

ACCESS (Float32, fmi3Float32, 4, 5, 1, &SELF->single)
ACCESS (Int8, fmi3Int8, 6, 7, 1, &SELF->small)
ACCESS (Boolean, fmi3Boolean, 10, 11, 2, SELF->flags)

fmi3Status
fmi3GetUInt64 (fmi3Instance instance,
               const fmi3ValueReference references[],
               size_t n,
               fmi3UInt64 values[],
               size_t n_values)
{
  if (n != 1 || n_values != 1)
    return fmi3Error;
  values[0] = references[0] == 1 ? SELF->n : SELF->large;
  return fmi3OK;
}

/* The size can be set in configuration mode only, the other value not there. */
fmi3Status
fmi3SetUInt64 (fmi3Instance instance,
               const fmi3ValueReference references[],
               size_t n,
               const fmi3UInt64 values[],
               size_t n_values)
{
  if (n != 1 || n_values != 1 || (references[0] == 1) != SELF->configured
      || (references[0] == 1 && values[0] > MAX_N))
    return fmi3Error;
  *(references[0] == 1 ? &SELF->n : &SELF->large) = values[0];
  return fmi3OK;
}

fmi3Status
fmi3GetInt64 (fmi3Instance instance,
              const fmi3ValueReference references[],
              size_t n,
              fmi3Int64 values[],
              size_t n_values)
{
  if (n != 1 || n_values != (references[0] == 16 ? 4 : 1))
    return fmi3Error;
  if (references[0] == 16)
    memcpy (values, SELF->m, sizeof SELF->m);
  else
    values[0] = SELF->m[0] + SELF->m[3];
  return fmi3OK;
}

fmi3Status
fmi3SetInt64 (fmi3Instance instance,
              const fmi3ValueReference references[],
              size_t n,
              const fmi3Int64 values[],
              size_t n_values)
{
  if (n != 1 || references[0] != 16 || n_values != 4)
    return fmi3Error;
  memcpy (SELF->m, values, sizeof SELF->m);
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
    values[i] = references[i] == 21 ? SELF->ticks : SELF->grown;
  return n == n_values ? fmi3OK : fmi3Error;
}

/* Values of several variables follow each other. */
fmi3Status
fmi3GetFloat64 (fmi3Instance instance,
                const fmi3ValueReference references[],
                size_t n,
                fmi3Float64 values[],
                size_t n_values)
{
  Third *self = instance;
  size_t k = 0;

  for (size_t i = 0; i < n; i++)
    {
      const size_t count = references[i] <= 3 ? self->n : 1;
      double sum = 0;

      if (k + count > n_values)
        return fmi3Error;
      for (size_t j = 0; j < count; j++, k++)
        {
          sum += self->u[j];
          values[k] = references[i] == 2    ? self->u[j]
                      : references[i] == 3  ? sum
                      : references[i] == 22 ? self->last_tick
                      : references[i] == 24 ? self->fired
                                            : self->t;
        }
    }
  return k == n_values ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3SetFloat64 (fmi3Instance instance,
                const fmi3ValueReference references[],
                size_t n,
                const fmi3Float64 values[],
                size_t n_values)
{
  if (n != 1 || references[0] != 2 || n_values != SELF->n)
    return fmi3Error;
  memcpy (SELF->u, values, n_values * sizeof (double));
  return fmi3OK;
}

fmi3Status
fmi3GetString (fmi3Instance instance,
               const fmi3ValueReference references[],
               size_t n,
               fmi3String values[],
               size_t n_values)
{
  (void)references;
  values[0] = SELF->text;
  return n == 1 && n_values == 1 ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3SetString (fmi3Instance instance,
               const fmi3ValueReference references[],
               size_t n,
               const fmi3String values[],
               size_t n_values)
{
  if (n != 1 || references[0] != 12 || n_values != 1 || strlen (values[0]) >= MAX_BYTES)
    return fmi3Error;
  strcpy (SELF->text, values[0]);
  return fmi3OK;
}

fmi3Status
fmi3GetBinary (fmi3Instance instance,
               const fmi3ValueReference references[],
               size_t n,
               size_t sizes[],
               fmi3Binary values[],
               size_t n_values)
{
  (void)references;
  sizes[0] = SELF->n_bytes;
  values[0] = SELF->bytes;
  return n == 1 && n_values == 1 ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3SetBinary (fmi3Instance instance,
               const fmi3ValueReference references[],
               size_t n,
               const size_t sizes[],
               const fmi3Binary values[],
               size_t n_values)
{
  if (n != 1 || references[0] != 14 || n_values != 1 || sizes[0] > MAX_BYTES)
    return fmi3Error;
  memcpy (SELF->bytes, values[0], sizes[0]);
  SELF->n_bytes = sizes[0];
  return fmi3OK;
}

REFUSE_SET (Int32, fmi3Int32)
