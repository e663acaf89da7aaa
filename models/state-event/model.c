/* x' = cos (2 pi t / period), with an event at each crossing of a level. The model of this name in
 * the literature has 3.14 for pi. */
#include "note.h"

#include <math.h>

enum
{
  LEVEL,
  PI,
  PERIOD,
  N_P
};
enum
{
  ABOVE,
  CHANGES,
  T_CHANGE,
  N_Q
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .start = 1.1, .nominal = 1 },
  { .reference = 2, .role = FMU_DERIVATIVE },
  { .reference = 3, .role = FMU_TUNABLE, .index = LEVEL, .start = 1 },
  { .reference = 4, .role = FMU_TUNABLE, .index = PI, .start = 3.14 },
  { .reference = 5, .role = FMU_TUNABLE, .index = PERIOD, .start = 2.5 },
  { .reference = 6, .role = FMU_DISCRETE, .index = ABOVE, .start = 0 },
  { .reference = 7, .role = FMU_DISCRETE, .index = CHANGES, .start = 0 },
  { .reference = 8, .role = FMU_DISCRETE, .index = T_CHANGE, .start = 0 },
  { .reference = 9, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[0] = cos (2 * at->p[PI] * at->t / at->p[PERIOD]);
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double w = 2 * at->p[PI] / at->p[PERIOD];
  const double slope = -sin (w * at->t);

  j->ft[0] = slope * w;
  j->fp[PI] = slope * at->t * 2 / at->p[PERIOD];
  j->fp[PERIOD] = -slope * at->t * w / at->p[PERIOD];
}

static void
indicators (const FmuPoint *at, double z[])
{
  z[0] = at->x[0] - at->p[LEVEL];
}

static void
event (const FmuPoint *at, FmuEvent *event)
{
  fmu_note_relation (at, event, ABOVE, at->x[0] > at->p[LEVEL]);
}

const FmuModel fmu_model = {
  .name = "state_event",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a34}",
  FMU_TABLE (reals),
  .n_x = 1,
  .n_p = N_P,
  .n_q = N_Q,
  .n_z = 1,
  .derivatives = derivatives,
  .jacobian = jacobian,
  .indicators = indicators,
  .event = event,
};
