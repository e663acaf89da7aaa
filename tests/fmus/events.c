/* A ball that bounces on the floor, der(h) = v, der(v) = -g, kicked upwards by
 * `kick` every second: an FMU with state events and time events. */
#include "model.h"

#include <math.h>

enum
{
  H,
  V
};
enum
{
  G,
  E,
  KICK
};
enum
{
  NEXT_KICK,
  N_BOUNCES
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .index = H, .start = 1 },
  { .reference = 2, .role = FMU_STATE, .index = V, .start = 0 },
  { .reference = 3, .role = FMU_DERIVATIVE, .index = H },
  { .reference = 4, .role = FMU_DERIVATIVE, .index = V },
  { .reference = 5, .role = FMU_PARAMETER, .index = G, .start = 9.81 },
  { .reference = 6, .role = FMU_PARAMETER, .index = E, .start = 0.8 },
  { .reference = 7, .role = FMU_PARAMETER, .index = KICK, .start = 0.5 },
  { .reference = 8, .role = FMU_DISCRETE, .index = N_BOUNCES, .start = 0 },
  { .reference = 9, .role = FMU_DISCRETE, .index = NEXT_KICK, .start = 1 },
  { .reference = 10, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[H] = at->x[V];
  dx[V] = -at->p[G];
}

static void
jacobian (const FmuPoint *at __attribute__ ((unused)), FmuJacobian *j)
{
  j->fx[V] = 1;
  j->fp[3 * V + G] = -1;
}

static void
indicators (const FmuPoint *at, double z[])
{
  /* Never zero at rest on the floor: the ball has just left it. */
  z[0] = at->x[H] + (at->x[H] >= 0 ? 1e-15 : -1e-15);
}

static void
event (const FmuPoint *at, FmuEvent *event)
{
  if (at->t >= event->q[NEXT_KICK])
    {
      event->x[V] += at->p[KICK];
      event->q[NEXT_KICK] += 1;
      event->states_changed = true;
    }
  if (event->x[H] < 0 && event->x[V] < 0)
    {
      event->x[H] = 0;
      event->x[V] = -at->p[E] * event->x[V];
      event->q[N_BOUNCES] += 1;
      event->states_changed = true;
    }
  event->next_event_time = event->q[NEXT_KICK];
}

const FmuModel fmu_model = {
  .name = "events",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b03}",
  FMU_TABLE (reals),
  .n_x = 2,
  .n_p = 3,
  .n_q = 2,
  .n_z = 1,
  .derivatives = derivatives,
  .jacobian = jacobian,
  .indicators = indicators,
  .event = event,
};
