/* A body on a spring and a damper at the wall, tied by another spring and damper
 * to a body whose position and velocity are inputs:
 *   F = c_coupling (x - x_left) + d_coupling (v - v_left)
 *   m v' = -F - c x - d v. */
#include "body.h"

enum
{
  X_LEFT,
  V_LEFT,
  N_U
};
enum
{
  C_COUPLING = D + 1,
  D_COUPLING,
  N_P
};

static const FmuReal reals[] = {
  BODY_STATES (3, 0, 100),
  { .reference = 5, .role = FMU_INPUT, .index = X_LEFT, .start = 1 },
  { .reference = 6, .role = FMU_INPUT, .index = V_LEFT, .start = 0 },
  { .reference = 7, .role = FMU_OUTPUT },
  { .reference = 8, .role = FMU_TUNABLE, .index = M, .start = 80 },
  { .reference = 9, .role = FMU_TUNABLE, .index = C, .start = 1e5 },
  { .reference = 10, .role = FMU_TUNABLE, .index = D, .start = 40 },
  { .reference = 11, .role = FMU_TUNABLE, .index = C_COUPLING, .start = 1e4 },
  { .reference = 12, .role = FMU_TUNABLE, .index = D_COUPLING, .start = 10 },
  { .reference = 13, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = at->p[C_COUPLING] * (at->x[X] - at->u[X_LEFT])
         + at->p[D_COUPLING] * (at->x[V] - at->u[V_LEFT]);
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  double force;

  outputs (at, &force);
  dx[X] = at->x[V];
  dx[V] = (-force - at->p[C] * at->x[X] - at->p[D] * at->x[V]) / at->p[M];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double m = at->p[M];
  double *dv_du = body_row (j->fu, N_U), *dv_dp;
  double dx[N_X];

  derivatives (at, dx);
  j->gx[X] = at->p[C_COUPLING];
  j->gx[V] = at->p[D_COUPLING];
  j->gu[X_LEFT] = -at->p[C_COUPLING];
  j->gu[V_LEFT] = -at->p[D_COUPLING];
  j->gp[C_COUPLING] = at->x[X] - at->u[X_LEFT];
  j->gp[D_COUPLING] = at->x[V] - at->u[V_LEFT];

  dv_dp = body_jacobian (at, j, j->gx[X] + at->p[C], dx[V]);
  body_row (j->fx, N_X)[V] = -(j->gx[V] + at->p[D]) / m;
  dv_du[X_LEFT] = -j->gu[X_LEFT] / m;
  dv_du[V_LEFT] = -j->gu[V_LEFT] / m;
  dv_dp[D] = -at->x[V] / m;
  dv_dp[C_COUPLING] = -j->gp[C_COUPLING] / m;
  dv_dp[D_COUPLING] = -j->gp[D_COUPLING] / m;
}

const FmuModel fmu_model = {
  .name = "right_body",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a04}",
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_u = N_U,
  .n_p = N_P,
  .n_y = 1,
  .derivatives = derivatives,
  .outputs = outputs,
  .jacobian = jacobian,
};
