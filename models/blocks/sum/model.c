/* Two values, each times a factor, added: y = k1 u1 + k2 u2. */
#include "model.h"

enum
{
  K1,
  K2
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_OUTPUT },
  { .reference = 2, .role = FMU_INPUT, .index = 0, .start = 0 },
  { .reference = 3, .role = FMU_INPUT, .index = 1, .start = 0 },
  { .reference = 4, .role = FMU_TUNABLE, .index = K1, .start = 1 },
  { .reference = 5, .role = FMU_TUNABLE, .index = K2, .start = 1 },
};

static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = at->p[K1] * at->u[0] + at->p[K2] * at->u[1];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  for (unsigned i = 0; i < 2; i++)
    {
      j->gu[i] = at->p[K1 + i];
      j->gp[K1 + i] = at->u[i];
    }
}

const FmuModel fmu_model = {
  .name = "sum",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b06}",
  FMU_TABLE (reals),
  .n_u = 2,
  .n_p = 2,
  .n_y = 1,
  .outputs = outputs,
  .jacobian = jacobian,
};
