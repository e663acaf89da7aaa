/* Saved states and their serialisation, of all FMI versions. */
#include "core/fmi/instance-state.h"

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

static const char magic[8] = "LSFMI3S";

static guint32
guid_hash (const LsInstance *self)
{
  return g_str_hash (ls_fmu_get_description (self->fmu)->guid);
}

static gboolean
fails (LsInstance *self, int status, LsStatus *result)
{
  *result = G_LIKELY (status == 0) ? LS_OK : ls_instance_judge (self, status);
  return *result != LS_OK;
}

LsStatus
ls_instance_save_state (LsInstance *self, LsSavedState **state)
{
  const LsStateCalls *calls = self->state_calls;
  gboolean fresh = *state == NULL;
  LsSavedState *saved = fresh ? g_new0 (LsSavedState, 1) : *state;
  LsStatus result;

  self->call = calls->names[0];
  if (fails (self, calls->get (self, &saved->state), &result))
    {
      if (fresh)
        g_free (saved);
      return result;
    }
  saved->stage = self->stage;
  saved->asked = self->asked;
  saved->time = self->time;
  saved->clock = self->clock;
  saved->event_time = self->event_time;
  if (self->values_size > 0)
    {
      if (saved->values == NULL)
        saved->values = g_malloc0 (self->values_size);
      memcpy (saved->values, self->values, self->values_size);
    }
  *state = saved;
  return LS_OK;
}

LsStatus
ls_instance_restore_state (LsInstance *self, LsSavedState *state)
{
  const LsStateCalls *calls = self->state_calls;
  LsStatus result;

  self->call = calls->names[1];
  if (fails (self, calls->set (self, state->state), &result))
    return result;
  self->stage = state->stage;
  self->asked = state->asked;
  self->time = state->time;
  self->clock = state->clock;
  self->event_time = state->event_time;
  if (state->values != NULL)
    memcpy (self->values, state->values, self->values_size);
  return LS_OK;
}

void
ls_instance_drop_state (LsInstance *self, LsSavedState *state)
{
  const LsStateCalls *calls = self->state_calls;
  LsStatus result;

  self->call = calls->names[2];
  if (self->stage != LS_STAGE_FATAL && state->state != NULL)
    fails (self, calls->free (self, &state->state), &result);
  g_free (state->values);
  g_free (state);
}

/* Returns: whether the current call succeeded; else @error quotes the FMU. */
static gboolean
check (LsInstance *self, int status, GError **error)
{
  g_autofree char *said = ls_messages_take (self->messages);
  char name[24];

  if (status == 0 || status == 1)
    return TRUE;
  if (self->judge_death != NULL && self->judge_death (self, error))
    return FALSE;
  g_set_error (error, LS_ERROR, LS_ERROR_FMU, "%s: %s %s %s%s%s", self->name, self->call,
               _ ("returned"), ls_instance_status_name (self, status, name),
               said != NULL ? ": " : "", said != NULL ? said : "");
  ls_instance_judge (self, status);
  return FALSE;
}

GBytes *
ls_instance_serialize_state (LsInstance *self, LsSavedState *state, GError **error)
{
  const LsStateCalls *calls = self->state_calls;
  Header header = { .guid_hash = guid_hash (self),
                    .stage = state->stage,
                    .time = state->time,
                    .clock = state->clock,
                    .event_time = state->event_time };
  const gsize head = sizeof header + self->values_size;
  g_autofree char *bytes = NULL;
  size_t size = 0;

  self->call = calls->names[3];
  if (!check (self, calls->get_size (self, state->state, &size), error))
    return NULL;
  memcpy (header.magic, magic, sizeof magic);
  bytes = size < G_MAXSIZE - head ? g_try_malloc0 (head + size) : NULL;
  if (bytes == NULL)
    return ls_fail_null (error, LS_ERROR_LIMIT,
                         _ ("%s: a saved state of %zu bytes does not fit into memory"), self->name,
                         size);
  memcpy (bytes, &header, sizeof header);
  if (state->values != NULL)
    memcpy (bytes + sizeof header, state->values, self->values_size);
  self->call = calls->names[4];
  if (!check (self, calls->serialize (self, state->state, bytes + head, size), error))
    return NULL;
  return g_bytes_new_take (g_steal_pointer (&bytes), head + size);
}

LsSavedState *
ls_instance_deserialize_state (LsInstance *self, GBytes *bytes, GError **error)
{
  const LsStateCalls *calls = self->state_calls;
  const gsize head = sizeof (Header) + self->values_size;
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  g_autofree LsSavedState *state = g_new0 (LsSavedState, 1);
  Header header = { .stage = 0 };

  if (size >= head)
    memcpy (&header, data, sizeof header);
  if (size < head || memcmp (header.magic, magic, sizeof magic) != 0
      || header.guid_hash != guid_hash (self) || header.stage >= LS_STAGE_ERROR)
    return ls_fail_null (error, LS_ERROR_FORMAT,
                         _ ("%s: the bytes are not a saved state of this FMU"), self->name);
  self->call = calls->names[5];
  if (!check (self, calls->deserialize (self, data + head, size - head, &state->state), error))
    return NULL;
  state->stage = (LsStage)header.stage;
  state->time = header.time;
  state->clock = header.clock;
  state->event_time = header.event_time;
  if (self->values_size > 0)
    state->values = g_memdup2 (data + sizeof header, self->values_size);
  return g_steal_pointer (&state);
}
