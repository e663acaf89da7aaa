/* One linear state with an input: x' = a x + b u + c. */
#include "model.h"

enum
{
  A,
  B,
  C
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .start = 1, .nominal = 1 },
  { .reference = 2, .role = FMU_DERIVATIVE },
  { .reference = 3, .role = FMU_INPUT, .start = 0 },
  { .reference = 4, .role = FMU_TUNABLE, .index = A, .start = -1 },
  { .reference = 5, .role = FMU_TUNABLE, .index = B, .start = 1 },
  { .reference = 6, .role = FMU_TUNABLE, .index = C, .start = 0 },
  { .reference = 7, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[0] = at->p[A] * at->x[0] + at->p[B] * at->u[0] + at->p[C];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  j->fx[0] = at->p[A];
  j->fu[0] = at->p[B];
  j->fp[A] = at->x[0];
  j->fp[B] = at->u[0];
  j->fp[C] = 1;
}

const FmuModel fmu_model = {
  .name = "linear",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a71}",
  FMU_TABLE (reals),
  .n_x = 1,
  .n_u = 1,
  .n_p = 3,
  .derivatives = derivatives,
  .jacobian = jacobian,
};
