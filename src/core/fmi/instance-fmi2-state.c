/* FMI 2.0: saved states and their serialisation. */
#include "core/fmi/remote-fmi2.h"

#include "core/helper/helper.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Precedes the FMU's bytes: identifies the FMU, and state of the instance. */
typedef struct
{
  char magic[8];
  guint32 guid_hash;
  guint32 stage;
  double time, clock, event_time; /* s */
} Header;

static const char magic[8] = "LSFMI2S";

static guint32
guid_hash (const LsInstanceFmi2 *self)
{
  return g_str_hash (ls_fmu_get_description (self->base.fmu)->guid);
}

LsStatus
ls_instance_fmi2_save (LsInstance *instance, LsSavedState **state)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;
  gboolean fresh = *state == NULL;
  LsSavedState *saved = fresh ? g_new0 (LsSavedState, 1) : *state;
  fmi2Status status;
  LsStatus result = LS_OK;

  self->call = "fmi2GetFMUstate";
  status = self->fmi.GetFMUstate (self->component, &saved->state);
  if (G_UNLIKELY (status != fmi2OK))
    result = ls_instance_fmi2_judge (self, status);
  if (result == LS_OK)
    {
      saved->stage = instance->stage;
      saved->asked = self->asked;
      saved->time = instance->time;
      saved->clock = instance->clock;
      saved->event_time = instance->event_time;
      *state = saved;
    }
  else if (fresh)
    g_free (saved);
  return result;
}

LsStatus
ls_instance_fmi2_restore (LsInstance *instance, LsSavedState *state)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;
  fmi2Status status;
  LsStatus result = LS_OK;

  self->call = "fmi2SetFMUstate";
  status = self->fmi.SetFMUstate (self->component, state->state);
  if (G_UNLIKELY (status != fmi2OK))
    result = ls_instance_fmi2_judge (self, status);
  if (result == LS_OK)
    {
      instance->stage = state->stage;
      self->asked = state->asked;
      instance->time = state->time;
      instance->clock = state->clock;
      instance->event_time = state->event_time;
    }
  return result;
}

void
ls_instance_fmi2_free_state (LsInstance *instance, LsSavedState *state)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;

  self->call = "fmi2FreeFMUstate";
  if (instance->stage != LS_STAGE_FATAL && state->state != NULL)
    {
      fmi2Status status = self->fmi.FreeFMUstate (self->component, &state->state);

      if (status != fmi2OK)
        ls_instance_fmi2_judge (self, status);
    }
  g_free (state);
}

/* Returns: whether the current call succeeded; else @error quotes the FMU. */
static gboolean
check (LsInstanceFmi2 *self, fmi2Status status, GError **error)
{
  g_autofree char *said = ls_fmi2_messages_take (self->messages);

  if (status == fmi2OK || status == fmi2Warning)
    return TRUE;
  if (self->base.remote != NULL && ls_remote_is_dead (self->base.remote))
    {
      ls_remote_fmi2_set_death (self, error);
      return FALSE;
    }
  g_set_error (error, LS_ERROR, LS_ERROR_FMU, "%s: %s %s %s%s%s", self->base.name, self->call,
               _ ("returned"), ls_fmi2_status_name (status), said != NULL ? ": " : "",
               said != NULL ? said : "");
  ls_instance_fmi2_judge (self, status);
  return FALSE;
}

GBytes *
ls_instance_fmi2_serialize (LsInstance *instance, LsSavedState *state, GError **error)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;
  Header header = { .guid_hash = guid_hash (self),
                    .stage = state->stage,
                    .time = state->time,
                    .clock = state->clock,
                    .event_time = state->event_time };
  g_autofree char *bytes = NULL;
  size_t size = 0;

  self->call = "fmi2SerializedFMUstateSize";
  if (!check (self, self->fmi.SerializedFMUstateSize (self->component, state->state, &size), error))
    return NULL;
  memcpy (header.magic, magic, sizeof magic);
  bytes = size < G_MAXSIZE - sizeof header ? g_try_malloc0 (sizeof header + size) : NULL;
  if (bytes == NULL)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_LIMIT,
                   _ ("%s: a saved state of %zu bytes does not fit into memory"), instance->name,
                   size);
      return NULL;
    }
  memcpy (bytes, &header, sizeof header);
  self->call = "fmi2SerializeFMUstate";
  if (!check (
          self,
          self->fmi.SerializeFMUstate (self->component, state->state, bytes + sizeof header, size),
          error))
    return NULL;
  return g_bytes_new_take (g_steal_pointer (&bytes), sizeof header + size);
}

LsSavedState *
ls_instance_fmi2_deserialize (LsInstance *instance, GBytes *bytes, GError **error)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  g_autofree LsSavedState *state = g_new0 (LsSavedState, 1);
  Header header = { .stage = 0 };

  if (size >= sizeof header)
    memcpy (&header, data, sizeof header);
  if (size < sizeof header || memcmp (header.magic, magic, sizeof magic) != 0
      || header.guid_hash != guid_hash (self) || header.stage >= LS_STAGE_ERROR)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_FORMAT,
                   _ ("%s: the bytes are not a saved state of this FMU"), instance->name);
      return NULL;
    }
  self->call = "fmi2DeSerializeFMUstate";
  if (!check (self,
              self->fmi.DeSerializeFMUstate (self->component, data + sizeof header,
                                             size - sizeof header, &state->state),
              error))
    return NULL;
  state->stage = (LsStage)header.stage;
  state->time = header.time;
  state->clock = header.clock;
  state->event_time = header.event_time;
  return g_steal_pointer (&state);
}
