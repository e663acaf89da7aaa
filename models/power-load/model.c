/* A load that draws a constant power: i = power / u. */
#include "model.h"

#include <math.h>

enum
{
  P_POWER
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_INPUT, .start = 10 },
  { .reference = 2, .role = FMU_OUTPUT },
  { .reference = 3, .role = FMU_TUNABLE, .start = 8 },
  { .reference = 4, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = at->p[P_POWER] / at->u[0];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  j->gu[0] = -at->p[P_POWER] / (at->u[0] * at->u[0]);
  j->gp[P_POWER] = 1 / at->u[0];
}

const FmuModel fmu_model = {
  .name = "power_load",
  .guid = "{ee180fa7-3d04-5f1f-a318-08dbf8771f97}",
  FMU_TABLE (reals),
  .n_u = 1,
  .n_p = 1,
  .n_y = 1,
  .outputs = outputs,
  .jacobian = jacobian,
};
