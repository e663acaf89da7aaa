/* Points of a run from which another master goes on. Bytes: size of the memory outside the
 * components, that memory, then size and state of each component; in the layout of this program,
 * never read from a file. */
#include "core/master/master-checkpoint.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "core/master/master-impl.h"
#include "core/master/master-point.h"

char *
ls_master_explain_checkpoints (const LsMaster *self)
{
  const LsNetwork *network = &self->network;
  char *reason = ls_master_explain_memory (self);

  for (guint k = 0; k < network->n_systems && reason == NULL; k++)
    reason = ls_system_explain_serialization (network->systems[k]);
  return reason;
}

static void
append_block (GByteArray *bytes, gconstpointer data, guint64 size)
{
  g_byte_array_append (bytes, (const guint8 *)&size, sizeof size);
  g_byte_array_append (bytes, data, (guint)size);
}

static gboolean
check_size (gsize size, gsize largest, GError **error)
{
  return size <= largest
         || ls_fail (error, LS_ERROR_LIMIT, _ ("it would need %.0f MB"), 1e-6 * (double)size);
}

GBytes *
ls_master_take_checkpoint (LsMaster *self, gsize largest, GError **error)
{
  g_return_val_if_fail (self != NULL && largest < G_MAXUINT / 2, NULL);

  const LsNetwork *network = &self->network;
  g_autofree char *reason = ls_master_explain_memory (self);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GByteArray) memory = g_byte_array_new ();

  if (reason != NULL)
    return ls_fail_null (error, LS_ERROR_RUN, "%s", reason);

  ls_master_visit_state (self, ls_memory_append, memory);
  if (!check_size (memory->len, largest, error))
    return NULL;
  append_block (bytes, memory->data, memory->len);
  for (guint k = 0; k < network->n_systems; k++)
    {
      g_autoptr (GBytes) state = ls_system_serialize (network->systems[k], error);

      if (state == NULL || !check_size (bytes->len + g_bytes_get_size (state), largest, error))
        return NULL;
      append_block (bytes, g_bytes_get_data (state, NULL), g_bytes_get_size (state));
    }
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

/* Position in a checkpoint. */
typedef struct
{
  GBytes *bytes;
  gsize at;
} Reader;

/* Returns: (transfer full) (nullable) */
static GBytes *
read_block (Reader *self)
{
  gsize all;
  const guint8 *data = g_bytes_get_data (self->bytes, &all);
  guint64 size;
  GBytes *block;

  if (all - self->at < sizeof size)
    return NULL;
  memcpy (&size, data + self->at, sizeof size);
  self->at += sizeof size;
  if (size > all - self->at)
    return NULL;
  block = g_bytes_new_from_bytes (self->bytes, self->at, size);
  self->at += size;
  return block;
}

static gboolean
fail (LsMaster *self, GError **error)
{
  self->broken = TRUE;
  return ls_fail (error, LS_ERROR_RUN, _ ("the checkpoint is of another model or method"));
}

static gboolean
resume_systems (LsMaster *self, Reader *reader, GError **error)
{
  for (guint k = 0; k < self->network.n_systems; k++)
    {
      g_autoptr (GBytes) state = read_block (reader);

      if (state == NULL)
        return fail (self, error);
      if (!ls_system_deserialize (self->network.systems[k], state, error))
        {
          self->broken = TRUE;
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
ls_master_resume (LsMaster *self, GBytes *checkpoint, GError **error)
{
  g_return_val_if_fail (self != NULL && checkpoint != NULL, FALSE);

  Reader reader = { .bytes = checkpoint };
  g_autoptr (GBytes) memory = read_block (&reader);
  const guint8 *next = memory != NULL ? g_bytes_get_data (memory, NULL) : NULL;
  gboolean jumped = FALSE;
  gsize size = 0;

  ls_master_visit_state (self, ls_memory_count, &size);
  if (memory == NULL || g_bytes_get_size (memory) != size)
    return fail (self, error);
  if (!resume_systems (self, &reader, error))
    return FALSE;
  ls_master_visit_state (self, ls_memory_put_back, &next);
  if (self->method->restored != NULL)
    self->method->restored (self->state);
  /* What waits to be set in the next event, or in an instance that only derivatives are asked of,
   * is no part of the saved states. */
  if (ls_master_copy_others (self, &jumped) == LS_OK)
    return TRUE;
  self->broken = TRUE;
  ls_master_set_error (self, "fmi2SetFMUstate", error);
  return FALSE;
}
