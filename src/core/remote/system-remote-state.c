/* Saved points, over messages. */
#include "core/remote/system-remote-impl.h"

#include "core/base/status.h"

LsStatus
ls_system_remote_save (LsSystem *system, gboolean expected)
{
  LsSystemRemote *self = ls_system_remote (system);

  self->saved_event_time = self->event_time;
  ls_message_put_count (ls_system_remote_begin (self, LS_ASK_SAVE), (guint64)(expected != FALSE));
  ls_pool_put_off (self->pool);
  return LS_OK;
}

LsStatus
ls_system_remote_restore (LsSystem *system)
{
  LsSystemRemote *self = ls_system_remote (system);

  ls_system_remote_change (self, LS_ASK_RESTORE);
  ls_pool_put_off (self->pool);
  self->time = system->saved_time;
  self->event_time = self->saved_event_time;
  self->has_ended = FALSE;
  return LS_OK;
}

void
ls_system_remote_forget_saved (LsSystem *system)
{
  ls_system_remote_begin (ls_system_remote (system), LS_ASK_FORGET_SAVED);
  ls_pool_put_off (ls_system_remote (system)->pool);
}

static LsSavedState *
make_point (LsSystemRemote *self)
{
  LsRemotePoint *point = g_new (LsRemotePoint, 1);

  *point = (LsRemotePoint){ .number = ++self->last_point,
                            .time = self->time,
                            .event_time = self->event_time };
  return (LsSavedState *)(gpointer)point;
}

LsStatus
ls_system_remote_save_state (LsSystem *system, LsSavedState **state)
{
  LsSystemRemote *self = ls_system_remote (system);

  *state = make_point (self);
  ls_message_put_count (ls_system_remote_begin (self, LS_ASK_SAVE_STATE), self->last_point);
  ls_pool_put_off (self->pool);
  return LS_OK;
}

LsStatus
ls_system_remote_restore_state (LsSystem *system, LsSavedState *state)
{
  LsSystemRemote *self = ls_system_remote (system);
  const LsRemotePoint *point = (const LsRemotePoint *)(gpointer)state;

  ls_message_put_count (ls_system_remote_change (self, LS_ASK_RESTORE_STATE), point->number);
  ls_pool_put_off (self->pool);
  self->time = point->time;
  self->event_time = point->event_time;
  self->has_ended = FALSE;
  return LS_OK;
}

void
ls_system_remote_free_state (LsSystem *system, LsSavedState *state)
{
  LsSystemRemote *self = ls_system_remote (system);
  LsRemotePoint *point = (LsRemotePoint *)(gpointer)state;

  ls_message_put_count (ls_system_remote_begin (self, LS_ASK_FREE_STATE), point->number);
  ls_pool_put_off (self->pool);
  g_free (point);
}

static gboolean
send_memory (LsSystemRemote *self, GPtrArray *blocks)
{
  GByteArray *message = ls_system_remote_change (self, LS_ASK_SET_MEMORY);

  for (guint i = 0; i < blocks->len; i++)
    {
      const GByteArray *block = blocks->pdata[i];

      ls_message_put_bytes (message, block->data, block->len);
    }
  return ls_system_remote_ask (self) == LS_OK;
}

/* Copies of the blocks are visited; what that changes is sent back. */
void
ls_system_remote_visit_state (LsSystem *system, LsVisitMemoryFunc func, gpointer user_data)
{
  LsSystemRemote *self = ls_system_remote (system);
  g_autoptr (GPtrArray) blocks
      = g_ptr_array_new_with_free_func ((GDestroyNotify)g_byte_array_unref);
  gboolean changed = FALSE;

  ls_system_remote_begin (self, LS_ASK_GET_MEMORY);
  if (ls_system_remote_ask (self) != LS_OK)
    return;
  while (self->answer.at < self->answer.end && !self->answer.bad)
    {
      GByteArray *block = g_byte_array_new ();
      gsize size;
      const guint8 *data = ls_message_take_bytes (&self->answer, &size);

      g_byte_array_append (block, data, (guint)size);
      g_ptr_array_add (blocks, block);
    }
  for (guint i = 0; i < blocks->len; i++)
    {
      const GByteArray *block = blocks->pdata[i];
      g_autofree guint8 *before = g_memdup2 (block->data, block->len);

      func (block->data, block->len, user_data);
      changed = changed || memcmp (before, block->data, block->len) != 0;
    }
  if (changed)
    send_memory (self, blocks);
}

gboolean
ls_system_remote_can_serialize (const LsSystem *system)
{
  return ls_system_remote_ask_truth (ls_system_remote (system), LS_ASK_CAN_SERIALIZE, FALSE);
}

GBytes *
ls_system_remote_serialize_state (LsSystem *system, LsSavedState *state, GError **error)
{
  LsSystemRemote *self = ls_system_remote (system);
  const LsRemotePoint *point = (const LsRemotePoint *)(gpointer)state;
  gconstpointer data;
  gsize size;

  ls_message_put_count (ls_system_remote_begin (self, LS_ASK_SERIALIZE), point->number);
  if (ls_system_remote_ask (self) != LS_OK)
    {
      ls_system_remote_fail (self, error);
      return NULL;
    }
  data = ls_message_take_bytes (&self->answer, &size);
  return g_bytes_new (data, size);
}

/* Its time is that of the worker's when it is gone to. */
LsSavedState *
ls_system_remote_deserialize_state (LsSystem *system, GBytes *bytes, GError **error)
{
  LsSystemRemote *self = ls_system_remote (system);
  GByteArray *message = ls_system_remote_begin (self, LS_ASK_DESERIALIZE);
  gsize size;
  gconstpointer data = g_bytes_get_data (bytes, &size);
  LsRemotePoint *point;

  ls_message_put_count (message, self->last_point + 1);
  ls_message_put_bytes (message, data, size);
  if (ls_system_remote_ask (self) != LS_OK)
    {
      ls_system_remote_fail (self, error);
      return NULL;
    }
  point = (LsRemotePoint *)(gpointer)make_point (self);
  point->time = ls_message_get_real (&self->answer);
  return (LsSavedState *)(gpointer)point;
}
