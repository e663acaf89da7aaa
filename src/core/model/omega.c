/* The connection matrix. */
#include "core/model/omega.h"

#include "core/model/model-impl.h"
#include "core/model/wire.h"

static guint
port_hash (gconstpointer key)
{
  const LsPort *port = key;

  return port->component * 2654435761u ^ g_direct_hash (port->variable);
}

static gboolean
port_equal (gconstpointer a, gconstpointer b)
{
  const LsPort *x = a, *y = b;

  return x->component == y->component && x->variable == y->variable;
}

static LsPort *
list_ports (const LsModel *model,
            GPtrArray *(*list) (const LsModel *, const LsComponent *),
            guint *n)
{
  GArray *ports = g_array_new (FALSE, FALSE, sizeof (LsPort));

  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const LsComponent *component = ls_model_get_component (model, i);
      g_autoptr (GPtrArray) variables = list (model, component);

      for (guint j = 0; j < variables->len; j++)
        {
          LsPort port = { component->id, variables->pdata[j] };

          g_array_append_val (ports, port);
        }
    }
  *n = ports->len;
  return (LsPort *)g_array_free (ports, FALSE);
}

/* Row of the output connected to the variable @name, or -1. */
static int
find_row (const LsModel *model, guint to, const char *name, GHashTable *rows)
{
  const LsConnection *connection = ls_model_find_source (model, to, name);
  const LsComponent *from;
  LsPort source;
  gpointer row;

  if (connection == NULL)
    return -1;
  from = ls_model_find_component (model, connection->from);
  source.component = connection->from;
  source.variable = ls_component_find_variable (from, connection->output);
  if (source.variable == NULL)
    return -1;
  if (!g_hash_table_contains (rows, &source))
    source.variable = ls_component_get_port (from, source.variable);
  if (!g_hash_table_lookup_extended (rows, &source, NULL, &row))
    return -1;
  return GPOINTER_TO_INT (row);
}

static int
find_source (const LsModel *model, const LsPort *input, GHashTable *rows)
{
  const LsComponent *component = ls_model_find_component (model, input->component);
  g_autoptr (GPtrArray) members = NULL;

  if (input->variable->n_elements == 0)
    return find_row (model, input->component, input->variable->name, rows);
  if (ls_model_count_open (model, component, input->variable) > 0)
    return -1;
  members = ls_component_list_sinks (component, input->variable);
  return find_row (model, input->component, ((const LsVariable *)members->pdata[0])->name, rows);
}

static LsOmega *
omega_new (const LsModel *model,
           GPtrArray *(*list_outputs) (const LsModel *, const LsComponent *),
           GPtrArray *(*list_inputs) (const LsModel *, const LsComponent *))
{
  g_autoptr (GHashTable) rows = g_hash_table_new (port_hash, port_equal);
  LsOmega *self = g_new0 (LsOmega, 1);

  self->outputs = list_ports (model, list_outputs, &self->n_outputs);
  self->inputs = list_ports (model, list_inputs, &self->n_inputs);
  self->sources = g_new (int, MAX (self->n_inputs, 1));
  for (guint i = 0; i < self->n_outputs; i++)
    g_hash_table_insert (rows, &self->outputs[i], GINT_TO_POINTER ((int)i));
  for (guint i = 0; i < self->n_inputs; i++)
    self->sources[i] = find_source (model, &self->inputs[i], rows);
  return self;
}

LsOmega *
ls_omega_new (const LsModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);

  return omega_new (model, ls_model_list_outputs, ls_model_list_inputs);
}

LsOmega *
ls_omega_new_folded (const LsModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);

  return omega_new (model, ls_model_list_output_ports, ls_model_list_input_ports);
}

void
ls_omega_free (LsOmega *self)
{
  if (self == NULL)
    return;
  g_free (self->outputs);
  g_free (self->inputs);
  g_free (self->sources);
  g_free (self);
}

/* Returns: (nullable): the entry of the output in ModelStructure. */
static const LsUnknown *
find_unknown (const LsComponent *component, const LsVariable *output)
{
  if (component->fmu == NULL)
    return NULL;
  return ls_unknowns_find (&ls_fmu_get_description (component->fmu)->outputs, output->index);
}

/* Parameters are constant during a run, so they have no feed-through. */
static gboolean
may_follow (const LsVariable *output, const LsVariable *input)
{
  return output->causality == LS_CAUSALITY_OUTPUT && input->causality == LS_CAUSALITY_INPUT;
}

/* Ports of one component are contiguous, with the same order of components for inputs and
 * outputs. */
LsGraph *
ls_omega_get_graph (const LsOmega *omega, const LsModel *model)
{
  g_return_val_if_fail (omega != NULL && model != NULL, NULL);

  LsGraph *self = ls_graph_new (omega->n_outputs);
  guint first_input = 0;

  for (guint c = 0, row = 0; c < ls_model_get_n_components (model); c++)
    {
      const LsComponent *component = ls_model_get_component (model, c);
      guint last_input = first_input;

      while (last_input < omega->n_inputs && omega->inputs[last_input].component == component->id)
        last_input++;
      for (; row < omega->n_outputs && omega->outputs[row].component == component->id; row++)
        {
          const LsUnknown *unknown = find_unknown (component, omega->outputs[row].variable);

          for (guint i = first_input; i < last_input; i++)
            if (omega->sources[i] >= 0
                && may_follow (omega->outputs[row].variable, omega->inputs[i].variable)
                && ls_unknown_depends_on (unknown, omega->inputs[i].variable->index))
              ls_graph_add_edge (self, (guint)omega->sources[i]);
          ls_graph_end_node (self);
        }
      first_input = last_input;
    }
  /* Outputs of components no longer in the model have no edges. */
  ls_graph_complete (self);
  return self;
}

gboolean
ls_component_has_feed_through (const LsComponent *component,
                               const LsVariable *input,
                               const LsVariable *output)
{
  g_return_val_if_fail (component != NULL && input != NULL && output != NULL, FALSE);

  return may_follow (output, input)
         && ls_unknown_depends_on (find_unknown (component, output), input->index);
}
