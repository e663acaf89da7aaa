/* Components: copying, connectors, ports, size. */
#include "core/model/model-impl.h"

#include <math.h>
#include <string.h>

/* Block layout, in canvas units: no fonts are available here, so widths are those of an average
 * letter at the font sizes of the diagram. */
#define GRID 10.0
#define HEADER 40.0
#define PORT_PITCH 20.0
#define LETTER 7.0
#define TITLE_LETTER 8.0
#define GAP 40.0
#define ICON 40.0
#define MIN_WIDTH 120.0
#define MAX_WIDTH 360.0

struct LsMissingFmu
{
  gatomicrefcount ref_count;
  guint n;
  LsVariable *variables;
  GHashTable *by_name;
};

LsMissingFmu *
ls_missing_fmu_new (guint n)
{
  LsMissingFmu *self = g_new0 (LsMissingFmu, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->n = n;
  self->variables = g_new0 (LsVariable, MAX (n, 1));
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < n; i++)
    {
      LsVariable *variable = &self->variables[i];

      variable->index = i;
      variable->min = -INFINITY;
      variable->max = INFINITY;
      variable->nominal = 1.0;
      variable->declared_type = variable->unit = variable->derivative_of = -1;
      variable->variability = LS_VARIABILITY_CONTINUOUS;
    }
  return self;
}

static LsMissingFmu *
missing_fmu_ref (LsMissingFmu *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
missing_fmu_unref (LsMissingFmu *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < self->n; i++)
    {
      g_free (self->variables[i].name);
      g_free (self->variables[i].unit_name);
    }
  g_free (self->variables);
  g_hash_table_unref (self->by_name);
  g_free (self);
}

LsVariable *
ls_missing_fmu_get_variables (LsMissingFmu *self, guint *n)
{
  *n = self->n;
  return self->variables;
}

void
ls_missing_fmu_index (LsMissingFmu *self)
{
  for (guint i = 0; i < self->n; i++)
    g_hash_table_insert (self->by_name, self->variables[i].name, &self->variables[i]);
}

LsComponent *
ls_component_copy (const LsComponent *self)
{
  LsComponent *copy;
  GHashTableIter iter;
  gpointer name, value;

  g_return_val_if_fail (self != NULL, NULL);
  copy = g_new (LsComponent, 1);
  *copy = *self;
  copy->name = g_strdup (self->name);
  copy->source = g_strdup (self->source);
  copy->fmu = self->fmu != NULL ? ls_fmu_ref (self->fmu) : NULL;
  copy->problem = g_strdup (self->problem);
  copy->xml = g_strdup (self->xml);
  copy->archive = self->archive != NULL ? ls_tempdir_ref (self->archive) : NULL;
  copy->stand_in = self->stand_in != NULL ? missing_fmu_ref (self->stand_in) : NULL;
  copy->without = g_strdupv (self->without);
  copy->solver = g_strdup (self->solver);
  copy->inner_steps = g_strdup (self->inner_steps);
  copy->own_step = g_strdup (self->own_step);
  copy->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (self->values != NULL)
    {
      g_hash_table_iter_init (&iter, self->values);
      while (g_hash_table_iter_next (&iter, &name, &value))
        g_hash_table_insert (copy->values, g_strdup (name), g_strdup (value));
    }
  return copy;
}

void
ls_component_free (LsComponent *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self->source);
  g_clear_pointer (&self->fmu, ls_fmu_unref);
  g_free (self->problem);
  g_free (self->xml);
  g_clear_pointer (&self->values, g_hash_table_unref);
  g_clear_pointer (&self->stand_in, missing_fmu_unref);
  g_clear_pointer (&self->archive, ls_tempdir_unref);
  g_strfreev (self->without);
  g_free (self->solver);
  g_free (self->inner_steps);
  g_free (self->own_step);
  g_free (self);
}

gboolean
ls_component_uses_model_exchange (const LsComponent *self)
{
  g_return_val_if_fail (self != NULL, FALSE);
  return self->fmu != NULL
         && (self->solver != NULL || self->implementation == LS_IMPLEMENTATION_MODEL_EXCHANGE
             || !ls_fmu_get_description (self->fmu)->co_simulation.present);
}

gboolean
ls_component_reports_events (const LsComponent *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  const LsInterface *interface = self->fmu != NULL
                                     ? &ls_fmu_get_description (self->fmu)->co_simulation
                                     : NULL;

  return interface != NULL
         && (ls_component_uses_model_exchange (self)
             || (interface->has_event_mode && !interface->is_scheduled));
}

const LsVariable *
ls_component_get_variables (const LsComponent *self, guint *n)
{
  g_return_val_if_fail (self != NULL, NULL);

  *n = 0;
  if (self->fmu != NULL)
    {
      const LsDescription *description = ls_fmu_get_description (self->fmu);

      *n = description->n_variables;
      return description->variables;
    }
  return self->stand_in != NULL ? ls_missing_fmu_get_variables (self->stand_in, n) : NULL;
}

const LsVariable *
ls_component_find_variable (const LsComponent *self, const char *name)
{
  g_return_val_if_fail (self != NULL && name != NULL, NULL);
  if (self->fmu != NULL)
    return ls_description_find (ls_fmu_get_description (self->fmu), name);
  return self->stand_in != NULL ? g_hash_table_lookup (self->stand_in->by_name, name) : NULL;
}

const LsUnit *
ls_component_get_unit (const LsComponent *self, const LsVariable *variable)
{
  if (self->fmu == NULL || variable->unit < 0)
    return NULL;
  return &ls_fmu_get_description (self->fmu)->units[variable->unit];
}

const LsDeclaredType *
ls_component_get_type (const LsComponent *self, const LsVariable *variable)
{
  if (self->fmu == NULL || variable->declared_type < 0)
    return NULL;
  return &ls_fmu_get_description (self->fmu)->declared_types[variable->declared_type];
}

static GPtrArray *
list_causality (const LsComponent *self, LsCausality causality)
{
  GPtrArray *list = g_ptr_array_new ();
  guint n;
  const LsVariable *variables = ls_component_get_variables (self, &n);

  for (guint i = 0; i < n; i++)
    if (variables[i].causality == causality)
      g_ptr_array_add (list, (gpointer)&variables[i]);
  return list;
}

GPtrArray *
ls_component_list_inputs (const LsComponent *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return list_causality (self, LS_CAUSALITY_INPUT);
}

GPtrArray *
ls_component_list_outputs (const LsComponent *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return list_causality (self, LS_CAUSALITY_OUTPUT);
}

/* Table of initial values of the FMI 2.0 standard (2.2.7): parameters and inputs can be set, others
 * only if their start value is exact or a guess (approx), which is never the default. */
gboolean
ls_variable_is_settable (const LsVariable *variable)
{
  g_return_val_if_fail (variable != NULL, FALSE);
  if (variable->variability == LS_VARIABILITY_CONSTANT || variable->clock != NULL)
    return FALSE;
  switch (variable->causality)
    {
    case LS_CAUSALITY_PARAMETER:
    case LS_CAUSALITY_INPUT:
      return TRUE;
    case LS_CAUSALITY_INDEPENDENT:
      return FALSE;
    case LS_CAUSALITY_LOCAL:
    case LS_CAUSALITY_OUTPUT:
    case LS_CAUSALITY_CALCULATED_PARAMETER:
    default:
      return variable->initial == LS_INITIAL_EXACT || variable->initial == LS_INITIAL_APPROX;
    }
}

GPtrArray *
ls_component_list_settable (const LsComponent *self)
{
  GPtrArray *list;
  const LsVariable *variables;
  guint n;

  g_return_val_if_fail (self != NULL, NULL);
  list = g_ptr_array_new ();
  variables = ls_component_get_variables (self, &n);
  for (guint i = 0; i < n; i++)
    if (ls_variable_is_settable (&variables[i]))
      g_ptr_array_add (list, (gpointer)&variables[i]);
  return list;
}

static const LsArray *
get_array (const LsComponent *self, const LsVariable *variable)
{
  if (self->fmu == NULL || variable->array == 0 || variable->is_alias)
    return NULL;
  return &ls_fmu_get_description (self->fmu)->arrays[variable->array - 1];
}

const LsVariable *
ls_component_get_whole (const LsComponent *self, const LsVariable *variable)
{
  const LsArray *array;

  g_return_val_if_fail (self != NULL && variable != NULL, NULL);
  array = get_array (self, variable);
  return array != NULL ? &array->whole : variable;
}

const LsVariable *
ls_component_get_port (const LsComponent *self, const LsVariable *variable)
{
  g_return_val_if_fail (self != NULL && variable != NULL, NULL);
  if (self->fmu != NULL && variable->terminal > 0)
    return &ls_component_get_terminal (self, variable)->whole;
  return ls_component_get_whole (self, variable);
}

const LsTerminal *
ls_component_get_terminal (const LsComponent *self, const LsVariable *port)
{
  g_return_val_if_fail (self != NULL && port != NULL, NULL);
  if (self->fmu == NULL || port->terminal == 0)
    return NULL;
  return &ls_fmu_get_description (self->fmu)->terminals[port->terminal - 1];
}

gboolean
ls_variable_is_terminal (const LsVariable *port)
{
  g_return_val_if_fail (port != NULL, FALSE);
  return port->terminal > 0 && port->n_elements > 0;
}

const LsVariable *
ls_component_find_whole (const LsComponent *self, const char *name)
{
  const LsVariable *variable;
  const LsDescription *description;

  g_return_val_if_fail (self != NULL && name != NULL, NULL);
  if ((variable = ls_component_find_variable (self, name)) != NULL || self->fmu == NULL)
    return variable;
  description = ls_fmu_get_description (self->fmu);
  for (guint i = 0; i < description->n_arrays; i++)
    if (description->arrays[i].n > 0 && strcmp (description->arrays[i].name, name) == 0)
      return &description->arrays[i].whole;
  return NULL;
}

const LsVariable *
ls_component_find_port (const LsComponent *self, const char *name)
{
  g_return_val_if_fail (self != NULL && name != NULL, NULL);

  const LsVariable *variable = ls_component_find_whole (self, name);
  const LsDescription *description;

  if (variable != NULL || self->fmu == NULL)
    return variable;
  description = ls_fmu_get_description (self->fmu);
  for (guint i = 0; i < description->n_terminals; i++)
    if (g_strcmp0 (description->terminals[i].whole.name, name) == 0)
      return &description->terminals[i].whole;
  return NULL;
}

/* Inputs and outputs of the terminal and of those in it. */
static void
add_members (const LsComponent *self, const LsTerminal *terminal, GPtrArray *members)
{
  for (guint i = 0; i < terminal->n_members; i++)
    {
      LsVariable *variable
          = &ls_fmu_get_description (self->fmu)->variables[terminal->members[i].variable];

      if (variable->causality == LS_CAUSALITY_INPUT || variable->causality == LS_CAUSALITY_OUTPUT)
        g_ptr_array_add (members, variable);
    }
  for (guint i = 0; i < terminal->n_terminals; i++)
    add_members (self, &terminal->terminals[i], members);
}

GPtrArray *
ls_component_list_members (const LsComponent *self, const LsVariable *port)
{
  GPtrArray *members = g_ptr_array_new ();
  const LsArray *array;

  g_return_val_if_fail (self != NULL && port != NULL, members);
  if (ls_variable_is_terminal (port))
    {
      add_members (self, ls_component_get_terminal (self, port), members);
      return members;
    }
  array = port->n_elements > 0 ? get_array (self, port) : NULL;
  if (array == NULL)
    g_ptr_array_add (members, (gpointer)port);
  for (guint i = 0; array != NULL && i < array->n; i++)
    g_ptr_array_add (members, &ls_fmu_get_description (self->fmu)->variables[array->first + i]);
  return members;
}

GPtrArray *
ls_component_list_sinks (const LsComponent *self, const LsVariable *port)
{
  g_return_val_if_fail (self != NULL, NULL);

  GPtrArray *members = ls_component_list_members (self, port);

  for (guint i = members->len; ls_variable_is_terminal (port) && i-- > 0;)
    if (((const LsVariable *)members->pdata[i])->causality == LS_CAUSALITY_OUTPUT)
      g_ptr_array_remove_index (members, i);
  return members;
}

char *
ls_component_describe_size (const LsComponent *self, const LsVariable *port)
{
  const LsArray *array;
  GString *text;

  g_return_val_if_fail (self != NULL && port != NULL, NULL);
  array = port->n_elements > 0 ? get_array (self, port) : NULL;
  if (array == NULL)
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < array->n_dimensions; i++)
    g_string_append_printf (text, "%s%" G_GUINT64_FORMAT, i > 0 ? "×" : "", array->dimensions[i]);
  return g_string_free (text, FALSE);
}

GPtrArray *
ls_component_fold (const LsComponent *self, GPtrArray *variables)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  guint n = 0;

  g_return_val_if_fail (self != NULL && variables != NULL, variables);
  for (guint i = 0; i < variables->len; i++)
    {
      const LsVariable *port = ls_component_get_port (self, variables->pdata[i]);

      if (g_hash_table_add (seen, (gpointer)port))
        variables->pdata[n++] = (gpointer)port;
    }
  g_ptr_array_set_size (variables, (int)n);
  return variables;
}

GPtrArray *
ls_component_fold_side (const LsComponent *self, GPtrArray *variables, gboolean is_input)
{
  GPtrArray *ports = ls_component_fold (self, variables);

  g_return_val_if_fail (ports != NULL, NULL);
  for (guint i = ports->len; i-- > 0;)
    {
      const LsVariable *port = ports->pdata[i];

      if (ls_variable_is_terminal (port) && (port->causality == LS_CAUSALITY_INPUT) != is_input)
        g_ptr_array_remove_index (ports, i);
    }
  return ports;
}

static glong
get_longest_name (const GPtrArray *variables)
{
  glong longest = 0;

  for (guint i = 0; i < variables->len; i++)
    longest = MAX (longest, g_utf8_strlen (((const LsVariable *)variables->pdata[i])->name, -1));
  return longest;
}

void
ls_component_get_natural_size (const LsComponent *self, double *width, double *height)
{
  g_autoptr (GPtrArray) inputs = NULL;
  g_autoptr (GPtrArray) outputs = NULL;
  double labels, title, icon = 0;

  g_return_if_fail (self != NULL);
  inputs = ls_component_fold_side (self, ls_component_list_inputs (self), TRUE);
  outputs = ls_component_fold_side (self, ls_component_list_outputs (self), FALSE);
  /* Between the names of the ports. */
  if (self->fmu != NULL && ls_fmu_get_icon (self->fmu) != NULL)
    icon = ICON;
  labels = icon + LETTER * (double)(get_longest_name (inputs) + get_longest_name (outputs)) + GAP;
  title = TITLE_LETTER * (double)(self->name != NULL ? g_utf8_strlen (self->name, -1) : 0) + GAP;
  *width = CLAMP (GRID * ceil (MAX (labels, title) / GRID), MIN_WIDTH, MAX_WIDTH);
  *height = HEADER + PORT_PITCH * MAX (icon > 0 ? 2 : 1, MAX (inputs->len, outputs->len));
}
