/* A body on a spring and a damper at the wall, pushed back by the force F:
 * m v' = -c x - d v - F, COSTARICA equation 91. */
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
  { .reference = 1, .role = FMU_STATE, .index = X, .start = 1, .nominal = 1 },
  { .reference = 2, .role = FMU_STATE, .index = V, .start = 0, .nominal = 1 },
  { .reference = 3, .role = FMU_DERIVATIVE, .index = X },
  { .reference = 4, .role = FMU_DERIVATIVE, .index = V },
  { .reference = 5, .role = FMU_INPUT, .start = 1000 },
  { .reference = 6, .role = FMU_TUNABLE, .index = M, .start = 1e4 },
  { .reference = 7, .role = FMU_TUNABLE, .index = C, .start = 1000 },
  { .reference = 8, .role = FMU_TUNABLE, .index = D, .start = 100 },
  { .reference = 9, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[X] = at->x[V];
  dx[V] = (-at->p[C] * at->x[X] - at->p[D] * at->x[V] - at->u[0]) / at->p[M];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double m = at->p[M];
  double *dv_dx = j->fx + 2 * V;
  double *dv_dp = j->fp + 3 * V;
  double dx[2];

  derivatives (at, dx);
  j->fx[V] = 1;
  dv_dx[X] = -at->p[C] / m;
  dv_dx[V] = -at->p[D] / m;
  j->fu[V] = -1 / m;
  dv_dp[M] = -dx[V] / m;
  dv_dp[C] = -at->x[X] / m;
  dv_dp[D] = -at->x[V] / m;
}

const FmuModel fmu_model = {
  .name = "heavy_body",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a05}",
  .reals = reals,
  .n_reals = sizeof reals / sizeof reals[0],
  .n_x = 2,
  .n_u = 1,
  .n_p = 3,
  .derivatives = derivatives,
  .jacobian = jacobian,
};
