/* Events at times in closed form. */
#include "note.h"

#include <math.h>

#include VARIABLES

enum
{
  SAW,
  GROWTH,
  WAVE,
  LIMITED
};
enum
{
  DIRECTION,
  GROWS,
  LEVEL,
  TURNS,
  DOUBLINGS,
  CHANGES,
  TICKS,
  T_TURN,
  T_DOUBLING,
  T_CHANGE,
  T_STOP,
  T_TICK,
  N_Q
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[SAW] = at->q[DIRECTION];
  dx[GROWTH] = at->x[GROWTH];
  dx[WAVE] = cos (at->t);
  dx[LIMITED] = at->q[GROWS];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  j->fx[N_X * GROWTH + GROWTH] = 1;
  j->ft[WAVE] = -sin (at->t);
}

/* What has happened is awaited no more: beyond, they are positive again. */
static void
indicators (const FmuPoint *at, double z[])
{
  z[0] = at->q[DIRECTION] > 0 ? 2 - at->x[SAW] : at->x[SAW] - 1;
  z[1] = 2 - at->x[GROWTH];
  z[2] = at->q[LEVEL] > 0 ? at->q[LEVEL] - at->x[WAVE] : at->x[WAVE] - at->q[LEVEL];
  z[3] = at->q[GROWS] > 0 ? 1 - at->x[LIMITED] : 1;
}

static void
event (const FmuPoint *at, FmuEvent *event)
{
  double z[4];

  indicators (at, z);
  if (at->t > 0 && at->t >= at->q[TICKS] + 1)
    fmu_note (at, event, TICKS, T_TICK);
  event->next_event_time = event->q[TICKS] + 1;
  if (z[0] <= 0)
    {
      event->q[DIRECTION] = -at->q[DIRECTION];
      fmu_note (at, event, TURNS, T_TURN);
    }
  if (z[1] <= 0)
    {
      event->x[GROWTH] = 1;
      event->states_changed = true;
      fmu_note (at, event, DOUBLINGS, T_DOUBLING);
    }
  if (z[2] <= 0)
    {
      event->q[LEVEL] = -at->q[LEVEL];
      fmu_note (at, event, CHANGES, T_CHANGE);
    }
  if (z[3] <= 0)
    {
      event->q[GROWS] = 0;
      event->q[T_STOP] = at->t;
    }
}

const FmuModel fmu_model = {
  .name = MODEL_NAME,
  .guid = MODEL_GUID,
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_q = N_Q,
  .n_z = 4,
  .derivatives = derivatives,
  .jacobian = jacobian,
  .indicators = indicators,
  .event = event,
};
