/* FMI 3.0 without the runtime of models/: a source, a counter and a relay of ticks. Clock tick_in
 * is triggered by others: count is the number of its ticks, last the time of the last one, sum that
 * of value_in then. Clock tick_out ticks by mode; value_out is its number of ticks.
 *
 * Mode 1: at 0.5, 1, 1.5, ... s, announced as time events.
 *
 * Mode 2: where x = t reaches 0.3, 1, 1.7, ... s, which the FMU finds itself.
 *
 * Mode 3: with tick_in, in the same instant. Mode 7: as 1 and 3.
 *
 * Mode 4: three times at 0.5 s, in three iterations of that event.
 *
 * Mode 5: 0.125 s after tick_in, by the countdown Clock delay.
 *
 * Mode 6: at the start. */
#include "fmi3-fmu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
  TIME,
  X,
  DER_X,
  Z,
  MODE,
  TICK_IN,
  TICK_OUT,
  DELAY,
  VALUE_IN,
  COUNT,
  LAST,
  SUM,
  VALUE_OUT
};

typedef struct
{
  double t, x, next, last, sum, value_in, value_out;
  int32_t mode, count, burst;
  bool event_mode, in, out, delay, armed;
} Ticker;

const size_t fmu_size = sizeof (Ticker);

#define SELF ((Ticker *)instance)

static Ticker *
create (fmi3String token)
{
  Ticker *self = strcmp (token, "ticker-1") == 0 ? calloc (1, sizeof *self) : NULL;

  if (self != NULL)
    *self = (Ticker){ .next = INFINITY, .last = -1 };
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
  return create (token);
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
  (void)environment, (void)log, (void)update;
  return event_mode_used && early_return_allowed ? create (token) : NULL;
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
  SELF->t = SELF->x = start_time;
  return fmi3OK;
}

static void
fire (Ticker *self)
{
  self->out = true;
  self->value_out++;
}

fmi3Status
fmi3ExitInitializationMode (fmi3Instance instance)
{
  Ticker *self = instance;

  self->event_mode = true;
  self->next = self->mode == 1 || self->mode == 4 || self->mode == 7 ? 0.5
               : self->mode == 2                                     ? 0.3
                                                                     : INFINITY;
  self->burst = self->mode == 4 ? 3 : 0;
  if (self->mode == 6)
    fire (self);
  return fmi3OK;
}

fmi3Status
fmi3EnterEventMode (fmi3Instance instance)
{
  Ticker *self = instance;

  if (self->event_mode)
    return fmi3Error;
  self->event_mode = true;
  if ((self->mode == 2 ? self->x : self->t) >= self->next)
    fire (self);
  return fmi3OK;
}

static fmi3Status
leave_event_mode (Ticker *self)
{
  const bool was = self->event_mode;

  self->event_mode = false;
  return was ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3EnterStepMode (fmi3Instance instance)
{
  return leave_event_mode (instance);
}

fmi3Status
fmi3EnterContinuousTimeMode (fmi3Instance instance)
{
  return leave_event_mode (instance);
}

fmi3Status
fmi3Reset (fmi3Instance instance)
{
  *SELF = (Ticker){ .next = INFINITY, .last = -1 };
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
  Ticker *self = instance;
  const double end = t + h;

  (void)no_set_state_prior;
  if (self->event_mode || fabs (t - self->t) > 1e-12 || !(h > 0))
    return fmi3Error;
  self->t = self->x = fmin (end, self->next);
  *event_handling_needed = self->next <= end;
  *terminate = false;
  *early_return = self->t < end;
  *last_successful_time = self->t;
  return fmi3OK;
}

/* ---- Clocks ------------------------------------------------------------------------------ */

fmi3Status
fmi3SetClock (fmi3Instance instance,
              const fmi3ValueReference references[],
              size_t n,
              const fmi3Clock values[])
{
  Ticker *self = instance;

  if (!self->event_mode)
    return fmi3Error;
  for (size_t i = 0; i < n; i++)
    if (references[i] == TICK_IN && values[i])
      {
        self->in = true;
        if (self->mode == 3 || self->mode == 7)
          fire (self);
      }
    else if (references[i] == DELAY && values[i])
      {
        self->delay = true;
        fire (self);
      }
    else
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
    if (references[i] != TICK_OUT || !SELF->event_mode)
      return fmi3Error;
    else
      values[i] = SELF->out;
  return fmi3OK;
}

fmi3Status
fmi3GetIntervalDecimal (fmi3Instance instance,
                        const fmi3ValueReference references[],
                        size_t n,
                        fmi3Float64 intervals[],
                        fmi3IntervalQualifier qualifiers[])
{
  if (n != 1 || references[0] != DELAY)
    return fmi3Error;
  intervals[0] = 0.125;
  qualifiers[0] = SELF->armed ? fmi3IntervalChanged : fmi3IntervalNotYetKnown;
  SELF->armed = false;
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
  Ticker *self = instance;
  const bool due = (self->mode == 2 ? self->x : self->t) >= self->next;

  if (!self->event_mode)
    return fmi3Error;
  if (self->in)
    {
      self->count++;
      self->last = self->t;
      self->sum += self->value_in;
      self->armed = self->mode == 5;
    }
  self->in = self->out = self->delay = false;
  *needs_update = due && --self->burst > 0;
  if (*needs_update)
    fire (self);
  else if (due)
    self->next = self->mode == 1 || self->mode == 7 ? self->next + 0.5
                 : self->mode == 2                  ? self->next + 0.7
                                                    : INFINITY;
  *terminate = *nominals_changed = *values_changed = false;
  *next_event_time_defined = self->mode != 2 && isfinite (self->next);
  *next_event_time = *next_event_time_defined ? self->next : 0;
  return fmi3OK;
}

/* ---- Model Exchange ---------------------------------------------------------------------- */

fmi3Status
fmi3SetTime (fmi3Instance instance, fmi3Float64 t)
{
  if (SELF->event_mode)
    return fmi3Error;
  SELF->t = t;
  return fmi3OK;
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

static fmi3Status
get_one (fmi3Float64 values[], size_t n)
{
  values[0] = 1;
  return n == 1 ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3GetContinuousStateDerivatives (fmi3Instance instance, fmi3Float64 dx[], size_t n)
{
  (void)instance;
  return get_one (dx, n);
}

fmi3Status
fmi3GetNominalsOfContinuousStates (fmi3Instance instance, fmi3Float64 nominals[], size_t n)
{
  (void)instance;
  return get_one (nominals, n);
}

static double
get_indicator (const Ticker *self)
{
  return self->mode == 2 ? self->x - self->next : -1;
}

fmi3Status
fmi3GetEventIndicators (fmi3Instance instance, fmi3Float64 z[], size_t n)
{
  z[0] = get_indicator (SELF);
  return n == 1 ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3CompletedIntegratorStep (fmi3Instance instance,
                             fmi3Boolean no_set_state_prior,
                             fmi3Boolean *enter_event_mode,
                             fmi3Boolean *terminate)
{
  (void)instance, (void)no_set_state_prior;
  *enter_event_mode = *terminate = false;
  return fmi3OK;
}

/* ---- Values ------------------------------------------------------------------------------ */

fmi3Status
fmi3GetFloat64 (fmi3Instance instance,
                const fmi3ValueReference references[],
                size_t n,
                fmi3Float64 values[],
                size_t n_values)
{
  const Ticker *self = instance;

  for (size_t i = 0; i < n; i++)
    switch (references[i])
      {
      case TIME:
        values[i] = self->t;
        break;
      case X:
        values[i] = self->x;
        break;
      case DER_X:
        values[i] = 1;
        break;
      case Z:
        values[i] = get_indicator (self);
        break;
      case VALUE_IN:
        values[i] = self->value_in;
        break;
      case LAST:
        values[i] = self->last;
        break;
      case SUM:
        values[i] = self->sum;
        break;
      case VALUE_OUT:
        values[i] = self->value_out;
        break;
      default:
        return fmi3Error;
      }
  return n == n_values ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3SetFloat64 (fmi3Instance instance,
                const fmi3ValueReference references[],
                size_t n,
                const fmi3Float64 values[],
                size_t n_values)
{
  if (n != n_values)
    return fmi3Error;
  for (size_t i = 0; i < n; i++)
    if (references[i] == VALUE_IN)
      SELF->value_in = values[i];
    else if (references[i] == X)
      SELF->x = values[i];
    else
      return fmi3Error;
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
    values[i] = references[i] == MODE ? SELF->mode : SELF->count;
  return n == n_values ? fmi3OK : fmi3Error;
}

fmi3Status
fmi3SetInt32 (fmi3Instance instance,
              const fmi3ValueReference references[],
              size_t n,
              const fmi3Int32 values[],
              size_t n_values)
{
  if (n != 1 || n_values != 1 || references[0] != MODE)
    return fmi3Error;
  SELF->mode = values[0];
  return fmi3OK;
}
