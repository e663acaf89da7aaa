/* A chain of inverters behind an input that goes up and down (Savcenco, Mattheij). */
#include "model.h"

#include <math.h>

#include VARIABLES

static const double times[] = { 5, 10, 15, 17, INFINITY };
static const double slopes[] = { 0, 1, 0, -2.5, 0 };

static double
derivative (const FmuPoint *at, unsigned i)
{
  double before, over, beyond;

  if (i == 0)
    return at->q[0];
  before = at->x[i - 1];
  over = fmax (before - 1, 0);
  beyond = fmax (before - at->x[i] - 1, 0);
  return 5 - at->x[i] - 100 * (over * over - beyond * beyond);
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  for (unsigned i = 0; i < N_X; i++)
    dx[i] = derivative (at, i);
}

static double
partial (const FmuPoint *at, unsigned i, unsigned j)
{
  double over, beyond;

  if (i == 0 || (j != i && j + 1 != i))
    return 0;
  over = fmax (at->x[i - 1] - 1, 0);
  beyond = fmax (at->x[i - 1] - at->x[i] - 1, 0);
  return j == i ? -1 - 200 * beyond : -200 * (over - beyond);
}

static void
event (const FmuPoint *at, FmuEvent *event)
{
  unsigned phase = 0;

  while (at->t >= times[phase])
    phase++;
  event->q[0] = slopes[phase];
  event->next_event_time = times[phase];
}

const FmuModel fmu_model = {
  .name = MODEL_NAME,
  .guid = MODEL_GUID,
  FMU_TABLE (reals),
  .n_x = N_X,
  .n_q = 1,
  .derivatives = derivatives,
  .derivative = derivative,
  .partial = partial,
  .event = event,
};
