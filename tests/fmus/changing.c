/* A rate of 1 that is 1.001 from the third time on that the process goes through the model: what a
 * second opinion differs by. */
#include "model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_STATE, .start = 0 },
  { .reference = 2, .role = FMU_DERIVATIVE },
  { .reference = 3, .role = FMU_OUTPUT },
};

/* The library may be closed in between: what counts outlives it in the environment. */
static int
count_passes (double t)
{
  static double last = HUGE_VAL;
  static int passes;

  if (t < 0.5 && last > 1.0)
    {
      const char *before = getenv ("CHANGING_PASSES");
      char text[16];

      passes = (before != NULL ? atoi (before) : 0) + 1;
      snprintf (text, sizeof text, "%d", passes);
      setenv ("CHANGING_PASSES", text, 1);
    }
  last = t;
  return passes;
}

static void
derivatives (const FmuPoint *at, double dx[])
{
  dx[0] = count_passes (at->t) < 3 ? 1.0 : 1.001;
}

static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = at->x[0];
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  (void)at;
  j->gx[0] = 1.0;
}

const FmuModel fmu_model = {
  .name = "changing",
  .guid = "{9e0f5b6a-0c3e-4a3b-8f0e-7f1b260c3d5a}",
  FMU_TABLE (reals),
  .n_x = 1,
  .n_y = 1,
  .derivatives = derivatives,
  .outputs = outputs,
  .jacobian = jacobian,
};
