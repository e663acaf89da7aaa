/* FMI 3.0: calls of saved states. */
#include "core/fmi/fmi3-instance.h"

#define SELF ((LsInstanceFmi3 *)instance)

static int
get (LsInstance *instance, gpointer *state)
{
  return (int)SELF->fmi.GetFMUState (SELF->component, state);
}

static int
set (LsInstance *instance, gpointer state)
{
  return (int)SELF->fmi.SetFMUState (SELF->component, state);
}

static int
free_state (LsInstance *instance, gpointer *state)
{
  return (int)SELF->fmi.FreeFMUState (SELF->component, state);
}

static int
get_size (LsInstance *instance, gpointer state, size_t *size)
{
  return (int)SELF->fmi.SerializedFMUStateSize (SELF->component, state, size);
}

static int
serialize (LsInstance *instance, gpointer state, char bytes[], size_t size)
{
  return (int)SELF->fmi.SerializeFMUState (SELF->component, state, (fmi3Byte *)bytes, size);
}

static int
deserialize (LsInstance *instance, const char bytes[], size_t size, gpointer *state)
{
  return (int)SELF->fmi.DeserializeFMUState (SELF->component, (const fmi3Byte *)bytes, size, state);
}

const LsStateCalls ls_instance_fmi3_state_calls
    = { .names
        = { "fmi3GetFMUState", "fmi3SetFMUState", "fmi3FreeFMUState", "fmi3SerializedFMUStateSize",
            "fmi3SerializeFMUState", "fmi3DeserializeFMUState" },
        .get = get,
        .set = set,
        .free = free_state,
        .get_size = get_size,
        .serialize = serialize,
        .deserialize = deserialize };
