/* What depends on what, from ModelStructure and connections. */
#include "core/cosim/qss-network-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void
ls_qss_sets_clear (LsQssSets *self)
{
  g_clear_pointer (&self->start, g_free);
  g_clear_pointer (&self->items, g_array_unref);
}

static void
sets_init (LsQssSets *self, guint n)
{
  self->start = g_new0 (guint, (gsize)n + 2);
  self->items = g_array_new (FALSE, FALSE, sizeof (guint));
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  guint first = *(const guint *)a, second = *(const guint *)b;

  return (first > second) - (first < second);
}

/* Sorted, each once. */
static void
make_set (GArray *numbers)
{
  guint kept = 0;

  g_array_sort (numbers, compare_numbers);
  for (guint k = 0; k < numbers->len; k++)
    if (k == 0 || g_array_index (numbers, guint, k) != g_array_index (numbers, guint, kept - 1))
      g_array_index (numbers, guint, kept++) = g_array_index (numbers, guint, k);
  g_array_set_size (numbers, kept);
}

static void
append_all (GArray *to, const GArray *from)
{
  if (from != NULL && from->len > 0)
    g_array_append_vals (to, from->data, from->len);
}

/* While wiring: by variable of one part, its place among states or continuous inputs, or -1; and by
 * output what is needed for it, and which states it depends on. */
typedef struct
{
  LsQssNetwork *self;
  int **states, **inputs;
  GArray **needs, **depends;
} Wiring;

static void
fill_inputs (LsQssNetwork *self, LsQssPart *part, guint k)
{
  const LsSystemInfo *info = ls_system_get_info (part->system);

  part->input_refs = g_new0 (guint32, info->n_in + 1);
  part->inputs = g_new0 (guint, info->n_in + 1);
  part->u = g_new0 (double, 2 * (gsize)info->n_in + 1);
  part->du = part->u + info->n_in;
  for (guint j = 0; j < info->n_in; j++)
    {
      const LsVariable *variable = &part->description->variables[info->inputs[j]];

      if (variable->variability != LS_VARIABILITY_CONTINUOUS)
        continue;
      part->inputs[part->n_inputs] = j;
      part->input_refs[part->n_inputs] = variable->value_reference;
      /* Until something else is told. */
      part->u[part->n_inputs++] = self->network->u[self->network->in_offset[k] + j];
    }
}

static void
fill_parts (LsQssNetwork *self)
{
  for (guint k = 0; k < self->n_parts; k++)
    {
      LsQssPart *part = &self->parts[k];

      part->system = self->network->systems[k];
      part->instance = part->system->instance;
      part->name = ls_system_get_info (part->system)->name;
      part->description = ls_instance_get_description (part->instance);
      part->first = self->n;
      part->n = ls_system_get_info (part->system)->n_state;
      part->first_output = self->network->out_offset[k];
      part->tells_steps = !part->description->model_exchange.completed_integrator_step_not_needed;
      self->n += part->n;
      fill_inputs (self, part, k);
    }
}

static void
fill_references (LsQssNetwork *self)
{
  self->owners = g_new0 (guint, (gsize)self->n + 1);
  self->derivative_refs = g_new0 (guint32, (gsize)self->n + 1);
  self->output_parts = g_new0 (guint, (gsize)self->n_outputs + 1);
  self->output_refs = g_new0 (guint32, (gsize)self->n_outputs + 1);
  self->output_states = g_new0 (int, (gsize)self->n_outputs + 1);
  self->output_continuous = g_new0 (guint8, (gsize)self->n_outputs + 1);
  for (guint k = 0; k < self->n_parts; k++)
    {
      const LsQssPart *part = &self->parts[k];
      const LsSystemInfo *info = ls_system_get_info (part->system);

      for (guint i = 0; i < part->n; i++)
        {
          self->owners[part->first + i] = k;
          self->derivative_refs[part->first + i] = part->system->point_refs[part->n + i];
        }
      for (guint i = 0; i < info->n_out; i++)
        {
          guint row = part->first_output + i;
          int state = part->system->me->output_states[i];

          self->output_parts[row] = k;
          self->output_refs[row] = part->system->out_refs[i];
          self->output_states[row] = state < 0 ? -1 : (int)part->first + state;
          self->output_continuous[row] = part->description->variables[info->outputs[i]].variability
                                         == LS_VARIABILITY_CONTINUOUS;
        }
    }
}

/* Connections between continuous inputs and whatever real output. */
static void
fill_routes (LsQssNetwork *self)
{
  const LsNetwork *network = self->network;
  guint *next;

  self->route_start = g_new0 (guint, (gsize)self->n_outputs + 2);
  for (guint j = 0; j < network->n_in; j++)
    if (network->source[j] >= 0)
      self->route_start[network->source[j] + 2]++;
  for (guint i = 0; i < self->n_outputs; i++)
    self->route_start[i + 2] += self->route_start[i + 1];
  self->routes = g_new0 (LsQssRoute, (gsize)network->n_in + 1);
  next = self->route_start + 1;
  for (guint k = 0; k < self->n_parts; k++)
    {
      const LsQssPart *part = &self->parts[k];

      for (guint i = 0; i < part->n_inputs; i++)
        {
          guint j = part->inputs[i];
          int source = network->source[network->in_offset[k] + j];
          const double *factors = part->system->in_factors;

          if (source >= 0)
            self->routes[next[source]++]
                = (LsQssRoute){ .part = k,
                                .input = i,
                                .factor = factors != NULL ? factors[j] : 1.0,
                                .offset = factors != NULL ? part->system->in_offsets[j] : 0.0 };
        }
      /* Inputs that change at events only have no route, but a place that stays empty. */
      for (guint j = 0; j < ls_system_get_info (part->system)->n_in; j++)
        {
          int source = network->source[network->in_offset[k] + j];
          gboolean continuous = FALSE;

          for (guint i = 0; i < part->n_inputs; i++)
            continuous |= part->inputs[i] == j;
          if (source >= 0 && !continuous)
            self->routes[next[source]++] = (LsQssRoute){ .part = G_MAXUINT };
        }
    }
}

static const LsUnknown *
find_unknown (const LsUnknowns *unknowns, guint variable)
{
  for (guint i = 0; i < unknowns->n; i++)
    if (unknowns->items[i].variable == variable)
      return &unknowns->items[i];
  return NULL;
}

/* The states of @part and the outputs that feed its inputs that @unknown depends on. */
static void
follow (const Wiring *wiring, guint k, const LsUnknown *unknown, GArray *states, GArray *sources)
{
  const LsQssNetwork *self = wiring->self;
  const LsQssPart *part = &self->parts[k];
  gboolean known = unknown != NULL && unknown->has_dependencies;
  guint n = known ? unknown->n_dependencies : part->description->n_variables;

  for (guint d = 0; d < n; d++)
    {
      guint variable = known ? unknown->dependencies[d] : d;
      int state = wiring->states[k][variable], input = wiring->inputs[k][variable];

      if (state >= 0)
        {
          guint index = part->first + (guint)state;

          g_array_append_val (states, index);
        }
      if (input >= 0)
        {
          int source = self->network->source[self->network->in_offset[k] + (guint)input];

          if (source >= 0)
            g_array_append_val (sources, source);
        }
    }
}

/* Where each variable of the parts stands. */
static void
map_variables (Wiring *wiring)
{
  LsQssNetwork *self = wiring->self;

  wiring->states = g_new0 (int *, (gsize)self->n_parts + 1);
  wiring->inputs = g_new0 (int *, (gsize)self->n_parts + 1);
  for (guint k = 0; k < self->n_parts; k++)
    {
      const LsQssPart *part = &self->parts[k];
      const LsDescription *description = part->description;
      const LsSystemInfo *info = ls_system_get_info (part->system);

      wiring->states[k] = g_new (int, (gsize)description->n_variables + 1);
      wiring->inputs[k] = g_new (int, (gsize)description->n_variables + 1);
      for (guint i = 0; i < description->n_variables; i++)
        wiring->states[k][i] = wiring->inputs[k][i] = -1;
      for (guint i = 0; i < part->n; i++)
        {
          guint derivative = description->derivatives.items[i].variable;
          int state = description->variables[derivative].derivative_of;

          if (state >= 0)
            wiring->states[k][state] = (int)i;
        }
      for (guint i = 0; i < part->n_inputs; i++)
        wiring->inputs[k][info->inputs[part->inputs[i]]] = (int)part->inputs[i];
    }
}

static void
name_loop (const LsQssNetwork *self, const guint8 marks[], GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint row = 0; row < self->n_outputs; row++)
    if (marks[row] == 1)
      {
        const LsQssPart *part = &self->parts[self->output_parts[row]];
        guint variable = ls_system_get_info (part->system)->outputs[row - part->first_output];

        g_string_append_printf (names, "%s%s.%s", names->len > 0 ? " → " : "", part->name,
                                part->description->variables[variable].name);
      }
  g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
               _ ("quantised states need outputs that can be computed one after the other, and "
                  "there is an algebraic loop: %s"),
               names->str);
}

/* Depth first. @marks: 1 while it is visited, 2 after. */
static gboolean
visit (Wiring *wiring, guint row, guint8 marks[], GError **error)
{
  LsQssNetwork *self = wiring->self;
  guint k = self->output_parts[row];
  const LsQssPart *part = &self->parts[k];
  g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (guint));
  const LsUnknown *unknown;

  if (marks[row] == 2)
    return TRUE;
  if (marks[row] == 1)
    {
      name_loop (self, marks, error);
      return FALSE;
    }
  marks[row] = 1;
  wiring->needs[row] = g_array_new (FALSE, FALSE, sizeof (guint));
  wiring->depends[row] = g_array_new (FALSE, FALSE, sizeof (guint));
  unknown = find_unknown (&part->description->outputs,
                          ls_system_get_info (part->system)->outputs[row - part->first_output]);
  if (self->output_states[row] >= 0)
    {
      guint state = (guint)self->output_states[row];

      g_array_append_val (wiring->depends[row], state);
    }
  else
    follow (wiring, k, unknown, wiring->depends[row], sources);
  for (guint i = 0; i < sources->len; i++)
    {
      guint source = g_array_index (sources, guint, i);

      if (!visit (wiring, source, marks, error))
        return FALSE;
      append_all (wiring->needs[row], wiring->needs[source]);
      append_all (wiring->depends[row], wiring->depends[source]);
    }
  marks[row] = 2;
  self->ranks[row] = self->n_order;
  self->order[self->n_order++] = row;
  g_array_append_val (wiring->needs[row], self->ranks[row]);
  make_set (wiring->needs[row]);
  make_set (wiring->depends[row]);
  return TRUE;
}

static gboolean
sort_outputs (Wiring *wiring, GError **error)
{
  LsQssNetwork *self = wiring->self;
  g_autofree guint8 *marks = g_new0 (guint8, (gsize)self->n_outputs + 1);

  self->order = g_new0 (guint, (gsize)self->n_outputs + 1);
  self->ranks = g_new0 (guint, (gsize)self->n_outputs + 1);
  for (guint row = 0; row < self->n_outputs; row++)
    self->ranks[row] = G_MAXUINT;
  for (guint row = 0; row < self->n_outputs; row++)
    if (self->route_start[row + 1] > self->route_start[row] && !visit (wiring, row, marks, error))
      return FALSE;
  return TRUE;
}

/* What is needed for @unknown of part @k goes to @needs, the states behind it to @states. */
static void
collect (const Wiring *wiring, guint k, const LsUnknown *unknown, GArray *needs, GArray *states)
{
  g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (guint));

  follow (wiring, k, unknown, states, sources);
  for (guint i = 0; i < sources->len; i++)
    {
      guint source = g_array_index (sources, guint, i);

      append_all (needs, wiring->needs[source]);
      append_all (states, wiring->depends[source]);
    }
  make_set (needs);
  make_set (states);
}

static void
collect_states (const Wiring *wiring)
{
  LsQssNetwork *self = wiring->self;
  g_autoptr (GArray) needs = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) states = g_array_new (FALSE, FALSE, sizeof (guint));

  sets_init (&self->state_needs, self->n);
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint));
  self->columns = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < self->n; i++)
    {
      const LsQssPart *part = &self->parts[self->owners[i]];

      g_array_set_size (needs, 0);
      g_array_set_size (states, 0);
      collect (wiring, self->owners[i], &part->description->derivatives.items[i - part->first],
               needs, states);
      append_all (self->state_needs.items, needs);
      self->state_needs.start[i + 1] = self->state_needs.items->len;
      append_all (self->columns, states);
      for (guint e = 0; e < states->len; e++)
        g_array_append_val (self->rows, i);
    }
}

/* FMI 2.0 does not say what event indicators depend on. */
static void
collect_units (const Wiring *wiring)
{
  LsQssNetwork *self = wiring->self;
  g_autoptr (GArray) needs = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) states = g_array_new (FALSE, FALSE, sizeof (guint));

  sets_init (&self->unit_needs, self->n_parts);
  sets_init (&self->unit_states, self->n_parts);
  for (guint k = 0; k < self->n_parts; k++)
    {
      g_array_set_size (needs, 0);
      g_array_set_size (states, 0);
      collect (wiring, k, NULL, needs, states);
      append_all (self->unit_needs.items, needs);
      append_all (self->unit_states.items, states);
      self->unit_needs.start[k + 1] = self->unit_needs.items->len;
      self->unit_states.start[k + 1] = self->unit_states.items->len;
    }
}

static void
say_what_is_slow (const LsQssNetwork *self)
{
  for (guint k = 0; k < self->n_parts; k++)
    {
      const LsUnknowns *derivatives = &self->parts[k].description->derivatives;
      gboolean known = TRUE;

      for (guint i = 0; i < self->parts[k].n; i++)
        known = known && derivatives->items[i].has_dependencies;
      if (!known && self->parts[k].n > 1)
        ls_log_write (self->network->log, LS_LOG_WARNING, self->parts[k].name, NULL, NAN, "%s",
                      _ ("the FMU does not say what its derivatives depend on: each is taken to "
                         "depend on all of its states and inputs, which makes quantised states "
                         "slower"));
    }
}

static void
clear (Wiring *wiring)
{
  for (guint k = 0; k < wiring->self->n_parts; k++)
    {
      g_free (wiring->states[k]);
      g_free (wiring->inputs[k]);
    }
  for (guint row = 0; row < wiring->self->n_outputs; row++)
    {
      g_clear_pointer (&wiring->needs[row], g_array_unref);
      g_clear_pointer (&wiring->depends[row], g_array_unref);
    }
  g_free (wiring->states);
  g_free (wiring->inputs);
  g_free (wiring->needs);
  g_free (wiring->depends);
}

gboolean
ls_qss_network_wire (LsQssNetwork *self, GError **error)
{
  Wiring wiring = { .self = self };
  gboolean sorted;

  self->n_parts = self->network->n_systems;
  self->n_outputs = self->network->n_out;
  self->parts = g_new0 (LsQssPart, (gsize)self->n_parts + 1);
  fill_parts (self);
  fill_references (self);
  fill_routes (self);
  map_variables (&wiring);
  wiring.needs = g_new0 (GArray *, (gsize)self->n_outputs + 1);
  wiring.depends = g_new0 (GArray *, (gsize)self->n_outputs + 1);
  sorted = sort_outputs (&wiring, error);
  if (sorted)
    {
      collect_states (&wiring);
      collect_units (&wiring);
      say_what_is_slow (self);
    }
  clear (&wiring);
  return sorted;
}
