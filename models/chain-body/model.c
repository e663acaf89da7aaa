/* A body of a chain, between two neighbours on springs:
 * m v' = c (x_left - 2 x + x_right) - d v. */
#include "model.h"

enum
{
  X,
  V
};
enum
{
  LEFT,
  RIGHT
};
enum
{
  M,
  C,
  D
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .index = X, .start = 0, .nominal = 1 },
  { .reference = 2, .role = FMU_STATE, .index = V, .start = 0, .nominal = 1 },
  { .reference = 3, .role = FMU_DERIVATIVE, .index = X },
  { .reference = 4, .role = FMU_DERIVATIVE, .index = V },
  { .reference = 5, .role = FMU_INPUT, .index = LEFT, .start = 0 },
  { .reference = 6, .role = FMU_INPUT, .index = RIGHT, .start = 0 },
  { .reference = 7, .role = FMU_TUNABLE, .index = M, .start = 1 },
  { .reference = 8, .role = FMU_TUNABLE, .index = C, .start = 10 },
  { .reference = 9, .role = FMU_TUNABLE, .index = D, .start = 0.2 },
  { .reference = 10, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static double
stretch (const FmuPoint *at)
{
  return at->u[LEFT] - 2 * at->x[X] + at->u[RIGHT];
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[X] = at->x[V];
  dx[V] = (at->p[C] * stretch (at) - at->p[D] * at->x[V]) / at->p[M];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double m = at->p[M];
  double *dv_dx = j->fx + 2 * V;
  double *dv_du = j->fu + 2 * V;
  double *dv_dp = j->fp + 3 * V;
  double dx[2];

  derivatives (at, dx);
  j->fx[V] = 1;
  dv_dx[X] = -2 * at->p[C] / m;
  dv_dx[V] = -at->p[D] / m;
  dv_du[LEFT] = at->p[C] / m;
  dv_du[RIGHT] = at->p[C] / m;
  dv_dp[M] = -dx[V] / m;
  dv_dp[C] = stretch (at) / m;
  dv_dp[D] = -at->x[V] / m;
}

const FmuModel fmu_model = {
  .name = "chain_body",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a10}",
  .reals = reals,
  .n_reals = sizeof reals / sizeof reals[0],
  .n_x = 2,
  .n_u = 2,
  .n_p = 3,
  .derivatives = derivatives,
  .jacobian = jacobian,
};
