/* Parameters that others are computed from, and a state whose start follows the input:
 *   area = side^2 (fixed), weight = density area (tunable), x' = rate (goal - x),
 * with x (0) = share u (0) + lift. Until initialisation has ended y is that start, later x. */
#include "model.h"

enum
{
  SIDE,
  DENSITY,
  RATE,
  GOAL,
  SHARE,
  LIFT
};
enum
{
  AREA,
  WEIGHT,
  Y
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_PARAMETER, .index = SIDE, .start = 2 },
  { .reference = 2, .role = FMU_TUNABLE, .index = DENSITY, .start = 3 },
  { .reference = 3, .role = FMU_OUTPUT, .index = AREA },
  { .reference = 4, .role = FMU_OUTPUT, .index = WEIGHT },
  { .reference = 5, .role = FMU_STATE, .start = 0 },
  { .reference = 6, .role = FMU_DERIVATIVE },
  { .reference = 7, .role = FMU_PARAMETER, .index = RATE, .start = 1 },
  { .reference = 8, .role = FMU_TUNABLE, .index = GOAL, .start = 0 },
  { .reference = 9, .role = FMU_INPUT, .start = 0 },
  { .reference = 10, .role = FMU_OUTPUT, .index = Y },
  { .reference = 11, .role = FMU_PARAMETER, .index = SHARE, .start = 0.5 },
  { .reference = 12, .role = FMU_PARAMETER, .index = LIFT, .start = 1 },
  { .reference = 13, .role = FMU_DISCRETE, .start = 0 },
  { .reference = 14, .role = FMU_SOLVER_TOLERANCE, .start = 1e-12 },
};

static double
find_start (const FmuPoint *at)
{
  return at->p[SHARE] * at->u[0] + at->p[LIFT];
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[0] = at->p[RATE] * (at->p[GOAL] - at->x[0]);
}

static void
outputs (const FmuPoint *at, double y[])
{
  y[AREA] = at->p[SIDE] * at->p[SIDE];
  y[WEIGHT] = at->p[DENSITY] * y[AREA];
  y[Y] = at->q[0] != 0 ? at->x[0] : find_start (at);
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const double side = at->p[SIDE];

  j->fx[0] = -at->p[RATE];
  j->fp[RATE] = at->p[GOAL] - at->x[0];
  j->fp[GOAL] = at->p[RATE];
  j->gp[AREA * 6 + SIDE] = 2 * side;
  j->gp[WEIGHT * 6 + SIDE] = 2 * side * at->p[DENSITY];
  j->gp[WEIGHT * 6 + DENSITY] = side * side;
  if (at->q[0] != 0)
    j->gx[Y] = 1;
  else
    j->gu[Y] = at->p[SHARE];
}

static void
event (const FmuPoint *at, FmuEvent *event)
{
  if (event->q[0] != 0)
    return;
  event->q[0] = 1;
  event->x[0] = find_start (at);
  event->states_changed = true;
}

const FmuModel fmu_model = {
  .name = "parameters",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b31}",
  FMU_TABLE (reals),
  .n_x = 1,
  .n_u = 1,
  .n_p = 6,
  .n_y = 3,
  .n_q = 1,
  .derivatives = derivatives,
  .outputs = outputs,
  .jacobian = jacobian,
  .event = event,
};
