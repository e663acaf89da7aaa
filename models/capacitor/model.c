/* A capacitor behind a resistor: R C v_c' = v - v_c. */
#include "model.h"

enum
{
  V_C
};
enum
{
  P_R,
  P_C
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .start = 0, .nominal = 10 },
  { .reference = 2, .role = FMU_DERIVATIVE },
  { .reference = 3, .role = FMU_INPUT, .start = 0 },
  { .reference = 4, .role = FMU_TUNABLE, .start = 1 },
  { .reference = 5, .role = FMU_TUNABLE, .index = 1, .start = 1 },
  { .reference = 6, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[V_C] = (at->u[0] - at->x[V_C]) / (at->p[P_R] * at->p[P_C]);
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double time = at->p[P_R] * at->p[P_C];
  double change;

  derivatives (at, &change);
  j->fx[0] = -1 / time;
  j->fu[0] = 1 / time;
  j->fp[P_R] = -change / at->p[P_R];
  j->fp[P_C] = -change / at->p[P_C];
}

const FmuModel fmu_model = {
  .name = "capacitor",
  .guid = "{503d417d-d07e-5a0b-8fac-cf12e24e1a33}",
  FMU_TABLE (reals),
  .n_x = 1,
  .n_u = 1,
  .n_p = 2,
  .derivatives = derivatives,
  .jacobian = jacobian,
};
