/* FMI 3.0 without the runtime of models/: outputs repeat inputs of the same type, y are the sums of
 * u up to each element, trace is that of m. Three Clocks: one ticks every 0.1 s from 0.05 s on, one
 * 0.25 s after the time event at 0.3 s, one after 0.125 s, then after an interval twice as long
 * each time. */
#include "fmi3-fmu.h"

#include <math.h>
#include <string.h>

#define MAX_N 5
#define MAX_BYTES 64

typedef struct
{
  FmuBase base;
  uint64_t large;
  double u[MAX_N];
  float single;
  int8_t small;
  bool flags[2];
  char text[MAX_BYTES];
  uint8_t bytes[MAX_BYTES];
  size_t n_bytes;
  int64_t m[4];
  double next_event, last_tick, fired, interval;
  int32_t ticks, grown;
  bool armed, new_interval, active[3];
} Third;

#define SELF ((Third *)instance)

/* Clocks need event mode; without a folder of resources there is no path. */
static bool
begin (void *instance)
{
  const FmuBase base = { .use = SELF->base.use, .n = 3 };

  *SELF = (Third){
    base,         .large = UINT64_MAX,      .u = { 1, 2, 3 },    .single = 0.5f,
    .small = -1,  .flags = { true, false }, .text = "a b",       .bytes = { 0x00, 0xff, 0x10 },
    .n_bytes = 3, .m = { 1, 2, 3, 4 },      .next_event = 0.3,   .last_tick = -1,
    .fired = -1,  .interval = 0.125,        .new_interval = true
  };
  return base.use.event_mode && base.use.early_return && !base.use.has_resources;
}

static bool
advance (void *instance, double h, double *t_end)
{
  const bool due = SELF->next_event <= *t_end;

  (void)h;
  *t_end = fmin (*t_end, SELF->next_event);
  return due;
}

/* ---- Clocks and events ------------------------------------------------------------------- */

static bool
tick (void *instance, fmi3ValueReference reference)
{
  if (reference != 20 && reference != 23 && reference != 25)
    return false;
  SELF->active[reference == 20 ? 0 : reference == 23 ? 1 : 2] = true;
  return true;
}

static bool
get_interval (void *instance, fmi3ValueReference reference, double *interval)
{
  bool *changed = reference == 23 ? &SELF->armed : &SELF->new_interval;

  if (reference != 23 && reference != 25)
    return false;
  if (*changed)
    *interval = reference == 23 ? 0.25 : SELF->interval;
  *changed = false;
  return true;
}

static bool
update (void *instance, double *next)
{
  Third *self = instance;

  if (self->active[0])
    {
      self->ticks++;
      self->last_tick = self->base.t;
    }
  if (self->active[1])
    self->fired = self->base.t;
  if (self->active[2])
    {
      self->grown++;
      self->interval *= 2;
      self->new_interval = true;
    }
  if (self->base.t >= self->next_event)
    {
      self->next_event = INFINITY;
      self->armed = true;
    }
  memset (self->active, 0, sizeof self->active);
  *next = self->next_event;
  return false;
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
  values[0] = references[0] == 1 ? SELF->base.n : SELF->large;
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
  if (n != 1 || n_values != 1 || (references[0] == 1) != SELF->base.configured
      || (references[0] == 1 && values[0] > MAX_N))
    return fmi3Error;
  *(references[0] == 1 ? &SELF->base.n : &SELF->large) = values[0];
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

static int32_t *
integer (void *instance, fmi3ValueReference reference)
{
  return reference == 21 ? &SELF->ticks : reference == 26 ? &SELF->grown : NULL;
}

static size_t
count (const void *instance, fmi3ValueReference reference)
{
  return reference <= 3 ? ((const FmuBase *)instance)->n : 1;
}

static bool
get (const void *instance, fmi3ValueReference reference, double values[])
{
  const Third *self = instance;
  double sum = 0;

  for (size_t j = 0; j < count (self, reference); j++)
    {
      sum += self->u[j];
      values[j] = reference == 2    ? self->u[j]
                  : reference == 3  ? sum
                  : reference == 22 ? self->last_tick
                  : reference == 24 ? self->fired
                                    : self->base.t;
    }
  return true;
}

static bool
set (void *instance, fmi3ValueReference reference, const double values[])
{
  if (reference != 2)
    return false;
  memcpy (SELF->u, values, SELF->base.n * sizeof *values);
  return true;
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

const FmuModel fmu = {
  .token = "third-1",
  .size = sizeof (Third),
  .begin = begin,
  .count = count,
  .get = get,
  .set = set,
  .integer = integer,
  .update = update,
  .advance = advance,
  .tick = tick,
  .get_interval = get_interval,
};
