/* The present point of a Model Exchange system as bytes. */
#include "core/system/system-me-impl.h"

#include <glib/gi18n-lib.h>

/* Values to be set in the next event mode are left out: their sources set them again. */
static void
visit (LsSystemMe *me, LsVisitMemoryFunc func, gpointer user_data)
{
  const gsize n = me->fmu.base.info->n_in * sizeof (double);

  func (me->coefficients, n * (LS_SYSTEM_MAX_DEGREE + 1), user_data);
  func (me->reached, n, user_data);
  func (me->held, n, user_data);
  func (me->waiting, n, user_data);
  func (&me->origin, sizeof me->origin, user_data);
  func (&me->fresh, sizeof me->fresh, user_data);
  LS_VISIT_MEMBERS (me, n_constant, pause, func, user_data);
}

char *
ls_system_me_explain_serialization (const LsSystem *system)
{
  const LsSystemMe *me = (const LsSystemMe *)system;

  return me->solver != NULL
             ? ls_me_solver_explain_serialization (me->solver)
             : g_strdup_printf (_ ("%s cannot serialize its state"), system->info->name);
}

GBytes *
ls_system_me_serialize (LsSystem *system, GError **error)
{
  LsSystemMe *me = (LsSystemMe *)system;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  visit (me, ls_memory_append, bytes);
  return ls_me_solver_serialize (me->solver, bytes, error)
             ? g_byte_array_free_to_bytes (g_steal_pointer (&bytes))
             : NULL;
}

gboolean
ls_system_me_deserialize (LsSystem *system, GBytes *bytes, GError **error)
{
  LsSystemMe *me = (LsSystemMe *)system;
  gsize size, own = 0;
  const guint8 *next = g_bytes_get_data (bytes, &size);

  visit (me, ls_memory_count, &own);
  if (size < own)
    return ls_fail (error, LS_ERROR_FORMAT, _ ("%s: the bytes are not a saved state of it"),
                    system->info->name);
  visit (me, ls_memory_put_back, &next);
  return ls_me_solver_deserialize (me->solver, next, size - own, error);
}
