/* A body on a spring at the wall and on a damper at a joint of given velocity:
 *   F = d (v - v_joint),  m v' = -c x - F. */
#include "body.h"

static const FmuReal reals[] = {
  BODY_STATES (0, 2, 1),
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
  double dx[N_X];

  derivatives (at, dx);
  j->gx[V] = at->p[D];
  j->gu[0] = -at->p[D];
  j->gp[D] = at->x[V] - at->u[0];
  body_jacobian (at, j, at->p[C], dx[V])[D] = -j->gp[D] / m;
  body_row (j->fx, N_X)[V] = -at->p[D] / m;
  j->fu[V] = at->p[D] / m;
}

const FmuModel fmu_model = {
  .name = "joint_left",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a0c}",
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_u = 1,
  .n_p = 3,
  .n_y = 1,
  .derivatives = derivatives,
  .outputs = outputs,
  .jacobian = jacobian,
};
