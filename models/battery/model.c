/* A battery with an inner resistance: u = U - R i, C U' = -i. */
#include "model.h"

enum
{
  U
};
enum
{
  P_R,
  P_C
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .start = 10, .nominal = 10 },
  { .reference = 2, .role = FMU_DERIVATIVE },
  { .reference = 3, .role = FMU_INPUT, .start = 0 },
  { .reference = 4, .role = FMU_OUTPUT },
  { .reference = 5, .role = FMU_TUNABLE, .start = 2 },
  { .reference = 6, .role = FMU_TUNABLE, .index = 1, .start = 10 },
  { .reference = 7, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = at->x[U] - at->p[P_R] * at->u[0];
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[U] = -at->u[0] / at->p[P_C];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  j->gx[0] = 1;
  j->gu[0] = -at->p[P_R];
  j->gp[P_R] = -at->u[0];
  j->fu[0] = -1 / at->p[P_C];
  j->fp[P_C] = at->u[0] / (at->p[P_C] * at->p[P_C]);
}

const FmuModel fmu_model = {
  .name = "battery",
  .guid = "{4b873546-431c-5f14-b895-71141dbc40e0}",
  FMU_TABLE (reals),
  .n_x = 1,
  .n_u = 1,
  .n_p = 2,
  .n_y = 1,
  .derivatives = derivatives,
  .outputs = outputs,
  .jacobian = jacobian,
};
