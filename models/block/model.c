/* A block in its surroundings, heated from outside: C T' = Q - G (T - T_ambient). */
#include "model.h"

enum
{
  CAPACITY,
  CONDUCTANCE,
  AMBIENT
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .start = 293.15, .nominal = 100 },
  { .reference = 2, .role = FMU_DERIVATIVE },
  { .reference = 3, .role = FMU_INPUT, .start = 0 },
  { .reference = 4, .role = FMU_TUNABLE, .index = CAPACITY, .start = 100 },
  { .reference = 5, .role = FMU_TUNABLE, .index = CONDUCTANCE, .start = 1 },
  { .reference = 6, .role = FMU_TUNABLE, .index = AMBIENT, .start = 293.15 },
  { .reference = 7, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[0] = (at->u[0] - at->p[CONDUCTANCE] * (at->x[0] - at->p[AMBIENT])) / at->p[CAPACITY];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double capacity = at->p[CAPACITY];
  double dx;

  derivatives (at, &dx);
  j->fx[0] = -at->p[CONDUCTANCE] / capacity;
  j->fu[0] = 1 / capacity;
  j->fp[CAPACITY] = -dx / capacity;
  j->fp[CONDUCTANCE] = -(at->x[0] - at->p[AMBIENT]) / capacity;
  j->fp[AMBIENT] = at->p[CONDUCTANCE] / capacity;
}

const FmuModel fmu_model = {
  .name = "block",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a0f}",
  FMU_TABLE (reals),
  .n_x = 1,
  .n_u = 1,
  .n_p = 3,
  .derivatives = derivatives,
  .jacobian = jacobian,
};
