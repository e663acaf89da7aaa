/* Instances in helper processes, seen from outside. */
#include "core/fmi/instance-impl.h"

#include "core/helper/helper.h"

gconstpointer
ls_instance_get_channel (const LsInstance *self)
{
  return self->remote != NULL ? self->remote->helper : NULL;
}

gboolean
ls_instance_is_remote (const LsInstance *self)
{
  return self->remote != NULL;
}

gboolean
ls_instance_steps_like (const LsInstance *self, const LsInstance *other)
{
  if (self->kind->hold_steps == NULL || (self->remote != NULL) != (other->remote != NULL))
    return FALSE;
  /* In helper processes also those of other versions. */
  return self->kind == other->kind
         || (self->remote != NULL && self->kind->batch != NULL && other->kind->batch != NULL);
}

/* Returns: whether calls put off now go with those of others. */
static gboolean
begin_ahead (LsInstance *self)
{
  if (self->remote == NULL || self->stage != LS_STAGE_CONTINUOUS)
    return FALSE;
  ls_instance_last_called = self;
  return self->remote->is_ahead = TRUE;
}

void
ls_instance_foresee_real (LsInstance *self, const guint32 *references, gsize n, double values[])
{
  if (!begin_ahead (self))
    return;
  self->kind->get_real (self, references, n, values);
  self->remote->is_ahead = FALSE;
}

void
ls_instance_foresee_derivatives (LsInstance *self, double dx[])
{
  if (!begin_ahead (self))
    return;
  self->kind->get_state_derivatives (self, dx);
  self->remote->is_ahead = FALSE;
}
