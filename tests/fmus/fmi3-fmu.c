/* What FMUs of FMI 3.0 without the runtime of models/ have in common. */
#include "fmi3-fmu.h"

#include <stdlib.h>
#include <string.h>

const char *
fmi3GetVersion (void)
{
  return "3.0";
}

void
fmi3FreeInstance (fmi3Instance instance)
{
  free (instance);
}

/* Weak: an FMU may have its own. */
__attribute__ ((weak)) fmi3Status
fmi3ExitInitializationMode (fmi3Instance instance)
{
  (void)instance;
  return fmi3OK;
}

fmi3Status
fmi3Terminate (fmi3Instance instance)
{
  (void)instance;
  return fmi3OK;
}

fmi3Status
fmi3GetFMUState (fmi3Instance instance, fmi3FMUState *state)
{
  if (*state == NULL && (*state = malloc (fmu_size)) == NULL)
    return fmi3Error;
  memcpy (*state, instance, fmu_size);
  return fmi3OK;
}

fmi3Status
fmi3SetFMUState (fmi3Instance instance, fmi3FMUState state)
{
  memcpy (instance, state, fmu_size);
  return fmi3OK;
}

fmi3Status
fmi3FreeFMUState (fmi3Instance instance, fmi3FMUState *state)
{
  (void)instance;
  free (*state);
  *state = NULL;
  return fmi3OK;
}

fmi3Status
fmi3SerializedFMUStateSize (fmi3Instance instance, fmi3FMUState state, size_t *size)
{
  (void)instance, (void)state;
  *size = fmu_size;
  return fmi3OK;
}

fmi3Status
fmi3SerializeFMUState (fmi3Instance instance, fmi3FMUState state, fmi3Byte bytes[], size_t size)
{
  (void)instance;
  memcpy (bytes, state, size);
  return fmi3OK;
}

fmi3Status
fmi3DeserializeFMUState (fmi3Instance instance,
                         const fmi3Byte bytes[],
                         size_t size,
                         fmi3FMUState *state)
{
  *state = NULL;
  if (size != fmu_size || fmi3GetFMUState (instance, state) != fmi3OK)
    return fmi3Error;
  memcpy (*state, bytes, size);
  return fmi3OK;
}
