#include "core/assembly/assembly.h"

#include <string.h>

static gboolean
may_flow (const LsVariable *variable)
{
  return variable->type == LS_TYPE_REAL && variable->variability == LS_VARIABILITY_CONTINUOUS;
}

/* Position of each variable among the Real inputs or outputs, in the order of the file, or -1. */
static int *
list_positions (const LsDescription *description)
{
  int *positions = g_new (int, (gsize)description->n_variables + 1);
  int n_inputs = 0, n_outputs = 0;

  for (guint i = 0; i < description->n_variables; i++)
    {
      const LsVariable *variable = &description->variables[i];

      positions[i] = -1;
      if (variable->type == LS_TYPE_REAL && variable->causality == LS_CAUSALITY_INPUT)
        positions[i] = n_inputs++;
      else if (variable->type == LS_TYPE_REAL && variable->causality == LS_CAUSALITY_OUTPUT)
        positions[i] = n_outputs++;
    }
  return positions;
}

/* An output with the value reference of a state is that state. */
static int
find_state (const LsDescription *description, const LsVariable *output)
{
  for (guint i = 0; i < description->derivatives.n && output->type == LS_TYPE_REAL; i++)
    {
      const guint derivative = description->derivatives.items[i].variable;
      const int state = description->variables[derivative].derivative_of;

      if (state >= 0 && description->variables[state].value_reference == output->value_reference)
        return (int)i;
    }
  return -1;
}

static void
fill_components (LsAssembly *self, const LsModel *model)
{
  self->n_components = ls_model_get_n_components (model);
  self->names = g_new0 (char *, self->n_components + 1);
  self->descriptions = g_new0 (const LsDescription *, self->n_components + 1);
  for (guint k = 0; k < self->n_components; k++)
    {
      const LsComponent *component = ls_model_get_component (model, k);

      self->names[k] = g_strdup (component->name);
      self->descriptions[k] = ls_fmu_get_description (component->fmu);
    }
}

static void
fill_rows (LsAssembly *self, const LsModel *model, const LsOmega *omega, int *const positions[])
{
  self->n_rows = omega->n_outputs;
  self->rows = g_new0 (LsRow, self->n_rows + 1);
  for (guint i = 0; i < self->n_rows; i++)
    {
      const LsPort *port = &omega->outputs[i];
      LsRow *row = &self->rows[i];

      row->component = (guint)ls_model_get_component_index (model, port->component);
      row->variable = port->variable;
      row->position = positions[row->component][row->variable->index];
      row->state = find_state (self->descriptions[row->component], row->variable);
    }
}

static void
add_wire (LsAssembly *self,
          const LsModel *model,
          const LsOmega *omega,
          int *const positions[],
          guint column)
{
  const LsPort *port = &omega->inputs[column];
  const LsConnection *connection
      = ls_model_find_source (model, port->component, port->variable->name);
  LsWire *wire = &self->wires[self->n_wires++];

  wire->row = (guint)omega->sources[column];
  wire->from = self->rows[wire->row].component;
  wire->output = self->rows[wire->row].variable;
  wire->to = (guint)ls_model_get_component_index (model, port->component);
  wire->input = port->variable;
  wire->position = positions[wire->to][wire->input->index];
  ls_model_get_connection_transform (model, connection, &wire->factor, &wire->offset);
  wire->map = connection->map != NULL ? g_array_ref (connection->map) : NULL;
  wire->real = wire->output->type == LS_TYPE_REAL;
  wire->parameter = wire->output->causality == LS_CAUSALITY_CALCULATED_PARAMETER;
  wire->continuous
      = wire->real && !wire->parameter && wire->position >= 0 && may_flow (wire->input);
  wire->smooth = wire->continuous && may_flow (wire->output);
}

/* 0: passed on after each step, 1: part of Ω for coupling methods, 2: passed on once. */
static guint
get_rank (const LsVariable *output)
{
  if (output->causality == LS_CAUSALITY_CALCULATED_PARAMETER)
    return 2;
  return output->type == LS_TYPE_REAL ? 1 : 0;
}

static void
fill_wires (LsAssembly *self, const LsModel *model, const LsOmega *omega, int *const positions[])
{
  self->wires = g_new0 (LsWire, omega->n_inputs + 1);
  for (guint rank = 0; rank < 3; rank++)
    {
      for (guint j = 0; j < omega->n_inputs; j++)
        if (omega->sources[j] >= 0 && get_rank (omega->outputs[omega->sources[j]].variable) == rank)
          add_wire (self, model, omega, positions, j);
      if (rank == 0)
        self->n_others = self->n_wires;
    }
}

/* Index of the wires by row (@by_row) or by target: @n + 1 offsets, and indices. */
static void
index_wires (const LsAssembly *self, gboolean by_row, guint n, guint **first, guint **indices)
{
  g_autofree guint *next = NULL;

  *first = g_new0 (guint, n + 2);
  *indices = g_new0 (guint, self->n_wires + 1);
  for (guint i = 0; i < self->n_wires; i++)
    (*first)[(by_row ? self->wires[i].row : self->wires[i].to) + 1]++;
  for (guint k = 0; k < n; k++)
    (*first)[k + 1] += (*first)[k];
  next = g_memdup2 (*first, (n + 1) * sizeof (guint));
  for (guint i = 0; i < self->n_wires; i++)
    (*indices)[next[by_row ? self->wires[i].row : self->wires[i].to]++] = i;
}

LsAssembly *
ls_assembly_new (const LsModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);

  g_autoptr (LsOmega) omega = ls_omega_new (model);
  LsAssembly *self = g_new0 (LsAssembly, 1);
  g_autofree int **positions = NULL;

  fill_components (self, model);
  positions = g_new0 (int *, self->n_components + 1);
  for (guint k = 0; k < self->n_components; k++)
    positions[k] = list_positions (self->descriptions[k]);
  fill_rows (self, model, omega, positions);
  fill_wires (self, model, omega, positions);
  for (guint k = 0; k < self->n_components; k++)
    g_free (positions[k]);
  index_wires (self, TRUE, self->n_rows, &self->row_first, &self->row_wires);
  index_wires (self, FALSE, self->n_components, &self->to_first, &self->to_wires);
  return self;
}

void
ls_assembly_free (LsAssembly *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_wires; i++)
    g_clear_pointer (&self->wires[i].map, g_array_unref);
  g_strfreev (self->names);
  g_free (self->descriptions);
  g_free (self->rows);
  g_free (self->wires);
  g_free (self->row_first);
  g_free (self->row_wires);
  g_free (self->to_first);
  g_free (self->to_wires);
  g_free (self);
}

double
ls_wire_look_up (const LsWire *self, double value)
{
  const gboolean look_up = !self->real && self->map != NULL;

  return ls_convert_value (value, LS_TYPE_REAL, 1.0, 0.0,
                           look_up ? (const LsMapEntry *)(gpointer)self->map->data : NULL,
                           look_up ? self->map->len : 0);
}

gboolean
ls_wire_follows_clock (const LsWire *self, gboolean running)
{
  return self->input->clock != NULL || (running && self->position < 0 && self->input->n_clocks > 0);
}

char *
ls_assembly_name_row (const LsAssembly *self, guint row)
{
  return g_strdup_printf ("%s.%s", self->names[self->rows[row].component],
                          self->rows[row].variable->name);
}

int
ls_assembly_compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const LsAssembly *self = user_data;
  const LsRow *x = &self->rows[*(const guint *)a], *y = &self->rows[*(const guint *)b];
  const int order = strcmp (self->names[x->component], self->names[y->component]);

  return order != 0 ? order : strcmp (x->variable->name, y->variable->name);
}

gboolean
ls_assembly_is_before (const LsAssembly *self, guint a, guint b)
{
  const LsWire *x = &self->wires[a], *y = &self->wires[b];
  const int order = strcmp (self->names[x->to], self->names[y->to]);

  return order < 0 || (order == 0 && x->input->index < y->input->index);
}
