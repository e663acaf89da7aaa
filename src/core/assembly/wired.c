#include "core/assembly/wired.h"

static guint
count_reals (const LsDescription *description, LsCausality causality)
{
  guint n = 0;

  for (guint i = 0; i < description->n_variables; i++)
    n += description->variables[i].type == LS_TYPE_REAL
         && description->variables[i].causality == causality;
  return n;
}

static const LsWire *
find_wire (const LsAssembly *assembly, guint component, int position)
{
  for (guint i = assembly->to_first[component]; i < assembly->to_first[component + 1]; i++)
    {
      const LsWire *wire = &assembly->wires[assembly->to_wires[i]];

      if (wire->continuous && wire->position == position)
        return wire;
    }
  return NULL;
}

static void
add_input (LsWired *self, guint component, const LsVariable *variable, guint position)
{
  LsWiredPart *part = &self->parts[component];

  part->places[position] = (int)part->n_inputs;
  part->input_refs[part->n_inputs] = variable->value_reference;
  part->wires[part->n_inputs] = find_wire (self->assembly, component, (int)position);
  part->u[part->n_inputs++] = self->network->u[self->network->in_offset[component] + position];
}

static void
init_part (LsWired *self, guint component)
{
  const LsDescription *description = self->assembly->descriptions[component];
  const gsize n_in = count_reals (description, LS_CAUSALITY_INPUT);
  const gsize n_out = count_reals (description, LS_CAUSALITY_OUTPUT);
  LsWiredPart *part = &self->parts[component];
  guint input = 0, output = 0;

  part->system = self->network->systems[component];
  if (!ls_system_get_me_parts (part->system, &part->me))
    g_assert_not_reached (); /* the users have checked this */
  part->instance = part->me.instance;
  part->input_refs = g_new0 (guint32, n_in + 1);
  part->wires = g_new0 (const LsWire *, n_in + 1);
  part->u = g_new0 (double, n_in + 1);
  part->places = g_new (int, n_in + 1);
  part->output_refs = g_new0 (guint32, 2 * n_out + 1);
  part->refs = part->output_refs + n_out;
  part->smooth = g_new0 (guint8, n_out + 1);
  part->first = self->n_states;
  part->n_states = ls_description_get_n_states (description);
  part->next_time = ls_system_get_next_time (part->system);
  part->needs_completed_step = !description->model_exchange.completed_integrator_step_not_needed;
  self->n_states += part->n_states;
  for (guint i = 0; i < description->n_variables; i++)
    {
      const LsVariable *variable = &description->variables[i];

      if (variable->type != LS_TYPE_REAL)
        continue;
      if (variable->causality == LS_CAUSALITY_OUTPUT)
        {
          part->smooth[output] = variable->variability == LS_VARIABILITY_CONTINUOUS;
          part->output_refs[output++] = variable->value_reference;
        }
      if (variable->causality != LS_CAUSALITY_INPUT)
        continue;
      part->places[input] = -1;
      if (variable->variability == LS_VARIABILITY_CONTINUOUS)
        add_input (self, component, variable, input);
      input++;
    }
}

LsStatus
ls_wired_set_inputs (LsWired *self, guint component)
{
  LsWiredPart *part = &self->parts[component];

  if (!part->stale)
    return LS_OK;
  part->stale = FALSE;
  return ls_instance_set_real (part->instance, part->input_refs, part->n_inputs, part->u);
}

static LsStatus
ready (LsWired *self, guint component)
{
  LsStatus status
      = self->user.place != NULL ? self->user.place (component, self->user.user_data) : LS_OK;

  return status == LS_OK ? ls_wired_set_inputs (self, component) : status;
}

/* Returns: whether the value has changed. */
static gboolean
set_input (LsWiredPart *part, guint place, double value)
{
  const double told = part->wires[place]->factor * value + part->wires[place]->offset;

  if (part->u[place] == told)
    return FALSE;
  part->u[place] = told;
  part->stale = TRUE;
  return TRUE;
}

/* Passes @value of @row to the inputs connected to it, except those of components of @loop
 * (nullable). @any: (inout): set if an input has changed */
static void
pass_value (LsWired *self, guint row, double value, const LsWireLoop *loop, gboolean *any)
{
  const LsAssembly *assembly = self->assembly;

  for (guint i = assembly->row_first[row]; i < assembly->row_first[row + 1]; i++)
    {
      const LsWire *wire = &assembly->wires[assembly->row_wires[i]];
      LsWiredPart *target = &self->parts[wire->to];

      if (!wire->continuous || (loop != NULL && ls_wire_loop_holds (loop, wire->to)))
        continue;
      if (set_input (target, (guint)target->places[wire->position], value))
        *any = TRUE;
    }
}

/* ---- Loops ------------------------------------------------------------------------------ */

static LsStatus
set (guint component, const guint inputs[], guint n, const double values[], gpointer user_data)
{
  LsWiredPart *part = &((LsWired *)user_data)->parts[component];

  for (guint i = 0; i < n; i++)
    set_input (part, (guint)part->places[inputs[i]], values[i]);
  return LS_OK;
}

static void
fill_refs (LsWiredPart *part, const guint outputs[], guint n)
{
  for (guint i = 0; i < n; i++)
    part->refs[i] = part->output_refs[outputs[i]];
}

static LsStatus
get (guint component, const guint outputs[], guint n, double values[], gpointer user_data)
{
  LsWiredPart *part = &((LsWired *)user_data)->parts[component];
  LsStatus status = ready (user_data, component);

  fill_refs (part, outputs, n);
  return status == LS_OK ? ls_instance_get_real (part->instance, part->refs, n, values) : status;
}

static LsStatus
get_input (guint component, guint input, double *value, gpointer user_data)
{
  const LsWiredPart *part = &((LsWired *)user_data)->parts[component];
  const guint place = (guint)part->places[input];
  LsStatus status = ls_instance_get_real (part->instance, &part->input_refs[place], 1, value);

  *value = (*value - part->wires[place]->offset) / part->wires[place]->factor;
  return status;
}

static gboolean
has_feed (guint component, gpointer user_data)
{
  const LsWiredPart *part = &((LsWired *)user_data)->parts[component];

  return (ls_instance_get_capabilities (part->instance) & LS_CAN_DIRECTIONAL_DERIVATIVE) != 0;
}

static LsStatus
get_feed (guint component,
          guint input,
          const guint outputs[],
          guint n,
          double column[],
          gpointer user_data)
{
  LsWiredPart *part = &((LsWired *)user_data)->parts[component];
  const guint place = (guint)part->places[input];

  for (guint i = 0; i < n; i++)
    if (!part->smooth[outputs[i]])
      return LS_RETRY;
  fill_refs (part, outputs, n);
  return ls_instance_get_directional_derivative (part->instance, part->refs, n,
                                                 &part->input_refs[place], 1,
                                                 &part->wires[place]->factor, column);
}

/* ---- Order ------------------------------------------------------------------------------ */

static gboolean
feeds (const LsAssembly *assembly, guint row)
{
  for (guint i = assembly->row_first[row]; i < assembly->row_first[row + 1]; i++)
    if (assembly->wires[assembly->row_wires[i]].continuous)
      return TRUE;
  return FALSE;
}

static gboolean
feeds_itself (const LsAssembly *assembly, guint row)
{
  for (guint i = assembly->row_first[row]; i < assembly->row_first[row + 1]; i++)
    {
      const LsWire *wire = &assembly->wires[assembly->row_wires[i]];

      if (wire->continuous && wire->to == wire->from)
        return TRUE;
    }
  return FALSE;
}

static void
rank (LsWired *self, guint row, int loop)
{
  self->ranks[row] = self->all[self->n_order] = self->n_order;
  self->loop_of[self->n_order] = loop;
  self->components[self->n_order] = self->assembly->rows[row].component;
  self->references[self->n_order] = self->assembly->rows[row].variable->value_reference;
  self->alone[self->n_order] = feeds_itself (self->assembly, row);
  self->order[self->n_order++] = row;
}

/* Initial guess: the consistent initial values. */
static void
fill_loop (const LsWired *self, LsWireLoop *loop)
{
  const LsNetwork *network = self->network;

  for (guint i = 0; i < ls_wire_loop_get_n (loop); i++)
    {
      const LsRow *row = &self->assembly->rows[ls_wire_loop_get_rows (loop)[i]];

      ls_wire_loop_get_values (loop)[i]
          = network->y[network->out_offset[row->component] + (guint)row->position];
    }
}

static void
add_loop (LsWired *self, const guint rows[], guint n)
{
  static const LsWireOps ops = { set, get, get_input, has_feed, get_feed };
  LsWiredLoop loop = { .first = self->n_order, .n = n };
  const guint *sorted;

  loop.unknowns
      = ls_wire_loop_new (self->assembly, rows, n, FALSE, self->network->origin, &ops, self);
  fill_loop (self, loop.unknowns);
  /* All of them are unknowns: over continuous wires they depend on each other. */
  sorted = ls_wire_loop_get_rows (loop.unknowns);
  for (guint i = 0; i < n; i++)
    rank (self, sorted[i], (int)self->loops->len);
  g_array_append_val (self->loops, loop);
}

void
ls_wired_init (LsWired *self, LsNetwork *network, guint kind, const LsWiredUser *user)
{
  const LsAssembly *assembly = network->assembly;
  g_autoptr (LsFlow) flow = ls_flow_new (assembly, kind);
  const gsize n = assembly->n_rows;

  self->network = network;
  self->assembly = assembly;
  self->user = *user;
  self->parts = g_new0 (LsWiredPart, assembly->n_components + 1);
  for (guint k = 0; k < assembly->n_components; k++)
    init_part (self, k);
  self->order = g_new0 (guint, n + 1);
  self->ranks = g_new (guint, n + 1);
  self->all = g_new0 (guint, n + 1);
  self->loop_of = g_new0 (int, n + 1);
  self->components = g_new0 (guint, n + 1);
  self->references = g_new0 (guint32, n + 1);
  self->alone = g_new0 (guint8, n + 1);
  self->free = g_new0 (guint8, n + 1);
  self->y = g_new0 (double, n + 1);
  self->loops = g_array_new (FALSE, FALSE, sizeof (LsWiredLoop));
  for (guint row = 0; row < n; row++)
    self->ranks[row] = G_MAXUINT;
  for (guint g = 0; g < flow->n_groups; g++)
    {
      const guint first = flow->groups[g];

      if (flow->is_loop[g])
        add_loop (self, flow->rows + first, flow->groups[g + 1] - first);
      else if (feeds (assembly, flow->rows[first]))
        rank (self, flow->rows[first], -1);
    }
  memset (self->free, TRUE, self->n_order);
  for (guint i = 0; i < flow->edges->len; i++)
    {
      const guint row = self->ranks[g_array_index (flow->edges, LsFlowEdge, i).row];

      if (row != G_MAXUINT)
        self->free[row] = FALSE;
    }
}

void
ls_wired_clear (LsWired *self)
{
  if (self->assembly == NULL)
    return;
  for (guint k = 0; k < self->assembly->n_components; k++)
    {
      g_free (self->parts[k].input_refs);
      g_free (self->parts[k].wires);
      g_free (self->parts[k].u);
      g_free (self->parts[k].places);
      g_free (self->parts[k].output_refs);
      g_free (self->parts[k].smooth);
    }
  for (guint i = 0; i < self->loops->len; i++)
    ls_wire_loop_free (g_array_index (self->loops, LsWiredLoop, i).unknowns);
  g_array_unref (self->loops);
  g_free (self->parts);
  g_free (self->order);
  g_free (self->ranks);
  g_free (self->all);
  g_free (self->loop_of);
  g_free (self->components);
  g_free (self->references);
  g_free (self->alone);
  g_free (self->free);
  g_free (self->y);
}

/* ---- Passing on ------------------------------------------------------------------------- */

/* Number of leading @ranks that can be read from one component in one call: not if one of them
 * depends on another. */
static guint
count_batch (const LsWired *self, const guint ranks[], guint n)
{
  double value;
  guint length = 1;

  while (length < n && self->components[ranks[length]] == self->components[ranks[0]]
         && self->loop_of[ranks[length]] < 0 && !self->alone[ranks[length - 1]]
         && (self->user.know == NULL
             || !self->user.know (self->order[ranks[length]], &value, self->user.user_data)))
    length++;
  return length;
}

/* Whether all of them depend on no input, so that none need be set before they are read. */
static gboolean
are_free (const LsWired *self, const guint ranks[], guint n)
{
  if (self->user.place != NULL || self->user.know != NULL)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!self->free[ranks[i]])
      return FALSE;
  return TRUE;
}

static void
fill_references (LsWired *self, const guint ranks[], guint n)
{
  LsWiredPart *part = &self->parts[self->components[ranks[0]]];

  for (guint i = 0; i < n; i++)
    part->refs[i] = self->references[ranks[i]];
}

static LsStatus
pass_on_batch (LsWired *self, const guint ranks[], guint n, gboolean *any)
{
  const guint component = self->components[ranks[0]];
  LsWiredPart *part = &self->parts[component];
  LsStatus status = are_free (self, ranks, n) ? LS_OK : ready (self, component);

  fill_references (self, ranks, n);
  if (status == LS_OK)
    status = ls_instance_get_real (part->instance, part->refs, n, self->y);
  for (guint i = 0; i < n && status == LS_OK; i++)
    pass_value (self, self->order[ranks[i]], self->y[i], NULL, any);
  return status;
}

static LsStatus
pass_on_loop (LsWired *self, LsWireLoop *loop, gboolean *any)
{
  LsStatus status = self->user.solve (loop, any, self->user.user_data);
  const double *values
      = self->user.reads ? ls_wire_loop_get_image (loop) : ls_wire_loop_get_values (loop);

  for (guint i = 0; i < ls_wire_loop_get_n (loop) && status == LS_OK; i++)
    pass_value (self, ls_wire_loop_get_rows (loop)[i], values[i], loop, any);
  return status;
}

LsStatus
ls_wired_pass_on (LsWired *self, const guint ranks[], guint n, gboolean *any)
{
  LsStatus status = LS_OK;

  for (guint k = 0, length; k < n && status == LS_OK; k += length)
    {
      const int loop = self->loop_of[ranks[k]];
      double value;

      length = 1;
      if (loop >= 0)
        {
          const LsWiredLoop *wired = &g_array_index (self->loops, LsWiredLoop, loop);

          length = wired->n;
          status = pass_on_loop (self, wired->unknowns, any);
        }
      else if (self->user.know != NULL
               && self->user.know (self->order[ranks[k]], &value, self->user.user_data))
        pass_value (self, self->order[ranks[k]], value, NULL, any);
      else
        {
          length = count_batch (self, ranks + k, n - k);
          status = pass_on_batch (self, ranks + k, length, any);
        }
    }
  return status;
}

/* What depends on no input is asked for all at once. */
static void
foresee (LsWired *self)
{
  for (guint k = 0, length; k < self->n_order; k += length)
    {
      length = self->loop_of[k] < 0 ? count_batch (self, self->all + k, self->n_order - k) : 1;
      if (self->loop_of[k] >= 0 || !are_free (self, self->all + k, length))
        continue;
      fill_references (self, self->all + k, length);
      ls_instance_foresee_real (self->parts[self->components[k]].instance,
                                self->parts[self->components[k]].refs, length, self->y);
    }
}

LsStatus
ls_wired_pass_on_all (LsWired *self, gboolean *any)
{
  LsStatus status;

  foresee (self);
  status = ls_wired_pass_on (self, self->all, self->n_order, any);

  for (guint k = 0; k < self->assembly->n_components && status == LS_OK; k++)
    status = ls_wired_set_inputs (self, k);
  return status;
}
