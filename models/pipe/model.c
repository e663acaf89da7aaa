/* A pipe with turbulent flow: q = k d / (d^2 + smooth^2)^(1/4), d = p_in - p_out. */
#include "model.h"

#include <math.h>

enum
{
  P_K,
  P_SMOOTH
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_INPUT, .start = 3e5 },
  { .reference = 2, .role = FMU_INPUT, .index = 1, .start = 2e5 },
  { .reference = 3, .role = FMU_OUTPUT },
  { .reference = 4, .role = FMU_TUNABLE, .start = 1e-4 },
  { .reference = 5, .role = FMU_TUNABLE, .index = 1, .start = 0.01 },
  { .reference = 6, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
outputs (const FmuPoint *at, double y[])
{
  const double d = at->u[0] - at->u[1];
  const double s = at->p[P_SMOOTH];

  y[0] = at->p[P_K] * d / sqrt (sqrt (d * d + s * s));
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double d = at->u[0] - at->u[1];
  const double s = at->p[P_SMOOTH];
  const double square = d * d + s * s;
  const double root = sqrt (sqrt (square));

  j->gu[0] = at->p[P_K] * (0.5 * d * d + s * s) / (square * root);
  j->gu[1] = -j->gu[0];
  j->gp[P_K] = d / root;
  j->gp[P_SMOOTH] = -0.5 * at->p[P_K] * d * s / (square * root);
}

const FmuModel fmu_model = {
  .name = "pipe",
  .guid = "{7aaf6d7f-2b72-5c40-9e29-3a7425fc288b}",
  FMU_TABLE (reals),
  .n_u = 2,
  .n_p = 2,
  .n_y = 1,
  .outputs = outputs,
  .jacobian = jacobian,
};
