/* Contents of modelDescription.xml: names of enumerators, memory. */
#include "core/fmi/description-impl.h"
#include "core/fmi/fmi-schema.h"

#include <glib/gi18n-lib.h>
#include <string.h>

const char *const ls_type_names[] = { "Real", "Integer", "Boolean", "String", "Enumeration" };
const char *const ls_causality_names[]
    = { "local", "parameter", "calculatedParameter", "input", "output", "independent" };
const char *const ls_variability_names[]
    = { "constant", "fixed", "tunable", "discrete", "continuous" };
const char *const ls_initial_names[] = { "none", "exact", "approx", "calculated" };
const char *const ls_dependency_names[]
    = { "dependent", "constant", "fixed", "tunable", "discrete" };

const char *const ls_base_unit_names[LS_N_BASE_UNITS]
    = { "kg", "m", "s", "A", "K", "mol", "cd", "rad" };

const char *
ls_type_name (LsType type)
{
  return ls_type_names[type];
}

const char *
ls_causality_name (LsCausality causality)
{
  return ls_causality_names[causality];
}

const char *
ls_variability_name (LsVariability variability)
{
  return ls_variability_names[variability];
}

const char *
ls_initial_name (LsInitial initial)
{
  return ls_initial_names[initial];
}

const char *
ls_dependency_name (LsDependencyKind kind)
{
  return ls_dependency_names[kind];
}

const char *
ls_variable_type_name (const LsVariable *variable)
{
  g_return_val_if_fail (variable != NULL, NULL);

  return variable->format == LS_FORMAT_DEFAULT ? ls_type_names[variable->type]
                                               : ls_format_get_name (variable->format);
}

static void
clear_interface (LsInterface *self)
{
  g_free (self->model_identifier);
  g_strfreev (self->source_files);
}

void
ls_unknowns_copy (LsUnknowns *to, const LsUnknowns *from)
{
  g_return_if_fail (to != NULL && from != NULL);

  *to = (LsUnknowns){ from->n, g_memdup2 (from->items, from->n * sizeof *from->items) };
  for (guint i = 0; i < to->n; i++)
    {
      LsUnknown *item = &to->items[i];

      item->dependencies
          = g_memdup2 (item->dependencies, item->n_dependencies * sizeof *item->dependencies);
      item->kinds = g_memdup2 (item->kinds, item->n_dependencies * sizeof *item->kinds);
    }
}

void
ls_unknowns_clear (LsUnknowns *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      g_free (self->items[i].dependencies);
      g_free (self->items[i].kinds);
    }
  g_free (self->items);
  *self = (LsUnknowns){ 0 };
}

static void
clear_units (LsDescription *self)
{
  for (guint i = 0; i < self->n_units; i++)
    {
      LsUnit *unit = &self->units[i];

      for (guint k = 0; k < unit->n_display_units; k++)
        g_free (unit->display_units[k].name);
      g_free (unit->display_units);
      g_free (unit->name);
    }
  g_free (self->units);
}

static void
clear_declared_types (LsDescription *self)
{
  for (guint i = 0; i < self->n_declared_types; i++)
    {
      LsDeclaredType *type = &self->declared_types[i];

      for (guint k = 0; k < type->n_items; k++)
        {
          g_free (type->items[k].name);
          g_free (type->items[k].description);
        }
      g_free (type->items);
      g_free (type->name);
      g_free (type->description);
      g_free (type->quantity);
      g_free (type->unit);
      g_free (type->display_unit);
    }
  g_free (self->declared_types);
}

static void
clear_variables (LsDescription *self)
{
  for (guint i = 0; i < self->n_variables; i++)
    {
      LsVariable *variable = &self->variables[i];

      g_free (variable->name);
      g_free (variable->description);
      g_free (variable->start);
      g_free (variable->quantity);
      g_free (variable->unit_name);
      g_free (variable->display_unit);
      g_free (variable->declared_type_name);
      g_free (variable->mime_type);
      g_free (variable->annotations);
      g_free (variable->clock);
      g_free (variable->clocks);
    }
  g_free (self->variables);
}

static void
clear_arrays (LsDescription *self)
{
  for (guint i = 0; i < self->n_arrays; i++)
    {
      g_free (self->arrays[i].name);
      g_free (self->arrays[i].dimensions);
      for (guint k = 0; k < self->arrays[i].n_dimensions; k++)
        g_free (self->arrays[i].sized_by[k]);
      g_free (self->arrays[i].sized_by);
    }
  g_free (self->arrays);
}

static void
clear_terminals (LsTerminal *terminals, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      LsTerminal *self = &terminals[i];

      for (guint k = 0; k < self->n_members; k++)
        {
          g_free (self->members[k].name);
          g_free (self->members[k].match);
          g_free (self->members[k].kind_name);
        }
      g_free (self->members);
      clear_terminals (self->terminals, self->n_terminals);
      g_free (self->name);
      g_free (self->own_name);
      g_free (self->description);
      g_free (self->kind);
      g_free (self->rule);
      g_free (self->whole.name);
    }
  g_free (terminals);
}

static void
clear_texts (LsDescription *self)
{
  g_free (self->path);
  g_free (self->fmi_version);
  g_free (self->model_name);
  g_free (self->guid);
  g_free (self->description);
  g_free (self->author);
  g_free (self->version);
  g_free (self->copyright);
  g_free (self->license);
  g_free (self->generation_tool);
  g_free (self->generation_time);
  g_free (self->naming_convention);
}

void
ls_description_free (LsDescription *self)
{
  if (self == NULL)
    return;
  clear_texts (self);
  clear_interface (&self->model_exchange);
  clear_interface (&self->co_simulation);
  clear_interface (&self->scheduled_execution);
  clear_units (self);
  clear_declared_types (self);
  g_strfreev (self->log_categories);
  g_strfreev (self->log_descriptions);
  for (guint i = 0; i < self->n_vendor_annotations; i++)
    {
      g_free (self->vendor_annotations[i].name);
      g_free (self->vendor_annotations[i].xml);
    }
  g_free (self->vendor_annotations);
  g_clear_pointer (&self->by_name, g_hash_table_unref);
  clear_variables (self);
  clear_arrays (self);
  clear_terminals (self->terminals, self->n_terminals);
  ls_unknowns_clear (&self->outputs);
  ls_unknowns_clear (&self->derivatives);
  ls_unknowns_clear (&self->initial_unknowns);
  ls_unknowns_clear (&self->clocked_states);
  ls_unknowns_clear (&self->event_indicators);
  g_clear_pointer (&self->remarks, g_ptr_array_unref);
  g_free (self);
}

const char *
ls_description_explain_interface (const LsDescription *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->model_exchange.present || self->co_simulation.present)
    return NULL;
  if (self->couples_tool)
    return _ ("the FMU couples a tool (CoSimulation_Tool), which is not supported");
  return _ ("the FMU has no interface");
}

guint
ls_description_get_major (const LsDescription *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return (guint)g_ascii_digit_value (self->fmi_version[0]);
}

GPtrArray *
ls_description_list_results (const LsDescription *self)
{
  GPtrArray *list = g_ptr_array_new ();

  g_return_val_if_fail (self != NULL, NULL);
  for (guint i = 0; i < self->n_variables; i++)
    if (self->variables[i].causality == LS_CAUSALITY_OUTPUT)
      g_ptr_array_add (list, &self->variables[i]);
  if (list->len > 0)
    return list;
  for (guint i = 0; i < self->n_variables; i++)
    if (self->variables[i].causality == LS_CAUSALITY_LOCAL
        && self->variables[i].variability >= LS_VARIABILITY_DISCRETE)
      g_ptr_array_add (list, &self->variables[i]);
  return list;
}

const LsUnknown *
ls_unknowns_find (const LsUnknowns *self, guint variable)
{
  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->n; i++)
    if (self->items[i].variable == variable)
      return &self->items[i];
  return NULL;
}

gboolean
ls_unknown_depends_on (const LsUnknown *self, guint variable)
{
  if (self == NULL || !self->has_dependencies)
    return TRUE;
  for (guint i = 0; i < self->n_dependencies; i++)
    if (self->dependencies[i] == variable)
      return TRUE;
  return FALSE;
}

const LsVariable *
ls_description_find (const LsDescription *self, const char *name)
{
  g_return_val_if_fail (self != NULL && name != NULL, NULL);

  return g_hash_table_lookup (self->by_name, name);
}

guint
ls_description_get_n_states (const LsDescription *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->derivatives.n;
}

gboolean
ls_causality_allows (LsCausality causality, LsVariability variability)
{
  switch (causality)
    {
    case LS_CAUSALITY_PARAMETER:
    case LS_CAUSALITY_CALCULATED_PARAMETER:
      return variability == LS_VARIABILITY_FIXED || variability == LS_VARIABILITY_TUNABLE;
    case LS_CAUSALITY_INPUT:
      return variability == LS_VARIABILITY_DISCRETE || variability == LS_VARIABILITY_CONTINUOUS;
    case LS_CAUSALITY_OUTPUT:
      return variability != LS_VARIABILITY_FIXED && variability != LS_VARIABILITY_TUNABLE;
    case LS_CAUSALITY_INDEPENDENT:
      return variability == LS_VARIABILITY_CONTINUOUS;
    case LS_CAUSALITY_LOCAL:
    default:
      return TRUE;
    }
}

LsInitial
ls_initial_default (LsCausality causality, LsVariability variability)
{
  switch (causality)
    {
    case LS_CAUSALITY_PARAMETER:
      return LS_INITIAL_EXACT;
    case LS_CAUSALITY_INPUT:
    case LS_CAUSALITY_INDEPENDENT:
      return LS_INITIAL_NONE;
    case LS_CAUSALITY_CALCULATED_PARAMETER:
      return LS_INITIAL_CALCULATED;
    case LS_CAUSALITY_OUTPUT:
    case LS_CAUSALITY_LOCAL:
    default:
      return variability == LS_VARIABILITY_CONSTANT ? LS_INITIAL_EXACT : LS_INITIAL_CALCULATED;
    }
}

gssize
ls_array_locate (const LsArray *self, guint element, const guint64 dimensions[])
{
  guint64 rest = element, place = 0, stride = 1;

  g_return_val_if_fail (self != NULL && dimensions != NULL, -1);

  for (guint i = self->n_dimensions; i-- > 0; rest /= self->dimensions[i])
    {
      const guint64 index = rest % self->dimensions[i];

      if (index >= dimensions[i])
        return -1;
      place += index * stride;
      stride *= dimensions[i];
    }
  return (gssize)place;
}
