/* A heating foil on a block of given temperature: Q = G (T - T_block), C T' = P - Q. */
#include "model.h"

enum
{
  POWER,
  CAPACITY,
  CONDUCTANCE
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .start = 293.15, .nominal = 100 },
  { .reference = 2, .role = FMU_DERIVATIVE },
  { .reference = 3, .role = FMU_INPUT, .start = 293.15 },
  { .reference = 4, .role = FMU_OUTPUT },
  { .reference = 5, .role = FMU_TUNABLE, .index = POWER, .start = 100 },
  { .reference = 6, .role = FMU_TUNABLE, .index = CAPACITY, .start = 0.1 },
  { .reference = 7, .role = FMU_TUNABLE, .index = CONDUCTANCE, .start = 100 },
  { .reference = 8, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = at->p[CONDUCTANCE] * (at->x[0] - at->u[0]);
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  double flow;

  outputs (at, &flow);
  dx[0] = (at->p[POWER] - flow) / at->p[CAPACITY];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double capacity = at->p[CAPACITY];
  double dx;

  derivatives (at, &dx);
  j->gx[0] = at->p[CONDUCTANCE];
  j->gu[0] = -at->p[CONDUCTANCE];
  j->gp[CONDUCTANCE] = at->x[0] - at->u[0];
  j->fx[0] = -at->p[CONDUCTANCE] / capacity;
  j->fu[0] = at->p[CONDUCTANCE] / capacity;
  j->fp[POWER] = 1 / capacity;
  j->fp[CAPACITY] = -dx / capacity;
  j->fp[CONDUCTANCE] = -j->gp[CONDUCTANCE] / capacity;
}

const FmuModel fmu_model = {
  .name = "foil",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a0e}",
  FMU_TABLE (reals),
  .n_x = 1,
  .n_u = 1,
  .n_p = 3,
  .n_y = 1,
  .derivatives = derivatives,
  .outputs = outputs,
  .jacobian = jacobian,
};
