/* FMI 2.0: calls of saved states. */
#include "core/fmi/fmi2-instance.h"

#define SELF ((LsInstanceFmi2 *)instance)

static int
get (LsInstance *instance, gpointer *state)
{
  return (int)SELF->fmi->GetFMUstate (SELF->component, state);
}

static int
set (LsInstance *instance, gpointer state)
{
  return (int)SELF->fmi->SetFMUstate (SELF->component, state);
}

static int
free_state (LsInstance *instance, gpointer *state)
{
  return (int)SELF->fmi->FreeFMUstate (SELF->component, state);
}

static int
get_size (LsInstance *instance, gpointer state, size_t *size)
{
  return (int)SELF->fmi->SerializedFMUstateSize (SELF->component, state, size);
}

static int
serialize (LsInstance *instance, gpointer state, char bytes[], size_t size)
{
  return (int)SELF->fmi->SerializeFMUstate (SELF->component, state, bytes, size);
}

static int
deserialize (LsInstance *instance, const char bytes[], size_t size, gpointer *state)
{
  return (int)SELF->fmi->DeSerializeFMUstate (SELF->component, bytes, size, state);
}

const LsStateCalls ls_instance_fmi2_state_calls
    = { .names
        = { "fmi2GetFMUstate", "fmi2SetFMUstate", "fmi2FreeFMUstate", "fmi2SerializedFMUstateSize",
            "fmi2SerializeFMUstate", "fmi2DeSerializeFMUstate" },
        .get = get,
        .set = set,
        .free = free_state,
        .get_size = get_size,
        .serialize = serialize,
        .deserialize = deserialize };
