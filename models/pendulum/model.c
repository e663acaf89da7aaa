/* A pendulum in Cartesian coordinates, its index reduced: an ODE with constraints on its states
 * (Najafi 2017, section 4.1). At release_time the rod lets go. */
#include "model.h"

#include <math.h>

#ifndef FMU_NAME
#define FMU_NAME "pendulum"
#define FMU_GUID "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7a40}"
#define N_CONSTRAINTS 2
#endif

enum
{
  X,
  Y,
  VX,
  VY,
  N_X
};
enum
{
  DRIFT,
  ENERGY,
  TENSION,
  N_Y
};
enum
{
  G,
  LENGTH,
  RELEASE_TIME,
  DRIFT_TOLERANCE,
  N_P
};
enum
{
  AS_PRINTED,
  STEP_EVENTS,
  N_BOOLEANS
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .index = X, .start = 1, .nominal = 1 },
  { .reference = 2, .role = FMU_STATE, .index = Y, .start = 0, .nominal = 1 },
  { .reference = 3, .role = FMU_STATE, .index = VX, .start = 0, .nominal = 1 },
  { .reference = 4, .role = FMU_STATE, .index = VY, .start = 0, .nominal = 1 },
  { .reference = 5, .role = FMU_DERIVATIVE, .index = X },
  { .reference = 6, .role = FMU_DERIVATIVE, .index = Y },
  { .reference = 7, .role = FMU_DERIVATIVE, .index = VX },
  { .reference = 8, .role = FMU_DERIVATIVE, .index = VY },
  { .reference = 9, .role = FMU_OUTPUT, .index = DRIFT },
  { .reference = 10, .role = FMU_OUTPUT, .index = ENERGY },
  { .reference = 11, .role = FMU_OUTPUT, .index = TENSION },
  { .reference = 12, .role = FMU_PARAMETER, .index = G, .start = 9.81 },
  { .reference = 13, .role = FMU_PARAMETER, .index = LENGTH, .start = 1 },
  { .reference = 14, .role = FMU_PARAMETER, .index = RELEASE_TIME, .start = 1e9 },
  { .reference = 15, .role = FMU_PARAMETER, .index = DRIFT_TOLERANCE, .start = 1e-5 },
  { .reference = 16, .role = FMU_DISCRETE, .start = 1 },
  { .reference = 17, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static const FmuInteger booleans[] = {
  { .reference = 1, .role = FMU_PARAMETER, .start = 0 },
  { .reference = 2, .role = FMU_PARAMETER, .start = 0 },
};

/* Force of the rod per length and mass. The paper prints y g - v^2, which has x^2 + y^2 = 1 in it
 * already: off the constraints its drift grows exponentially. */
static double
get_force (const FmuPoint *at, double *divisor)
{
  const double *x = at->x;
  const double length = at->p[LENGTH];

  *divisor = at->booleans[AS_PRINTED] ? length * length : x[X] * x[X] + x[Y] * x[Y];
  return at->q[0] > 0 ? (x[Y] * at->p[G] - x[VX] * x[VX] - x[VY] * x[VY]) / *divisor : 0;
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  double divisor, force = get_force (at, &divisor);

  dx[X] = at->x[VX];
  dx[Y] = at->x[VY];
  dx[VX] = force * at->x[X];
  dx[VY] = force * at->x[Y] - at->p[G];
}

static double
get_drift (const FmuPoint *at)
{
  return at->x[X] * at->x[X] + at->x[Y] * at->x[Y] - at->p[LENGTH] * at->p[LENGTH];
}

static double
get_energy (const FmuPoint *at)
{
  return (at->x[VX] * at->x[VX] + at->x[VY] * at->x[VY]) / 2 + at->p[G] * at->x[Y];
}

static void
outputs (const FmuPoint *at, double y[])
{
  double divisor;

  y[DRIFT] = get_drift (at);
  y[ENERGY] = get_energy (at);
  y[TENSION] = -get_force (at, &divisor) * at->p[LENGTH];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double *x = at->x;
  const double length = at->p[LENGTH];
  double divisor, force = get_force (at, &divisor);
  const double held = at->q[0] > 0 ? 1 / divisor : 0;
  const double curved = at->booleans[AS_PRINTED] ? 0 : 2 * force / divisor;
  const double of_x[N_X]
      = { -curved * x[X], at->p[G] * held - curved * x[Y], -2 * x[VX] * held, -2 * x[VY] * held };
  const double of_p[N_P]
      = { [G] = x[Y] * held, [LENGTH] = at->booleans[AS_PRINTED] ? -2 * force / length : 0 };

  j->fx[N_X * X + VX] = 1;
  j->fx[N_X * Y + VY] = 1;
  for (int k = 0; k < N_X; k++)
    {
      j->fx[N_X * VX + k] = of_x[k] * x[X] + (k == X ? force : 0);
      j->fx[N_X * VY + k] = of_x[k] * x[Y] + (k == Y ? force : 0);
      j->gx[N_X * TENSION + k] = -of_x[k] * length;
    }
  for (int k = 0; k < N_P; k++)
    {
      j->fp[N_P * VX + k] = of_p[k] * x[X];
      j->fp[N_P * VY + k] = of_p[k] * x[Y] - (k == G ? 1 : 0);
      j->gp[N_P * TENSION + k] = -of_p[k] * length - (k == LENGTH ? force : 0);
    }
  j->gx[N_X * DRIFT + X] = 2 * x[X];
  j->gx[N_X * DRIFT + Y] = 2 * x[Y];
  j->gx[N_X * ENERGY + Y] = at->p[G];
  j->gx[N_X * ENERGY + VX] = x[VX];
  j->gx[N_X * ENERGY + VY] = x[VY];
  j->gp[N_P * DRIFT + LENGTH] = -2 * length;
  j->gp[N_P * ENERGY + G] = x[Y];
}

static unsigned
active (const FmuPoint *at)
{
  return at->q[0] > 0 ? N_CONSTRAINTS : 0;
}

/* The energy is that of the start at rest at height 0. */
static void
constraints (const FmuPoint *at, double c[])
{
  c[0] = get_drift (at);
  c[1] = at->x[X] * at->x[VX] + at->x[Y] * at->x[VY];
#if N_CONSTRAINTS > 2
  c[2] = get_energy (at);
#endif
}

static void
constraint_jacobian (const FmuPoint *at, double d[])
{
  const double *x = at->x;

  d[X] = 2 * x[X];
  d[Y] = 2 * x[Y];
  d[N_X + X] = x[VX];
  d[N_X + Y] = x[VY];
  d[N_X + VX] = x[X];
  d[N_X + VY] = x[Y];
#if N_CONSTRAINTS > 2
  d[2 * N_X + Y] = at->p[G];
  d[2 * N_X + VX] = x[VX];
  d[2 * N_X + VY] = x[VY];
#endif
}

/* Length first, then the part of the velocity along the rod. */
static bool
move (const FmuPoint *at, double x[])
{
  const double r = hypot (x[X], x[Y]);

  if (!(r > 0))
    return false;
  const double ex = x[X] / r, ey = x[Y] / r, along = x[VX] * ex + x[VY] * ey;

  x[X] = at->p[LENGTH] * ex;
  x[Y] = at->p[LENGTH] * ey;
  x[VX] -= along * ex;
  x[VY] -= along * ey;
  return true;
}

#if N_CONSTRAINTS == 2
static bool
project (const FmuPoint *at, double x[])
{
  return at->q[0] <= 0 || move (at, x);
}
#endif

/* How it is done without the extension: the FMU corrects itself at step events. */
static bool
completed (const FmuPoint *at)
{
  return at->booleans[STEP_EVENTS] && at->q[0] > 0
         && fabs (get_drift (at)) > at->p[DRIFT_TOLERANCE];
}

static void
event (const FmuPoint *at, FmuEvent *event)
{
  if (completed (at))
    event->states_changed = move (at, event->x);
  event->q[0] = at->t < at->p[RELEASE_TIME];
  if (at->t < at->p[RELEASE_TIME])
    event->next_event_time = at->p[RELEASE_TIME];
}

const FmuModel fmu_model = {
  .name = FMU_NAME,
  .guid = FMU_GUID,
  FMU_TABLE (reals),
  FMU_TABLE (booleans),
  .n_x = N_X,
  .n_p = N_P,
  .n_y = N_Y,
  .n_q = 1,
  .derivatives = derivatives,
  .outputs = outputs,
  .jacobian = jacobian,
  .event = event,
  .completed = completed,
  .n_c = N_CONSTRAINTS,
  .active = active,
  .constraints = constraints,
  .constraint_jacobian = constraint_jacobian,
#if N_CONSTRAINTS == 2
  .project = project,
#endif
};
