/* A body on a spring and a damper at the wall, pulled by the force F:
 * m v' = -c x - d v + F. */
#include "body.h"

#ifndef FMU_NAME /* other FMUs are built from this file */
#define FMU_NAME "left_body"
#define FMU_GUID "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a03}"
#define PULL 1 /* -1: F pushes back */
#define V_NOMINAL 100
#define START_F 0
#define START_M 5
#define START_C 1e4
#define START_D 10
#endif

static const FmuReal reals[] = {
  BODY_STATES (1, 0, V_NOMINAL),
  { .reference = 5, .role = FMU_INPUT, .start = START_F },
  { .reference = 6, .role = FMU_TUNABLE, .index = M, .start = START_M },
  { .reference = 7, .role = FMU_TUNABLE, .index = C, .start = START_C },
  { .reference = 8, .role = FMU_TUNABLE, .index = D, .start = START_D },
  { .reference = 9, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[X] = at->x[V];
  dx[V] = (-at->p[C] * at->x[X] - at->p[D] * at->x[V] + PULL * at->u[0]) / at->p[M];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double m = at->p[M];
  double dx[N_X];

  derivatives (at, dx);
  body_jacobian (at, j, at->p[C], dx[V])[D] = -at->x[V] / m;
  body_row (j->fx, N_X)[V] = -at->p[D] / m;
  j->fu[V] = PULL / m;
}

const FmuModel fmu_model = {
  .name = FMU_NAME,
  .guid = FMU_GUID,
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_u = 1,
  .n_p = 3,
  .derivatives = derivatives,
  .jacobian = jacobian,
};
