/* A value that becomes another one at a time. */
#include "model.h"

#include <math.h>

enum
{
  TIME,
  BEFORE,
  AFTER
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_OUTPUT },
  { .reference = 2, .role = FMU_PARAMETER, .index = TIME, .start = 1 },
  { .reference = 3, .role = FMU_TUNABLE, .index = BEFORE, .start = 0 },
  { .reference = 4, .role = FMU_TUNABLE, .index = AFTER, .start = 1 },
};

/* q: 0 while initialising, when the time decides; then 1 before the step and 2 from it on */
static bool
is_after (const FmuPoint *at)
{
  return at->q[0] != 0 ? at->q[0] == 2 : at->t >= at->p[TIME];
}

static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = is_after (at) ? at->p[AFTER] : at->p[BEFORE];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  j->gp[is_after (at) ? AFTER : BEFORE] = 1;
}

static void
event (const FmuPoint *at, FmuEvent *event)
{
  event->q[0] = at->t >= at->p[TIME] ? 2 : 1;
  event->next_event_time = at->t < at->p[TIME] ? at->p[TIME] : INFINITY;
}

const FmuModel fmu_model = {
  .name = "step",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b02}",
  FMU_TABLE (reals),
  .n_p = 3,
  .n_y = 1,
  .n_q = 1,
  .outputs = outputs,
  .jacobian = jacobian,
  .event = event,
};
