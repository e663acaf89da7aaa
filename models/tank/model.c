/* A tank under pressure that empties: c p' = -q. */
#include "model.h"

enum
{
  P
};
enum
{
  P_C
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .start = 1e6, .nominal = 1e5 },
  { .reference = 2, .role = FMU_DERIVATIVE },
  { .reference = 3, .role = FMU_INPUT, .start = 0.01 },
  { .reference = 4, .role = FMU_TUNABLE, .start = 1e-7 },
  { .reference = 5, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[P] = -at->u[0] / at->p[P_C];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  double change;

  derivatives (at, &change);
  j->fu[0] = -1 / at->p[P_C];
  j->fp[P_C] = -change / at->p[P_C];
}

const FmuModel fmu_model = {
  .name = "tank",
  .guid = "{bc1513c0-aebb-5103-b946-c080eb6303b6}",
  FMU_TABLE (reals),
  .n_x = 1,
  .n_u = 1,
  .n_p = 1,
  .derivatives = derivatives,
  .jacobian = jacobian,
};
