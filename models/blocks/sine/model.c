/* A harmonic oscillation: y = offset + amplitude sin (2 pi frequency t + phase). */
#include "model.h"

#include <math.h>

#define TWO_PI 6.283185307179586476925286766559

enum
{
  AMPLITUDE,
  FREQUENCY,
  PHASE,
  OFFSET
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_OUTPUT },
  { .reference = 2, .role = FMU_TUNABLE, .index = AMPLITUDE, .start = 1 },
  { .reference = 3, .role = FMU_TUNABLE, .index = FREQUENCY, .start = 1 },
  { .reference = 4, .role = FMU_TUNABLE, .index = PHASE, .start = 0 },
  { .reference = 5, .role = FMU_TUNABLE, .index = OFFSET, .start = 0 },
};

static double
angle (const FmuPoint *at)
{
  return TWO_PI * at->p[FREQUENCY] * at->t + at->p[PHASE];
}

static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = at->p[OFFSET] + at->p[AMPLITUDE] * sin (angle (at));
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double slope = at->p[AMPLITUDE] * cos (angle (at));

  j->gt[0] = TWO_PI * at->p[FREQUENCY] * slope;
  j->gp[AMPLITUDE] = sin (angle (at));
  j->gp[FREQUENCY] = TWO_PI * at->t * slope;
  j->gp[PHASE] = slope;
  j->gp[OFFSET] = 1;
}

const FmuModel fmu_model = {
  .name = "sine",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b04}",
  FMU_TABLE (reals),
  .n_p = 4,
  .n_y = 1,
  .outputs = outputs,
  .jacobian = jacobian,
};
