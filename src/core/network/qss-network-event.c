/* Events of a wired model: the event of one component may cause events of others. */
#include "core/network/qss-network-impl.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Maximum number of event iterations over the components. */
#define MAX_ITERATIONS 100u
/* Number of sample times for a component without an event of its own. */
#define FEW_PLACES 5u

static LsStatus
report_iterations (LsQssNetwork *self, double t)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint k = 0; k < self->n_parts; k++)
    if (self->parts[k].in_event)
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", self->parts[k].name);
  ls_log_write (self->network->log, LS_LOG_ERROR, NULL, NULL, t,
                _ ("the event iteration does not come to an end after %u rounds; components: %s"),
                MAX_ITERATIONS, names->str);
  return LS_STOP;
}

static LsStatus
enter (LsQssPart *part)
{
  LsStatus status = LS_OK;

  if (!part->in_event)
    status = ls_instance_enter_event_mode (part->instance);
  part->in_event = part->handled = TRUE;
  return status;
}

/* One update of the discrete states of @part, in event mode. */
static LsStatus
update (LsQssNetwork *self, LsQssPart *part, double t, double x[], LsQssEvent *event)
{
  LsEventInfo info;
  LsStatus status = LS_OK;

  if (ls_system_is_waiting (part->system))
    status = ls_system_set_waiting (part->system);
  if (status == LS_OK)
    status = ls_wired_update (&self->wired, (guint)(part - self->parts), &info);
  if (status != LS_OK)
    return status;
  if (info.terminate)
    {
      ls_log_write (self->network->log, LS_LOG_ERROR, part->name, "fmi2NewDiscreteStates", t, "%s",
                    _ ("the FMU has ended the simulation"));
      return LS_STOP;
    }
  event->terminate = FALSE;
  if (info.states_changed && part->wired->n_states > 0)
    status = ls_instance_get_states (part->instance, x + part->wired->first);
  if (status == LS_OK && info.nominals_changed && part->wired->n_states > 0)
    {
      status = ls_instance_get_nominals (part->instance, self->nominals + part->wired->first);
      for (guint i = part->wired->first; i < part->wired->first + part->wired->n_states; i++)
        self->quanta[i] = self->settings.absolute * fabs (self->nominals[i]);
      if (status == LS_OK && self->engine != NULL
          && !ls_qss_set_quanta (self->engine, self->quanta))
        {
          ls_log_write (self->network->log, LS_LOG_ERROR, part->name, NULL, t, "%s",
                        _ ("the new nominals of the states are not positive"));
          return LS_STOP;
        }
    }
  return status;
}

/* Sets Real input @input to @value of a source that is not a Real: held until the next value, or
 * deferred to event mode for a discrete input. */
static void
hold (LsQssPart *part, guint input, double value)
{
  const double told = ls_system_map_input (part->system, input, value);
  const int place = part->wired->places[input];

  for (guint i = 0; i < part->me.n_discrete; i++)
    if (part->me.discrete[i] == input)
      ls_system_let_wait (part->system, i, value);
  if (place < 0 || part->wired->u[place] == told)
    return;
  part->wired->u[place] = told;
  part->wired->stale = part->stirred = TRUE;
}

/* Passes on values of outputs that are not Reals. @real: only those to Real inputs, otherwise only
 * those to other inputs */
static LsStatus
send_others (LsQssNetwork *self, gboolean real)
{
  LsNetwork *network = self->network;
  LsStatus status = LS_OK;

  for (guint k = 0; k < network->assembly->n_others && status == LS_OK; k++)
    {
      const LsWire *wire = &network->assembly->wires[k];
      LsSystem *from = network->systems[wire->from], *to = network->systems[wire->to];
      const guint input = (guint)wire->position;
      double value;

      if ((wire->position >= 0) != real)
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
      hold (&self->parts[wire->to], input, value);
    }
  return status;
}

/* Passes on values of discrete outputs. Inputs that may only be set in event mode keep them until
 * then. */
static LsStatus
send_discrete (LsQssNetwork *self)
{
  const LsAssembly *assembly = self->wired.assembly;
  LsStatus status = LS_OK;

  for (guint i = 0; i < assembly->n_wires && status == LS_OK; i++)
    {
      const LsWire *wire = &assembly->wires[i];
      double value;

      if (!wire->real || wire->parameter || wire->continuous)
        continue;
      status = ls_instance_get_number (self->parts[wire->from].instance, wire->output, &value);
      hold (&self->parts[wire->to], (guint)wire->position, value);
    }
  return status == LS_OK ? send_others (self, FALSE) : status;
}

/* Iterates over the components in event mode until no other component enters it and no value is
 * deferred. */
static LsStatus
iterate (LsQssNetwork *self, double t, double x[], LsQssEvent *event)
{
  for (guint iteration = 0; iteration < MAX_ITERATIONS; iteration++)
    {
      gboolean again = FALSE;
      LsStatus status = LS_OK;

      for (guint k = 0; k < self->n_parts && status == LS_OK; k++)
        if (self->parts[k].in_event && (iteration == 0 || self->parts[k].wants_event))
          {
            self->parts[k].wants_event = FALSE;
            status = update (self, &self->parts[k], t, x, event);
          }
      if (status == LS_OK)
        status = send_others (self, TRUE);
      if (status == LS_OK)
        status = ls_qss_network_pass_on_all (self, t, x);
      if (status == LS_OK)
        status = send_discrete (self);
      for (guint k = 0; k < self->n_parts && status == LS_OK; k++)
        if (ls_system_is_waiting (self->parts[k].system))
          {
            again = self->parts[k].wants_event = TRUE;
            status = enter (&self->parts[k]);
          }
      if (status != LS_OK || !again)
        return status;
    }
  return report_iterations (self, t);
}

static gboolean
has_jumped (const LsQssPart *part)
{
  return part->handled || part->stirred;
}

/* Whether the values that @key needs include an output of a component that had an event. */
static gboolean
is_reached (const LsQssNetwork *self, const LsQssSets *needs, guint key)
{
  for (guint e = needs->start[key]; e < needs->start[key + 1]; e++)
    {
      if (has_jumped (ls_qss_network_get_part (self, g_array_index (needs->items, guint, e))))
        return TRUE;
    }
  return FALSE;
}

static void
mark (LsQssNetwork *self, LsQssEvent *event)
{
  for (guint i = 0; i < self->n; i++)
    if (has_jumped (&self->parts[self->owners[i]]) || is_reached (self, &self->state_needs, i))
      event->moved[i] = 1;
  for (guint k = 0; k < self->n_parts; k++)
    if (self->parts[k].handled)
      event->units[k] = LS_QSS_UNIT_HANDLED;
    else if (self->parts[k].stirred || is_reached (self, &self->unit_needs, k))
      event->units[k] = LS_QSS_UNIT_STIRRED;
}

/* FMI 2.0, 3.2.2: completed-step call before event mode. */
static LsStatus
complete_step (LsQssNetwork *self, guint k)
{
  gboolean wants = FALSE, terminate = FALSE;

  return self->parts[k].in_event ? LS_OK
                                 : ls_wired_complete_step (&self->wired, k, &wants, &terminate);
}

static LsStatus
begin (LsQssNetwork *self, double t, const LsQssEvent *event)
{
  const double late = 100.0 * DBL_EPSILON * fabs (t);
  LsStatus status = LS_OK;

  for (guint k = 0; k < self->n_parts && status == LS_OK; k++)
    {
      LsQssPart *part = &self->parts[k];

      if (event->units[k] != LS_QSS_UNIT_FIRED && !part->wants_event
          && !(event->time_event && part->wired->next_time <= t + late))
        continue;
      part->wants_event = FALSE;
      status = complete_step (self, k);
      if (status == LS_OK)
        status = enter (part);
    }
  return status;
}

/* Reads all derivatives, outputs and event indicators of a component at @t with its current states
 * and inputs. */
static LsStatus
read_all (LsQssNetwork *self, LsQssPart *part, double t, double values[])
{
  guint n_out = ls_system_get_info (part->system)->n_out;
  LsStatus status = ls_instance_set_time (part->instance, t);

  if (status == LS_OK && n_out > 0)
    status = ls_instance_get_real (part->instance, part->me.output_refs, n_out,
                                   values + part->wired->n_states);
  if (status == LS_OK && part->wired->n_states > 0)
    status = ls_instance_get_state_derivatives (part->instance, values);
  if (status == LS_OK && part->description->n_event_indicators > 0)
    status
        = ls_instance_get_event_indicators (part->instance, values + part->wired->n_states + n_out);
  ls_qss_network_forget (self);
  return status;
}

/* Detects an explicit time dependence. Between events a model is smooth: values that are bitwise
 * equal at many later times do not depend on time explicitly. Components without an event of their
 * own have been sampled before. */
static LsStatus
probe_part (LsQssNetwork *self, LsQssPart *part, double t)
{
  const guint n_places = part->handled || self->engine == NULL ? G_MAXUINT : FEW_PLACES;
  gsize size = part->wired->n_states + ls_system_get_info (part->system)->n_out
               + part->description->n_event_indicators;
  double end = fmin (part->wired->next_time, self->start_time + self->span), place;
  g_autofree double *now = g_new0 (double, 2 * size + 1);
  double *later = now + size;
  LsStatus status;

  if (n_places > FEW_PLACES)
    part->varies = FALSE;
  if (!(end > t) || size == 0 || part->varies)
    return LS_OK;
  status = read_all (self, part, t, now);
  for (guint k = 0; k < n_places && status == LS_OK && !part->varies; k++)
    {
      place = ls_qss_get_probe_time (t, end, self->span, k);
      if (isnan (place))
        break;
      status = read_all (self, part, place, later);
      /* A failing evaluation counts as a difference. */
      if (status == LS_RETRY)
        part->varies = TRUE;
      else
        part->varies = memcmp (now, later, size * sizeof (double)) != 0;
      if (status == LS_RETRY)
        status = LS_OK;
    }
  return status == LS_OK ? ls_instance_set_time (part->instance, t) : status;
}

static gboolean
is_fed_by_time (const LsQssNetwork *self, const LsQssSets *needs, guint key)
{
  for (guint e = needs->start[key]; e < needs->start[key + 1]; e++)
    if (ls_qss_network_get_part (self, g_array_index (needs->items, guint, e))->varies)
      return TRUE;
  return FALSE;
}

/* Determines the components with an explicit time dependence at @t with @x, and the states and
 * units affected. @watched: (nullable): n_parts */
static LsStatus
probe (LsQssNetwork *self, double t, const double x[], guint8 varies[], guint8 watched[])
{
  LsStatus status = ls_qss_network_go_to (self, t, x);

  for (guint k = 0; k < self->n_parts && status == LS_OK; k++)
    status = probe_part (self, &self->parts[k], t);
  for (guint i = 0; i < self->n; i++)
    varies[i] = self->parts[self->owners[i]].varies || is_fed_by_time (self, &self->state_needs, i);
  for (guint k = 0; k < self->n_parts && watched != NULL; k++)
    watched[k] = self->parts[k].varies || is_fed_by_time (self, &self->unit_needs, k);
  return status;
}

LsStatus
ls_qss_network_event (double t, double x[], LsQssEvent *event, gpointer user_data)
{
  LsQssNetwork *self = user_data;
  LsStatus status;

  self->had_event = TRUE;
  for (guint k = 0; k < self->n_parts; k++)
    self->parts[k].in_event = self->parts[k].handled = self->parts[k].stirred = FALSE;
  status = ls_qss_network_go_to (self, t, x);
  if (status == LS_OK)
    status = begin (self, t, event);
  if (status == LS_OK)
    status = iterate (self, t, x, event);
  for (guint k = 0; k < self->n_parts && status == LS_OK; k++)
    {
      if (self->parts[k].in_event)
        status = ls_instance_enter_continuous_time_mode (self->parts[k].instance);
      /* Not for the first event, before the QSS engine exists: it belongs to the initialisation. */
      if (self->parts[k].in_event && self->parts[k].source >= 0 && self->engine != NULL
          && self->network->activity != NULL)
        ls_activity_add (self->network->activity, (guint)self->parts[k].source, t);
      self->parts[k].in_event = FALSE;
    }
  event->next_time = ls_wired_get_next_time (&self->wired);
  if (status != LS_OK)
    return LS_STOP;
  mark (self, event);
  return probe (self, t, x, event->varies, event->watched);
}
