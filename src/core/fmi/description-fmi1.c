/* modelDescription.xml of FMI 1.0, except the variables. */
#include "core/fmi/description-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

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
read_capabilities (LsInterface *self, const xmlNode *node, GError **error)
{
  const LsPlace place = { ls_xml_child (node, "Capabilities"), "Capabilities", NULL };
  const struct
  {
    const char *name;
    gboolean *value;
  } flags[] = {
    { "canHandleVariableCommunicationStepSize", &self->can_handle_variable_step },
    { "canInterpolateInputs", &self->can_interpolate_inputs },
    { "canRunAsynchronuously", &self->can_run_asynchronously },
    { "canBeInstantiatedOnlyOncePerProcess", &self->can_be_instantiated_only_once_per_process },
    { "canNotUseMemoryManagementFunctions", &self->can_not_use_memory_management_functions },
  };
  gint64 order = 0;

  if (place.node == NULL)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if (!ls_place_get_boolean (&place, flags[i].name, flags[i].value, NULL, error))
      return FALSE;
  if (!ls_place_get_integer (&place, "maxOutputDerivativeOrder", 0, G_MAXUINT32, &order, NULL,
                             error))
    return FALSE;
  self->max_output_derivative_order = (guint)order;
  return TRUE;
}

/* One file is for one kind: with an element Implementation for Co-Simulation. */
static gboolean
read_kind (LsDescription *self, const LsPlace *root, GError **error)
{
  const xmlNode *implementation = ls_xml_child (root->node, "Implementation");
  const xmlNode *alone
      = implementation != NULL ? ls_xml_child (implementation, "CoSimulation_StandAlone") : NULL;
  LsInterface *interface = implementation == NULL ? &self->model_exchange : &self->co_simulation;

  if (implementation != NULL && alone == NULL)
    {
      self->couples_tool = ls_xml_child (implementation, "CoSimulation_Tool") != NULL;
      return TRUE;
    }
  interface->present = TRUE;
  interface->line = (int)xmlGetLineNo (alone != NULL ? alone : root->node);
  interface->model_identifier = ls_place_require (root, "modelIdentifier", error);
  return interface->model_identifier != NULL
         && (alone == NULL || read_capabilities (interface, alone, error));
}

static gboolean
read_display_units (LsUnit *self, const xmlNode *node, GError **error)
{
  self->display_units = g_new0 (LsDisplayUnit, ls_count_children (node, "DisplayUnitDefinition"));
  for (const xmlNode *c = ls_xml_child (node, "DisplayUnitDefinition"); c != NULL;
       c = ls_xml_next (c, "DisplayUnitDefinition"))
    {
      LsDisplayUnit *unit = &self->display_units[self->n_display_units];
      LsPlace place = { c, "display unit", NULL };

      if ((unit->name = ls_place_require (&place, "displayUnit", error)) == NULL)
        return FALSE;
      self->n_display_units++;
      place.name = unit->name;
      unit->factor = 1;
      if (!ls_place_get_real (&place, "gain", &unit->factor, NULL, error)
          || !ls_place_get_real (&place, "offset", &unit->offset, NULL, error))
        return FALSE;
    }
  return TRUE;
}

/* Units are names here; they are not reduced to those of the SI. */
static gboolean
read_units (LsDescription *self, const xmlNode *root, GError **error)
{
  const xmlNode *list = ls_xml_child (root, "UnitDefinitions");

  if (list == NULL)
    return TRUE;
  self->units = g_new0 (LsUnit, ls_count_children (list, "BaseUnit"));
  for (const xmlNode *c = ls_xml_child (list, "BaseUnit"); c != NULL;
       c = ls_xml_next (c, "BaseUnit"))
    {
      LsUnit *unit = &self->units[self->n_units];
      const LsPlace place = { c, "unit", NULL };

      if ((unit->name = ls_place_require (&place, "unit", error)) == NULL)
        return FALSE;
      self->n_units++;
      unit->line = (int)xmlGetLineNo (c);
      unit->factor = 1;
      if (!read_display_units (unit, c, error))
        return FALSE;
    }
  return TRUE;
}

/* The value of an item is its position, from 1. */
static gboolean
read_items (LsDeclaredType *self, const xmlNode *node, GError **error)
{
  self->items = g_new0 (LsEnumerationItem, ls_count_children (node, "Item"));
  for (const xmlNode *c = ls_xml_child (node, "Item"); c != NULL; c = ls_xml_next (c, "Item"))
    {
      LsEnumerationItem *item = &self->items[self->n_items];
      const LsPlace place = { c, "item of type", self->name };

      if ((item->name = ls_place_require (&place, "name", error)) == NULL)
        return FALSE;
      item->description = ls_xml_get (c, "description");
      item->value = ++self->n_items;
    }
  return TRUE;
}

static gboolean
read_type (LsDeclaredType *self, LsPlace *place, GError **error)
{
  static const char *const names[]
      = { "RealType", "IntegerType", "BooleanType", "StringType", "EnumerationType" };
  LsPlace inner = { NULL, place->what, place->name };

  for (guint i = 0; i < G_N_ELEMENTS (names) && inner.node == NULL; i++)
    {
      inner.node = ls_xml_child (place->node, names[i]);
      self->type = (LsType)i;
    }
  self->description = ls_xml_get (place->node, "description");
  if (inner.node == NULL)
    {
      ls_place_set_error (place, error,
                          _ ("there is no RealType, IntegerType, BooleanType, StringType or "
                             "EnumerationType"));
      return FALSE;
    }
  return ls_declared_type_read (self, &inner, error)
         && (self->type != LS_TYPE_ENUMERATION || read_items (self, inner.node, error));
}

gboolean
ls_description_read_fmi1 (LsDescription *self, const xmlNode *root, GError **error)
{
  const LsPlace place = { root, "fmiModelDescription", NULL };

  return read_root (self, &place, error) && read_kind (self, &place, error)
         && read_units (self, root, error)
         && ls_description_read_types (self, root, "Type", read_type, error)
         && ls_description_read_log_categories (self, root, error)
         && ls_description_read_experiment (self, root, error)
         && ls_description_read_vendor_annotations (self, root, error)
         && ls_description_read_fmi1_variables (self, root, error);
}
