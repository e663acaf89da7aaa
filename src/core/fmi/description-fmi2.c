/* modelDescription.xml of FMI 2.0, except the variables and the model structure. */
#include "core/fmi/description-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static gboolean
read_root (LsDescription *self, const LsPlace *place, GError **error)
{
  gint64 n = 0;

  if ((self->model_name = ls_place_require (place, "modelName", error)) == NULL
      || (self->guid = ls_place_require (place, "guid", error)) == NULL
      || !ls_place_get_integer (place, "numberOfEventIndicators", 0, LS_DESCRIPTION_MAX_VARIABLES,
                                &n, NULL, error))
    return FALSE;
  self->n_event_indicators = (guint)n;
  ls_description_read_texts (self, place->node);
  return TRUE;
}

static gboolean
read_source_files (LsInterface *self, const xmlNode *node, GError **error)
{
  const xmlNode *list = ls_xml_child (node, "SourceFiles");
  g_autoptr (GPtrArray) files = NULL;

  if (list == NULL)
    return TRUE;
  files = g_ptr_array_new_with_free_func (g_free);
  for (const xmlNode *c = ls_xml_child (list, "File"); c != NULL; c = ls_xml_next (c, "File"))
    {
      const LsPlace place = { c, "File", NULL };
      char *name = ls_place_require (&place, "name", error);

      if (name == NULL)
        return FALSE;
      g_ptr_array_add (files, name);
    }
  g_ptr_array_add (files, NULL);
  self->source_files = (char **)g_ptr_array_free (g_steal_pointer (&files), FALSE);
  return TRUE;
}

static gboolean
read_flags (LsInterface *self, const LsPlace *place, GError **error)
{
  const struct
  {
    const char *name;
    gboolean *value;
  } flags[] = {
    { "needsExecutionTool", &self->needs_execution_tool },
    { "canBeInstantiatedOnlyOncePerProcess", &self->can_be_instantiated_only_once_per_process },
    { "canNotUseMemoryManagementFunctions", &self->can_not_use_memory_management_functions },
    { "canGetAndSetFMUstate", &self->can_get_and_set_state },
    { "canSerializeFMUstate", &self->can_serialize_state },
    { "providesDirectionalDerivative", &self->provides_directional_derivative },
  };

  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if (!ls_place_get_boolean (place, flags[i].name, flags[i].value, NULL, error))
      return FALSE;
  return TRUE;
}

static gboolean
read_model_exchange (LsDescription *description, const xmlNode *root, GError **error)
{
  LsInterface *self = &description->model_exchange;
  const LsPlace place = { ls_xml_child (root, "ModelExchange"), "ModelExchange", NULL };

  if (place.node == NULL)
    return TRUE;
  self->present = TRUE;
  self->line = (int)xmlGetLineNo (place.node);
  return (self->model_identifier = ls_place_require (&place, "modelIdentifier", error)) != NULL
         && read_flags (self, &place, error)
         && ls_place_get_boolean (&place, "completedIntegratorStepNotNeeded",
                                  &self->completed_integrator_step_not_needed, NULL, error)
         && read_source_files (self, place.node, error);
}

static gboolean
read_co_simulation (LsDescription *description, const xmlNode *root, GError **error)
{
  /* "Asynchronuously": spelling of the standard. */
  LsInterface *self = &description->co_simulation;
  const LsPlace place = { ls_xml_child (root, "CoSimulation"), "CoSimulation", NULL };
  gint64 order = 0;

  if (place.node == NULL)
    return TRUE;
  self->present = TRUE;
  self->line = (int)xmlGetLineNo (place.node);
  if ((self->model_identifier = ls_place_require (&place, "modelIdentifier", error)) == NULL
      || !read_flags (self, &place, error)
      || !ls_place_get_boolean (&place, "canHandleVariableCommunicationStepSize",
                                &self->can_handle_variable_step, NULL, error)
      || !ls_place_get_boolean (&place, "canInterpolateInputs", &self->can_interpolate_inputs, NULL,
                                error)
      || !ls_place_get_boolean (&place, "canRunAsynchronuously", &self->can_run_asynchronously,
                                NULL, error)
      || !ls_place_get_integer (&place, "maxOutputDerivativeOrder", 0, G_MAXUINT32, &order, NULL,
                                error))
    return FALSE;
  self->max_output_derivative_order = (guint)order;
  return read_source_files (self, place.node, error);
}

/* The child element that determines the type, one of five. */
static const xmlNode *
find_type (const xmlNode *node, LsType *type)
{
  for (const xmlNode *c = ls_xml_child (node, NULL); c != NULL; c = ls_xml_next (c, NULL))
    for (guint i = 0; i < G_N_ELEMENTS (ls_type_names); i++)
      if (ls_xml_is (c, ls_type_names[i]))
        {
          *type = (LsType)i;
          return c;
        }
  return NULL;
}

static gboolean
read_declared_type (LsDeclaredType *self, LsPlace *place, GError **error)
{
  const xmlNode *element = find_type (place->node, &self->type);
  const LsPlace inner = { element, place->what, place->name };

  self->description = ls_xml_get (place->node, "description");
  if (element == NULL)
    {
      ls_place_set_error (place, error,
                          _ ("there is no Real, Integer, Boolean, String or "
                             "Enumeration"));
      return FALSE;
    }
  if (!ls_declared_type_read (self, &inner, error))
    return FALSE;
  return self->type != LS_TYPE_ENUMERATION
         || ls_description_read_items (self, place, element, G_MININT32, G_MAXINT32, error);
}

gboolean
ls_description_read_fmi2 (LsDescription *self, const xmlNode *root, GError **error)
{
  const LsPlace place = { root, "fmiModelDescription", NULL };

  return read_root (self, &place, error) && read_model_exchange (self, root, error)
         && read_co_simulation (self, root, error) && ls_description_read_units (self, root, error)
         && ls_description_read_types (self, root, "SimpleType", read_declared_type, error)
         && ls_description_read_log_categories (self, root, error)
         && ls_description_read_experiment (self, root, error)
         && ls_description_read_vendor_annotations (self, root, error)
         && ls_description_read_fmi2_constraints (self, root, error)
         && ls_description_read_fmi2_variables (self, root, error)
         && ls_description_read_fmi2_structure (self, root, error);
}
