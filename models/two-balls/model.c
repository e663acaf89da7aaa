/* Two balls under gravity that bounce on one floor: events that coincide. */
#include "note.h"

#include <float.h>
#include <math.h>

enum
{
  H = 0,
  V = 1,
  STRIDE = 2,
  N_X = 4
};
enum
{
  G,
  E,
  V_REST,
  N_P
};
enum
{
  BOUNCES = 0,
  RESTING = 2,
  EVENTS = 4,
  T_EVENT,
  N_Q
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .start = 1, .nominal = 1 },
  { .reference = 2, .role = FMU_STATE, .index = 1, .start = 0, .nominal = 1 },
  { .reference = 3, .role = FMU_STATE, .index = 2, .start = 1, .nominal = 1 },
  { .reference = 4, .role = FMU_STATE, .index = 3, .start = 0, .nominal = 1 },
  { .reference = 5, .role = FMU_DERIVATIVE },
  { .reference = 6, .role = FMU_DERIVATIVE, .index = 1 },
  { .reference = 7, .role = FMU_DERIVATIVE, .index = 2 },
  { .reference = 8, .role = FMU_DERIVATIVE, .index = 3 },
  { .reference = 9, .role = FMU_TUNABLE, .index = G, .start = 9.81 },
  { .reference = 10, .role = FMU_TUNABLE, .index = E, .start = 0.7 },
  { .reference = 11, .role = FMU_TUNABLE, .index = V_REST, .start = 0.1 },
  { .reference = 12, .role = FMU_DISCRETE, .index = BOUNCES, .start = 0 },
  { .reference = 13, .role = FMU_DISCRETE, .index = BOUNCES + 1, .start = 0 },
  { .reference = 14, .role = FMU_DISCRETE, .index = RESTING, .start = 0 },
  { .reference = 15, .role = FMU_DISCRETE, .index = RESTING + 1, .start = 0 },
  { .reference = 16, .role = FMU_DISCRETE, .index = EVENTS, .start = 0 },
  { .reference = 17, .role = FMU_DISCRETE, .index = T_EVENT, .start = 0 },
  { .reference = 18, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static bool
is_resting (const FmuPoint *at, int ball)
{
  return at->q[RESTING + ball] > 0;
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  for (int ball = 0; ball < 2; ball++)
    {
      dx[STRIDE * ball + H] = is_resting (at, ball) ? 0 : at->x[STRIDE * ball + V];
      dx[STRIDE * ball + V] = is_resting (at, ball) ? 0 : -at->p[G];
    }
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  for (int ball = 0; ball < 2; ball++)
    if (!is_resting (at, ball))
      {
        j->fx[N_X * (STRIDE * ball + H) + STRIDE * ball + V] = 1;
        j->fp[N_P * (STRIDE * ball + V) + G] = -1;
      }
}

static void
indicators (const FmuPoint *at, double z[])
{
  for (int ball = 0; ball < 2; ball++)
    z[ball] = is_resting (at, ball) ? 1 : at->x[STRIDE * ball + H];
}

/* A ball that has bounced lies above the floor by the least there is: not yet on it again. */
static bool
bounce (const FmuPoint *at, FmuEvent *event, int ball)
{
  double *x = event->x + STRIDE * ball;

  if (is_resting (at, ball) || x[H] > 0 || x[V] >= 0)
    return false;
  x[H] = DBL_MIN;
  x[V] *= -at->p[E];
  if (x[V] < at->p[V_REST])
    {
      x[H] = x[V] = 0;
      event->q[RESTING + ball] = 1;
    }
  event->q[BOUNCES + ball]++;
  return true;
}

static void
event (const FmuPoint *at, FmuEvent *event)
{
  const bool first = bounce (at, event, 0), second = bounce (at, event, 1);

  if (!first && !second)
    return;
  event->states_changed = true;
  fmu_note (at, event, EVENTS, T_EVENT);
}

const FmuModel fmu_model = {
  .name = "two_balls",
  .guid = "{6f0c7c52-94b1-4d1e-8a3b-5a1d0e5f7b08}",
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_p = N_P,
  .n_q = N_Q,
  .n_z = 2,
  .derivatives = derivatives,
  .jacobian = jacobian,
  .indicators = indicators,
  .event = event,
};
