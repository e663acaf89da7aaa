/* modelDescription.xml of FMI 3.0, except the variables and the model structure. */
#include "core/fmi/description-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

typedef struct
{
  const char *name;
  gboolean *value;
} Flag;

static gboolean
read_flags (const LsPlace *place, const Flag flags[], guint n, GError **error)
{
  for (guint i = 0; i < n; i++)
    if (!ls_place_get_boolean (place, flags[i].name, flags[i].value, NULL, error))
      return FALSE;
  return TRUE;
}

/* Attributes of all kinds. */
static gboolean
read_interface (LsInterface *self, const LsPlace *place, GError **error)
{
  const Flag flags[] = {
    { "needsExecutionTool", &self->needs_execution_tool },
    { "canBeInstantiatedOnlyOncePerProcess", &self->can_be_instantiated_only_once_per_process },
    { "canGetAndSetFMUState", &self->can_get_and_set_state },
    { "canSerializeFMUState", &self->can_serialize_state },
    { "providesDirectionalDerivatives", &self->provides_directional_derivative },
    { "providesAdjointDerivatives", &self->provides_adjoint_derivatives },
    { "providesPerElementDependencies", &self->provides_per_element_dependencies },
    { "providesEvaluateDiscreteStates", &self->provides_evaluate_discrete_states },
  };

  self->present = TRUE;
  self->line = (int)xmlGetLineNo (place->node);
  return (self->model_identifier = ls_place_require (place, "modelIdentifier", error)) != NULL
         && read_flags (place, flags, G_N_ELEMENTS (flags), error);
}

static gboolean
read_model_exchange (LsDescription *description, const xmlNode *root, GError **error)
{
  LsInterface *self = &description->model_exchange;
  const LsPlace place = { ls_xml_child (root, "ModelExchange"), "ModelExchange", NULL };
  gboolean needed = FALSE;

  if (place.node == NULL)
    return TRUE;
  if (!read_interface (self, &place, error)
      || !ls_place_get_boolean (&place, "needsCompletedIntegratorStep", &needed, NULL, error))
    return FALSE;
  self->completed_integrator_step_not_needed = !needed;
  return TRUE;
}

static gboolean
read_co_simulation (LsDescription *description, const xmlNode *root, GError **error)
{
  LsInterface *self = &description->co_simulation;
  const LsPlace place = { ls_xml_child (root, "CoSimulation"), "CoSimulation", NULL };
  const Flag flags[] = {
    { "canHandleVariableCommunicationStepSize", &self->can_handle_variable_step },
    { "providesIntermediateUpdate", &self->provides_intermediate_update },
    { "mightReturnEarlyFromDoStep", &self->might_return_early },
    { "canReturnEarlyAfterIntermediateUpdate", &self->can_return_early_after_intermediate_update },
    { "hasEventMode", &self->has_event_mode },
  };
  gint64 order = 0;

  if (place.node == NULL)
    return TRUE;
  if (!read_interface (self, &place, error)
      || !read_flags (&place, flags, G_N_ELEMENTS (flags), error)
      || !ls_place_get_real (&place, "fixedInternalStepSize", &self->fixed_internal_step, NULL,
                             error)
      || !ls_place_get_integer (&place, "maxOutputDerivativeOrder", 0, G_MAXUINT32, &order, NULL,
                                error))
    return FALSE;
  self->max_output_derivative_order = (guint)order;
  return TRUE;
}

static gboolean
read_scheduled_execution (LsDescription *description, const xmlNode *root, GError **error)
{
  const LsPlace place = { ls_xml_child (root, "ScheduledExecution"), "ScheduledExecution", NULL };

  return place.node == NULL || read_interface (&description->scheduled_execution, &place, error);
}

/* The name of the element without "Type". Returns: %LS_FORMAT_DEFAULT for another element. */
static LsFormat
find_format (const xmlNode *node)
{
  const char *name = (const char *)node->name;

  for (guint i = LS_FORMAT_FLOAT64; i < LS_N_FORMATS; i++)
    {
      const gsize n = strlen (ls_format_get_name ((LsFormat)i));

      if (strncmp (name, ls_format_get_name ((LsFormat)i), n) == 0
          && g_str_equal (name + n, "Type"))
        return (LsFormat)i;
    }
  return LS_FORMAT_DEFAULT;
}

static gboolean
read_declared_type (LsDeclaredType *self, LsPlace *place, LsFormat format, GError **error)
{
  const xmlNode *node = place->node;

  self->type = ls_format_get_type (format);
  self->description = ls_xml_get (node, "description");
  self->quantity = ls_xml_get (node, "quantity");
  self->unit = ls_xml_get (node, "unit");
  self->display_unit = ls_xml_get (node, "displayUnit");
  self->min = -INFINITY;
  self->max = INFINITY;
  self->nominal = 1;
  if (!ls_place_get_boolean (place, "relativeQuantity", &self->relative, NULL, error)
      || !ls_place_get_boolean (place, "unbounded", &self->unbounded, NULL, error)
      || !ls_place_get_real (place, "min", &self->min, &self->has_min, error)
      || !ls_place_get_real (place, "max", &self->max, &self->has_max, error)
      || !ls_place_get_real (place, "nominal", &self->nominal, &self->has_nominal, error))
    return FALSE;
  return self->type != LS_TYPE_ENUMERATION
         || ls_description_read_items (self, place, node, G_MININT64, G_MAXINT64, error);
}

static gboolean
read_declared_types (LsDescription *self, const xmlNode *root, GError **error)
{
  const xmlNode *list = ls_xml_child (root, "TypeDefinitions");

  if (list == NULL)
    return TRUE;
  self->declared_types = g_new0 (LsDeclaredType, ls_count_children (list, NULL));
  for (const xmlNode *c = ls_xml_child (list, NULL); c != NULL; c = ls_xml_next (c, NULL))
    {
      LsDeclaredType *type = &self->declared_types[self->n_declared_types];
      const LsFormat format = find_format (c);
      LsPlace place = { c, "type", NULL };

      if (format == LS_FORMAT_DEFAULT)
        continue;
      if ((type->name = ls_place_require (&place, "name", error)) == NULL)
        return FALSE;
      self->n_declared_types++;
      type->line = (int)xmlGetLineNo (c);
      place.name = type->name;
      if (!read_declared_type (type, &place, format, error))
        return FALSE;
    }
  return TRUE;
}

static void
read_annotations (LsDescription *self, const xmlNode *root)
{
  const xmlNode *list = ls_xml_child (root, "Annotations");

  if (list == NULL)
    return;
  self->vendor_annotations = g_new0 (LsVendorAnnotation, ls_count_children (list, "Annotation"));
  for (const xmlNode *c = ls_xml_child (list, "Annotation"); c != NULL;
       c = ls_xml_next (c, "Annotation"))
    {
      LsVendorAnnotation *annotation = &self->vendor_annotations[self->n_vendor_annotations++];
      const LsPlace place = { c, "Annotation", NULL };
      char *type = ls_xml_get (c, "type");

      annotation->name = type != NULL ? type : g_strdup ("");
      annotation->xml = ls_place_dump (&place);
    }
}

/* Partitions that are activated in a step make it one of Co-Simulation. */
static void
settle_scheduled_execution (LsDescription *self)
{
  LsInterface *steps = &self->co_simulation;

  if (self->model_exchange.present || steps->present || !self->scheduled_execution.present)
    return;
  *steps = self->scheduled_execution;
  steps->model_identifier = g_strdup (steps->model_identifier);
  steps->is_scheduled = steps->can_handle_variable_step = TRUE;
}

/* Inputs can follow polynomials if all continuous ones can be set during a step. */
static void
settle_interpolation (LsDescription *self)
{
  self->co_simulation.can_interpolate_inputs = self->co_simulation.provides_intermediate_update;
  for (guint i = 0; i < self->n_variables; i++)
    if (self->variables[i].causality == LS_CAUSALITY_INPUT
        && self->variables[i].type == LS_TYPE_REAL
        && self->variables[i].variability == LS_VARIABILITY_CONTINUOUS
        && !self->variables[i].intermediate_update)
      self->co_simulation.can_interpolate_inputs = FALSE;
}

/* Texts are those of the first element, except for the name. */
static void
make_wholes (LsDescription *self)
{
  for (guint i = 0; i < self->n_arrays; i++)
    {
      LsArray *array = &self->arrays[i];

      if (array->n == 0)
        continue;
      array->whole = self->variables[array->first];
      array->whole.name = array->name;
      array->whole.n_elements = array->n;
    }
}

gboolean
ls_description_read_fmi3 (LsDescription *self,
                          const xmlNode *root,
                          GHashTable *sizes,
                          GError **error)
{
  const LsPlace place = { root, "fmiModelDescription", NULL };

  if ((self->model_name = ls_place_require (&place, "modelName", error)) == NULL
      || (self->guid = ls_place_require (&place, "instantiationToken", error)) == NULL)
    return FALSE;
  ls_description_read_texts (self, root);
  read_annotations (self, root);
  if (!read_model_exchange (self, root, error) || !read_co_simulation (self, root, error)
      || !read_scheduled_execution (self, root, error)
      || !ls_description_read_units (self, root, error) || !read_declared_types (self, root, error)
      || !ls_description_read_log_categories (self, root, error)
      || !ls_description_read_experiment (self, root, error)
      || !ls_description_read_fmi3_variables (self, root, sizes, error)
      || !ls_description_read_fmi3_structure (self, root, error))
    return FALSE;
  make_wholes (self);
  settle_interpolation (self);
  settle_scheduled_execution (self);
  return TRUE;
}
