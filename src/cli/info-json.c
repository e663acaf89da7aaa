/* lockstep info --json: all data of an FMU. */
#include "cli/info.h"
#include "cli/json.h"

#include "core/fmi/description-terminals.h"

#include <math.h>

static void
add_strings (LsJson *json, const char *name, char **texts)
{
  ls_json_begin_array (json, name);
  for (char **text = texts; text != NULL && *text != NULL; text++)
    ls_json_add_text (json, NULL, *text);
  ls_json_end (json);
}

static void
add_interface (LsJson *json, const char *name, const LsInterface *self, gboolean steps)
{
  if (!self->present)
    {
      ls_json_add_text (json, name, NULL);
      return;
    }
  ls_json_begin_object (json, name);
  ls_json_add_text (json, "model_identifier", self->model_identifier);
  ls_json_add_boolean (json, "needs_execution_tool", self->needs_execution_tool);
  ls_json_add_boolean (json, "can_be_instantiated_only_once_per_process",
                       self->can_be_instantiated_only_once_per_process);
  ls_json_add_boolean (json, "can_not_use_memory_management_functions",
                       self->can_not_use_memory_management_functions);
  ls_json_add_boolean (json, "can_get_and_set_state", self->can_get_and_set_state);
  ls_json_add_boolean (json, "can_serialize_state", self->can_serialize_state);
  ls_json_add_boolean (json, "provides_directional_derivative",
                       self->provides_directional_derivative);
  ls_json_add_boolean (json, "provides_adjoint_derivatives", self->provides_adjoint_derivatives);
  ls_json_add_boolean (json, "provides_per_element_dependencies",
                       self->provides_per_element_dependencies);
  if (steps)
    {
      ls_json_add_boolean (json, "can_handle_variable_step", self->can_handle_variable_step);
      ls_json_add_boolean (json, "can_interpolate_inputs", self->can_interpolate_inputs);
      ls_json_add_integer (json, "max_output_derivative_order", self->max_output_derivative_order);
      ls_json_add_boolean (json, "can_run_asynchronously", self->can_run_asynchronously);
    }
  else
    ls_json_add_boolean (json, "completed_integrator_step_not_needed",
                         self->completed_integrator_step_not_needed);
  add_strings (json, "source_files", self->source_files);
  ls_json_end (json);
}

static void
add_constraints (LsJson *json, const LsConstraints *self)
{
  if (self->line == 0)
    {
      ls_json_add_text (json, "constraints", NULL);
      return;
    }
  ls_json_begin_object (json, "constraints");
  ls_json_add_integer (json, "max_number_of_constraints", self->max);
  ls_json_add_boolean (json, "provides_constraints", self->has_residuals);
  ls_json_add_boolean (json, "provides_jacobian", self->has_jacobian);
  ls_json_add_boolean (json, "provides_projection_step", self->has_projection_step);
  ls_json_add_boolean (json, "provides_projection", self->has_projection);
  ls_json_end (json);
}

static void
add_experiment (LsJson *json, const LsDefaultExperiment *self)
{
  ls_json_begin_object (json, "default_experiment");
  ls_json_add_real (json, "start_time", self->has_start_time ? self->start_time : NAN);
  ls_json_add_real (json, "stop_time", self->has_stop_time ? self->stop_time : NAN);
  ls_json_add_real (json, "tolerance", self->has_tolerance ? self->tolerance : NAN);
  ls_json_add_real (json, "step_size", self->has_step_size ? self->step_size : NAN);
  ls_json_end (json);
}

static void
add_conversion (LsJson *json, double factor, double offset)
{
  ls_json_add_real (json, "factor", factor);
  ls_json_add_real (json, "offset", offset);
}

static void
add_unit (LsJson *json, const LsUnit *self)
{
  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "name", self->name);
  if (self->has_base)
    {
      ls_json_begin_object (json, "base");
      for (guint i = 0; i < G_N_ELEMENTS (self->exponents); i++)
        ls_json_add_integer (json, ls_info_base_units[i], self->exponents[i]);
      add_conversion (json, self->factor, self->offset);
      ls_json_end (json);
    }
  else
    ls_json_add_text (json, "base", NULL);
  ls_json_begin_array (json, "display_units");
  for (guint i = 0; i < self->n_display_units; i++)
    {
      ls_json_begin_object (json, NULL);
      ls_json_add_text (json, "name", self->display_units[i].name);
      add_conversion (json, self->display_units[i].factor, self->display_units[i].offset);
      ls_json_end (json);
    }
  ls_json_end (json);
  ls_json_end (json);
}

static void
add_type (LsJson *json, const LsDeclaredType *self)
{
  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "name", self->name);
  ls_json_add_text (json, "description", self->description);
  ls_json_add_text (json, "type", ls_type_name (self->type));
  ls_json_add_text (json, "quantity", self->quantity);
  ls_json_add_text (json, "unit", self->unit);
  ls_json_add_text (json, "display_unit", self->display_unit);
  ls_json_add_real (json, "min", self->has_min ? self->min : NAN);
  ls_json_add_real (json, "max", self->has_max ? self->max : NAN);
  ls_json_add_real (json, "nominal", self->has_nominal ? self->nominal : NAN);
  ls_json_add_boolean (json, "relative_quantity", self->relative);
  ls_json_add_boolean (json, "unbounded", self->unbounded);
  ls_json_begin_array (json, "items");
  for (guint i = 0; i < self->n_items; i++)
    {
      ls_json_begin_object (json, NULL);
      ls_json_add_text (json, "name", self->items[i].name);
      ls_json_add_integer (json, "value", self->items[i].value);
      ls_json_add_text (json, "description", self->items[i].description);
      ls_json_end (json);
    }
  ls_json_end (json);
  ls_json_end (json);
}

/* JSON type according to the type of the variable. */
static void
add_start (LsJson *json, const LsVariable *self)
{
  if (self->start == NULL || self->type == LS_TYPE_STRING)
    ls_json_add_text (json, "start", self->start);
  else if (self->type == LS_TYPE_REAL)
    ls_json_add_real (json, "start", self->start_real);
  else if (self->type == LS_TYPE_BOOLEAN)
    ls_json_add_boolean (json, "start", self->start_real != 0);
  else
    ls_json_add_integer (json, "start", (gint64)self->start_real);
}

static void
add_variable (LsJson *json, const LsDescription *description, const LsVariable *self)
{
  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "name", self->name);
  ls_json_add_text (json, "description", self->description);
  ls_json_add_integer (json, "value_reference", self->value_reference);
  ls_json_add_text (json, "type", ls_type_name (self->type));
  ls_json_add_text (json, "declared_type", self->declared_type_name);
  ls_json_add_text (json, "causality", ls_causality_name (self->causality));
  ls_json_add_text (json, "variability", ls_variability_name (self->variability));
  ls_json_add_text (json, "initial",
                    self->initial != LS_INITIAL_NONE ? ls_initial_name (self->initial) : NULL);
  add_start (json, self);
  ls_json_add_real (json, "min", self->has_min ? self->min : NAN);
  ls_json_add_real (json, "max", self->has_max ? self->max : NAN);
  ls_json_add_real (json, "nominal", self->has_nominal ? self->nominal : NAN);
  ls_json_add_text (json, "quantity", self->quantity);
  ls_json_add_text (json, "unit", self->unit_name);
  ls_json_add_text (json, "display_unit", self->display_unit);
  ls_json_add_boolean (json, "relative_quantity", self->relative);
  ls_json_add_boolean (json, "unbounded", self->unbounded);
  ls_json_add_boolean (json, "reinit", self->reinit);
  ls_json_add_boolean (json, "can_handle_multiple_set_per_time_instant",
                       self->can_handle_multiple_set);
  ls_json_add_text (json, "derivative_of",
                    self->derivative_of >= 0 ? description->variables[self->derivative_of].name
                                             : NULL);
  ls_json_add_text (json, "annotations", self->annotations);
  ls_json_end (json);
}

static void
add_unknown (LsJson *json, const LsDescription *description, const LsUnknown *self)
{
  ls_json_begin_object (json, NULL);
  ls_json_add_text (json, "variable", description->variables[self->variable].name);
  if (self->has_dependencies)
    {
      ls_json_begin_array (json, "dependencies");
      for (guint i = 0; i < self->n_dependencies; i++)
        {
          ls_json_begin_object (json, NULL);
          ls_json_add_text (json, "variable", description->variables[self->dependencies[i]].name);
          ls_json_add_text (json, "kind", ls_dependency_name (self->kinds[i]));
          ls_json_end (json);
        }
      ls_json_end (json);
    }
  else
    ls_json_add_text (json, "dependencies", NULL);
  ls_json_end (json);
}

static void
add_unknowns (LsJson *json,
              const char *name,
              const LsDescription *description,
              const LsUnknowns *list)
{
  ls_json_begin_array (json, name);
  for (guint i = 0; i < list->n; i++)
    add_unknown (json, description, &list->items[i]);
  ls_json_end (json);
}

static void
add_head (LsJson *json, const LsFmu *fmu, const LsDescription *self)
{
  g_auto (GStrv) platforms = ls_fmu_list_platforms (fmu);

  ls_json_add_text (json, "file", ls_fmu_get_path (fmu));
  ls_json_add_text (json, "fmi_version", self->fmi_version);
  ls_json_add_text (json, "model_name", self->model_name);
  ls_json_add_text (json, "guid", self->guid);
  ls_json_add_text (json, "description", self->description);
  ls_json_add_text (json, "author", self->author);
  ls_json_add_text (json, "version", self->version);
  ls_json_add_text (json, "copyright", self->copyright);
  ls_json_add_text (json, "license", self->license);
  ls_json_add_text (json, "generation_tool", self->generation_tool);
  ls_json_add_text (json, "generation_time", self->generation_time);
  ls_json_add_text (json, "naming_convention", self->naming_convention);
  add_strings (json, "platforms", platforms);
  ls_json_add_integer (json, "n_event_indicators", self->n_event_indicators);
  ls_json_add_integer (json, "n_states", ls_description_get_n_states (self));
}

static void
add_terminals (LsJson *json, const LsDescription *description, const LsTerminal *list, guint n)
{
  ls_json_begin_array (json, "terminals");
  for (guint i = 0; i < n; i++)
    {
      ls_json_begin_object (json, NULL);
      ls_json_add_text (json, "name", list[i].own_name);
      ls_json_add_text (json, "matching_rule", list[i].rule);
      ls_json_add_text (json, "kind", list[i].kind);
      ls_json_add_text (json, "description", list[i].description);
      ls_json_begin_array (json, "members");
      for (guint k = 0; k < list[i].n_members; k++)
        {
          const LsTerminalMember *member = &list[i].members[k];

          ls_json_begin_object (json, NULL);
          ls_json_add_text (json, "name", member->name);
          ls_json_add_text (json, "kind", ls_member_kind_name (member));
          ls_json_add_text (json, "variable", description->variables[member->variable].name);
          ls_json_end (json);
        }
      ls_json_end (json);
      add_terminals (json, description, list[i].terminals, list[i].n_terminals);
      ls_json_end (json);
    }
  ls_json_end (json);
}

static void
add_lists (LsJson *json, const LsDescription *self)
{
  ls_json_begin_array (json, "units");
  for (guint i = 0; i < self->n_units; i++)
    add_unit (json, &self->units[i]);
  ls_json_end (json);
  ls_json_begin_array (json, "types");
  for (guint i = 0; i < self->n_declared_types; i++)
    add_type (json, &self->declared_types[i]);
  ls_json_end (json);
  add_terminals (json, self, self->terminals, self->n_terminals);
  ls_json_begin_array (json, "log_categories");
  for (guint i = 0; i < self->n_log_categories; i++)
    {
      ls_json_begin_object (json, NULL);
      ls_json_add_text (json, "name", self->log_categories[i]);
      ls_json_add_text (json, "description", self->log_descriptions[i]);
      ls_json_end (json);
    }
  ls_json_end (json);
  ls_json_begin_array (json, "vendor_annotations");
  for (guint i = 0; i < self->n_vendor_annotations; i++)
    {
      ls_json_begin_object (json, NULL);
      ls_json_add_text (json, "name", self->vendor_annotations[i].name);
      ls_json_add_text (json, "xml", self->vendor_annotations[i].xml);
      ls_json_end (json);
    }
  ls_json_end (json);
  ls_json_begin_array (json, "variables");
  for (guint i = 0; i < self->n_variables; i++)
    add_variable (json, self, &self->variables[i]);
  ls_json_end (json);
}

void
ls_info_print_json (const LsFmu *fmu)
{
  const LsDescription *self = ls_fmu_get_description (fmu);
  g_autoptr (LsJson) json = ls_json_new ();

  ls_json_begin_object (json, NULL);
  add_head (json, fmu, self);
  ls_json_begin_object (json, "interfaces");
  add_interface (json, "co_simulation", &self->co_simulation, TRUE);
  add_interface (json, "model_exchange", &self->model_exchange, FALSE);
  add_constraints (json, &self->constraints);
  ls_json_end (json);
  add_experiment (json, &self->experiment);
  add_lists (json, self);
  ls_json_begin_object (json, "model_structure");
  add_unknowns (json, "outputs", self, &self->outputs);
  add_unknowns (json, "derivatives", self, &self->derivatives);
  add_unknowns (json, "initial_unknowns", self, &self->initial_unknowns);
  ls_json_end (json);
  ls_json_end (json);
  ls_json_print (json);
}
