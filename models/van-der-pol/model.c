/* Van der Pol's oscillator in slow time: x' = v, epsilon v' = (1 - x^2) v - x. */
#include "model.h"

enum
{
  X,
  RATE,
  N_X
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .index = X, .start = 2, .nominal = 1 },
  { .reference = 2, .role = FMU_STATE, .index = RATE, .start = 0, .nominal = 1 },
  { .reference = 3, .role = FMU_DERIVATIVE, .index = X },
  { .reference = 4, .role = FMU_DERIVATIVE, .index = RATE },
  { .reference = 5, .role = FMU_TUNABLE, .start = 1e-6 },
  { .reference = 6, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  const double x = at->x[X], v = at->x[RATE];

  dx[X] = v;
  dx[RATE] = ((1 - x * x) * v - x) / at->p[0];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double x = at->x[X], v = at->x[RATE], epsilon = at->p[0];

  j->fx[N_X * X + RATE] = 1;
  j->fx[N_X * RATE + X] = (-2 * x * v - 1) / epsilon;
  j->fx[N_X * RATE + RATE] = (1 - x * x) / epsilon;
  j->fp[RATE] = -((1 - x * x) * v - x) / (epsilon * epsilon);
}

const FmuModel fmu_model = {
  .name = "van_der_pol",
  .guid = "{6f0c7c52-94b1-4d1e-8a3b-5a1d0e5f7b01}",
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_p = 1,
  .derivatives = derivatives,
  .jacobian = jacobian,
};
