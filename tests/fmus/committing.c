/* FMUs that rely on noSetFMUStatePriorToCurrentPoint. A step of a slave that the importer may want
 * back stays tentative: the FMU says that all is well and remains where it is. With STRICT what is
 * final cannot be had back, and with NEVER a Model Exchange instance wants all steps final. The
 * functions stand here in front of those of the runtime, which are built with other names for them.
 */
#include "instance.h"

#include <math.h>
#include <pthread.h>

#undef fmi2DoStep
#undef fmi2SetFMUstate
#undef fmi2CompletedIntegratorStep
fmi2DoStepTYPE fmu_do_step;
fmi2SetFMUstateTYPE fmu_set_state;
fmi2CompletedIntegratorStepTYPE fmu_completed_step;
FMU_EXPORT extern fmi2DoStepTYPE fmi2DoStep;
FMU_EXPORT extern fmi2SetFMUstateTYPE fmi2SetFMUstate;
FMU_EXPORT extern fmi2CompletedIntegratorStepTYPE fmi2CompletedIntegratorStep;

/* Until when each instance is final, s; no state brings that back. */
#define MAX_INSTANCES 64
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct
{
  fmi2Component component;
  double until;
} instances[MAX_INSTANCES];

/* Instances may come again where others were: what is new begins before all. */
static double *
find (fmi2Component component, double t)
{
  unsigned i = 0;

  while (i < MAX_INSTANCES - 1 && instances[i].component != NULL
         && instances[i].component != component)
    i++;
  if (instances[i].component == NULL)
    instances[i].until = t;
  instances[i].component = component;
  return &instances[i].until;
}

fmi2Status
fmi2DoStep (fmi2Component component, fmi2Real t, fmi2Real h, fmi2Boolean no_set_state_prior)
{
  Fmu *self = component;

  if (!no_set_state_prior)
    {
      self->memory->t = self->memory->last_time = t + h;
      return fmi2OK;
    }
  pthread_mutex_lock (&lock);
  *find (component, t) = t;
  pthread_mutex_unlock (&lock);
  return fmu_do_step (component, t, h, no_set_state_prior);
}

fmi2Status
fmi2SetFMUstate (fmi2Component component, fmi2FMUstate state)
{
#ifdef STRICT
  const double t = ((const FmuMemory *)state)->t;
  double until;

  pthread_mutex_lock (&lock);
  until = *find (component, t);
  pthread_mutex_unlock (&lock);
  if (t < until)
    return fmu_fail (component,
                     "fmi2SetFMUstate: all up to %.17g s was said to be final, %.17g s too", until,
                     t);
#endif
  return fmu_set_state (component, state);
}

fmi2Status
fmi2CompletedIntegratorStep (fmi2Component component,
                             fmi2Boolean no_set_state_prior,
                             fmi2Boolean *enter_event_mode,
                             fmi2Boolean *terminate)
{
#ifdef NEVER
  if (!no_set_state_prior)
    return fmu_fail (component, "fmi2CompletedIntegratorStep: nobody will go back");
#endif
  return fmu_completed_step (component, no_set_state_prior, enter_event_mode, terminate);
}
