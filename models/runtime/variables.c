#include "instance.h"

#include <string.h>

FMU_EXPORT fmi2GetRealTYPE fmi2GetReal;
FMU_EXPORT fmi2GetIntegerTYPE fmi2GetInteger;
FMU_EXPORT fmi2GetBooleanTYPE fmi2GetBoolean;
FMU_EXPORT fmi2GetStringTYPE fmi2GetString;
FMU_EXPORT fmi2SetRealTYPE fmi2SetReal;
FMU_EXPORT fmi2SetIntegerTYPE fmi2SetInteger;
FMU_EXPORT fmi2SetBooleanTYPE fmi2SetBoolean;
FMU_EXPORT fmi2SetStringTYPE fmi2SetString;

const FmuReal *
fmu_find_real (fmi2ValueReference reference)
{
  /* Fast path: in most models, references count from 1. */
  if (reference > 0 && reference <= fmu_model.n_reals
      && fmu_model.reals[reference - 1].reference == reference)
    return &fmu_model.reals[reference - 1];
  for (size_t i = 0; i < fmu_model.n_reals; i++)
    if (fmu_model.reals[i].reference == reference)
      return &fmu_model.reals[i];
  return NULL;
}

/* Address of the value of a Real; NULL if it has none. */
static double *
place_of (Fmu *self, const FmuReal *real)
{
  switch (real->role)
    {
    case FMU_TIME:
      return &self->memory->t;
    case FMU_STATE:
      return &self->x[real->index];
    case FMU_DERIVATIVE:
      return &self->dx[real->index];
    case FMU_INPUT:
      return &self->u[real->index];
    case FMU_OUTPUT:
      return &self->y[real->index];
    case FMU_DISCRETE:
      return &self->q[real->index];
    case FMU_PARAMETER:
    case FMU_TUNABLE:
      return &self->p[real->index];
    case FMU_SOLVER_TOLERANCE:
      return &self->memory->tolerance;
    }
  return NULL;
}

void
fmu_set_start_values (Fmu *self)
{
  for (size_t i = 0; i < fmu_model.n_reals; i++)
    {
      const FmuReal *real = &fmu_model.reals[i];
      if (real->role != FMU_TIME && real->role != FMU_DERIVATIVE && real->role != FMU_OUTPUT)
        *place_of (self, real) = real->start;
    }
  for (size_t i = 0; i < fmu_model.n_integers; i++)
    self->integers[i] = fmu_model.integers[i].start;
  for (size_t i = 0; i < fmu_model.n_booleans; i++)
    self->booleans[i] = fmu_model.booleans[i].start;
  for (size_t i = 0; i < fmu_model.n_strings; i++)
    memcpy (self->strings[i], fmu_model.strings[i].start, strlen (fmu_model.strings[i].start) + 1);
  fmu_forget (self);
}

/* The phases in which a variable of @role may be set, FMI 2.0 2.2.7 and the
 * tables of 3.2.3 and 4.2.4. */
static unsigned
settable_in (FmuRole role)
{
  const unsigned start = FMU_INSTANTIATED | FMU_INITIALIZATION;

  switch (role)
    {
    case FMU_STATE:
    case FMU_PARAMETER:
    case FMU_DISCRETE:
    case FMU_SOLVER_TOLERANCE:
      return start;
    case FMU_TUNABLE:
      return start | FMU_EVENT_MODE | FMU_STEP_COMPLETE;
    case FMU_INPUT:
      return start | FMU_EVENT_MODE | FMU_CONTINUOUS_TIME | FMU_STEP_COMPLETE;
    default:
      return 0;
    }
}

static bool
has_arrays (Fmu *self, const char *function, size_t n, const void *references, const void *values)
{
  if (n == 0 || (references != NULL && values != NULL))
    return true;
  fmu_fail (self, "%s: value references or values are NULL", function);
  return false;
}

/* Whether a variable may be set now; fails otherwise. */
static bool
may_set (Fmu *self, const char *function, fmi2ValueReference reference, FmuRole role)
{
  if (self->memory->phase & settable_in (role))
    return true;
  fmu_fail (self, "%s: variable with value reference %u cannot be set in this state", function,
            reference);
  return false;
}

fmi2Status
fmi2GetReal (fmi2Component component,
             const fmi2ValueReference references[],
             size_t n,
             fmi2Real values[])
{
  Fmu *self = component;

  if (!fmu_may (self, FMU_READABLE, "fmi2GetReal")
      || !has_arrays (self, "fmi2GetReal", n, references, values))
    return fmi2Error;
  for (size_t i = 0; i < n; i++)
    {
      const FmuReal *real = fmu_find_real (references[i]);
      if (real == NULL)
        return fmu_fail (self, "fmi2GetReal: no Real has value reference %u", references[i]);
      if (real->role == FMU_OUTPUT)
        fmu_update_outputs (self);
      values[i] = real->role == FMU_DERIVATIVE ? fmu_get_derivative (self, real->index)
                                               : *place_of (self, real);
    }
  return fmi2OK;
}

fmi2Status
fmi2SetReal (fmi2Component component,
             const fmi2ValueReference references[],
             size_t n,
             const fmi2Real values[])
{
  Fmu *self = component;

  if (!fmu_may (self, FMU_INSTANTIATED | FMU_INITIALIZATION | FMU_INITIALIZED, "fmi2SetReal")
      || !has_arrays (self, "fmi2SetReal", n, references, values))
    return fmi2Error;
  for (size_t i = 0; i < n; i++)
    {
      const FmuReal *real = fmu_find_real (references[i]);
      if (real == NULL)
        return fmu_fail (self, "fmi2SetReal: no Real has value reference %u", references[i]);
      if (!may_set (self, "fmi2SetReal", references[i], real->role))
        return fmi2Error;
      if (real->role == FMU_SOLVER_TOLERANCE && !(values[i] > 0 && values[i] < 1))
        return fmu_fail (self, "fmi2SetReal: a solver tolerance of %g is not between 0 and 1",
                         values[i]);
      *place_of (self, real) = values[i];
    }
  fmu_forget (self);
  return fmi2OK;
}

/* Integer, Boolean and String outputs are computed on request. */
static void
update_discrete_outputs (Fmu *self)
{
  FmuPoint at = fmu_point (self);

  if (fmu_model.discrete_outputs != NULL)
    fmu_model.discrete_outputs (&at, self->integers, self->booleans, self->strings);
}

static fmi2Status
get_integers (Fmu *self,
              const char *function,
              const FmuInteger *table,
              size_t size,
              const int place[],
              const fmi2ValueReference references[],
              size_t n,
              int values[])
{
  if (!fmu_may (self, FMU_READABLE, function)
      || !has_arrays (self, function, n, references, values))
    return fmi2Error;
  update_discrete_outputs (self);
  for (size_t i = 0; i < n; i++)
    {
      size_t j = 0;
      while (j < size && table[j].reference != references[i])
        j++;
      if (j == size)
        return fmu_fail (self, "%s: no such value reference: %u", function, references[i]);
      values[i] = place[j];
    }
  return fmi2OK;
}

static fmi2Status
set_integers (Fmu *self,
              const char *function,
              const FmuInteger *table,
              size_t size,
              int place[],
              const fmi2ValueReference references[],
              size_t n,
              const int values[])
{
  if (!fmu_may (self, FMU_INSTANTIATED | FMU_INITIALIZATION | FMU_INITIALIZED, function)
      || !has_arrays (self, function, n, references, values))
    return fmi2Error;
  for (size_t i = 0; i < n; i++)
    {
      size_t j = 0;
      while (j < size && table[j].reference != references[i])
        j++;
      if (j == size)
        return fmu_fail (self, "%s: no such value reference: %u", function, references[i]);
      if (!may_set (self, function, references[i], table[j].role))
        return fmi2Error;
      place[j] = values[i];
    }
  fmu_forget (self);
  return fmi2OK;
}

fmi2Status
fmi2GetInteger (fmi2Component component,
                const fmi2ValueReference references[],
                size_t n,
                fmi2Integer values[])
{
  Fmu *self = component;

  return get_integers (self, "fmi2GetInteger", fmu_model.integers, fmu_model.n_integers,
                       self ? self->integers : NULL, references, n, values);
}

fmi2Status
fmi2SetInteger (fmi2Component component,
                const fmi2ValueReference references[],
                size_t n,
                const fmi2Integer values[])
{
  Fmu *self = component;

  return set_integers (self, "fmi2SetInteger", fmu_model.integers, fmu_model.n_integers,
                       self ? self->integers : NULL, references, n, values);
}

fmi2Status
fmi2GetBoolean (fmi2Component component,
                const fmi2ValueReference references[],
                size_t n,
                fmi2Boolean values[])
{
  Fmu *self = component;

  return get_integers (self, "fmi2GetBoolean", fmu_model.booleans, fmu_model.n_booleans,
                       self ? self->booleans : NULL, references, n, values);
}

fmi2Status
fmi2SetBoolean (fmi2Component component,
                const fmi2ValueReference references[],
                size_t n,
                const fmi2Boolean values[])
{
  Fmu *self = component;

  return set_integers (self, "fmi2SetBoolean", fmu_model.booleans, fmu_model.n_booleans,
                       self ? self->booleans : NULL, references, n, values);
}

static size_t
find_string (fmi2ValueReference reference)
{
  size_t j = 0;

  while (j < fmu_model.n_strings && fmu_model.strings[j].reference != reference)
    j++;
  return j;
}

fmi2Status
fmi2GetString (fmi2Component component,
               const fmi2ValueReference references[],
               size_t n,
               fmi2String values[])
{
  Fmu *self = component;

  if (!fmu_may (self, FMU_READABLE, "fmi2GetString")
      || !has_arrays (self, "fmi2GetString", n, references, values))
    return fmi2Error;
  update_discrete_outputs (self);
  for (size_t i = 0; i < n; i++)
    {
      size_t j = find_string (references[i]);
      if (j == fmu_model.n_strings)
        return fmu_fail (self, "fmi2GetString: no String has value reference %u", references[i]);
      values[i] = self->strings[j];
    }
  return fmi2OK;
}

fmi2Status
fmi2SetString (fmi2Component component,
               const fmi2ValueReference references[],
               size_t n,
               const fmi2String values[])
{
  Fmu *self = component;

  if (!fmu_may (self, FMU_INSTANTIATED | FMU_INITIALIZATION | FMU_INITIALIZED, "fmi2SetString")
      || !has_arrays (self, "fmi2SetString", n, references, values))
    return fmi2Error;
  for (size_t i = 0; i < n; i++)
    {
      size_t j = find_string (references[i]);
      size_t length = values[i] ? strlen (values[i]) : FMU_STRING_SIZE;

      if (j == fmu_model.n_strings)
        return fmu_fail (self, "fmi2SetString: no String has value reference %u", references[i]);
      if (!may_set (self, "fmi2SetString", references[i], fmu_model.strings[j].role))
        return fmi2Error;
      if (length >= FMU_STRING_SIZE)
        return fmu_fail (self, "fmi2SetString: no value, or longer than %d bytes",
                         FMU_STRING_SIZE - 1);
      /* Zero the rest, so that equal states have equal bytes. */
      memset (self->strings[j], 0, FMU_STRING_SIZE);
      memcpy (self->strings[j], values[i], length);
    }
  fmu_forget (self);
  return fmi2OK;
}
