/* The present point of a Model Exchange FMU and its solver as bytes: the nominals of the states,
 * the solver, then the state of the FMU. */
#include "core/system/me-solver-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

char *
ls_me_solver_explain_serialization (const LsMeSolver *self)
{
  const char *name = ls_instance_get_name (self->instance);

  if ((ls_instance_get_capabilities (self->instance) & LS_CAN_SERIALIZE_STATE) == 0)
    return g_strdup_printf (_ ("%s cannot serialize its state"), name);
  if (self->schedule != NULL || !ls_hybrid_can_serialize (self->hybrid))
    /* Translators: component. */
    return g_strdup_printf (_ ("the solver of %s cannot save its history"), name);
  if (self->projector != NULL)
    /* Translators: component. */
    return g_strdup_printf (_ ("the projection of the states of %s onto constraints has a memory "
                               "of its own"),
                            name);
  return NULL;
}

static GBytes *
serialize_instance (LsMeSolver *self, GError **error)
{
  LsSavedState *state = NULL;
  GBytes *bytes;

  if (ls_instance_save (self->instance, &state) != LS_OK)
    return NULL;
  bytes = ls_instance_serialize (self->instance, state, error);
  ls_instance_free_state (self->instance, state);
  return bytes;
}

gboolean
ls_me_solver_serialize (LsMeSolver *self, GByteArray *bytes, GError **error)
{
  g_return_val_if_fail (self != NULL && self->hybrid != NULL && bytes != NULL, FALSE);

  g_autoptr (GBytes) state = serialize_instance (self, error);

  if (state == NULL)
    return FALSE;
  ls_memory_append (self->nominals, self->n * sizeof (double), bytes);
  ls_hybrid_serialize (self->hybrid, bytes);
  g_byte_array_append (bytes, g_bytes_get_data (state, NULL), (guint)g_bytes_get_size (state));
  return TRUE;
}

gboolean
ls_me_solver_deserialize (LsMeSolver *self, const guint8 *bytes, gsize size, GError **error)
{
  g_return_val_if_fail (self != NULL && self->hybrid != NULL && bytes != NULL, FALSE);

  const gsize own = self->n * sizeof (double) + ls_hybrid_get_serial_size (self->hybrid);
  g_autoptr (GBytes) rest = NULL;
  LsSavedState *state;
  LsStatus status;

  if (size < own)
    return ls_fail (error, LS_ERROR_FORMAT, _ ("%s: the bytes are not a saved state of it"),
                    ls_instance_get_name (self->instance));
  rest = g_bytes_new (bytes + own, size - own);
  state = ls_instance_deserialize (self->instance, rest, error);
  if (state == NULL)
    return FALSE;
  status = ls_instance_restore (self->instance, state);
  ls_instance_free_state (self->instance, state);
  ls_memory_put_back (self->nominals, self->n * sizeof (double), &bytes);
  if (status == LS_OK)
    status = ls_hybrid_deserialize (self->hybrid, &bytes);
  if (status == LS_OK)
    status = ls_me_solver_return (self);
  return status == LS_OK;
}
