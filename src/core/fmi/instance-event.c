/* Who is told of the events that an FMU has within a step. */
#include "core/fmi/instance-impl.h"

void
ls_instance_set_event_func (LsInstance *self, LsInstanceEventFunc func, gpointer user_data)
{
  g_return_if_fail (self != NULL);

  self->event_func = func;
  self->event_data = user_data;
}

LsStatus
ls_instance_expect_jump (LsInstance *self)
{
  g_return_val_if_fail (self != NULL, LS_STOP);

  if (self->kind->expect_jump == NULL)
    return LS_OK;
  ls_instance_note_call (self);
  return self->kind->expect_jump (self);
}

gboolean
ls_instance_shows_inputs (const LsInstance *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->kind->fmi_version[0] != '3' || self->stage == LS_STAGE_EVENT;
}

LsStatus
ls_instance_tell_event (LsInstance *self, LsEventMoment moment)
{
  if (self->event_func == NULL)
    return LS_OK;
  self->has_told = moment != LS_EVENT_FORGET;
  return self->event_func (moment, self->time, self->event_data);
}
