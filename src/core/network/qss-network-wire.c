/* Dependencies of states and indicators, from ModelStructure and connections. */
#include "core/network/qss-network-impl.h"

#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>

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

/* Sorts the numbers and removes duplicates. */
static void
make_set (GArray *numbers)
{
  guint kept = 0;

  g_array_sort (numbers, ls_compare_indices);
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

/* Temporary data. For each part, by variable: index of the state, and row connected to it as a
 * continuous input, or -1; by row: outputs needed for it, and states it depends on. */
typedef struct
{
  LsQssNetwork *self;
  int **states, **sources;
  GArray **needs, **depends;
} Wiring;

static LsStatus
place (guint component, gpointer user_data)
{
  LsQssNetwork *self = user_data;

  return ls_qss_network_place (self, &self->parts[component], self->t, self->q);
}

/* Outputs that are states need no evaluation. */
static gboolean
know (guint row, double *value, gpointer user_data)
{
  const LsQssNetwork *self = user_data;
  const int state = ls_qss_network_get_state (self, row);

  if (state >= 0)
    *value = self->q[state];
  return state >= 0;
}

/* Called wherever a value is needed; starts from the last solution. */
static LsStatus
solve (LsWireLoop *loop, gboolean *any G_GNUC_UNUSED, gpointer user_data)
{
  LsQssNetwork *self = user_data;

  return ls_wire_loop_follow (loop, self->t, TRUE, &self->failure);
}

static void
fill_part (LsQssNetwork *self, guint k)
{
  LsQssPart *part = &self->parts[k];

  part->wired = &self->wired.parts[k];
  part->instance = part->wired->instance;
  part->name = ls_system_get_info (part->wired->system)->name;
  part->description = ls_instance_get_description (part->instance);
  part->du = g_new0 (double, part->wired->n_inputs + 1);
}

static void
fill_parts (LsQssNetwork *self)
{
  for (guint k = 0; k < self->n_parts; k++)
    fill_part (self, k);
  self->owners = g_new0 (guint, (gsize)self->n + 1);
  for (guint k = 0; k < self->n_parts; k++)
    for (guint i = 0; i < self->parts[k].wired->n_states; i++)
      self->owners[self->parts[k].wired->first + i] = k;
}

/* Lists the states of @part, and the outputs connected to its inputs, that @unknown depends on. */
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
      const int state = wiring->states[k][variable], source = wiring->sources[k][variable];

      if (state >= 0)
        {
          guint index = part->wired->first + (guint)state;

          g_array_append_val (states, index);
        }
      if (source >= 0)
        g_array_append_val (sources, source);
    }
}

/* Maps the variables of the parts to states and connected rows. */
static void
map_variables (Wiring *wiring)
{
  LsQssNetwork *self = wiring->self;
  const LsAssembly *assembly = self->wired.assembly;

  wiring->states = g_new0 (int *, (gsize)self->n_parts + 1);
  wiring->sources = g_new0 (int *, (gsize)self->n_parts + 1);
  for (guint k = 0; k < self->n_parts; k++)
    {
      const LsDescription *description = self->parts[k].description;

      wiring->states[k] = g_new (int, (gsize)description->n_variables + 1);
      wiring->sources[k] = g_new (int, (gsize)description->n_variables + 1);
      for (guint i = 0; i < description->n_variables; i++)
        wiring->states[k][i] = wiring->sources[k][i] = -1;
      for (guint i = 0; i < self->parts[k].wired->n_states; i++)
        {
          const guint derivative = description->derivatives.items[i].variable;
          const int state = description->variables[derivative].derivative_of;

          if (state >= 0)
            wiring->states[k][state] = (int)i;
        }
    }
  for (guint i = 0; i < assembly->n_wires; i++)
    if (assembly->wires[i].continuous)
      wiring->sources[assembly->wires[i].to][assembly->wires[i].input->index]
          = (int)assembly->wires[i].row;
}

/* Lists the outputs, and the states, that @row depends on. */
static void
find_sources (const Wiring *wiring, guint row, GArray *sources, GArray *states)
{
  const LsQssNetwork *self = wiring->self;
  const LsRow *output = &self->wired.assembly->rows[row];
  const int state = ls_qss_network_get_state (self, row);

  if (state >= 0)
    {
      g_array_append_val (states, state);
      return;
    }
  follow (wiring, output->component,
          ls_unknowns_find (&self->parts[output->component].description->outputs,
                            output->variable->index),
          states, sources);
}

/* Determines the dependencies of one output, or of all outputs of a loop, which are solved
 * together: @n ranks from @first on. */
static void
unite (const Wiring *wiring, guint first, guint n)
{
  const LsWired *wired = &wiring->self->wired;
  g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) needs = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) states = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint rank = first; rank < first + n; rank++)
    {
      find_sources (wiring, wired->order[rank], sources, states);
      g_array_append_val (needs, rank);
    }
  for (guint i = 0; i < sources->len; i++)
    {
      const guint source = g_array_index (sources, guint, i);

      append_all (needs, wiring->needs[source]);
      append_all (states, wiring->depends[source]);
    }
  make_set (needs);
  make_set (states);
  for (guint rank = first; rank < first + n; rank++)
    {
      wiring->needs[wired->order[rank]] = g_array_ref (needs);
      wiring->depends[wired->order[rank]] = g_array_ref (states);
    }
}

static void
collect_outputs (const Wiring *wiring)
{
  const LsWired *wired = &wiring->self->wired;

  for (guint rank = 0, n; rank < wired->n_order; rank += n)
    {
      const int loop = wired->loop_of[rank];

      n = loop >= 0 ? g_array_index (wired->loops, LsWiredLoop, loop).n : 1;
      unite (wiring, rank, n);
    }
}

/* Adds the outputs needed for @unknown of part @k to @needs, and the states they depend on to
 * @states. */
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
      collect (wiring, self->owners[i],
               &part->description->derivatives.items[i - part->wired->first], needs, states);
      append_all (self->state_needs.items, needs);
      self->state_needs.start[i + 1] = self->state_needs.items->len;
      append_all (self->columns, states);
      for (guint e = 0; e < states->len; e++)
        g_array_append_val (self->rows, i);
    }
}

/* FMI 2.0 does not define the dependencies of event indicators: assume all states and inputs. */
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

      for (guint i = 0; i < self->parts[k].wired->n_states; i++)
        known = known && derivatives->items[i].has_dependencies;
      if (!known && self->parts[k].wired->n_states > 1)
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
      g_free (wiring->sources[k]);
    }
  for (guint row = 0; row < wiring->self->wired.assembly->n_rows; row++)
    {
      g_clear_pointer (&wiring->needs[row], g_array_unref);
      g_clear_pointer (&wiring->depends[row], g_array_unref);
    }
  g_free (wiring->states);
  g_free (wiring->sources);
  g_free (wiring->needs);
  g_free (wiring->depends);
}

void
ls_qss_network_wire (LsQssNetwork *self)
{
  const LsAssembly *assembly = self->network->assembly;
  const LsWiredUser user = { place, know, solve, ls_qss_network_updated, FALSE, self };
  Wiring wiring = { .self = self };

  ls_wired_init (&self->wired, self->network, LS_FLOW_CONTINUOUS | LS_FLOW_STATES, &user);
  self->n = self->wired.n_states;
  self->n_parts = self->network->n_systems;
  self->parts = g_new0 (LsQssPart, (gsize)self->n_parts + 1);
  fill_parts (self);
  map_variables (&wiring);
  wiring.needs = g_new0 (GArray *, (gsize)assembly->n_rows + 1);
  wiring.depends = g_new0 (GArray *, (gsize)assembly->n_rows + 1);
  collect_outputs (&wiring);
  collect_states (&wiring);
  collect_units (&wiring);
  say_what_is_slow (self);
  clear (&wiring);
}
