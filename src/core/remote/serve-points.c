/* Saved points of a system that is served. */
#include "core/remote/serve-impl.h"

#include "core/base/status.h"

static void
keep_point (LsServed *self, gint64 number, LsSavedState *state)
{
  g_hash_table_insert (self->points, g_memdup2 (&number, sizeof number), state);
}

static LsStatus
save_state (LsServed *self, LsMessageReader *arguments)
{
  const gint64 number = (gint64)ls_message_get_count (arguments);
  LsSavedState *state = NULL;
  const LsStatus status = self->system->klass->save_state != NULL
                              ? ls_system_save_state (self->system, &state)
                              : LS_STOP;

  if (status == LS_OK)
    keep_point (self, number, state);
  return status;
}

static LsSavedState *
take_point (const LsServed *self, LsMessageReader *arguments, gint64 *number)
{
  *number = (gint64)ls_message_get_count (arguments);
  return g_hash_table_lookup (self->points, number);
}

static LsStatus
restore_state (LsServed *self, LsMessageReader *arguments)
{
  gint64 number;
  LsSavedState *state = take_point (self, arguments, &number);

  return state != NULL ? ls_system_restore_state (self->system, state) : LS_STOP;
}

static LsStatus
free_state (LsServed *self, LsMessageReader *arguments)
{
  gint64 number;
  LsSavedState *state = take_point (self, arguments, &number);

  if (state == NULL)
    return LS_OK;
  ls_system_free_state (self->system, state);
  g_hash_table_remove (self->points, &number);
  return LS_OK;
}

static LsStatus
serialize (LsServed *self, LsMessageReader *arguments, GByteArray *result)
{
  gint64 number;
  LsSavedState *state = take_point (self, arguments, &number);
  GError *error = NULL;
  g_autoptr (GBytes) bytes
      = state != NULL && self->system->klass->serialize_state != NULL
            ? self->system->klass->serialize_state (self->system, state, &error)
            : NULL;

  if (bytes == NULL)
    {
      ls_served_put_error (result, error);
      return LS_STOP;
    }
  ls_message_put_bytes (result, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  return LS_OK;
}

/* The time of the point is not known before it is gone to; the next thing done is just that. */
static LsStatus
deserialize (LsServed *self, LsMessageReader *arguments, GByteArray *result)
{
  const gint64 number = (gint64)ls_message_get_count (arguments);
  gsize size;
  gconstpointer data = ls_message_take_bytes (arguments, &size);
  LsSystem *system = self->system;
  GError *error = NULL;
  LsSavedState *state;
  LsStatus status;

  if (data == NULL || system->klass->deserialize_state == NULL)
    return LS_STOP;
  g_clear_pointer (&self->bytes, g_bytes_unref);
  self->bytes = g_bytes_new (data, size);
  state = system->klass->deserialize_state (system, self->bytes, &error);
  if (state == NULL)
    {
      ls_served_put_error (result, error);
      return LS_STOP;
    }
  system->n_saved_states++;
  keep_point (self, number, state);
  status = ls_system_restore_state (system, state);
  ls_message_put_real (result, ls_system_get_time (system));
  return status;
}

static void
copy_block (gpointer memory, gsize size, gpointer user_data)
{
  ls_message_put_bytes (user_data, memory, size);
}

static void
set_block (gpointer memory, gsize size, gpointer user_data)
{
  gsize sent;
  gconstpointer data = ls_message_take_bytes (user_data, &sent);

  if (data != NULL && sent == size)
    memcpy (memory, data, size);
}

static LsStatus
visit (LsServed *self, LsVisitMemoryFunc func, gpointer user_data)
{
  if (self->system->klass->visit_state != NULL)
    self->system->klass->visit_state (self->system, func, user_data);
  return LS_OK;
}

LsStatus
ls_served_do_points (LsServed *self, LsAsk ask, LsMessageReader *arguments, GByteArray *result)
{
  LsSystem *system = self->system;
  g_autofree char *reason = NULL;

  switch (ask)
    {
    case LS_ASK_SAVE:
      return ls_system_save (system, ls_message_get_count (arguments) != 0);
    case LS_ASK_RESTORE:
      return ls_system_restore (system);
    case LS_ASK_FORGET_SAVED:
      ls_system_forget_saved (system);
      return LS_OK;
    case LS_ASK_SAVE_STATE:
      return save_state (self, arguments);
    case LS_ASK_RESTORE_STATE:
      return restore_state (self, arguments);
    case LS_ASK_FREE_STATE:
      return free_state (self, arguments);
    case LS_ASK_GET_MEMORY:
      return visit (self, copy_block, result);
    case LS_ASK_SET_MEMORY:
      return visit (self, set_block, arguments);
    case LS_ASK_CAN_SERIALIZE:
      return ls_served_tell (result, (reason = ls_system_explain_serialization (system)) == NULL);
    case LS_ASK_SERIALIZE:
      return serialize (self, arguments, result);
    case LS_ASK_DESERIALIZE:
      return deserialize (self, arguments, result);
    default:
      return LS_STOP;
    }
}
