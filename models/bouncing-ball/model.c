/* A ball under gravity that bounces on a floor whose height and velocity are inputs:
 *   h' = v = w, w' = -g; at h = floor the velocity relative to the floor is turned round and
 *   multiplied by e; the ball stays when less than v_rest is left of it, and has the velocity of
 *   the floor from then on. */
#include "note.h"

#include <math.h>

enum
{
  H,
  W,
  N_X
};
enum
{
  V,
  N_Y
};
enum
{
  FLOOR,
  FLOOR_VELOCITY,
  N_U
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
  BOUNCES,
  T_BOUNCE,
  RESTING,
  N_Q
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .index = H, .start = 1, .nominal = 1 },
  { .reference = 2, .role = FMU_OUTPUT, .index = V, .nominal = 1 },
  { .reference = 3, .role = FMU_DERIVATIVE, .index = H },
  { .reference = 4, .role = FMU_DERIVATIVE, .index = W },
  { .reference = 5, .role = FMU_INPUT, .index = FLOOR, .start = 0 },
  { .reference = 6, .role = FMU_INPUT, .index = FLOOR_VELOCITY, .start = 0 },
  { .reference = 7, .role = FMU_TUNABLE, .index = G, .start = 9.81 },
  { .reference = 8, .role = FMU_TUNABLE, .index = E, .start = 0.7 },
  { .reference = 9, .role = FMU_TUNABLE, .index = V_REST, .start = 0.1 },
  { .reference = 10, .role = FMU_DISCRETE, .index = BOUNCES, .start = 0 },
  { .reference = 11, .role = FMU_DISCRETE, .index = T_BOUNCE, .start = 0 },
  { .reference = 12, .role = FMU_DISCRETE, .index = RESTING, .start = 0 },
  { .reference = 13, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
  { .reference = 14, .role = FMU_STATE, .index = W, .start = 0, .nominal = 1 },
};

static bool
is_resting (const FmuPoint *at)
{
  return at->q[RESTING] > 0;
}

/* On the floor the ball goes where the floor goes. */
static void
outputs (const FmuPoint *at, double y[])
{
  y[V] = is_resting (at) ? at->u[FLOOR_VELOCITY] : at->x[W];
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  outputs (at, &dx[H]);
  dx[W] = is_resting (at) ? 0 : -at->p[G];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  if (is_resting (at))
    {
      j->fu[N_U * H + FLOOR_VELOCITY] = 1;
      j->gu[N_U * V + FLOOR_VELOCITY] = 1;
      return;
    }
  j->fx[N_X * H + W] = 1;
  j->gx[N_X * V + W] = 1;
  j->fp[N_P * W + G] = -1;
}

static void
indicators (const FmuPoint *at, double z[])
{
  z[0] = is_resting (at) ? 1 : at->x[H] - at->u[FLOOR];
}

/* The ball is put above the floor by the least there is, so that it leaves it. */
static void
event (const FmuPoint *at, FmuEvent *event)
{
  const double approach = at->x[W] - at->u[FLOOR_VELOCITY];
  const double floor = at->u[FLOOR];

  if (is_resting (at) || at->x[H] > floor || approach >= 0)
    return;
  fmu_note (at, event, BOUNCES, T_BOUNCE);
  event->x[H] = fmax (nextafter (floor, INFINITY), 1e-300);
  event->x[W] = at->u[FLOOR_VELOCITY] - at->p[E] * approach;
  event->states_changed = true;
  if (-at->p[E] * approach >= at->p[V_REST])
    return;
  event->q[RESTING] = 1;
  event->x[H] = floor;
  event->x[W] = at->u[FLOOR_VELOCITY];
}

const FmuModel fmu_model = {
  .name = "bouncing_ball",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a31}",
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_u = N_U,
  .n_p = N_P,
  .n_y = N_Y,
  .n_q = N_Q,
  .n_z = 1,
  .derivatives = derivatives,
  .outputs = outputs,
  .jacobian = jacobian,
  .indicators = indicators,
  .event = event,
};
