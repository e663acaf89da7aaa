/* An FMU for Model Exchange that takes its time: x' = -x, and from `slow_time` on every evaluation
 * of it lasts `delay`. */
#include "instance.h"

#include <time.h>

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .start = 1 },
  { .reference = 2, .role = FMU_DERIVATIVE },
  { .reference = 3, .role = FMU_PARAMETER, .start = 0.5 },
  { .reference = 4, .role = FMU_PARAMETER, .index = 1, .start = 0.01 },
};

static void
derivatives (const FmuPoint *at, double dx[])
{
  const double delay = at->p[1];
  const struct timespec time
      = { .tv_sec = (time_t)delay, .tv_nsec = (long)(1e9 * (delay - (double)(time_t)delay)) };

  if (at->t >= at->p[0])
    nanosleep (&time, NULL);
  dx[0] = -at->x[0];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  (void)at;
  j->fx[0] = -1;
}

const FmuModel fmu_model = {
  .name = "slow",
  .guid = "{5a1c0a5e-2b6d-4a7b-8f8e-9a2f6d3f10c4}",
  FMU_TABLE (reals),
  .n_x = 1,
  .n_p = 2,
  .derivatives = derivatives,
  .jacobian = jacobian,
};
