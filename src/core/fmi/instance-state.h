/* Saved states, of all versions. */
#pragma once

#include "core/fmi/instance-binary.h"

struct LsSavedState
{
  gpointer state; /* of the FMU */
  LsStage stage;
  LsAsked asked;
  double time, clock, event_time; /* s */
  gpointer values;                /* (nullable): of the importer, of a size of the instance */
};

/* Calls of saved states of one version; the names are those of its functions. */
typedef struct
{
  const char *names[6];
  int (*get) (LsInstance *self, gpointer *state);
  int (*set) (LsInstance *self, gpointer state);
  int (*free) (LsInstance *self, gpointer *state);
  int (*get_size) (LsInstance *self, gpointer state, size_t *size);
  int (*serialize) (LsInstance *self, gpointer state, char bytes[], size_t size);
  int (*deserialize) (LsInstance *self, const char bytes[], size_t size, gpointer *state);
} LsStateCalls;

/* Operations of kinds with LsInstance.state_calls. */
LsStatus      ls_instance_save_state (LsInstance *self, LsSavedState **state);
LsStatus      ls_instance_restore_state (LsInstance *self, LsSavedState *state);
void          ls_instance_drop_state (LsInstance *self, LsSavedState *state);
GBytes       *ls_instance_serialize_state (LsInstance *self, LsSavedState *state, GError **error);
LsSavedState *ls_instance_deserialize_state (LsInstance *self, GBytes *bytes, GError **error);

#define LS_STATE_ENTRIES                                                                           \
  .save = ls_instance_save_state, .restore = ls_instance_restore_state,                            \
  .free_state = ls_instance_drop_state, .serialize = ls_instance_serialize_state,                  \
  .deserialize = ls_instance_deserialize_state
