/* Events of the monolithic model: all components handle them together. */
#include "core/reference/monolith-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Maximum number of event iterations over all components. */
#define MAX_ITERATIONS 100

gboolean
ls_monolith_has_events (const LsMonolith *self)
{
  gboolean needs = FALSE;

  for (guint i = 0; i < self->n_parts; i++)
    needs = needs || self->parts[i].wired->needs_completed_step;
  return needs || self->n_indicators > 0 || ls_monolith_get_next_time (self) < self->stop_time;
}

guint
ls_monolith_get_n_indicators (const LsMonolith *self)
{
  return self->n_indicators;
}

double
ls_monolith_get_next_time (const LsMonolith *self)
{
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

static gboolean
pass_on_text (LsMonolith *self, LsDiscreteRoute *route, gboolean *any, GError **error)
{
  const LsWire *wire = route->wire;
  g_autofree char *text
      = ls_instance_get_text (self->parts[wire->from].instance, wire->output, error);

  if (text == NULL || g_strcmp0 (text, route->text) == 0)
    return text != NULL;
  *any = TRUE;
  g_free (route->text);
  route->text = g_steal_pointer (&text);
  return ls_instance_set_text (self->parts[wire->to].instance, wire->input, route->text, error);
}

/* Bitwise comparison: an unchanged NaN is no change. */
static gboolean
pass_on_number (LsMonolith *self, LsDiscreteRoute *route, gboolean *any, GError **error)
{
  const LsWire *wire = route->wire;
  LsMonolithComponent *target = &self->parts[wire->to];
  double value;

  if (ls_instance_get_number (self->parts[wire->from].instance, wire->output, &value) != LS_OK)
    return ls_monolith_fail (self, &self->parts[wire->from], "fmi2Get", error);
  value = ls_wire_convert (wire, value);
  if (route->told && memcmp (&value, &route->value, sizeof value) == 0)
    return TRUE;
  *any = route->told = TRUE;
  route->value = value;
  return ls_instance_set_number (target->instance, wire->input, value) == LS_OK
         || ls_monolith_fail (self, target, "fmi2Set", error);
}

static gboolean
pass_on_value (LsMonolith *self, LsDiscreteRoute *route, gboolean *any, GError **error)
{
  return route->wire->output->type == LS_TYPE_STRING ? pass_on_text (self, route, any, error)
                                                     : pass_on_number (self, route, any, error);
}

gboolean
ls_monolith_pass_on_discrete (LsMonolith *self, gboolean *any, GError **error)
{
  *any = FALSE;
  for (guint i = 0; i < self->discrete_routes->len; i++)
    if (!pass_on_value (self, &g_array_index (self->discrete_routes, LsDiscreteRoute, i), any,
                        error))
      return FALSE;
  return TRUE;
}

static gboolean
update_part (LsMonolith *self, guint index, LsHybridOutcome *outcome, GError **error)
{
  const LsMonolithComponent *part = &self->parts[index];
  LsEventInfo info = { 0 };

  if (ls_wired_update (&self->wired, index, &info) != LS_OK)
    return ls_monolith_fail (self, part, "fmi2NewDiscreteStates", error);
  if (info.terminate)
    ls_log_write (self->log, LS_LOG_INFO, part->component->name, "fmi2NewDiscreteStates", NAN,
                  _ ("the FMU ends the simulation"));
  outcome->terminate = outcome->terminate || info.terminate;
  outcome->states_changed = outcome->states_changed || info.states_changed;
  if (info.nominals_changed)
    outcome->nominals = self->nominals;
  return TRUE;
}

/* Iterates as long as a value passed to another component changes. */
gboolean
ls_monolith_update (LsMonolith *self, LsHybridOutcome *outcome, GError **error)
{
  gboolean changed = TRUE;

  *outcome = (LsHybridOutcome){ .next_time = INFINITY };
  for (guint iteration = 0; changed && !outcome->terminate; iteration++)
    {
      if (iteration == MAX_ITERATIONS)
        {
          g_set_error (error, LS_ERROR, LS_ERROR_RUN,
                       _ ("the event iteration of the components has no end: values still change "
                          "after %d rounds"),
                       MAX_ITERATIONS);
          return FALSE;
        }
      for (guint i = 0; i < self->n_parts; i++)
        if (!update_part (self, i, outcome, error))
          return FALSE;
      if (!ls_monolith_pass_on_discrete (self, &changed, error))
        return FALSE;
      if (ls_wired_pass_on_all (&self->wired, &changed) != LS_OK)
        return ls_monolith_fail (self, NULL, "fmi2NewDiscreteStates", error);
    }
  outcome->next_time = ls_monolith_get_next_time (self);
  return TRUE;
}

static LsStatus
leave_events (LsMonolith *self, double x[], const LsHybridOutcome *outcome)
{
  LsStatus status = LS_OK;

  for (guint i = 0; i < self->n_parts && status == LS_OK; i++)
    {
      status = ls_instance_enter_continuous_time_mode (self->parts[i].instance);
      if (status == LS_OK)
        status = ls_wired_read_states (&self->wired, i, outcome->states_changed ? x : NULL,
                                       outcome->nominals != NULL ? self->nominals : NULL);
    }
  return status;
}

LsStatus
ls_monolith_handle_event (LsMonolith *self, double t, double x[], LsHybridOutcome *outcome)
{
  g_autoptr (GError) problem = NULL;
  gboolean any;
  LsStatus status = ls_monolith_go_to (self, t, x);

  for (guint i = 0; i < self->n_parts && status == LS_OK; i++)
    status = ls_instance_enter_event_mode (self->parts[i].instance);
  if (status != LS_OK)
    return status;
  /* Values that changed simultaneously with the cause of the event belong to the first
   * iteration. */
  if (!ls_monolith_pass_on_discrete (self, &any, &problem)
      || !ls_monolith_update (self, outcome, &problem))
    return ls_monolith_log_error (self, &self->parts[0], NULL, t, g_strdup (problem->message));
  return outcome->terminate ? LS_OK : leave_events (self, x, outcome);
}
