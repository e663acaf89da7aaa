/* Components and connections of the monolithic model. */
#include "core/reference/monolith-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static gboolean
check_part (const LsComponent *component, GError **error)
{
  const LsDescription *description = ls_fmu_get_description (component->fmu);

  if (!description->model_exchange.present)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
                   _ ("component “%s” has no Model Exchange interface"), component->name);
      return FALSE;
    }
  return TRUE;
}

static gboolean
make_parts (LsMonolith *self, const LsModel *model, GError **error)
{
  self->n_parts = ls_model_get_n_components (model);
  self->parts = g_new0 (LsMonolithComponent, self->n_parts);
  for (guint i = 0; i < self->n_parts; i++)
    {
      LsMonolithComponent *part = &self->parts[i];
      const LsDescription *description;

      part->component = ls_model_get_component (model, i);
      if (!check_part (part->component, error))
        return FALSE;
      description = ls_fmu_get_description (part->component->fmu);
      part->z_offset = self->n_indicators;
      part->n_indicators = description->n_event_indicators;
      self->n_indicators += part->n_indicators;
    }
  return TRUE;
}

/* A continuous output connected to an input that may change only at events is not possible between
 * events. */
static gboolean
add_discrete_route (LsMonolith *self, const LsWire *wire, GError **error)
{
  const LsDiscreteRoute route = { .wire = wire };

  if (wire->real && wire->output->variability == LS_VARIABILITY_CONTINUOUS)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
                   _ ("input “%s” of component “%s” takes new values at events only, but "
                      "“%s.%s”, which feeds it, changes all the time"),
                   wire->input->name, self->assembly->names[wire->to],
                   self->assembly->names[wire->from], wire->output->name);
      return FALSE;
    }
  g_array_append_val (self->discrete_routes, route);
  return TRUE;
}

static gboolean
add_signal (LsMonolith *self, const LsModel *model, const char *signal, guint place, GError **error)
{
  const LsComponent *component;
  const LsVariable *variable;
  LsMonolithComponent *part;

  if (!ls_model_find_signal (model, signal, &component, &variable, error))
    return FALSE;
  part = &self->parts[ls_model_get_component_index (model, component->id)];
  if (variable->type == LS_TYPE_REAL)
    {
      part->n_reals++;
      part->reals = g_renew (guint32, part->reals, part->n_reals);
      part->places = g_renew (guint, part->places, part->n_reals);
      part->values = g_renew (double, part->values, part->n_reals);
      part->reals[part->n_reals - 1] = variable->value_reference;
      part->places[part->n_reals - 1] = place;
      return TRUE;
    }
  if (variable->type == LS_TYPE_STRING)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("signal “%s” is text, not a number"),
                   signal);
      return FALSE;
    }
  part->n_others++;
  part->others = g_renew (const LsVariable *, part->others, part->n_others);
  part->other_places = g_renew (guint, part->other_places, part->n_others);
  part->others[part->n_others - 1] = variable;
  part->other_places[part->n_others - 1] = place;
  return TRUE;
}

gboolean
ls_monolith_wire (LsMonolith *self,
                  const LsModel *model,
                  const char *const *signals,
                  GError **error)
{
  const LsWiredUser user = { .solve = ls_monolith_solve_loop, .reads = TRUE, .user_data = self };

  if (!ls_model_check (model, error) || !make_parts (self, model, error))
    return FALSE;
  self->assembly = ls_assembly_new (model);
  ls_wired_init (&self->wired, self->assembly, LS_FLOW_CONTINUOUS, FALSE, self->origin, &user);
  for (guint i = 0; i < self->n_parts; i++)
    self->parts[i].wired = &self->wired.parts[i];
  for (guint i = 0; i < self->assembly->n_wires; i++)
    if (!self->assembly->wires[i].continuous
        && !add_discrete_route (self, &self->assembly->wires[i], error))
      return FALSE;
  for (guint i = 0; signals[i] != NULL; i++)
    if (!add_signal (self, model, signals[i], i, error))
      return FALSE;
  return TRUE;
}
