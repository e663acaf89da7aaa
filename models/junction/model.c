/* A junction of pipes that leaks: leak p = q_in - q_out. */
#include "model.h"

enum
{
  P_LEAK
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_INPUT, .start = 0.01 },
  { .reference = 2, .role = FMU_INPUT, .index = 1, .start = 0 },
  { .reference = 3, .role = FMU_OUTPUT },
  { .reference = 4, .role = FMU_TUNABLE, .start = 1e-8 },
  { .reference = 5, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = (at->u[0] - at->u[1]) / at->p[P_LEAK];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  double p;

  outputs (at, &p);
  j->gu[0] = 1 / at->p[P_LEAK];
  j->gu[1] = -j->gu[0];
  j->gp[P_LEAK] = -p / at->p[P_LEAK];
}

const FmuModel fmu_model = {
  .name = "junction",
  .guid = "{9c8e6ccf-d332-56d0-80af-b90106b49f36}",
  FMU_TABLE (reals),
  .n_u = 2,
  .n_p = 1,
  .n_y = 1,
  .outputs = outputs,
  .jacobian = jacobian,
};
