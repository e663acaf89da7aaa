/* The body of a truck over one wheel, carried by its suspension: m v' = F. Heights count from the
 * rest position. */
#include "model.h"

enum
{
  Z,
  V,
  N_X
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .index = Z, .nominal = 0.1 },
  { .reference = 2, .role = FMU_STATE, .index = V, .nominal = 1 },
  { .reference = 3, .role = FMU_DERIVATIVE, .index = Z },
  { .reference = 4, .role = FMU_DERIVATIVE, .index = V },
  { .reference = 5, .role = FMU_INPUT },
  { .reference = 6, .role = FMU_TUNABLE, .start = 3000 },
  { .reference = 7, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[Z] = at->x[V];
  dx[V] = at->u[0] / at->p[0];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  j->fx[N_X * Z + V] = 1;
  j->fu[V] = 1 / at->p[0];
  j->fp[V] = -at->u[0] / (at->p[0] * at->p[0]);
}

const FmuModel fmu_model = {
  .name = "chassis",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7ad1}",
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_u = 1,
  .n_p = 1,
  .derivatives = derivatives,
  .jacobian = jacobian,
};
