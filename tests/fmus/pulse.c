/* A derivative that is zero but for a short time: the integral of a triangle around 6 s, 1 s wide
 * to either side, is 1e4. */
#include "model.h"

#include <math.h>

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .start = 0 },
  { .reference = 2, .role = FMU_DERIVATIVE },
  { .reference = 3, .role = FMU_OUTPUT },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[0] = 1e4 * fmax (0.0, 1.0 - fabs (at->t - 6.0));
}

static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = at->x[0];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double tau = at->t - 6.0;

  j->gx[0] = 1.0;
  j->ft[0] = fabs (tau) >= 1.0 ? 0.0 : tau < 0.0 ? 1e4 : -1e4;
}

const FmuModel fmu_model = {
  .name = "pulse",
  .guid = "{5b6a0c3e-9e0f-4a3b-8f0e-0c3d5a7f1b26}",
  FMU_TABLE (reals),
  .n_x = 1,
  .n_y = 1,
  .derivatives = derivatives,
  .outputs = outputs,
  .jacobian = jacobian,
};
