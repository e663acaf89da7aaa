/* A value kept between two limits. */
#include "model.h"

#include <math.h>

enum
{
  LOWER,
  UPPER
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_OUTPUT },
  { .reference = 2, .role = FMU_INPUT, .index = 0, .start = 0 },
  { .reference = 3, .role = FMU_TUNABLE, .index = LOWER, .start = -1 },
  { .reference = 4, .role = FMU_TUNABLE, .index = UPPER, .start = 1 },
};

/* The output is continuous and right whether or not its kinks were found: the indicators are there
 * so that a solver does not step across them. The upper limit wins where they are crossed. */
static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = fmin (fmax (at->u[0], at->p[LOWER]), at->p[UPPER]);
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  if (fmax (at->u[0], at->p[LOWER]) >= at->p[UPPER])
    j->gp[UPPER] = 1;
  else if (at->u[0] <= at->p[LOWER])
    j->gp[LOWER] = 1;
  else
    j->gu[0] = 1;
}

static void
indicators (const FmuPoint *at, double z[])
{
  z[0] = at->u[0] - at->p[LOWER];
  z[1] = at->u[0] - at->p[UPPER];
}

const FmuModel fmu_model = {
  .name = "limiter",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b07}",
  FMU_TABLE (reals),
  .n_u = 1,
  .n_p = 2,
  .n_y = 1,
  .n_z = 2,
  .outputs = outputs,
  .jacobian = jacobian,
  .indicators = indicators,
};
