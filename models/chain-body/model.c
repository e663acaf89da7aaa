/* A body of a chain, between two neighbours on springs:
 * m v' = c (x_left - 2 x + x_right) - d v. */
#include "body.h"

enum
{
  LEFT,
  RIGHT
};

static const FmuReal reals[] = {
  BODY_STATES (0, 0, 1),
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
  double *dv_du = body_row (j->fu, 2), *dv_dp;
  double dx[N_X];

  derivatives (at, dx);
  dv_dp = body_jacobian (at, j, 2 * at->p[C], dx[V]);
  dv_dp[C] = stretch (at) / m;
  dv_dp[D] = -at->x[V] / m;
  body_row (j->fx, N_X)[V] = -at->p[D] / m;
  dv_du[LEFT] = at->p[C] / m;
  dv_du[RIGHT] = at->p[C] / m;
}

const FmuModel fmu_model = {
  .name = "chain_body",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a10}",
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_u = 2,
  .n_p = 3,
  .derivatives = derivatives,
  .jacobian = jacobian,
};
