/* Saved states: copies of the memory of an instance, FMI 2.0, 2.1.8. Serialisation copies their
 * bytes, which are valid for the same FMU on the same platform. */
#include "instance.h"

#include <string.h>

FMU_OPTIONAL fmi2GetFMUstateTYPE fmi2GetFMUstate;
FMU_OPTIONAL fmi2SetFMUstateTYPE fmi2SetFMUstate;
FMU_OPTIONAL fmi2FreeFMUstateTYPE fmi2FreeFMUstate;
FMU_OPTIONAL fmi2SerializedFMUstateSizeTYPE fmi2SerializedFMUstateSize;
FMU_OPTIONAL fmi2SerializeFMUstateTYPE fmi2SerializeFMUstate;
FMU_OPTIONAL fmi2DeSerializeFMUstateTYPE fmi2DeSerializeFMUstate;

/* Allocates *@state if it is NULL. */
static bool
has_room (Fmu *self, const char *function, fmi2FMUstate *state)
{
  if (state == NULL)
    {
      fmu_fail (self, "%s: FMUstate is NULL", function);
      return false;
    }
  if (*state == NULL)
    *state = self->callbacks.allocateMemory (1, self->memory->size);
  if (*state == NULL)
    fmu_fail (self, "%s: no memory for %zu bytes", function, self->memory->size);
  return *state != NULL;
}

/* Whether a saved state belongs to this FMU and interface type. */
static bool
fits (const Fmu *self, const FmuMemory *saved)
{
  return saved->size == self->memory->size && saved->kind == self->memory->kind
         && (saved->phase & FMU_ANY) && !(saved->phase & (saved->phase - 1))
         && memcmp (saved->guid, self->memory->guid, sizeof saved->guid) == 0;
}

fmi2Status
fmi2GetFMUstate (fmi2Component component, fmi2FMUstate *state)
{
  Fmu *self = component;

  if (!fmu_may_option (self, FMU_ANY, "fmi2GetFMUstate")
      || !has_room (self, "fmi2GetFMUstate", state))
    return fmi2Error;
  memcpy (*state, self->memory, self->memory->size);
  return fmi2OK;
}

fmi2Status
fmi2SetFMUstate (fmi2Component component, fmi2FMUstate state)
{
  Fmu *self = component;

  if (!fmu_may_option (self, FMU_ANY, "fmi2SetFMUstate"))
    return fmi2Error;
  if (state == NULL || !fits (self, state))
    return fmu_fail (self, "fmi2SetFMUstate: not a state of this FMU and kind");
  memcpy (self->memory, state, self->memory->size);
  /* Deserialised bytes are arbitrary: terminate the strings. */
  for (size_t i = 0; i < fmu_model.n_strings; i++)
    self->strings[i][FMU_STRING_SIZE - 1] = '\0';
  fmu_forget (self);
  return fmi2OK;
}

fmi2Status
fmi2FreeFMUstate (fmi2Component component, fmi2FMUstate *state)
{
  Fmu *self = component;

  if (!fmu_may_option (self, FMU_ANY, "fmi2FreeFMUstate"))
    return fmi2Error;
  if (state != NULL && *state != NULL)
    {
      self->callbacks.freeMemory (*state);
      *state = NULL;
    }
  return fmi2OK;
}

fmi2Status
fmi2SerializedFMUstateSize (fmi2Component component, fmi2FMUstate state, size_t *size)
{
  Fmu *self = component;

  if (!fmu_may_option (self, FMU_ANY, "fmi2SerializedFMUstateSize"))
    return fmi2Error;
  if (state == NULL || size == NULL)
    return fmu_fail (self, "fmi2SerializedFMUstateSize: an argument is NULL");
  *size = ((FmuMemory *)state)->size;
  return fmi2OK;
}

fmi2Status
fmi2SerializeFMUstate (fmi2Component component, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
  Fmu *self = component;

  if (!fmu_may_option (self, FMU_ANY, "fmi2SerializeFMUstate"))
    return fmi2Error;
  if (state == NULL || bytes == NULL || size < ((FmuMemory *)state)->size)
    return fmu_fail (self, "fmi2SerializeFMUstate: no state, or no room for it in %zu bytes", size);
  memcpy (bytes, state, ((FmuMemory *)state)->size);
  return fmi2OK;
}

fmi2Status
fmi2DeSerializeFMUstate (fmi2Component component,
                         const fmi2Byte bytes[],
                         size_t size,
                         fmi2FMUstate *state)
{
  Fmu *self = component;
  FmuMemory saved;

  if (!fmu_may_option (self, FMU_ANY, "fmi2DeSerializeFMUstate"))
    return fmi2Error;
  if (bytes == NULL || size < self->memory->size)
    return fmu_fail (self, "fmi2DeSerializeFMUstate: %zu bytes where %zu are wanted", size,
                     self->memory->size);
  memcpy (&saved, bytes, sizeof saved);
  if (!fits (self, &saved))
    return fmu_fail (self, "fmi2DeSerializeFMUstate: not a state of this FMU and kind");
  if (!has_room (self, "fmi2DeSerializeFMUstate", state))
    return fmi2Error;
  memcpy (*state, bytes, self->memory->size);
  return fmi2OK;
}
