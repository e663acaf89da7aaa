/* FMI 3.0 for Co-Simulation that gives what no FMU may give, from 0.5 s on: the parameter fault
 * chooses what. Without one its Clock ticks at 0.25, 0.5, 0.75 and 1 s, y is the time and bytes_out
 * is 010203. */
#include "fmi3-fmu.h"

#include <float.h>
#include <math.h>
#include <stdint.h>

/* Values of the parameter; tests/cli/test-hostile.py has the same names. */
typedef enum
{
  NONE,
  EARLY_BACK,
  EVENT_BACK,
  SILENT_BACK,
  EARLY_BEYOND,
  EARLY_NAN,
  SILENT_INFINITE,
  LATE_BACK, /* first late by a tenth of the step, then at 0 s */
  LATE_NAN,
  GIGABYTES,
  ALL_BYTES,
  NO_ADDRESS,
  INTERVAL_ZERO,
  INTERVAL_NEGATIVE,
  INTERVAL_INFINITE,
  EVENT_PAST,
  EVENT_AT_ONCE,
  EXACT_STEP /* no fault: from 0 on steps of one length only, compared to the last bit */
} Fault;

enum
{
  TIME,
  FAULT,
  U,
  Y,
  BYTES_IN,
  BYTES_OUT,
  CLOCK,
  TICKS
};

typedef struct
{
  FmuBase base;
  double u, interval, length;
  int32_t fault, ticks;
  bool active, new_interval, is_late;
} Hostile;

#define SELF ((Hostile *)instance)

static bool
begin (void *instance)
{
  const FmuBase base = { .use = SELF->base.use };

  *SELF = (Hostile){ base, .interval = 0.25, .new_interval = true };
  return true;
}

/* ---- Steps ------------------------------------------------------------------------------- */

typedef struct
{
  bool event, early;
  double last;
} Ended;

static Ended
end_step (Hostile *self, double t, double h)
{
  const bool was_late = self->is_late;
  const double end = t + h;

  self->is_late = self->fault == LATE_BACK || self->fault == LATE_NAN;
  switch ((Fault)self->fault)
    {
    case EARLY_BACK:
      return (Ended){ .early = true, .last = t - h };
    case EVENT_BACK:
      return (Ended){ .event = true, .early = true, .last = t - h };
    case SILENT_BACK:
      return (Ended){ .last = t - h };
    case EARLY_BEYOND:
      return (Ended){ .early = true, .last = end + h };
    case EARLY_NAN:
      return (Ended){ .early = true, .last = NAN };
    case SILENT_INFINITE:
      return (Ended){ .last = INFINITY };
    case LATE_BACK:
      return (Ended){ .last = was_late ? 0 : end - 0.1 * h };
    case LATE_NAN:
      return (Ended){ .last = was_late ? NAN : end - 0.1 * h };
    default:
      return (Ended){ .last = end };
    }
}

static bool
is_exact (Hostile *self, double t, double h)
{
  if (t == 0)
    self->length = h;
  return h == self->length && fabs (t - round (t / h) * h) <= DBL_EPSILON * t;
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
  /* Times of others are sums. */
  const Ended ended = t > 0.5 - 1e-9 ? end_step (instance, t, h) : (Ended){ .last = t + h };

  (void)no_set_state_prior;
  if (SELF->fault == EXACT_STEP && !is_exact (SELF, t, h))
    return fmi3Error;
  SELF->base.t = t + h;
  *terminate = false;
  *event_handling_needed = ended.event;
  *early_return = ended.early;
  *last_successful_time = ended.last;
  return SELF->base.mode == FMU_STEP ? fmi3OK : fmi3Error;
}

/* ---- Clocks and events ------------------------------------------------------------------- */

static bool
tick (void *instance, fmi3ValueReference reference)
{
  SELF->active = true;
  return reference == CLOCK;
}

static bool
get_interval (void *instance, fmi3ValueReference reference, double *interval)
{
  if (SELF->new_interval)
    *interval = SELF->interval;
  SELF->new_interval = false;
  return reference == CLOCK;
}

static bool
update (void *instance, double *next)
{
  Hostile *self = instance;
  const bool strikes = self->base.t > 0.5 - 1e-9;

  if (self->active)
    {
      self->ticks++;
      self->new_interval = true;
    }
  self->active = false;
  if (strikes && self->fault >= INTERVAL_ZERO && self->fault <= INTERVAL_INFINITE)
    self->interval = self->fault == INTERVAL_ZERO       ? 0
                     : self->fault == INTERVAL_NEGATIVE ? -1
                                                        : INFINITY;
  if (strikes && (self->fault == EVENT_PAST || self->fault == EVENT_AT_ONCE))
    *next = self->base.t - (self->fault == EVENT_PAST ? 0.25 : 0);
  return false;
}

/* ---- Values ------------------------------------------------------------------------------ */

static bool
get (const void *instance, fmi3ValueReference reference, double values[])
{
  const Hostile *self = instance;

  *values = reference == U ? self->u : self->base.t;
  return reference <= Y;
}

static bool
set (void *instance, fmi3ValueReference reference, const double values[])
{
  SELF->u = *values;
  return reference == U;
}

static int32_t *
integer (void *instance, fmi3ValueReference reference)
{
  return reference == FAULT ? &SELF->fault : reference == TICKS ? &SELF->ticks : NULL;
}

fmi3Status
fmi3GetBinary (fmi3Instance instance,
               const fmi3ValueReference references[],
               size_t n,
               size_t sizes[],
               fmi3Binary values[],
               size_t n_values)
{
  static const uint8_t bytes[] = { 1, 2, 3 };
  const int32_t fault = SELF->base.t > 0.5 - 1e-9 ? SELF->fault : NONE;

  if (n != 1 || n_values != 1 || references[0] != BYTES_OUT)
    return fmi3Error;
  sizes[0] = fault == GIGABYTES ? (size_t)6 << 30 : fault == ALL_BYTES ? SIZE_MAX : sizeof bytes;
  values[0] = fault == NO_ADDRESS ? NULL : bytes;
  return fmi3OK;
}

fmi3Status
fmi3SetBinary (fmi3Instance instance,
               const fmi3ValueReference references[],
               size_t n,
               const size_t sizes[],
               const fmi3Binary values[],
               size_t n_values)
{
  (void)instance, (void)sizes, (void)values;
  return n == 1 && n_values == 1 && references[0] == BYTES_IN ? fmi3OK : fmi3Error;
}

const FmuModel fmu = {
  .token = "hostile-1",
  .size = sizeof (Hostile),
  .settable = FAULT,
  .begin = begin,
  .get = get,
  .set = set,
  .integer = integer,
  .update = update,
  .tick = tick,
  .get_interval = get_interval,
};
