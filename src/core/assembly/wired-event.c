/* Events of connected instances: that of one component may cause events of others. */
#include "core/assembly/wired.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Maximum number of event iterations over the components. */
#define MAX_ITERATIONS 100u

LsStatus
ls_wired_enter_event (LsWired *self, guint component)
{
  LsWiredPart *part = &self->parts[component];
  LsStatus status = LS_OK;

  if (!part->in_event)
    status = ls_instance_enter_event_mode (part->instance);
  part->in_event = part->handled = TRUE;
  return status;
}

LsStatus
ls_wired_leave_events (LsWired *self)
{
  LsStatus status = LS_OK;

  for (guint k = 0; k < self->assembly->n_components && status == LS_OK; k++)
    {
      if (self->parts[k].in_event)
        status = ls_instance_enter_continuous_time_mode (self->parts[k].instance);
      self->parts[k].in_event = FALSE;
    }
  return status;
}

/* One update of the discrete states of @component, in event mode. */
static LsStatus
update (LsWired *self, guint component)
{
  LsWiredPart *part = &self->parts[component];
  LsEventInfo info = { 0 };
  LsStatus status = ls_wired_set_inputs (self, component);

  part->wants_event = FALSE;
  if (status == LS_OK && ls_system_is_waiting (part->system))
    status = ls_system_set_waiting (part->system);
  if (status == LS_OK)
    status = ls_instance_update_discrete_states (part->instance, &info);
  if (status != LS_OK)
    return status;
  part->next_time = info.has_next_time ? info.next_time : INFINITY;
  return self->user.updated (component, &info, self->user.user_data);
}

/* Sets Real input @input to @value of a source that is not a Real: held until the next value, or
 * deferred to event mode for a discrete input. @any: (inout): set if a held input has changed */
static void
hold (LsWiredPart *part, guint input, double value, gboolean *any)
{
  const double told = ls_system_map_input (part->system, input, value);
  const int place = part->places[input];

  for (guint i = 0; i < part->me.n_discrete; i++)
    if (part->me.discrete[i] == input)
      ls_system_let_wait (part->system, i, value);
  if (place < 0 || part->u[place] == told)
    return;
  part->u[place] = told;
  part->stale = part->stirred = *any = TRUE;
}

/* Passes on values of outputs that are not Reals. @real: only those to Real inputs, otherwise only
 * those to other inputs */
static LsStatus
send_others (LsWired *self, gboolean real, gboolean *any)
{
  LsNetwork *network = self->network;
  LsStatus status = LS_OK;

  for (guint k = 0; k < self->assembly->n_others && status == LS_OK; k++)
    {
      const LsWire *wire = &self->assembly->wires[k];
      LsSystem *from = network->systems[wire->from], *to = network->systems[wire->to];
      const guint input = (guint)wire->position;
      double value;

      if ((wire->position >= 0) != real || wire->input->clock != NULL)
        continue;
      if (!real)
        {
          status = ls_system_copy_value (from, wire->output->index, to, wire->input->index);
          continue;
        }
      status = ls_system_read (from, &wire->output->index, 1, &value);
      if (status != LS_OK)
        continue;
      value = ls_wire_look_up (wire, value);
      network->u[network->in_offset[wire->to] + input] = value;
      hold (&self->parts[wire->to], input, value, any);
    }
  return status;
}

/* Passes on values of discrete outputs. Inputs that may only be set in event mode keep them until
 * then. */
static LsStatus
send_discrete (LsWired *self, gboolean *any)
{
  LsStatus status = LS_OK;

  for (guint i = 0; i < self->assembly->n_wires && status == LS_OK; i++)
    {
      const LsWire *wire = &self->assembly->wires[i];
      double value;

      if (!wire->real || wire->parameter || wire->continuous)
        continue;
      status = ls_instance_get_number (self->parts[wire->from].instance, wire->output, &value);
      hold (&self->parts[wire->to], (guint)wire->position, value, any);
    }
  return status == LS_OK ? send_others (self, FALSE, any) : status;
}

static LsStatus
report_iterations (LsWired *self, double t)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint k = 0; k < self->assembly->n_components; k++)
    if (self->parts[k].in_event)
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", self->assembly->names[k]);
  ls_log_write (self->network->log, LS_LOG_ERROR, NULL, NULL, t,
                _ ("the event iteration does not converge after %u iterations; components: %s"),
                MAX_ITERATIONS, names->str);
  return LS_STOP;
}

/* Components for which values wait enter event mode for another update. */
static LsStatus
enter_waiting (LsWired *self, gboolean *again)
{
  LsStatus status = LS_OK;

  for (guint k = 0; k < self->assembly->n_components && status == LS_OK; k++)
    if (ls_system_is_waiting (self->parts[k].system))
      {
        *again = self->parts[k].wants_event = TRUE;
        status = ls_wired_enter_event (self, k);
      }
  return status;
}

LsStatus
ls_wired_iterate (LsWired *self, double t, gboolean together)
{
  LsStatus status = LS_OK;

  for (guint iteration = 0; iteration < MAX_ITERATIONS; iteration++)
    {
      gboolean any = FALSE, again = FALSE;

      for (guint k = 0; k < self->assembly->n_components && status == LS_OK; k++)
        if (self->parts[k].in_event && (iteration == 0 || together || self->parts[k].wants_event))
          status = update (self, k);
      if (status == LS_OK)
        status = send_others (self, TRUE, &any);
      if (status == LS_OK)
        status = ls_wired_pass_on_all (self, &any);
      if (status == LS_OK)
        status = send_discrete (self, &any);
      if (status == LS_OK)
        status = enter_waiting (self, &again);
      if (status != LS_OK || !(again || (together && any)))
        return status;
    }
  return report_iterations (self, t);
}
