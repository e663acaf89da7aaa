/* A component that takes its time: fmi2DoStep computes for BUSY (60 µs) beyond what the step itself
 * takes. It stands here in front of that of the runtime, which is built with another name for it.
 */
#include "instance.h"

#include <math.h>
#include <time.h>

#undef fmi2DoStep
fmi2DoStepTYPE fmu_do_step;
FMU_EXPORT extern fmi2DoStepTYPE fmi2DoStep;

#ifndef BUSY
#define BUSY 60e-6 /* s of CPU time */
#endif

static double
cpu_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

fmi2Status
fmi2DoStep (fmi2Component component, fmi2Real t, fmi2Real h, fmi2Boolean no_set_state_prior)
{
  const double end = cpu_time () + BUSY;
  volatile double sink = t;

  do
    for (int i = 0; i < 100; i++)
      sink = sin (sink + i);
  while (cpu_time () < end);
  return fmu_do_step (component, t, h, no_set_state_prior);
}
