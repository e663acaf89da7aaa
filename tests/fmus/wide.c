/* FMI 3.0: n inputs u, of which n can be changed in a run, and then all of them are lost: NaN.
 *
 *   x' = sum k u_k - x, total = x + sum k^2 u_k, last = 2 u_n, sums_k = u_1 + ... + u_k
 *
 * It has derivatives of both directions, counts the calls for them, and knows that last depends on
 * one element only. */
#include "fmi3-fmu.h"

#include <math.h>
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
  N_SIZES
};

#define MAX_N 6u

typedef struct
{
  FmuBase base;
  double x, u[MAX_N];
  int32_t n_directional, n_adjoint, n_sizes;
} Wide;

#define SELF ((Wide *)instance)

static bool
begin (void *instance)
{
  const FmuBase base = { .use = SELF->base.use, .n = 3 };

  *SELF = (Wide){ base, .u = { 1, 1, 1 } };
  return base.use.exchange || !base.use.event_mode;
}

/* ---- Values ------------------------------------------------------------------------------ */

static double
sum_inputs (const Wide *self, unsigned power)
{
  double sum = 0;

  for (unsigned k = 0; k < self->base.n; k++)
    sum += (power == 2 ? (k + 1.0) * (k + 1.0) : k + 1.0) * self->u[k];
  return sum;
}

static size_t
count (const void *instance, fmi3ValueReference reference)
{
  return reference == U || reference == SUMS ? ((const FmuBase *)instance)->n : 1;
}

static bool
get (const void *instance, fmi3ValueReference reference, double values[])
{
  const Wide *self = instance;
  const size_t n = self->base.n;
  double sum = 0;

  switch (reference)
    {
    case TIME:
      *values = self->base.t;
      return true;
    case U:
      memcpy (values, self->u, n * sizeof *values);
      return true;
    case SUMS:
      for (unsigned k = 0; k < n; k++)
        values[k] = sum += self->u[k];
      return true;
    case X:
      *values = self->x;
      return true;
    case DER_X:
      *values = sum_inputs (self, 1) - self->x;
      return true;
    case TOTAL:
      *values = self->x + sum_inputs (self, 2);
      return true;
    case LAST:
      *values = 2 * self->u[n - 1];
      return true;
    default:
      return false;
    }
}

static bool
set (void *instance, fmi3ValueReference reference, const double values[])
{
  if (reference == U)
    memcpy (SELF->u, values, SELF->base.n * sizeof *values);
  else if (reference == X)
    SELF->x = *values;
  return reference == U || reference == X;
}

static bool
resize (void *instance, uint64_t n)
{
  const bool starting = SELF->base.mode == FMU_START;

  if (n < 1 || n > MAX_N)
    return false;
  SELF->n_sizes += !starting;
  for (unsigned k = 0; k < MAX_N; k++)
    SELF->u[k] = starting ? 1 : NAN;
  return true;
}

static int32_t *
integer (void *instance, fmi3ValueReference reference)
{
  return reference == N_DIRECTIONAL ? &SELF->n_directional
         : reference == N_ADJOINT   ? &SELF->n_adjoint
         : reference == N_SIZES     ? &SELF->n_sizes
                                    : NULL;
}

/* ---- Derivatives and dependencies -------------------------------------------------------- */

static double
differentiate (
    const void *instance, fmi3ValueReference unknown, size_t i, fmi3ValueReference known, size_t k)
{
  (void)i;
  if (unknown < DER_X || unknown > LAST || (known != X && known != U))
    return NAN;
  if (known == X)
    return unknown == DER_X ? -1 : unknown == TOTAL ? 1 : 0;
  return unknown == DER_X   ? k + 1.0
         : unknown == TOTAL ? (k + 1.0) * (k + 1.0)
                            : (k + 1 == ((const FmuBase *)instance)->n ? 2 : 0);
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
  return fmu_multiply (instance, false, unknowns, n_unknowns, knowns, n_knowns, seed, n_seed,
                       sensitivity, n_sensitivity);
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
  const fmi3Status status = fmu_multiply (instance, true, unknowns, n_unknowns, knowns, n_knowns,
                                          seed, n_seed, sensitivity, n_sensitivity);

  SELF->n_adjoint++;
#ifdef WRONG_ADJOINT
  sensitivity[0] += 1;
#endif
  return status;
}

fmi3Status
fmi3GetNumberOfVariableDependencies (fmi3Instance instance, fmi3ValueReference reference, size_t *n)
{
  *n = reference == LAST ? 1 : SELF->base.n + 1;
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
      independents[i] = i < SELF->base.n ? U : X;
      independent_elements[i] = dependent == LAST ? SELF->base.n : i < SELF->base.n ? i + 1 : 0;
      kinds[i] = fmi3Dependent;
    }
  return fmi3OK;
}

/* The inputs are held, so the step is exact. */
static bool
advance (void *instance, double h, double *t_end)
{
  const double rest = sum_inputs (instance, 1);

  (void)t_end;
  SELF->x = rest + (SELF->x - rest) * exp (-h);
  return false;
}

const FmuModel fmu = {
  .token = "wide-1",
  .size = sizeof (Wide),
  .n = N,
  .x = X,
  .der_x = DER_X,
  .begin = begin,
  .count = count,
  .get = get,
  .set = set,
  .integer = integer,
  .resize = resize,
  .differentiate = differentiate,
  .advance = advance,
};
