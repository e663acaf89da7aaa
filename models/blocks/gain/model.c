/* A value times a factor: y = k u. */
#include "model.h"

enum
{
  K
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_OUTPUT },
  { .reference = 2, .role = FMU_INPUT, .index = 0, .start = 0 },
  { .reference = 3, .role = FMU_TUNABLE, .index = K, .start = 1 },
};

static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = at->p[K] * at->u[0];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  j->gu[0] = at->p[K];
  j->gp[K] = at->u[0];
}

const FmuModel fmu_model = {
  .name = "gain",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b05}",
  FMU_TABLE (reals),
  .n_u = 1,
  .n_p = 1,
  .n_y = 1,
  .outputs = outputs,
  .jacobian = jacobian,
};
