/* A body on a spring at the wall and on a damper at a joint that a force pushes:
 *   v_joint = v + F / d,  m v' = -c x + F. */
#include "body.h"

static const FmuReal reals[] = {
  BODY_STATES (0, 0, 1),
  { .reference = 5, .role = FMU_INPUT, .start = 150 },
  { .reference = 6, .role = FMU_OUTPUT },
  { .reference = 7, .role = FMU_TUNABLE, .index = M, .start = 10 },
  { .reference = 8, .role = FMU_TUNABLE, .index = C, .start = 1000 },
  { .reference = 9, .role = FMU_TUNABLE, .index = D, .start = 100 },
  { .reference = 10, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = at->x[V] + at->u[0] / at->p[D];
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[X] = at->x[V];
  dx[V] = (-at->p[C] * at->x[X] + at->u[0]) / at->p[M];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  double dx[N_X];

  derivatives (at, dx);
  j->gx[V] = 1;
  j->gu[0] = 1 / at->p[D];
  j->gp[D] = -at->u[0] / (at->p[D] * at->p[D]);
  body_jacobian (at, j, at->p[C], dx[V]);
  j->fu[V] = 1 / at->p[M];
}

const FmuModel fmu_model = {
  .name = "joint_right",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a0d}",
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_u = 1,
  .n_p = 3,
  .n_y = 1,
  .derivatives = derivatives,
  .outputs = outputs,
  .jacobian = jacobian,
};
