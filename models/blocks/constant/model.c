/* A value that stays: y = value. */
#include "model.h"

enum
{
  VALUE
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_OUTPUT },
  { .reference = 2, .role = FMU_TUNABLE, .index = VALUE, .start = 1 },
};

static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = at->p[VALUE];
}

static void
jacobian (const FmuPoint *at __attribute__ ((unused)), FmuJacobian *j)
{
  j->gp[VALUE] = 1;
}

const FmuModel fmu_model = {
  .name = "constant",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b01}",
  FMU_TABLE (reals),
  .n_p = 1,
  .n_y = 1,
  .outputs = outputs,
  .jacobian = jacobian,
};
