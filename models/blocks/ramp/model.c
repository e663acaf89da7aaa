/* A value that goes from one to another at a constant rate. */
#include "model.h"

#include <math.h>

enum
{
  START_TIME,
  DURATION,
  OFFSET,
  HEIGHT
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_OUTPUT },
  { .reference = 2, .role = FMU_PARAMETER, .index = START_TIME, .start = 1 },
  { .reference = 3, .role = FMU_PARAMETER, .index = DURATION, .start = 1 },
  { .reference = 4, .role = FMU_TUNABLE, .index = OFFSET, .start = 0 },
  { .reference = 5, .role = FMU_TUNABLE, .index = HEIGHT, .start = 1 },
};

enum
{
  UNDECIDED, /* while initialising: the time decides */
  WAITING,
  ON_THE_WAY,
  ARRIVED
};

static double
get_end (const FmuPoint *at)
{
  return at->p[START_TIME] + fmax (at->p[DURATION], 0);
}

static int
get_phase (const FmuPoint *at)
{
  if (at->q[0] != UNDECIDED)
    return (int)at->q[0];
  if (at->t >= get_end (at))
    return ARRIVED;
  return at->t >= at->p[START_TIME] ? ON_THE_WAY : WAITING;
}

/* Part of the way made. */
static double
part (const FmuPoint *at)
{
  const int phase = get_phase (at);

  if (phase != ON_THE_WAY)
    return phase == ARRIVED;
  return (at->t - at->p[START_TIME]) / at->p[DURATION];
}

static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = at->p[OFFSET] + at->p[HEIGHT] * part (at);
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  j->gp[OFFSET] = 1;
  j->gp[HEIGHT] = part (at);
  if (get_phase (at) != ON_THE_WAY)
    return;
  j->gt[0] = at->p[HEIGHT] / at->p[DURATION];
  j->gp[START_TIME] = -j->gt[0];
  j->gp[DURATION] = -j->gt[0] * part (at);
}

static void
event (const FmuPoint *at, FmuEvent *event)
{
  FmuPoint anew = *at;
  const double undecided = UNDECIDED;
  int phase;

  anew.q = &undecided;
  event->q[0] = phase = get_phase (&anew);
  event->next_event_time = phase == WAITING      ? at->p[START_TIME]
                           : phase == ON_THE_WAY ? get_end (at)
                                                 : INFINITY;
}

const FmuModel fmu_model = {
  .name = "ramp",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b03}",
  FMU_TABLE (reals),
  .n_p = 4,
  .n_y = 1,
  .n_q = 1,
  .outputs = outputs,
  .jacobian = jacobian,
  .event = event,
};
