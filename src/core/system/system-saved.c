/* Saved states of a component, and their serial form. */
#include "core/system/system-impl.h"

#include <glib/gi18n-lib.h>

LsStatus
ls_system_save (LsSystem *self, gboolean expected)
{
  if (!self->info->has[LS_CAPABILITY_ROLLBACK])
    return LS_STOP;
  self->may_return = expected;
  self->saved_time = ls_system_get_time (self);
  return self->klass->save (self, expected);
}

LsStatus
ls_system_restore (LsSystem *self)
{
  return self->klass->restore != NULL ? self->klass->restore (self) : LS_STOP;
}

void
ls_system_forget_saved (LsSystem *self)
{
  self->may_return = FALSE;
  if (self->klass->forget_saved != NULL)
    self->klass->forget_saved (self);
}

char *
ls_system_explain_state (const LsSystem *self)
{
  if (!self->info->has[LS_CAPABILITY_ROLLBACK])
    return g_strdup_printf (_ ("%s cannot save its state"), self->info->name);
  if (self->klass->save_state != NULL)
    return NULL;
  return g_strdup_printf (_ ("%s is integrated by a solver, which saves one state only"),
                          self->info->name);
}

gboolean
ls_system_loses_steps (const LsSystem *self)
{
  return self->klass->loses_steps != NULL && self->klass->loses_steps (self);
}

LsStatus
ls_system_save_state (LsSystem *self, LsSavedState **state)
{
  LsStatus status;

  *state = NULL;
  status = self->klass->save_state (self, state);
  if (status == LS_OK)
    self->n_saved_states++;
  return status;
}

LsStatus
ls_system_restore_state (LsSystem *self, LsSavedState *state)
{
  return self->klass->restore_state (self, state);
}

void
ls_system_free_state (LsSystem *self, LsSavedState *state)
{
  self->n_saved_states--;
  self->klass->free_state (self, state);
}

void
ls_system_visit_state (LsSystem *self, LsVisitMemoryFunc func, gpointer user_data)
{
  func (&self->n_constant, sizeof self->n_constant, user_data);
  func (&self->pause, sizeof self->pause, user_data);
  if (self->klass->visit_state != NULL)
    self->klass->visit_state (self, func, user_data);
}

char *
ls_system_explain_serialization (const LsSystem *self)
{
  const LsSystemClass *klass = self->klass;
  char *reason;

  if (klass->explain_serialization != NULL)
    return klass->explain_serialization (self);
  reason = ls_system_explain_state (self);
  if (reason != NULL
      || (klass->serialize_state != NULL
          && (klass->can_serialize == NULL || klass->can_serialize (self))))
    return reason;
  return g_strdup_printf (_ ("%s cannot serialize its state"), self->info->name);
}

/* Without an error of its own, the log has the reason. */
static gboolean
fail_state (LsSystem *self, GError **error)
{
  g_autofree char *said = NULL;

  if (error != NULL && *error != NULL)
    return FALSE;
  said = ls_log_take_error (self->log);
  if (said != NULL)
    g_set_error_literal (error, LS_ERROR, LS_ERROR_RUN, said);
  else
    g_set_error (error, LS_ERROR, LS_ERROR_RUN, _ ("%s cannot save its state"), self->info->name);
  return FALSE;
}

GBytes *
ls_system_serialize (LsSystem *self, GError **error)
{
  LsSavedState *state = NULL;
  GBytes *bytes;

  if (self->klass->serialize != NULL)
    {
      bytes = self->klass->serialize (self, error);
      if (bytes == NULL)
        fail_state (self, error);
      return bytes;
    }
  if (ls_system_save_state (self, &state) != LS_OK)
    {
      fail_state (self, error);
      return NULL;
    }
  bytes = self->klass->serialize_state (self, state, error);
  ls_system_free_state (self, state);
  return bytes;
}

gboolean
ls_system_deserialize (LsSystem *self, GBytes *bytes, GError **error)
{
  LsSavedState *state;
  LsStatus status;

  if (self->klass->deserialize != NULL)
    return self->klass->deserialize (self, bytes, error) || fail_state (self, error);
  state = self->klass->deserialize_state (self, bytes, error);
  if (state == NULL)
    return FALSE;
  status = self->klass->restore_state (self, state);
  self->klass->free_state (self, state);
  return status == LS_OK || fail_state (self, error);
}
