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
  FmuBase base;
  double x, next, last, sum, value_in, value_out;
  int32_t mode, count, burst;
  bool in, out, armed;
} Ticker;

#define SELF ((Ticker *)instance)

/* Clocks need event mode. */
static bool
begin (void *instance)
{
  const FmuBase base = { .use = SELF->base.use };

  *SELF = (Ticker){ base, .next = INFINITY, .last = -1 };
  return base.use.event_mode && base.use.early_return;
}

static void
fire (Ticker *self)
{
  self->out = true;
  self->value_out++;
}

static void
initialize (void *instance)
{
  Ticker *self = instance;

  self->x = self->base.t;
  self->next = self->mode == 1 || self->mode == 4 || self->mode == 7 ? 0.5
               : self->mode == 2                                     ? 0.3
                                                                     : INFINITY;
  self->burst = self->mode == 4 ? 3 : 0;
  if (self->mode == 6)
    fire (self);
}

static bool
is_due (const Ticker *self)
{
  return (self->mode == 2 ? self->x : self->base.t) >= self->next;
}

static void
begin_event (void *instance)
{
  if (is_due (instance))
    fire (instance);
}

static bool
update (void *instance, double *next)
{
  Ticker *self = instance;
  const bool due = is_due (self);
  const bool again = due && --self->burst > 0;

  if (self->in)
    {
      self->count++;
      self->last = self->base.t;
      self->sum += self->value_in;
      self->armed = self->mode == 5;
    }
  self->in = self->out = false;
  if (again)
    fire (self);
  else if (due)
    self->next = self->mode == 1 || self->mode == 7 ? self->next + 0.5
                 : self->mode == 2                  ? self->next + 0.7
                                                    : INFINITY;
  *next = self->mode != 2 ? self->next : INFINITY;
  return again;
}

static bool
advance (void *instance, double h, double *t_end)
{
  const bool due = SELF->next <= *t_end;

  (void)h;
  SELF->x = *t_end = fmin (*t_end, SELF->next);
  return due;
}

/* ---- Clocks ------------------------------------------------------------------------------ */

static bool
tick (void *instance, fmi3ValueReference reference)
{
  if (reference == TICK_IN)
    SELF->in = true;
  if (reference == DELAY || (reference == TICK_IN && (SELF->mode == 3 || SELF->mode == 7)))
    fire (instance);
  return reference == TICK_IN || reference == DELAY;
}

static bool
has_ticked (void *instance, fmi3ValueReference reference, bool *active)
{
  *active = SELF->out;
  return reference == TICK_OUT && SELF->base.mode == FMU_EVENT;
}

static bool
get_interval (void *instance, fmi3ValueReference reference, double *interval)
{
  if (SELF->armed)
    *interval = 0.125;
  SELF->armed = false;
  return reference == DELAY;
}

/* ---- Values ------------------------------------------------------------------------------ */

static bool
get (const void *instance, fmi3ValueReference reference, double values[])
{
  const Ticker *self = instance;

  switch (reference)
    {
    case TIME:
      *values = self->base.t;
      return true;
    case X:
      *values = self->x;
      return true;
    case DER_X:
      *values = 1;
      return true;
    case Z:
      *values = self->mode == 2 ? self->x - self->next : -1;
      return true;
    case VALUE_IN:
      *values = self->value_in;
      return true;
    case LAST:
      *values = self->last;
      return true;
    case SUM:
      *values = self->sum;
      return true;
    case VALUE_OUT:
      *values = self->value_out;
      return true;
    default:
      return false;
    }
}

static bool
set (void *instance, fmi3ValueReference reference, const double values[])
{
  if (reference != VALUE_IN && reference != X)
    return false;
  *(reference == X ? &SELF->x : &SELF->value_in) = *values;
  return true;
}

static int32_t *
integer (void *instance, fmi3ValueReference reference)
{
  return reference == MODE ? &SELF->mode : reference == COUNT ? &SELF->count : NULL;
}

const FmuModel fmu = {
  .token = "ticker-1",
  .size = sizeof (Ticker),
  .x = X,
  .der_x = DER_X,
  .z = Z,
  .settable = MODE,
  .begin = begin,
  .get = get,
  .set = set,
  .integer = integer,
  .initialize = initialize,
  .begin_event = begin_event,
  .update = update,
  .advance = advance,
  .tick = tick,
  .has_ticked = has_ticked,
  .get_interval = get_interval,
};
