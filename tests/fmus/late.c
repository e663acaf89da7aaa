/* FMUs that take inputs with the next step only: after a step outputs that are read again are those
 * of the step, whatever was set since, as FMI 2.0, 4.2.4 lets them. With REFUSES, reading between
 * setting and the next step is an error. The functions stand here in front of those of the runtime,
 * which are built with other names for them. */
#include "instance.h"

#include <string.h>

#undef fmi2SetReal
#undef fmi2GetReal
#undef fmi2DoStep
fmi2SetRealTYPE fmu_set_real;
fmi2GetRealTYPE fmu_get_real;
fmi2DoStepTYPE fmu_do_step;
FMU_EXPORT extern fmi2SetRealTYPE fmi2SetReal;
FMU_EXPORT extern fmi2GetRealTYPE fmi2GetReal;
FMU_EXPORT extern fmi2DoStepTYPE fmi2DoStep;

#define MOST 16

/* What an instance was given since its last step. */
typedef struct
{
  fmi2Component owner;
  size_t n;
  fmi2ValueReference references[MOST];
  fmi2Real values[MOST];
} Pending;

static _Thread_local Pending pendings[MOST];

static Pending *
find (fmi2Component owner)
{
  for (size_t i = 0; i < MOST; i++)
    if (pendings[i].n > 0 && pendings[i].owner == owner)
      return &pendings[i];
  return NULL;
}

static Pending *
find_or_take (fmi2Component owner)
{
  Pending *pending = find (owner);

  for (size_t i = 0; i < MOST && pending == NULL; i++)
    if (pendings[i].n == 0)
      pending = &pendings[i];
  if (pending != NULL)
    pending->owner = owner;
  return pending;
}

static bool
keep (Pending *pending, fmi2ValueReference reference, fmi2Real value)
{
  size_t place = 0;

  while (place < pending->n && pending->references[place] != reference)
    place++;
  if (place == MOST)
    return false;
  pending->references[place] = reference;
  pending->values[place] = value;
  if (place == pending->n)
    pending->n++;
  return true;
}

fmi2Status
fmi2SetReal (fmi2Component component,
             const fmi2ValueReference references[],
             size_t n,
             const fmi2Real values[])
{
  Fmu *self = component;
  Pending *pending;

  if (self->memory->phase != FMU_STEP_COMPLETE)
    return fmu_set_real (component, references, n, values);
  pending = find_or_take (component);
  for (size_t i = 0; i < n; i++)
    if (pending == NULL || !keep (pending, references[i], values[i]))
      return fmu_fail (self, "fmi2SetReal: too many values");
  return fmi2OK;
}

fmi2Status
fmi2GetReal (fmi2Component component,
             const fmi2ValueReference references[],
             size_t n,
             fmi2Real values[])
{
#ifdef REFUSES
  const Fmu *self = component;

  /* Before the first step everyone is read, to begin with values that agree. */
  if (find (component) != NULL && self->memory->t > 0.0)
    return fmu_fail (component, "fmi2GetReal: not between fmi2SetReal and fmi2DoStep");
#endif
  return fmu_get_real (component, references, n, values);
}

fmi2Status
fmi2DoStep (fmi2Component component, fmi2Real t, fmi2Real h, fmi2Boolean no_set_state_prior)
{
  Pending *pending = find (component);

  if (pending != NULL)
    {
      fmi2Status status
          = fmu_set_real (component, pending->references, pending->n, pending->values);

      pending->n = 0;
      if (status != fmi2OK)
        return status;
    }
  return fmu_do_step (component, t, h, no_set_state_prior);
}
