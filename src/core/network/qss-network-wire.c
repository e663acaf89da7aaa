/* What depends on what, from ModelStructure and connections. */
#include "core/network/qss-network-impl.h"

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
      if (!ls_system_get_me_parts (part->system, &part->me))
        g_assert_not_reached (); /* the master has made them so */
      part->instance = part->me.instance;
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
          self->derivative_refs[part->first + i] = part->me.derivative_refs[i];
        }
      for (guint i = 0; i < info->n_out; i++)
        {
          guint row = part->first_output + i;
          int state = part->me.output_states[i];

          self->output_parts[row] = k;
          self->output_refs[row] = part->me.output_refs[i];
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
          LsQssRoute route = { .part = k, .input = i };

          ls_system_get_input_map (part->system, j, &route.factor, &route.offset);
          if (source >= 0)
            self->routes[next[source]++] = route;
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

/* Tarjan's search for strong components, which comes to them after all that they depend on.
 * @index: order of the visits from 1 on, @low: the first one that can be reached from there */
typedef struct
{
  Wiring *wiring;
  guint *index, *low, count;
  guint8 *waiting;
  GArray *stack;    /* guint */
  GArray **sources; /* by output: those that it depends on at once */
} Search;

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const LsQssNetwork *self = user_data;
  const guint rows[] = { *(const guint *)a, *(const guint *)b };
  const char *parts[2], *names[2];

  for (guint i = 0; i < 2; i++)
    {
      const LsQssPart *part = &self->parts[self->output_parts[rows[i]]];

      parts[i] = part->name;
      names[i] = part->description
                     ->variables[ls_system_get_info (part->system)
                                     ->outputs[rows[i] - part->first_output]]
                     .name;
    }
  return strcmp (parts[0], parts[1]) != 0 ? strcmp (parts[0], parts[1])
                                          : strcmp (names[0], names[1]);
}

static gboolean
contains (const GArray *numbers, guint number)
{
  for (guint i = 0; i < numbers->len; i++)
    if (g_array_index (numbers, guint, i) == number)
      return TRUE;
  return FALSE;
}

/* What all of @group need, and the states behind it. */
static void
unite (const Search *search, const GArray *group, GArray *needs, GArray *depends)
{
  const Wiring *wiring = search->wiring;

  for (guint m = 0; m < group->len; m++)
    {
      guint row = g_array_index (group, guint, m);
      const GArray *sources = search->sources[row];

      append_all (depends, wiring->depends[row]);
      for (guint i = 0; i < sources->len; i++)
        {
          guint source = g_array_index (sources, guint, i);

          if (contains (group, source))
            continue;
          append_all (needs, wiring->needs[source]);
          append_all (depends, wiring->depends[source]);
        }
    }
}

/* One output, or those of a loop, which are solved together. Sorted by name: the order of the
 * components makes no difference. */
static void
close_group (const Search *search, GArray *group)
{
  Wiring *wiring = search->wiring;
  LsQssNetwork *self = wiring->self;
  const guint first = g_array_index (group, guint, 0);
  g_autoptr (GArray) needs = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) depends = g_array_new (FALSE, FALSE, sizeof (guint));

  unite (search, group, needs, depends);
  if (group->len > 1 || contains (search->sources[first], first))
    {
      g_array_sort_with_data (group, compare_rows, self);
      ls_qss_network_add_loop (self, (const guint *)(gpointer)group->data, group->len);
    }
  else
    {
      self->ranks[first] = self->n_order;
      self->loop_of[self->n_order] = -1;
      self->order[self->n_order++] = first;
    }
  for (guint m = 0; m < group->len; m++)
    g_array_append_val (needs, self->ranks[g_array_index (group, guint, m)]);
  make_set (needs);
  make_set (depends);
  for (guint m = 0; m < group->len; m++)
    {
      guint row = g_array_index (group, guint, m);

      g_array_set_size (wiring->depends[row], 0);
      append_all (wiring->needs[row], needs);
      append_all (wiring->depends[row], depends);
    }
}

static void
find_sources (Search *search, guint row)
{
  Wiring *wiring = search->wiring;
  const LsQssNetwork *self = wiring->self;
  guint k = self->output_parts[row];
  const LsQssPart *part = &self->parts[k];

  search->sources[row] = g_array_new (FALSE, FALSE, sizeof (guint));
  wiring->needs[row] = g_array_new (FALSE, FALSE, sizeof (guint));
  wiring->depends[row] = g_array_new (FALSE, FALSE, sizeof (guint));
  if (self->output_states[row] >= 0)
    {
      guint state = (guint)self->output_states[row];

      g_array_append_val (wiring->depends[row], state);
      return;
    }
  follow (wiring, k,
          ls_unknowns_find (&part->description->outputs,
                            ls_system_get_info (part->system)->outputs[row - part->first_output]),
          wiring->depends[row], search->sources[row]);
}

static void
visit (Search *search, guint row)
{
  const GArray *sources;

  search->index[row] = search->low[row] = ++search->count;
  search->waiting[row] = 1;
  g_array_append_val (search->stack, row);
  find_sources (search, row);
  sources = search->sources[row];
  for (guint i = 0; i < sources->len; i++)
    {
      guint source = g_array_index (sources, guint, i);

      if (search->index[source] == 0)
        {
          visit (search, source);
          search->low[row] = MIN (search->low[row], search->low[source]);
        }
      else if (search->waiting[source])
        search->low[row] = MIN (search->low[row], search->index[source]);
    }
  if (search->low[row] == search->index[row])
    {
      g_autoptr (GArray) group = g_array_new (FALSE, FALSE, sizeof (guint));
      guint member;

      do
        {
          member = g_array_index (search->stack, guint, search->stack->len - 1);
          g_array_set_size (search->stack, search->stack->len - 1);
          search->waiting[member] = 0;
          g_array_append_val (group, member);
        }
      while (member != row);
      close_group (search, group);
    }
}

static void
sort_outputs (Wiring *wiring)
{
  LsQssNetwork *self = wiring->self;
  const gsize n = self->n_outputs;
  g_autofree guint *index = g_new0 (guint, 2 * n + 1);
  g_autofree guint8 *waiting = g_new0 (guint8, n + 1);
  g_autofree GArray **sources = g_new0 (GArray *, n + 1);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint));
  Search search = { .wiring = wiring,
                    .index = index,
                    .low = index + n,
                    .waiting = waiting,
                    .stack = stack,
                    .sources = sources };

  self->order = g_new0 (guint, n + 1);
  self->ranks = g_new0 (guint, n + 1);
  self->loop_of = g_new0 (int, n + 1);
  self->loops = g_ptr_array_new ();
  for (guint row = 0; row < n; row++)
    self->ranks[row] = G_MAXUINT;
  for (guint row = 0; row < n; row++)
    if (self->route_start[row + 1] > self->route_start[row] && index[row] == 0)
      visit (&search, row);
  for (guint row = 0; row < n; row++)
    if (sources[row] != NULL)
      g_array_unref (sources[row]);
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

void
ls_qss_network_wire (LsQssNetwork *self)
{
  Wiring wiring = { .self = self };

  self->n_parts = self->network->n_systems;
  self->n_outputs = self->network->n_out;
  self->parts = g_new0 (LsQssPart, (gsize)self->n_parts + 1);
  fill_parts (self);
  fill_references (self);
  fill_routes (self);
  map_variables (&wiring);
  wiring.needs = g_new0 (GArray *, (gsize)self->n_outputs + 1);
  wiring.depends = g_new0 (GArray *, (gsize)self->n_outputs + 1);
  sort_outputs (&wiring);
  collect_states (&wiring);
  collect_units (&wiring);
  say_what_is_slow (self);
  clear (&wiring);
}
