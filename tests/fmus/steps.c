/* x' = u - x, with outputs of all types that are no Reals: how many quarters of a second have
 * passed, whether they are odd, and one of three modes; and whether x has come above 0.5. */
#include "model.h"

#include <math.h>

enum
{
  QUARTERS,
  HIGH,
  N_Q
};

enum
{
  COUNT,
  MODE
};

enum
{
  ODD,
  ABOVE
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .start = 0, .nominal = 1 },
  { .reference = 2, .role = FMU_DERIVATIVE },
  { .reference = 3, .role = FMU_INPUT, .start = 0 },
  { .reference = 4, .role = FMU_INPUT, .index = 1, .start = 0 },
  { .reference = 5, .role = FMU_OUTPUT },
  { .reference = 6, .role = FMU_DISCRETE, .index = QUARTERS, .start = 0 },
  { .reference = 7, .role = FMU_DISCRETE, .index = HIGH, .start = 0 },
};

static const FmuInteger integers[] = {
  [COUNT] = { .reference = 1, .role = FMU_OUTPUT },
  [MODE] = { .reference = 2, .role = FMU_OUTPUT },
};

static const FmuInteger booleans[] = {
  [ODD] = { .reference = 1, .role = FMU_OUTPUT },
  [ABOVE] = { .reference = 2, .role = FMU_OUTPUT },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[0] = at->u[0] - at->x[0];
}

static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = 2 * at->u[0] + at->u[1];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  (void)at;
  j->fx[0] = -1;
  j->fu[0] = 1;
  j->gu[0] = 2;
  j->gu[1] = 1;
}

static void
discrete_outputs (const FmuPoint *at, int whole[], int truths[], char (*strings)[FMU_STRING_SIZE])
{
  const int quarters = (int)at->q[QUARTERS];

  (void)strings;
  whole[COUNT] = quarters;
  whole[MODE] = 1 + quarters % 3;
  truths[ODD] = quarters % 2;
  truths[ABOVE] = at->q[HIGH] > 0;
}

static void
indicators (const FmuPoint *at, double z[])
{
  z[0] = at->x[0] - 0.5;
}

static void
event (const FmuPoint *at, FmuEvent *event)
{
  event->q[QUARTERS] = floor (4 * at->t + 1e-6);
  event->q[HIGH] = at->x[0] > 0.5;
  event->next_event_time = (event->q[QUARTERS] + 1) / 4;
}

const FmuModel fmu_model = {
  .name = "steps",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7c41}",
  FMU_TABLE (reals),
  FMU_TABLE (integers),
  FMU_TABLE (booleans),
  .n_x = 1,
  .n_u = 2,
  .n_y = 1,
  .n_q = N_Q,
  .n_z = 1,
  .derivatives = derivatives,
  .outputs = outputs,
  .jacobian = jacobian,
  .discrete_outputs = discrete_outputs,
  .indicators = indicators,
  .event = event,
};
