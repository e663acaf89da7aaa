/* Who feeds whom in the monolithic model, in the order in which outputs can be known. */
#include "core/reference/monolith-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static gboolean
is_continuous (const LsPort *from, const LsPort *to)
{
  return from->variable->type == LS_TYPE_REAL && to->variable->type == LS_TYPE_REAL
         && to->variable->causality == LS_CAUSALITY_INPUT
         && to->variable->variability == LS_VARIABILITY_CONTINUOUS;
}

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
make_parts (LsMonolith *self, GError **error)
{
  self->n_parts = ls_model_get_n_components (self->model);
  self->parts = g_new0 (LsMonolithComponent, self->n_parts);
  for (guint i = 0; i < self->n_parts; i++)
    {
      LsMonolithComponent *part = &self->parts[i];
      const LsDescription *description;

      part->component = ls_model_get_component (self->model, i);
      if (!check_part (part->component, error))
        return FALSE;
      description = ls_fmu_get_description (part->component->fmu);
      part->n_states = ls_description_get_n_states (description);
      part->x_offset = self->n_states;
      part->z_offset = self->n_indicators;
      part->n_indicators = description->n_event_indicators;
      part->next_time = INFINITY;
      part->tell_steps = !description->model_exchange.completed_integrator_step_not_needed;
      self->n_states += part->n_states;
      self->n_indicators += part->n_indicators;
    }
  return TRUE;
}

static guint
part_of (const LsMonolith *self, const LsPort *port)
{
  return (guint)ls_model_get_component_index (self->model, port->component);
}

/* A changing value that feeds an input which may only change at events has no
 * place between events. */
static gboolean
add_discrete_route (LsMonolith *self, const LsPort *from, const LsPort *to, GError **error)
{
  const LsConnection *connection
      = ls_model_find_source (self->model, to->component, to->variable->name);
  LsDiscreteRoute route = { .from = part_of (self, from),
                            .to = part_of (self, to),
                            .output = from->variable,
                            .input = to->variable,
                            .map = connection->map };

  if (from->variable->type == LS_TYPE_REAL
      && from->variable->variability == LS_VARIABILITY_CONTINUOUS)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
                   _ ("input “%s” of component “%s” takes new values at events only, but "
                      "“%s.%s”, which feeds it, changes all the time"),
                   to->variable->name, self->parts[route.to].component->name,
                   self->parts[route.from].component->name, from->variable->name);
      return FALSE;
    }
  ls_model_get_connection_transform (self->model, connection, &route.factor, &route.offset);
  g_array_append_val (self->discrete_routes, route);
  return TRUE;
}

/* Gives every connected continuous input its place; @places: by column of Ω. */
static gboolean
place_inputs (LsMonolith *self, guint places[], GError **error)
{
  for (guint j = 0; j < self->omega->n_inputs; j++)
    {
      const LsPort *to = &self->omega->inputs[j];
      LsMonolithComponent *part = &self->parts[part_of (self, to)];
      const LsPort *from;

      places[j] = G_MAXUINT;
      if (self->omega->sources[j] < 0)
        continue;
      from = &self->omega->outputs[self->omega->sources[j]];
      if (!is_continuous (from, to))
        {
          if (!add_discrete_route (self, from, to, error))
            return FALSE;
          continue;
        }
      places[j] = part->n_inputs++;
      part->inputs = g_renew (guint32, part->inputs, part->n_inputs);
      part->inputs[places[j]] = to->variable->value_reference;
    }
  for (guint i = 0; i < self->n_parts; i++)
    {
      LsMonolithComponent *part = &self->parts[i];
      part->u = g_new (double, part->n_inputs);
      for (guint k = 0; k < part->n_inputs; k++)
        part->u[k] = NAN; /* equal to nothing: the first value is always passed on */
    }
  return TRUE;
}

/* An output joins the batch before it when that is of the same part and does
 * not feed that very part (then its inputs have to be set in between). */
static LsBatch *
find_batch (LsMonolith *self, guint part)
{
  LsBatch empty = { .part = part };

  if (self->batches->len > self->n_closed)
    {
      LsBatch *last = &g_array_index (self->batches, LsBatch, self->batches->len - 1);
      gboolean feeds_itself = FALSE;
      for (guint i = 0; i < last->n_routes; i++)
        feeds_itself |= last->routes[i].part == part;
      if (last->part == part && !feeds_itself)
        return last;
    }
  g_array_append_val (self->batches, empty);
  return &g_array_index (self->batches, LsBatch, self->batches->len - 1);
}

static void
add_output (LsMonolith *self, guint row, const guint places[])
{
  const LsPort *from = &self->omega->outputs[row];
  LsBatch *batch = NULL;

  for (guint j = 0; j < self->omega->n_inputs; j++)
    if (self->omega->sources[j] == (int)row && places[j] != G_MAXUINT)
      {
        const LsPort *to = &self->omega->inputs[j];
        LsRoute route = { .part = part_of (self, to), .input = places[j] };
        if (batch == NULL)
          {
            batch = find_batch (self, part_of (self, from));
            batch->n_outputs++;
            batch->outputs = g_renew (guint32, batch->outputs, batch->n_outputs);
            batch->outputs[batch->n_outputs - 1] = from->variable->value_reference;
            batch->y = g_renew (double, batch->y, batch->n_outputs);
          }
        route.output = batch->n_outputs - 1;
        ls_model_get_connection_transform (
            self->model, ls_model_find_source (self->model, to->component, to->variable->name),
            &route.factor, &route.offset);
        batch->n_routes++;
        batch->routes = g_renew (LsRoute, batch->routes, batch->n_routes);
        batch->routes[batch->n_routes - 1] = route;
      }
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const LsMonolith *self = user_data;
  const LsPort *x = &self->omega->outputs[*(const guint *)a];
  const LsPort *y = &self->omega->outputs[*(const guint *)b];
  int order = strcmp (self->parts[part_of (self, x)].component->name,
                      self->parts[part_of (self, y)].component->name);

  return order != 0 ? order : strcmp (x->variable->name, y->variable->name);
}

/* Batches of a loop stand apart, in an order that does not depend on that of the components. */
static void
add_loop (LsMonolith *self, guint rows[], guint n, const guint places[])
{
  guint first = self->n_closed = self->batches->len;

  g_qsort_with_data (rows, (int)n, sizeof (guint), compare_rows, self);
  for (guint i = 0; i < n; i++)
    add_output (self, rows[i], places);
  self->n_closed = self->batches->len;
  if (self->n_closed > first)
    ls_monolith_add_loop (self, first);
}

static gboolean
make_batches (LsMonolith *self, GError **error)
{
  g_autoptr (LsGraph) graph = ls_omega_get_graph (self->omega, self->model);
  guint n_groups;
  g_autofree guint *groups = NULL;
  g_autofree guint *rows = ls_graph_sort (graph, &groups, &n_groups);
  g_autofree guint *places = g_new (guint, self->omega->n_inputs + 1);

  if (!place_inputs (self, places, error))
    return FALSE;
  for (guint g = 0; g < n_groups; g++)
    {
      guint first = groups[g], n = groups[g + 1] - first;

      if (n > 1 || ls_graph_has_edge (graph, rows[first], rows[first]))
        add_loop (self, rows + first, n, places);
      else
        add_output (self, rows[first], places);
    }
  return TRUE;
}

static gboolean
add_signal (LsMonolith *self, const char *signal, guint place, GError **error)
{
  const LsComponent *component;
  const LsVariable *variable;
  LsMonolithComponent *part;

  if (!ls_model_find_signal (self->model, signal, &component, &variable, error))
    return FALSE;
  part = &self->parts[ls_model_get_component_index (self->model, component->id)];
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
ls_monolith_wire (LsMonolith *self, const char *const *signals, GError **error)
{
  if (!ls_model_check (self->model, error) || !make_parts (self, error))
    return FALSE;
  self->omega = ls_omega_new (self->model);
  if (!make_batches (self, error))
    return FALSE;
  for (guint i = 0; signals[i] != NULL; i++)
    if (!add_signal (self, signals[i], i, error))
      return FALSE;
  return TRUE;
}
