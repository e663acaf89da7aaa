/* What feeds it is what plots show: it computes nothing. */
#include "model.h"

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_INPUT, .index = 0, .start = 0 },
};

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  (void)at;
  (void)j;
}

const FmuModel fmu_model = {
  .name = "scope",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b09}",
  FMU_TABLE (reals),
  .n_u = 1,
  .jacobian = jacobian,
};
