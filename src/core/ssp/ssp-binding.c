/* Parameter bindings of an SSP: their files, mappings and the conversion of values. */
#include "core/ssp/ssp-binding.h"

#include "core/base/number.h"
#include "core/fmi/attribute.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Maximum number of units searched in a document. */
#define MAX_UNITS 1000u

typedef LsSspMapping Mapping;
typedef LsSspWay Way;
typedef LsSspBinding Binding;

static void
mapping_clear (gpointer data)
{
  g_free (((Mapping *)data)->target);
}

void
ls_ssp_clear_binding (Binding *self)
{
  g_clear_pointer (&self->mappings, g_hash_table_unref);
  g_clear_pointer (&self->set_doc, xmlFreeDoc);
  g_clear_pointer (&self->mapping_doc, xmlFreeDoc);
  g_free (self->prefix);
}

static void
add_mapping (Binding *self, const xmlNode *entry, const Mapping *mapping)
{
  g_autofree char *source = ls_xml_get (entry, "source");
  GArray *list;

  if (source == NULL)
    return;
  list = g_hash_table_lookup (self->mappings, source);
  if (list == NULL)
    {
      list = g_array_new (FALSE, FALSE, sizeof (Mapping));
      g_array_set_clear_func (list, mapping_clear);
      g_hash_table_insert (self->mappings, g_steal_pointer (&source), list);
    }
  g_array_append_val (list, *mapping);
  g_array_index (list, Mapping, list->len - 1).target = ls_xml_get (entry, "target");
}

/* A binding of a component may refer to a file within its FMU. */
static char *
resolve (const Binding *self, const xmlNode *node, const char *uri, GError **error)
{
  const LsComponent *component = self->scope->component;
  g_autofree char *directory = NULL;

  if (!ls_ssp_xml_has (node, "sourceBase", "component"))
    return ls_ssp_resolve (self->reader, uri, error);
  if (component == NULL || component->fmu == NULL)
    return ls_fail_null (error, LS_ERROR_FILE, _ ("“%s” refers to a missing FMU"), uri);
  directory = g_canonicalize_filename (ls_fmu_get_directory (component->fmu), NULL);
  return ls_ssp_resolve_within (directory, uri, error);
}

/* Returns: (nullable): the root of the document that @node has as its source, or, without a source,
 * the child of @parent called @root. */
static xmlNode *
load_part (Binding *self,
           const xmlNode *node,
           const xmlNode *parent,
           const char *root,
           xmlDoc **doc,
           GError **error)
{
  g_autofree char *uri = ls_xml_get (node, "source");
  g_autofree char *path = NULL;
  xmlNode *found;

  if (uri == NULL || *uri == '\0')
    {
      if ((found = ls_xml_child (parent, root)) == NULL)
        g_set_error (error, LS_ERROR, LS_ERROR_FORMAT, _ ("there is no %s"), root);
      return found;
    }
  if ((path = resolve (self, node, uri, error)) == NULL
      || (*doc = ls_xml_read (path, root, error)) == NULL)
    return NULL;
  return xmlDocGetRootElement (*doc);
}

static gboolean
read_mapping (Binding *self, const xmlNode *entry, GError **error)
{
  Mapping mapping = { NULL, 1.0, 0.0, FALSE, NULL };
  const xmlNode *child = ls_xml_child (entry, NULL);

  if (!ls_xml_get_boolean (entry, "suppressUnitConversion", &mapping.keep_units, NULL, error))
    return FALSE;
  for (; child != NULL; child = ls_xml_next (child, NULL))
    {
      if (ls_xml_is (child, "LinearTransformation"))
        {
          if (!ls_xml_get_real (child, "factor", &mapping.factor, NULL, error)
              || !ls_xml_get_real (child, "offset", &mapping.offset, NULL, error))
            return FALSE;
        }
      else if (g_str_has_suffix ((const char *)child->name, "MappingTransformation"))
        mapping.table = child;
      else if (!ls_xml_is (child, "Annotations"))
        return ls_fail (error, LS_ERROR_FORMAT, _ ("%s is not supported"),
                        (const char *)child->name);
    }
  add_mapping (self, entry, &mapping);
  return TRUE;
}

static gboolean
read_mappings (Binding *self, const xmlNode *binding, GError **error)
{
  const xmlNode *node = ls_xml_child (binding, "ParameterMapping");
  const xmlNode *root, *entry;

  if (node == NULL)
    return TRUE;
  root = load_part (self, node, node, "ParameterMapping", &self->mapping_doc, error);
  if (root == NULL)
    return FALSE;
  self->mappings
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
  for (entry = ls_xml_child (root, "MappingEntry"); entry != NULL;
       entry = ls_xml_next (entry, "MappingEntry"))
    if (!read_mapping (self, entry, error))
      return FALSE;
  return TRUE;
}

gboolean
ls_ssp_open_binding (Binding *self, const xmlNode *node, GError **error)
{
  const xmlNode *values = ls_xml_child (node, "ParameterValues");

  self->prefix = ls_xml_get (node, "prefix");
  if (!ls_ssp_xml_has (node, "type", NULL)
      && !ls_ssp_xml_has (node, "type", "application/x-ssp-parameter-set"))
    return ls_fail (error, LS_ERROR_FORMAT, _ ("the kind is unknown"));
  self->set = load_part (self, node, values, "ParameterSet", &self->set_doc, error);
  return self->set != NULL && read_mappings (self, node, error);
}

/* Definition of @name in the parameter set, otherwise in the document. */
static const xmlNode *
find_unit (const Binding *self, const char *name)
{
  const xmlNode *owners[] = { self->set, xmlDocGetRootElement (self->reader->doc) };

  for (guint i = 0; i < 2; i++)
    {
      const xmlNode *unit = ls_xml_child (ls_xml_child (owners[i], "Units"), "Unit");

      for (guint n = 0; unit != NULL && n < MAX_UNITS; unit = ls_xml_next (unit, "Unit"), n++)
        if (ls_ssp_xml_has (unit, "name", name))
          return ls_xml_child (unit, "BaseUnit");
    }
  return NULL;
}

/* Converts @value from the unit called @name to the unit of @variable. */
static void
convert_unit (const Binding *self,
              const LsComponent *component,
              const LsVariable *variable,
              const char *name,
              const xmlNode *node,
              double *value)
{
  const LsUnit *unit = ls_component_get_unit (component, variable);
  const xmlNode *base;
  double factor = 1.0, offset = 0.0;

  if (variable->unit_name == NULL || g_str_equal (name, variable->unit_name))
    return;
  base = find_unit (self, name);
  if (base == NULL || unit == NULL || !unit->has_base || !ls_ssp_xml_has_dimension (base, unit)
      || !ls_xml_get_real (base, "factor", &factor, NULL, NULL)
      || !ls_xml_get_real (base, "offset", &offset, NULL, NULL))
    ls_ssp_note (
        self->reader, node,
        _ ("%s.%s: the file gives it in %s, the FMU expects %s; the number is used unchanged"),
        component->name, variable->name, name, variable->unit_name);
  else
    *value = (*value * factor + offset - unit->offset) / unit->factor;
}

gboolean
ls_ssp_says_the_same (const char *a, const char *b)
{
  double x, y;
  gboolean truth[2];

  if (ls_text_to_boolean (a, &truth[0]) && ls_text_to_boolean (b, &truth[1]))
    return truth[0] == truth[1];
  if (ls_number_parse (a, &x) && ls_number_parse (b, &y))
    return x == y;
  return g_str_equal (a, b);
}

/* @text: (transfer full)
 * Returns: (transfer full): the value of the table for @text, or @text itself. */
static char *
look_up (const xmlNode *table, char *text)
{
  const xmlNode *entry = ls_xml_child (table, "MapEntry");

  for (; entry != NULL; entry = ls_xml_next (entry, "MapEntry"))
    {
      g_autofree char *source = ls_xml_get (entry, "source");
      char *target;

      if (source == NULL || !ls_ssp_says_the_same (source, text)
          || (target = ls_xml_get (entry, "target")) == NULL)
        continue;
      g_free (text);
      return target;
    }
  return text;
}

char *
ls_ssp_convert_value (const Binding *self,
                      const LsComponent *component,
                      const LsVariable *variable,
                      char *text,
                      const xmlNode *node,
                      const Way *way)
{
  const Mapping *mapping = way->mapping;
  g_autofree char *unit = NULL;
  double original, value;
  char buffer[LS_NUMBER_SIZE];

  if (text != NULL && mapping != NULL && mapping->table != NULL)
    return look_up (mapping->table, text);
  if (text == NULL || variable->type == LS_TYPE_STRING || !ls_number_parse (text, &value))
    return text;
  original = value;
  /* SSP 1.0, LinearTransformation: applies to values already in the unit of the target. */
  if (variable->type == LS_TYPE_REAL && (mapping == NULL || !mapping->keep_units)
      && ((unit = ls_xml_get (node, "unit")) != NULL || (unit = g_strdup (way->unit)) != NULL))
    convert_unit (self, component, variable, unit, node, &value);
  if (mapping != NULL)
    value = mapping->factor * value + mapping->offset;
  if (value == original)
    return text;
  g_free (text);
  return g_strdup (ls_number_format (value, buffer));
}
