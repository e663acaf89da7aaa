/* A body on a spring at the wall and on a damper at a joint of given velocity:
 *   F = d (v - v_joint),  m v' = -c x - F. */
#include "model.h"

enum
{
  X,
  V
};
enum
{
  M,
  C,
  D
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .index = X, .start = 0, .nominal = 1 },
  { .reference = 2, .role = FMU_STATE, .index = V, .start = 2, .nominal = 1 },
  { .reference = 3, .role = FMU_DERIVATIVE, .index = X },
  { .reference = 4, .role = FMU_DERIVATIVE, .index = V },
  { .reference = 5, .role = FMU_INPUT, .start = 1.5 },
  { .reference = 6, .role = FMU_OUTPUT },
  { .reference = 7, .role = FMU_TUNABLE, .index = M, .start = 10 },
  { .reference = 8, .role = FMU_TUNABLE, .index = C, .start = 1000 },
  { .reference = 9, .role = FMU_TUNABLE, .index = D, .start = 300 },
  { .reference = 10, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = at->p[D] * (at->x[V] - at->u[0]);
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  double force;

  outputs (at, &force);
  dx[X] = at->x[V];
  dx[V] = (-at->p[C] * at->x[X] - force) / at->p[M];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double m = at->p[M];
  double *dv_dx = j->fx + 2 * V;
  double *dv_dp = j->fp + 3 * V;
  double dx[2];

  derivatives (at, dx);
  j->gx[V] = at->p[D];
  j->gu[0] = -at->p[D];
  j->gp[D] = at->x[V] - at->u[0];
  j->fx[V] = 1;
  dv_dx[X] = -at->p[C] / m;
  dv_dx[V] = -at->p[D] / m;
  j->fu[V] = at->p[D] / m;
  dv_dp[M] = -dx[V] / m;
  dv_dp[C] = -at->x[X] / m;
  dv_dp[D] = -j->gp[D] / m;
}

const FmuModel fmu_model = {
  .name = "joint_left",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a0c}",
  .reals = reals,
  .n_reals = sizeof reals / sizeof reals[0],
  .n_x = 2,
  .n_u = 1,
  .n_p = 3,
  .n_y = 1,
  .derivatives = derivatives,
  .outputs = outputs,
  .jacobian = jacobian,
};
