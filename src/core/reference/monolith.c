/* Construction and destruction of the monolithic model. */
#include "core/reference/monolith-impl.h"

#include "core/assembly/network-build.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static LsSystem *
create (const LsComponent *component, gpointer user_data, GError **error)
{
  const LsMonolith *self = user_data;
  LsComponent *copy;
  LsSystem *system;

  if (!ls_fmu_get_description (component->fmu)->model_exchange.present)
    return ls_fail_null (error, LS_ERROR_MODEL,
                         _ ("component “%s” has no Model Exchange interface"), component->name);
  copy = ls_component_copy_for_model_exchange (component);
  g_clear_pointer (&copy->solver, g_free);
  system = ls_system_me_new (copy, self->network.origin,
                             self->network.origin + self->network.stop_time, NAN, self->whole_log,
                             error);
  ls_component_free (copy);
  return system;
}

/* A continuous output connected to an input that may change only at events is not possible between
 * events. */
static gboolean
check_wires (const LsAssembly *assembly, GError **error)
{
  for (guint i = 0; i < assembly->n_wires; i++)
    {
      const LsWire *wire = &assembly->wires[i];

      if (wire->continuous || !wire->real || wire->output->variability != LS_VARIABILITY_CONTINUOUS)
        continue;
      return ls_fail (error, LS_ERROR_MODEL,
                      _ ("input “%s” of component “%s” accepts new values at events only, but "
                         "its source “%s.%s” changes continuously"),
                      wire->input->name, assembly->names[wire->to], assembly->names[wire->from],
                      wire->output->name);
    }
  return TRUE;
}

static gboolean
start (LsMonolith *self, GError **error)
{
  GError *problem = NULL;
  g_autofree char *said = NULL;

  if (ls_network_start (&self->network, &problem))
    return TRUE;
  said = ls_log_take_error (self->log);
  if (problem != NULL)
    g_propagate_error (error, problem);
  else
    g_set_error_literal (error, LS_ERROR, LS_ERROR_FMU,
                         said != NULL ? said : _ ("the components cannot be read at the start"));
  return FALSE;
}

static gboolean
make_part (LsMonolith *self, const LsModel *model, guint k, GError **error)
{
  LsMonolithComponent *part = &self->parts[k];

  part->component = ls_model_get_component (model, k);
  part->wired = &self->wired.parts[k];
  part->instance = part->wired->instance;
  part->z_offset = self->n_indicators;
  part->n_indicators = ls_instance_get_description (part->instance)->n_event_indicators;
  self->n_indicators += part->n_indicators;
  part->variables = g_array_new (FALSE, FALSE, sizeof (guint));
  part->places = g_array_new (FALSE, FALSE, sizeof (guint));
  if (!ls_system_has_ended (part->wired->system)
      && ls_wired_read_states (&self->wired, k, self->start, self->nominals) == LS_OK)
    return TRUE;
  return ls_fail (error, LS_ERROR_FMU, _ ("%s: %s failed"), part->component->name,
                  "fmi2NewDiscreteStates");
}

static gboolean
add_signal (LsMonolith *self, const LsModel *model, const char *signal, guint place, GError **error)
{
  const LsComponent *component;
  const LsVariable *variable;
  LsMonolithComponent *part;

  if (!ls_model_find_signal (model, signal, &component, &variable, error))
    return FALSE;
  if (variable->type == LS_TYPE_STRING)
    return ls_fail (error, LS_ERROR_MODEL, _ ("signal “%s” is text, not a number"), signal);
  part = &self->parts[ls_model_get_component_index (model, component->id)];
  g_array_append_val (part->variables, variable->index);
  g_array_append_val (part->places, place);
  part->values = g_renew (double, part->values, part->places->len);
  return TRUE;
}

static gboolean
build (LsMonolith *self, const LsModel *model, const char *const *signals, GError **error)
{
  const LsWiredUser user = { .solve = ls_monolith_solve_loop,
                             .updated = ls_monolith_updated,
                             .reads = TRUE,
                             .user_data = self };

  if (!ls_network_build (&self->network, model, create, self, error)
      || !check_wires (self->network.assembly, error) || !start (self, error))
    return FALSE;
  ls_wired_init (&self->wired, &self->network, LS_FLOW_CONTINUOUS, &user);
  self->nominals = g_new0 (double, 3 * (gsize)self->wired.n_states + 1);
  self->start = self->nominals + self->wired.n_states;
  self->dx = self->start + self->wired.n_states;
  self->n_parts = self->network.n_systems;
  self->parts = g_new0 (LsMonolithComponent, self->n_parts);
  for (guint k = 0; k < self->n_parts; k++)
    if (!make_part (self, model, k, error))
      return FALSE;
  for (guint i = 0; signals[i] != NULL; i++)
    if (!add_signal (self, model, signals[i], i, error))
      return FALSE;
  return TRUE;
}

static gboolean
check_clocks (const LsMonolith *self, GError **error)
{
  const LsAssembly *assembly = self->network.assembly;

  for (guint i = 0; i < assembly->n_others; i++)
    if (assembly->wires[i].input->clock != NULL)
      {
        g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
                     _ ("The reference of one system does not connect Clocks, as %s.%s asks for; "
                        "choose another reference"),
                     assembly->names[assembly->wires[i].to], assembly->wires[i].input->name);
        return FALSE;
      }
  return TRUE;
}

LsMonolith *
ls_monolith_new (const LsModel *model,
                 double start_time,
                 double stop_time,
                 const char *const *signals,
                 LsLog *log,
                 GError **error)
{
  g_return_val_if_fail (model != NULL, NULL);

  g_autoptr (LsMonolith) self = g_new0 (LsMonolith, 1);

  self->whole_log = log != NULL ? ls_log_ref (log) : ls_log_new (NULL, NULL);
  self->network.log = self->log = ls_log_new_from (self->whole_log, start_time);
  self->network.origin = start_time;
  self->network.stop_time = stop_time - start_time;
  return build (self, model, signals, error) && check_clocks (self, error) ? g_steal_pointer (&self)
                                                                           : NULL;
}

void
ls_monolith_free (LsMonolith *self)
{
  if (self == NULL)
    return;
  for (guint k = 0; k < self->n_parts; k++)
    {
      ls_instance_terminate (self->wired.parts[k].instance);
      g_clear_pointer (&self->parts[k].variables, g_array_unref);
      g_clear_pointer (&self->parts[k].places, g_array_unref);
      g_free (self->parts[k].values);
    }
  ls_wired_clear (&self->wired);
  ls_network_clear (&self->network);
  g_free (self->parts);
  g_free (self->nominals);
  g_free (self->problem);
  g_free (self->residuals);
  ls_projection_free (self->projection);
  ls_log_unref (self->log);
  ls_log_unref (self->whole_log);
  g_free (self);
}

guint
ls_monolith_get_n_states (const LsMonolith *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->wired.n_states;
}

const double *
ls_monolith_get_nominals (const LsMonolith *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->nominals;
}

const double *
ls_monolith_get_start (const LsMonolith *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->start;
}
