/* The prey of Lotka and Volterra: p' = p (alpha - beta P), P being the input. The predator is the
 * same with the other SIGN: P' = P (-gamma + delta p). */
#include "model.h"

#ifndef FMU_NAME /* other FMUs are built from this file */
#define FMU_NAME "prey"
#define FMU_GUID "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a01}"
#endif
#ifndef SIGN
#define SIGN 1
#define START_ALONE (2.0 / 3.0)
#define START_MEETING (4.0 / 3.0)
#endif

enum
{
  ALONE,  /* alpha, gamma */
  MEETING /* beta, delta */
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .start = 1, .nominal = 1 },
  { .reference = 2, .role = FMU_DERIVATIVE },
  { .reference = 3, .role = FMU_INPUT, .start = 1 },
  { .reference = 4, .role = FMU_TUNABLE, .index = ALONE, .start = START_ALONE },
  { .reference = 5, .role = FMU_TUNABLE, .index = MEETING, .start = START_MEETING },
  { .reference = 6, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static double
growth (const FmuPoint *at)
{
  return SIGN * at->p[ALONE] - SIGN * at->p[MEETING] * at->u[0];
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[0] = at->x[0] * growth (at);
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  j->fx[0] = growth (at);
  j->fu[0] = -SIGN * at->p[MEETING] * at->x[0];
  j->fp[ALONE] = SIGN * at->x[0];
  j->fp[MEETING] = -SIGN * at->x[0] * at->u[0];
}

const FmuModel fmu_model = {
  .name = FMU_NAME,
  .guid = FMU_GUID,
  FMU_TABLE (reals),
  .n_x = 1,
  .n_u = 1,
  .n_p = 2,
  .derivatives = derivatives,
  .jacobian = jacobian,
};
