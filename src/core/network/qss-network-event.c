/* Events of a wired model: the event of one component may cause events of others. */
#include "core/network/qss-network-impl.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Number of sample times for a component without an event of its own. */
#define FEW_PLACES 5u

LsStatus
ls_qss_network_updated (guint component, const LsEventInfo *info, gpointer user_data)
{
  LsQssNetwork *self = user_data;
  const LsQssPart *part = &self->parts[component];
  const guint first = part->wired->first, n = part->wired->n_states;
  LsStatus status = LS_OK;

  if (info->terminate)
    {
      ls_log_write (self->network->log, LS_LOG_ERROR, part->name, "fmi2NewDiscreteStates", self->t,
                    "%s", _ ("the FMU has ended the simulation"));
      return LS_STOP;
    }
  if (info->states_changed && n > 0)
    status = ls_instance_get_states (part->instance, self->event_x + first);
  if (status != LS_OK || !info->nominals_changed || n == 0)
    return status;
  status = ls_instance_get_nominals (part->instance, self->nominals + first);
  for (guint i = first; i < first + n; i++)
    self->quanta[i] = self->settings.absolute * fabs (self->nominals[i]);
  if (status != LS_OK || self->engine == NULL || ls_qss_set_quanta (self->engine, self->quanta))
    return status;
  ls_log_write (self->network->log, LS_LOG_ERROR, part->name, NULL, self->t, "%s",
                _ ("the new nominals of the states are not positive"));
  return LS_STOP;
}

static gboolean
has_jumped (const LsQssPart *part)
{
  return part->wired->handled || part->wired->stirred;
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
    if (self->parts[k].wired->handled)
      event->units[k] = LS_QSS_UNIT_HANDLED;
    else if (self->parts[k].wired->stirred || is_reached (self, &self->unit_needs, k))
      event->units[k] = LS_QSS_UNIT_STIRRED;
}

/* FMI 2.0, 3.2.2: completed-step call before event mode. */
static LsStatus
complete_step (LsQssNetwork *self, guint k)
{
  gboolean wants = FALSE, terminate = FALSE;

  return self->parts[k].wired->in_event
             ? LS_OK
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

      if (event->units[k] != LS_QSS_UNIT_FIRED && !part->wired->wants_event
          && !(event->time_event && part->wired->next_time <= t + late))
        continue;
      part->wired->wants_event = FALSE;
      status = complete_step (self, k);
      if (status == LS_OK)
        status = ls_wired_enter_event (&self->wired, k);
    }
  return status;
}

/* Reads all derivatives, outputs and event indicators of a component at @t with its current states
 * and inputs. */
static LsStatus
read_all (LsQssNetwork *self, LsQssPart *part, double t, double values[])
{
  guint n_out = ls_system_get_info (part->wired->system)->n_out;
  LsStatus status = ls_instance_set_time (part->instance, t);

  if (status == LS_OK && n_out > 0)
    status = ls_instance_get_real (part->instance, part->wired->me.output_refs, n_out,
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
  const guint n_places = part->wired->handled || self->engine == NULL ? G_MAXUINT : FEW_PLACES;
  gsize size = part->wired->n_states + ls_system_get_info (part->wired->system)->n_out
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
  self->event_x = x;
  event->terminate = FALSE;
  for (guint k = 0; k < self->n_parts; k++)
    self->wired.parts[k].handled = self->wired.parts[k].stirred = FALSE;
  status = ls_qss_network_go_to (self, t, x);
  if (status == LS_OK)
    status = begin (self, t, event);
  if (status == LS_OK)
    status = ls_wired_iterate (&self->wired, t, FALSE);
  /* Not for the first event, before the QSS engine exists: it belongs to the initialisation. */
  for (guint k = 0; k < self->n_parts && status == LS_OK; k++)
    if (self->parts[k].wired->in_event && self->parts[k].source >= 0 && self->engine != NULL
        && self->network->activity != NULL)
      ls_activity_add (self->network->activity, (guint)self->parts[k].source, t);
  if (status == LS_OK)
    status = ls_wired_leave_events (&self->wired);
  event->next_time = ls_wired_get_next_time (&self->wired);
  if (status != LS_OK)
    return LS_STOP;
  mark (self, event);
  return probe (self, t, x, event->varies, event->watched);
}
