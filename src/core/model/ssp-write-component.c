/* Components as SSP elements: connectors, geometry, changed values. */
#include "core/base/number.h"
#include "core/model/ssp-write-impl.h"

#include <math.h>
#include <string.h>

double
ls_ssp_write_length (const LsSspWriter *self, double value)
{
  char text[LS_NUMBER_SIZE];

  /* Twelve digits: a millionth of a canvas unit, ten thousand screens away. Plus zero, for -0. */
  return g_ascii_strtod (ls_number_format_short (value / self->scale, 12, text), NULL) + 0.0;
}

static void
set_length (const LsSspWriter *self, xmlNode *node, const char *name, double value)
{
  ls_ssp_xml_set_real (node, name, ls_ssp_write_length (self, value));
}

static const char *
get_type_element (LsType type)
{
  /* They are called as in FMI 2.0. */
  return ls_type_name (type);
}

static void
write_type (LsSspWriter *self,
            xmlNode *connector,
            const LsComponent *component,
            const LsVariable *variable)
{
  const char *unit = ls_ssp_write_unit (self, ls_component_get_unit (component, variable));
  g_autofree char *name = NULL;
  xmlNode *node;

  if (variable->type == LS_TYPE_ENUMERATION)
    name = ls_ssp_write_enumeration (self, ls_component_get_type (component, variable));
  if (variable->type == LS_TYPE_ENUMERATION && name == NULL)
    return;
  node = ls_ssp_xml_add (connector, LS_SSC_HREF, get_type_element (variable->type));
  if (variable->type == LS_TYPE_REAL)
    ls_ssp_xml_set (node, "unit", unit);
  ls_ssp_xml_set (node, "name", name);
}

static gboolean
is_port (const LsVariable *variable, const GPtrArray *ports)
{
  return g_ptr_array_find ((GPtrArray *)ports, variable, NULL);
}

static void
write_connectors (LsSspWriter *self, xmlNode *node, const LsComponent *component)
{
  g_autoptr (GHashTable) present = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  xmlNode *connectors = ls_ssp_xml_ensure (node, LS_SSD_HREF, "Connectors", ls_ssp_component_order);
  xmlNode *child = ls_xml_child (connectors, "Connector");
  g_autoptr (GPtrArray) inputs = ls_model_list_inputs (self->model, component);
  g_autoptr (GPtrArray) outputs = ls_model_list_outputs (self->model, component);
  const LsVariable *variables;
  guint n;

  for (; child != NULL; child = ls_xml_next (child, "Connector"))
    {
      char *name = ls_xml_get (child, "name");

      if (name != NULL)
        g_hash_table_add (present, name);
    }
  variables = ls_component_get_variables (component, &n);
  for (guint i = 0; i < n; i++)
    {
      const LsVariable *variable = &variables[i];

      if ((!is_port (variable, inputs) && !is_port (variable, outputs))
          || g_hash_table_contains (present, variable->name))
        continue;
      child = ls_ssp_xml_add (connectors, LS_SSD_HREF, "Connector");
      ls_ssp_xml_set (child, "name", variable->name);
      ls_ssp_xml_set (child, "kind", ls_causality_name (variable->causality));
      write_type (self, child, component, variable);
    }
  if (ls_xml_child (connectors, NULL) == NULL)
    ls_ssp_xml_remove (connectors);
}

void
ls_ssp_write_geometry (LsSspWriter *self, xmlNode *node, const LsComponent *component)
{
  xmlNode *geometry
      = ls_ssp_xml_ensure (node, LS_SSD_HREF, "ElementGeometry", ls_ssp_component_order);
  const LsSubsystem *subsystem = ls_model_find_subsystem (self->model, component->subsystem);
  double left = component->x - (subsystem != NULL ? subsystem->origin_x : 0.0);
  double top = component->y - (subsystem != NULL ? subsystem->origin_y : 0.0);
  double right = left + component->width;
  g_autofree char *rotation = g_strdup_printf ("%d", component->rotation);

  set_length (self, geometry, "x1", component->flip ? right : left);
  set_length (self, geometry, "y1", -(top + component->height));
  set_length (self, geometry, "x2", component->flip ? left : right);
  set_length (self, geometry, "y2", -top);
  ls_ssp_xml_set (geometry, "rotation", component->rotation != 0 ? rotation : NULL);
}

static void
write_parameter (xmlNode *parameters,
                 const LsComponent *component,
                 const char *name,
                 const char *value)
{
  const LsVariable *variable = ls_component_find_variable (component, name);
  LsType type = variable != NULL ? variable->type : LS_TYPE_STRING;
  xmlNode *node = ls_ssp_xml_add (parameters, LS_SSV_HREF, "Parameter");

  ls_ssp_xml_set (node, "name", name);
  node = ls_ssp_xml_add (node, LS_SSV_HREF, get_type_element (type));
  ls_ssp_xml_set (node, "value", value);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static void
write_values (xmlNode *node, const LsComponent *component)
{
  guint n;
  g_autofree gpointer *names = g_hash_table_get_keys_as_array (component->values, &n);
  xmlNode *binding, *set, *parameters;

  if (n == 0)
    return;
  qsort (names, n, sizeof *names, compare_names);
  binding = ls_ssp_xml_ensure (node, LS_SSD_HREF, "ParameterBindings", ls_ssp_component_order);
  binding = ls_ssp_xml_add (binding, LS_SSD_HREF, "ParameterBinding");
  set = ls_ssp_xml_add (ls_ssp_xml_add (binding, LS_SSD_HREF, "ParameterValues"), LS_SSV_HREF,
                        "ParameterSet");
  ls_ssp_xml_set (set, "version", "1.0");
  ls_ssp_xml_set (set, "name", "values");
  parameters = ls_ssp_xml_add (set, LS_SSV_HREF, "Parameters");
  for (guint i = 0; i < n; i++)
    write_parameter (parameters, component, names[i],
                     g_hash_table_lookup (component->values, names[i]));
}

static void
write_settings (xmlNode *node, const LsComponent *component)
{
  static const char *const names[] = { NULL, "CoSimulation", "ModelExchange" };
  g_autofree char *without
      = component->without != NULL ? g_strjoinv (" ", component->without) : NULL;
  xmlNode *own;

  if (component->implementation != LS_IMPLEMENTATION_ANY
      || !ls_ssp_xml_has (node, "implementation", "any"))
    ls_ssp_xml_set (node, "implementation", names[component->implementation]);
  if (without == NULL && component->solver == NULL && ls_ssp_xml_find_annotation (node) == NULL)
    return;
  own = ls_ssp_xml_ensure_own (ls_ssp_xml_ensure_annotation (node, ls_ssp_component_order),
                               "component");
  ls_ssp_xml_set (own, "without", without);
  ls_ssp_xml_set (own, "solver", component->solver);
  ls_ssp_xml_drop_empty_own (own);
}

void
ls_ssp_write_component (LsSspWriter *self, xmlNode *elements, const LsComponent *component)
{
  const char *source = g_hash_table_lookup (self->sources, GUINT_TO_POINTER (component->id));
  xmlNode *node = NULL;

  if (component->xml != NULL)
    node = ls_ssp_xml_paste (elements, component->xml, "Component");
  if (node == NULL)
    {
      node = ls_ssp_xml_add (elements, LS_SSD_HREF, "Component");
      ls_ssp_xml_set (node, "type", "application/x-fmu-sharedlibrary");
    }
  ls_ssp_xml_strip (node);
  ls_ssp_xml_set (node, "name", ls_model_get_local_name (self->model, component));
  if (source == NULL)
    source = component->source;
  if (source != NULL)
    ls_ssp_xml_set (node, "source", source);
  if (component->fmu != NULL)
    write_connectors (self, node, component);
  ls_ssp_write_geometry (self, node, component);
  write_settings (node, component);
  write_values (node, component);
}
