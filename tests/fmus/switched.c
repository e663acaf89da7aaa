/* x' = level (u + t) - rate x, where rate is 3 while the Boolean input is on, else 1: derivatives
 * that depend on inputs of other types than Real. */
#include "model.h"

enum
{
  RATE_LOW = 1,
  RATE_HIGH = 3
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .start = 1, .nominal = 1 },
  { .reference = 2, .role = FMU_DERIVATIVE },
  { .reference = 3, .role = FMU_INPUT, .start = 0 },
  { .reference = 4, .role = FMU_OUTPUT },
};

static const FmuInteger integers[] = {
  { .reference = 1, .role = FMU_INPUT, .start = 1 },
};

static const FmuInteger booleans[] = {
  { .reference = 1, .role = FMU_INPUT, .start = fmi2False },
};

static double
get_rate (const FmuPoint *at)
{
  return at->booleans[0] ? RATE_HIGH : RATE_LOW;
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[0] = at->integers[0] * (at->u[0] + at->t) - get_rate (at) * at->x[0];
}

static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = at->x[0];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  j->fx[0] = -get_rate (at);
  j->fu[0] = at->integers[0];
  j->ft[0] = at->integers[0];
  j->gx[0] = 1;
}

const FmuModel fmu_model = {
  .name = "switched",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7c55}",
  FMU_TABLE (reals),
  FMU_TABLE (integers),
  FMU_TABLE (booleans),
  .n_x = 1,
  .n_u = 1,
  .n_y = 1,
  .derivatives = derivatives,
  .outputs = outputs,
  .jacobian = jacobian,
};
