/* FMI 3.0: n lanes, of which n can be changed in a run: from step mode in Co-Simulation, from event
 * mode in Model Exchange. States are an array, so that their number changes, too.
 *
 *   x_k' = u_k - k x_k, y_k = g_k x_k, z_k = x_k - 10, total = sum (y_k + d_k)
 *
 * A changed n loses u, d and g: NaN. Lanes that stay keep x; new ones begin with 0. */
#include "fmi3-fmu.h"

#include <math.h>
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
  TOTAL
};

#define MAX_N 4u

typedef struct
{
  FmuBase base;
  double u[MAX_N], d[MAX_N], g[MAX_N], x[MAX_N];
} Lanes;

static bool
begin (void *instance)
{
  const FmuBase base = { .use = ((FmuBase *)instance)->use, .n = MAX_N };

  *(Lanes *)instance = (Lanes){ base, .g = { 1, 2, 3, 4 }, .x = { 1, 1, 1, 1 } };
  return true;
}

static size_t
count (const void *instance, fmi3ValueReference reference)
{
  return reference >= U && reference <= Z ? ((const FmuBase *)instance)->n : 1;
}

static double
get_one (const Lanes *self, fmi3ValueReference reference, unsigned k)
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
      for (unsigned i = 0; i < self->base.n; i++)
        sum += self->g[i] * self->x[i] + self->d[i];
      return sum;
    default:
      return self->base.t;
    }
}

static bool
get (const void *instance, fmi3ValueReference reference, double values[])
{
  for (unsigned k = 0; k < count (instance, reference); k++)
    values[k] = get_one (instance, reference, k);
  return true;
}

static bool
set (void *instance, fmi3ValueReference reference, const double values[])
{
  Lanes *self = instance;
  double *place = reference == U   ? self->u
                  : reference == D ? self->d
                  : reference == G ? self->g
                  : reference == X ? self->x
                                   : NULL;

  /* Discrete inputs outside event mode. */
  if (place == NULL || (reference == D && self->base.use.event_mode && self->base.mode >= FMU_STEP))
    return false;
  memcpy (place, values, self->base.n * sizeof *place);
  return true;
}

static bool
resize (void *instance, uint64_t n)
{
  Lanes *self = instance;
  const bool starting = self->base.mode == FMU_START;

  if (n > MAX_N)
    return false;
  for (uint64_t k = self->base.n; k < n; k++)
    self->x[k] = starting;
  for (unsigned k = 0; k < MAX_N && !starting; k++)
    self->u[k] = self->d[k] = self->g[k] = NAN;
  return true;
}

static double
differentiate (
    const void *instance, fmi3ValueReference unknown, size_t i, fmi3ValueReference known, size_t j)
{
  const Lanes *self = instance;

  if (unknown == TOTAL)
    return known == X ? self->g[j] : 0;
  if (i != j)
    return 0;
  if (unknown == Y)
    return known == X ? self->g[i] : 0;
  return known == X ? -(i + 1.0) : 1;
}

/* The inputs are held, so the step is exact. */
static bool
advance (void *instance, double h, double *t_end)
{
  Lanes *self = instance;

  (void)t_end;
  for (unsigned k = 0; k < self->base.n; k++)
    {
      const double rest = self->u[k] / (k + 1.0);

      self->x[k] = rest + (self->x[k] - rest) * exp (-(k + 1.0) * h);
    }
  return false;
}

const FmuModel fmu = {
  .token = "lanes-1",
  .size = sizeof (Lanes),
  .n = N,
  .x = X,
  .der_x = DER_X,
  .z = Z,
  .begin = begin,
  .count = count,
  .get = get,
  .set = set,
  .resize = resize,
  .differentiate = differentiate,
  .advance = advance,
};
