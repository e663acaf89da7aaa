/* The instance that was called last: named when a call crashes. */
#include "core/fmi/instance-impl.h"

#include <math.h>

_Thread_local LsInstance *ls_instance_last_called;

void
ls_instance_note_call (LsInstance *self)
{
  ls_instance_last_called = self;
}

LsInstance *
ls_instance_get_last_called (void)
{
  return ls_instance_last_called;
}

gboolean
ls_instance_describe_last_call (char *buffer, gsize size)
{
  const LsInstance *self = ls_instance_last_called;
  const char *call = self != NULL ? self->kind->get_call (self) : NULL;

  if (call == NULL)
    return FALSE;
  if (isnan (self->time))
    g_snprintf (buffer, size, "%s: %s", self->name, call);
  else
    g_snprintf (buffer, size, "%s: %s at t = %.9g s", self->name, call, self->origin + self->time);
  return TRUE;
}
