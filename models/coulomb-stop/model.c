/* A body that slides with friction of constant size until it stands still. */
#include "note.h"

#include <math.h>

enum
{
  X,
  V,
  N_X
};
enum
{
  DIRECTION,
  STOPS,
  T_STOP,
  N_Q
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .index = X, .start = 0, .nominal = 1 },
  { .reference = 2, .role = FMU_STATE, .index = V, .start = 1, .nominal = 1 },
  { .reference = 3, .role = FMU_DERIVATIVE, .index = X },
  { .reference = 4, .role = FMU_DERIVATIVE, .index = V },
  { .reference = 5, .role = FMU_TUNABLE, .start = 2 },
  { .reference = 6, .role = FMU_DISCRETE, .index = DIRECTION, .start = 0 },
  { .reference = 7, .role = FMU_DISCRETE, .index = STOPS, .start = 0 },
  { .reference = 8, .role = FMU_DISCRETE, .index = T_STOP, .start = 0 },
  { .reference = 9, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[X] = at->x[V];
  dx[V] = -at->p[0] * at->q[DIRECTION];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  j->fx[N_X * X + V] = 1;
  j->fp[V] = -at->q[DIRECTION];
}

static void
indicators (const FmuPoint *at, double z[])
{
  z[0] = at->q[DIRECTION] != 0 ? at->q[DIRECTION] * at->x[V] : 1;
}

/* How it begins is no stop. */
static void
event (const FmuPoint *at, FmuEvent *event)
{
  const double direction = at->q[DIRECTION];

  if (direction == 0 && at->q[STOPS] == 0)
    event->q[DIRECTION] = at->x[V] > 0 ? 1 : at->x[V] < 0 ? -1 : 0;
  if (direction == 0 || direction * at->x[V] > 0)
    return;
  event->q[DIRECTION] = 0;
  fmu_note (at, event, STOPS, T_STOP);
  event->x[V] = 0;
  event->states_changed = true;
}

const FmuModel fmu_model = {
  .name = "coulomb_stop",
  .guid = "{6f0c7c52-94b1-4d1e-8a3b-5a1d0e5f7b09}",
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_p = 1,
  .n_q = N_Q,
  .n_z = 1,
  .derivatives = derivatives,
  .jacobian = jacobian,
  .indicators = indicators,
  .event = event,
};
