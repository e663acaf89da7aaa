/* lockstep info --json: all data of an FMU. */
#include "cli/info.h"
#include "cli/json.h"

#include <math.h>

static void
add_strings (JsonBuilder *builder, const char *name, char **texts)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (char **text = texts; text != NULL && *text != NULL; text++)
    json_builder_add_string_value (builder, *text);
  json_builder_end_array (builder);
}

static void
add_interface (JsonBuilder *builder, const char *name, const LsInterface *self, gboolean steps)
{
  json_builder_set_member_name (builder, name);
  if (!self->present)
    {
      json_builder_add_null_value (builder);
      return;
    }
  json_builder_begin_object (builder);
  ls_json_add_text (builder, "model_identifier", self->model_identifier);
  ls_json_add_boolean (builder, "needs_execution_tool", self->needs_execution_tool);
  ls_json_add_boolean (builder, "can_be_instantiated_only_once_per_process",
                       self->can_be_instantiated_only_once_per_process);
  ls_json_add_boolean (builder, "can_not_use_memory_management_functions",
                       self->can_not_use_memory_management_functions);
  ls_json_add_boolean (builder, "can_get_and_set_state", self->can_get_and_set_state);
  ls_json_add_boolean (builder, "can_serialize_state", self->can_serialize_state);
  ls_json_add_boolean (builder, "provides_directional_derivative",
                       self->provides_directional_derivative);
  if (steps)
    {
      ls_json_add_boolean (builder, "can_handle_variable_step", self->can_handle_variable_step);
      ls_json_add_boolean (builder, "can_interpolate_inputs", self->can_interpolate_inputs);
      ls_json_add_integer (builder, "max_output_derivative_order",
                           self->max_output_derivative_order);
      ls_json_add_boolean (builder, "can_run_asynchronously", self->can_run_asynchronously);
    }
  else
    ls_json_add_boolean (builder, "completed_integrator_step_not_needed",
                         self->completed_integrator_step_not_needed);
  add_strings (builder, "source_files", self->source_files);
  json_builder_end_object (builder);
}

static void
add_constraints (JsonBuilder *builder, const LsConstraints *self)
{
  json_builder_set_member_name (builder, "constraints");
  if (self->line == 0)
    {
      json_builder_add_null_value (builder);
      return;
    }
  json_builder_begin_object (builder);
  ls_json_add_integer (builder, "max_number_of_constraints", self->max);
  ls_json_add_boolean (builder, "provides_constraints", self->has_residuals);
  ls_json_add_boolean (builder, "provides_jacobian", self->has_jacobian);
  ls_json_add_boolean (builder, "provides_projection_step", self->has_projection_step);
  ls_json_add_boolean (builder, "provides_projection", self->has_projection);
  json_builder_end_object (builder);
}

static void
add_experiment (JsonBuilder *builder, const LsDefaultExperiment *self)
{
  json_builder_set_member_name (builder, "default_experiment");
  json_builder_begin_object (builder);
  ls_json_add_real (builder, "start_time", self->has_start_time ? self->start_time : NAN);
  ls_json_add_real (builder, "stop_time", self->has_stop_time ? self->stop_time : NAN);
  ls_json_add_real (builder, "tolerance", self->has_tolerance ? self->tolerance : NAN);
  ls_json_add_real (builder, "step_size", self->has_step_size ? self->step_size : NAN);
  json_builder_end_object (builder);
}

static void
add_conversion (JsonBuilder *builder, double factor, double offset)
{
  ls_json_add_real (builder, "factor", factor);
  ls_json_add_real (builder, "offset", offset);
}

static void
add_unit (JsonBuilder *builder, const LsUnit *self)
{
  json_builder_begin_object (builder);
  ls_json_add_text (builder, "name", self->name);
  json_builder_set_member_name (builder, "base");
  if (self->has_base)
    {
      json_builder_begin_object (builder);
      for (guint i = 0; i < G_N_ELEMENTS (self->exponents); i++)
        ls_json_add_integer (builder, ls_info_base_units[i], self->exponents[i]);
      add_conversion (builder, self->factor, self->offset);
      json_builder_end_object (builder);
    }
  else
    json_builder_add_null_value (builder);
  json_builder_set_member_name (builder, "display_units");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->n_display_units; i++)
    {
      json_builder_begin_object (builder);
      ls_json_add_text (builder, "name", self->display_units[i].name);
      add_conversion (builder, self->display_units[i].factor, self->display_units[i].offset);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
add_type (JsonBuilder *builder, const LsDeclaredType *self)
{
  json_builder_begin_object (builder);
  ls_json_add_text (builder, "name", self->name);
  ls_json_add_text (builder, "description", self->description);
  ls_json_add_text (builder, "type", ls_type_name (self->type));
  ls_json_add_text (builder, "quantity", self->quantity);
  ls_json_add_text (builder, "unit", self->unit);
  ls_json_add_text (builder, "display_unit", self->display_unit);
  ls_json_add_real (builder, "min", self->has_min ? self->min : NAN);
  ls_json_add_real (builder, "max", self->has_max ? self->max : NAN);
  ls_json_add_real (builder, "nominal", self->has_nominal ? self->nominal : NAN);
  ls_json_add_boolean (builder, "relative_quantity", self->relative);
  ls_json_add_boolean (builder, "unbounded", self->unbounded);
  json_builder_set_member_name (builder, "items");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->n_items; i++)
    {
      json_builder_begin_object (builder);
      ls_json_add_text (builder, "name", self->items[i].name);
      ls_json_add_integer (builder, "value", self->items[i].value);
      ls_json_add_text (builder, "description", self->items[i].description);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

/* JSON type according to the type of the variable. */
static void
add_start (JsonBuilder *builder, const LsVariable *self)
{
  if (self->start == NULL || self->type == LS_TYPE_STRING)
    ls_json_add_text (builder, "start", self->start);
  else if (self->type == LS_TYPE_REAL)
    ls_json_add_real (builder, "start", self->start_real);
  else if (self->type == LS_TYPE_BOOLEAN)
    ls_json_add_boolean (builder, "start", self->start_real != 0);
  else
    ls_json_add_integer (builder, "start", (gint64)self->start_real);
}

static void
add_variable (JsonBuilder *builder, const LsDescription *description, const LsVariable *self)
{
  json_builder_begin_object (builder);
  ls_json_add_text (builder, "name", self->name);
  ls_json_add_text (builder, "description", self->description);
  ls_json_add_integer (builder, "value_reference", self->value_reference);
  ls_json_add_text (builder, "type", ls_type_name (self->type));
  ls_json_add_text (builder, "declared_type", self->declared_type_name);
  ls_json_add_text (builder, "causality", ls_causality_name (self->causality));
  ls_json_add_text (builder, "variability", ls_variability_name (self->variability));
  ls_json_add_text (builder, "initial",
                    self->initial != LS_INITIAL_NONE ? ls_initial_name (self->initial) : NULL);
  add_start (builder, self);
  ls_json_add_real (builder, "min", self->has_min ? self->min : NAN);
  ls_json_add_real (builder, "max", self->has_max ? self->max : NAN);
  ls_json_add_real (builder, "nominal", self->has_nominal ? self->nominal : NAN);
  ls_json_add_text (builder, "quantity", self->quantity);
  ls_json_add_text (builder, "unit", self->unit_name);
  ls_json_add_text (builder, "display_unit", self->display_unit);
  ls_json_add_boolean (builder, "relative_quantity", self->relative);
  ls_json_add_boolean (builder, "unbounded", self->unbounded);
  ls_json_add_boolean (builder, "reinit", self->reinit);
  ls_json_add_boolean (builder, "can_handle_multiple_set_per_time_instant",
                       self->can_handle_multiple_set);
  ls_json_add_text (builder, "derivative_of",
                    self->derivative_of >= 0 ? description->variables[self->derivative_of].name
                                             : NULL);
  ls_json_add_text (builder, "annotations", self->annotations);
  json_builder_end_object (builder);
}

static void
add_unknown (JsonBuilder *builder, const LsDescription *description, const LsUnknown *self)
{
  json_builder_begin_object (builder);
  ls_json_add_text (builder, "variable", description->variables[self->variable].name);
  json_builder_set_member_name (builder, "dependencies");
  if (self->has_dependencies)
    {
      json_builder_begin_array (builder);
      for (guint i = 0; i < self->n_dependencies; i++)
        {
          json_builder_begin_object (builder);
          ls_json_add_text (builder, "variable",
                            description->variables[self->dependencies[i]].name);
          ls_json_add_text (builder, "kind", ls_dependency_name (self->kinds[i]));
          json_builder_end_object (builder);
        }
      json_builder_end_array (builder);
    }
  else
    json_builder_add_null_value (builder);
  json_builder_end_object (builder);
}

static void
add_unknowns (JsonBuilder *builder,
              const char *name,
              const LsDescription *description,
              const LsUnknowns *list)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (guint i = 0; i < list->n; i++)
    add_unknown (builder, description, &list->items[i]);
  json_builder_end_array (builder);
}

static void
add_head (JsonBuilder *builder, const LsFmu *fmu, const LsDescription *self)
{
  g_auto (GStrv) platforms = ls_fmu_list_platforms (fmu);

  ls_json_add_text (builder, "file", ls_fmu_get_path (fmu));
  ls_json_add_text (builder, "fmi_version", self->fmi_version);
  ls_json_add_text (builder, "model_name", self->model_name);
  ls_json_add_text (builder, "guid", self->guid);
  ls_json_add_text (builder, "description", self->description);
  ls_json_add_text (builder, "author", self->author);
  ls_json_add_text (builder, "version", self->version);
  ls_json_add_text (builder, "copyright", self->copyright);
  ls_json_add_text (builder, "license", self->license);
  ls_json_add_text (builder, "generation_tool", self->generation_tool);
  ls_json_add_text (builder, "generation_time", self->generation_time);
  ls_json_add_text (builder, "naming_convention", self->naming_convention);
  add_strings (builder, "platforms", platforms);
  ls_json_add_integer (builder, "n_event_indicators", self->n_event_indicators);
  ls_json_add_integer (builder, "n_states", ls_description_get_n_states (self));
}

static void
add_lists (JsonBuilder *builder, const LsDescription *self)
{
  json_builder_set_member_name (builder, "units");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->n_units; i++)
    add_unit (builder, &self->units[i]);
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "types");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->n_declared_types; i++)
    add_type (builder, &self->declared_types[i]);
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "log_categories");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->n_log_categories; i++)
    {
      json_builder_begin_object (builder);
      ls_json_add_text (builder, "name", self->log_categories[i]);
      ls_json_add_text (builder, "description", self->log_descriptions[i]);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "vendor_annotations");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->n_vendor_annotations; i++)
    {
      json_builder_begin_object (builder);
      ls_json_add_text (builder, "name", self->vendor_annotations[i].name);
      ls_json_add_text (builder, "xml", self->vendor_annotations[i].xml);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "variables");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->n_variables; i++)
    add_variable (builder, self, &self->variables[i]);
  json_builder_end_array (builder);
}

void
ls_info_print_json (const LsFmu *fmu)
{
  const LsDescription *self = ls_fmu_get_description (fmu);
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  add_head (builder, fmu, self);
  json_builder_set_member_name (builder, "interfaces");
  json_builder_begin_object (builder);
  add_interface (builder, "co_simulation", &self->co_simulation, TRUE);
  add_interface (builder, "model_exchange", &self->model_exchange, FALSE);
  add_constraints (builder, &self->constraints);
  json_builder_end_object (builder);
  add_experiment (builder, &self->experiment);
  add_lists (builder, self);
  json_builder_set_member_name (builder, "model_structure");
  json_builder_begin_object (builder);
  add_unknowns (builder, "outputs", self, &self->outputs);
  add_unknowns (builder, "derivatives", self, &self->derivatives);
  add_unknowns (builder, "initial_unknowns", self, &self->initial_unknowns);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
  ls_json_print (builder);
}
