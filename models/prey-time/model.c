/* The prey of Lotka and Volterra where encounters change with time:
 * p' = p (alpha - beta s(t) P), s(t) = s_mean + s_amplitude sin (2 pi t / s_period). The predator
 * is the same with the other SIGN: P' = P (-gamma + delta s(t) p). */
#include "model.h"

#include <math.h>

#ifndef FMU_NAME /* other FMUs are built from this file */
#define FMU_NAME "prey_time"
#define FMU_GUID "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a07}"
#define SIGN 1
#define START_ALONE 0.67
#define START_MEETING 1.33
#endif

enum
{
  ALONE,   /* alpha, gamma */
  MEETING, /* beta, delta */
  MEAN,
  AMPLITUDE,
  PERIOD
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .start = 0.8, .nominal = 1 },
  { .reference = 2, .role = FMU_DERIVATIVE },
  { .reference = 3, .role = FMU_INPUT, .start = 0.8 },
  { .reference = 4, .role = FMU_TUNABLE, .index = ALONE, .start = START_ALONE },
  { .reference = 5, .role = FMU_TUNABLE, .index = MEETING, .start = START_MEETING },
  { .reference = 6, .role = FMU_TUNABLE, .index = MEAN, .start = 0.55 },
  { .reference = 7, .role = FMU_TUNABLE, .index = AMPLITUDE, .start = 0.45 },
  { .reference = 8, .role = FMU_TUNABLE, .index = PERIOD, .start = 2.4 },
  { .reference = 9, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static double
phase (const FmuPoint *at)
{
  return 2 * M_PI * at->t / at->p[PERIOD];
}

static double
share (const FmuPoint *at)
{
  return at->p[MEAN] + at->p[AMPLITUDE] * sin (phase (at));
}

static double
growth (const FmuPoint *at)
{
  return SIGN * at->p[ALONE] - SIGN * at->p[MEETING] * share (at) * at->u[0];
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[0] = at->x[0] * growth (at);
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double s = share (at);
  const double slope = at->p[AMPLITUDE] * cos (phase (at)); /* of s, with respect to the phase */
  const double f_s = -SIGN * at->x[0] * at->p[MEETING] * at->u[0];

  j->fx[0] = growth (at);
  j->fu[0] = -SIGN * at->p[MEETING] * s * at->x[0];
  j->fp[ALONE] = SIGN * at->x[0];
  j->fp[MEETING] = -SIGN * at->x[0] * s * at->u[0];
  j->fp[MEAN] = f_s;
  j->fp[AMPLITUDE] = f_s * sin (phase (at));
  j->fp[PERIOD] = -f_s * slope * phase (at) / at->p[PERIOD];
  j->ft[0] = f_s * slope * 2 * M_PI / at->p[PERIOD];
}

const FmuModel fmu_model = {
  .name = FMU_NAME,
  .guid = FMU_GUID,
  FMU_TABLE (reals),
  .n_x = 1,
  .n_u = 1,
  .n_p = 5,
  .derivatives = derivatives,
  .jacobian = jacobian,
};
