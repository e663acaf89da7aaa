/* Saved points of a hybrid system, and their serial form. */
#include "core/ode/hybrid-impl.h"

#include <string.h>

void
ls_hybrid_save (LsHybrid *self)
{
  g_return_if_fail (self != NULL);

  ls_ode_save (self->ode, self->saved_ode);
  ls_event_locator_save (self->locator, self->saved_z);
  ls_chatter_detector_copy (self->saved_chatter, self->chatter);
  self->saved_n_missed = self->n_missed;
  self->saved_next_time = self->next_time;
  self->saved_terminated = self->terminated;
  self->has_saved = TRUE;
}

LsStatus
ls_hybrid_restore (LsHybrid *self)
{
  if (!self->has_saved)
    return LS_STOP;
  ls_event_locator_start (self->locator, self->saved_z);
  /* An event repeated after a rollback must not be counted twice. */
  ls_chatter_detector_copy (self->chatter, self->saved_chatter);
  self->n_missed = self->saved_n_missed;
  self->next_time = self->saved_next_time;
  self->terminated = self->saved_terminated;
  self->nudged = FALSE;
  self->n_void = 0;
  self->next_limit = INFINITY;
  return ls_ode_restore (self->ode, self->saved_ode);
}

gboolean
ls_hybrid_can_serialize (const LsHybrid *self)
{
  return !self->solver_locates && ls_ode_is_copied (self->ode);
}

static void
visit (LsHybrid *self, LsVisitMemoryFunc func, gpointer user_data)
{
  func (self->atol, self->problem.ode.n * sizeof (double), user_data);
  LS_VISIT_MEMBERS (self, next_time, shortened, func, user_data);
  LS_VISIT_MEMBERS (self, next_limit, n_missed, func, user_data);
  func (&self->n_void, sizeof self->n_void, user_data);
  func (&self->counts, sizeof self->counts, user_data);
  ls_event_locator_visit_state (self->locator, func, user_data);
  ls_chatter_detector_visit_state (self->chatter, func, user_data);
  ls_ode_visit_counts (self->ode, func, user_data);
}

void
ls_hybrid_serialize (LsHybrid *self, GByteArray *bytes)
{
  g_return_if_fail (self != NULL && bytes != NULL && ls_hybrid_can_serialize (self));

  const gsize size = ls_ode_get_saved_size (self->ode);
  g_autofree guint8 *solver = g_malloc0 (size);

  visit (self, ls_memory_append, bytes);
  ls_ode_save (self->ode, solver);
  g_byte_array_append (bytes, solver, (guint)size);
}

gsize
ls_hybrid_get_serial_size (LsHybrid *self)
{
  g_return_val_if_fail (self != NULL, 0);

  gsize size = ls_ode_get_saved_size (self->ode);

  visit (self, ls_memory_count, &size);
  return size;
}

LsStatus
ls_hybrid_deserialize (LsHybrid *self, const guint8 **bytes)
{
  g_return_val_if_fail (self != NULL && bytes != NULL && self->started, LS_STOP);

  const gsize size = ls_ode_get_saved_size (self->ode);
  g_autofree guint8 *solver = NULL;

  visit (self, ls_memory_put_back, bytes);
  /* Aligned, which what is read from need not be. */
  solver = g_memdup2 (*bytes, size);
  *bytes += size;
  if (!ls_ode_set_tolerances (self->ode, self->settings.rtol, self->atol, NULL))
    return LS_STOP;
  return ls_ode_restore (self->ode, solver);
}
