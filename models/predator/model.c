/* The predator of Lotka and Volterra: P' = P (delta p - gamma), p being the input. */
#include "model.h"

#ifndef FMU_NAME /* other FMUs are built from this file */
#define FMU_NAME "predator"
#define FMU_GUID "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a02}"
#endif

enum
{
  GAMMA,
  DELTA
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .start = 1, .nominal = 1 },
  { .reference = 2, .role = FMU_DERIVATIVE },
  { .reference = 3, .role = FMU_INPUT, .start = 1 },
  { .reference = 4, .role = FMU_TUNABLE, .index = GAMMA, .start = 1 },
  { .reference = 5, .role = FMU_TUNABLE, .index = DELTA, .start = 1 },
  { .reference = 6, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[0] = at->x[0] * (at->p[DELTA] * at->u[0] - at->p[GAMMA]);
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  j->fx[0] = at->p[DELTA] * at->u[0] - at->p[GAMMA];
  j->fu[0] = at->p[DELTA] * at->x[0];
  j->fp[GAMMA] = -at->x[0];
  j->fp[DELTA] = at->x[0] * at->u[0];
}

const FmuModel fmu_model = {
  .name = FMU_NAME,
  .guid = FMU_GUID,
  .reals = reals,
  .n_reals = sizeof reals / sizeof reals[0],
  .n_x = 1,
  .n_u = 1,
  .n_p = 2,
  .derivatives = derivatives,
  .jacobian = jacobian,
};
