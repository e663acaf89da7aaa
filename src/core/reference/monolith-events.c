/* Events of the monolithic model: all components handle them together. */
#include "core/reference/monolith-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

gboolean
ls_monolith_has_events (const LsMonolith *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  gboolean needs = FALSE;

  for (guint i = 0; i < self->n_parts; i++)
    needs = needs || self->parts[i].wired->needs_completed_step;
  return needs || self->n_indicators > 0
         || ls_monolith_get_next_time (self) < self->network.stop_time;
}

guint
ls_monolith_get_n_indicators (const LsMonolith *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->n_indicators;
}

double
ls_monolith_get_next_time (const LsMonolith *self)
{
  g_return_val_if_fail (self != NULL, NAN);
  return ls_wired_get_next_time (&self->wired);
}

LsStatus
ls_monolith_get_indicators (LsMonolith *self, double t, const double x[], double z[])
{
  LsStatus status = ls_monolith_go_to (self, t, x);

  for (guint i = 0; i < self->n_parts && status == LS_OK; i++)
    if (self->parts[i].n_indicators > 0)
      status
          = ls_instance_get_event_indicators (self->parts[i].instance, z + self->parts[i].z_offset);
  return status;
}

LsStatus
ls_monolith_complete_step (
    LsMonolith *self, double t, const double x[], gboolean *event, gboolean *terminate)
{
  LsStatus status = ls_monolith_go_to (self, t, x);

  *event = *terminate = FALSE;
  for (guint i = 0; i < self->n_parts && status == LS_OK; i++)
    status = ls_wired_complete_step (&self->wired, i, event, terminate);
  return status;
}

LsStatus
ls_monolith_updated (guint component, const LsEventInfo *info, gpointer user_data)
{
  LsMonolith *self = user_data;
  LsHybridOutcome *outcome = self->outcome;

  outcome->states_changed = outcome->states_changed || info->states_changed;
  if (info->nominals_changed)
    outcome->nominals = self->nominals;
  if (!info->terminate)
    return LS_OK;
  outcome->terminate = TRUE;
  ls_log_write (self->log, LS_LOG_INFO, self->parts[component].component->name,
                "fmi2NewDiscreteStates", NAN, _ ("the FMU ends the simulation"));
  return LS_STOP;
}

LsStatus
ls_monolith_handle_event (LsMonolith *self, double t, double x[], LsHybridOutcome *outcome)
{
  LsStatus status = ls_monolith_go_to (self, t, x);

  *outcome = (LsHybridOutcome){ .next_time = INFINITY };
  self->outcome = outcome;
  for (guint i = 0; i < self->n_parts && status == LS_OK; i++)
    status = ls_wired_enter_event (&self->wired, i);
  if (status == LS_OK)
    status = ls_wired_iterate (&self->wired, t, TRUE);
  if (outcome->terminate)
    return LS_OK;
  if (status == LS_OK)
    status = ls_wired_leave_events (&self->wired);
  for (guint i = 0; i < self->n_parts && status == LS_OK; i++)
    status = ls_wired_read_states (&self->wired, i, outcome->states_changed ? x : NULL,
                                   outcome->nominals != NULL ? self->nominals : NULL);
  outcome->next_time = ls_monolith_get_next_time (self);
  return status;
}
