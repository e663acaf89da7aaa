/* FMI 3.0: inputs and outputs that are arrays of one and two dimensions. Each output is an input
 * plus constants that tell the elements apart. */
#include "fmi3-fmu.h"

#include <string.h>

#define N_REFERENCES 9
#define N_INPUTS 4 /* value references from 1, each output that number later */

static const size_t sizes[N_REFERENCES] = { 1, 3, 6, 6, 1, 3, 6, 6, 1 };
static const double constants[N_INPUTS][6]
    = { { 1, 2, 3 }, { 11, 12, 13, 21, 22, 23 }, { 0 }, { 1 } };

typedef struct
{
  FmuBase base;
  double inputs[N_INPUTS][6];
} Arrays;

static size_t
count (const void *instance, fmi3ValueReference reference)
{
  (void)instance;
  return reference < N_REFERENCES ? sizes[reference] : 1;
}

static bool
get (const void *instance, fmi3ValueReference reference, double values[])
{
  const Arrays *self = instance;
  const bool is_input = reference <= N_INPUTS;
  const size_t k = is_input ? reference - 1 : reference - 1 - N_INPUTS;

  if (reference == 0)
    values[0] = self->base.t;
  for (size_t j = 0; reference > 0 && reference < N_REFERENCES && j < sizes[reference]; j++)
    values[j] = self->inputs[k][j] + (is_input ? 0 : constants[k][j]);
  return reference < N_REFERENCES;
}

static bool
set (void *instance, fmi3ValueReference reference, const double values[])
{
  if (reference < 1 || reference > N_INPUTS)
    return false;
  memcpy (((Arrays *)instance)->inputs[reference - 1], values, sizes[reference] * sizeof *values);
  return true;
}

const FmuModel fmu = {
  .token = "arrays-1",
  .size = sizeof (Arrays),
  .count = count,
  .get = get,
  .set = set,
};
