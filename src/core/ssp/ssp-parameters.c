/* Parameter bindings of an SSP: applicable values are set and leave the document; the rest stays in
 * it, written inline. */
#include "core/base/number.h"
#include "core/fmi/attribute.h"
#include "core/ssp/ssp-read-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Maximum number of units searched in a document. */
#define MAX_UNITS 1000u
/* Maximum number of nested systems that a value passes through, since connections may form a
 * cycle. */
#define MAX_DEPTH 256u

/* One entry of a ParameterMapping. @table: (nullable): a MappingTransformation of the document,
 * which replaces @factor and @offset; @keep_units: no unit conversion */
typedef struct
{
  char *target;
  double factor, offset;
  gboolean keep_units;
  const xmlNode *table;
} Mapping;

/**
 * Way: transformation of a value on the way from its Parameter to the variable.
 * @mapping: (nullable): of the binding
 * @unit: (nullable): of a system connector on the way; applies to values without a unit
 * @depth: number of system connectors on the way
 */
typedef struct
{
  const Mapping *mapping;
  const char *unit;
  guint depth;
} Way;

/* A binding being processed. */
typedef struct
{
  LsSspReader *reader;
  const LsSspElement *scope;
  xmlDoc *set_doc;      /* (nullable): of an external ParameterSet */
  xmlDoc *mapping_doc;  /* (nullable): of an external ParameterMapping */
  xmlNode *set;         /* ParameterSet */
  GHashTable *mappings; /* (nullable): source -> GArray of Mapping */
  char *prefix;
} Binding;

static void
mapping_clear (gpointer data)
{
  g_free (((Mapping *)data)->target);
}

static void
binding_clear (Binding *self)
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
    return ls_fail_null (error, LS_ERROR_FILE, _ ("“%s” would be in an FMU that there is not"),
                         uri);
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

static gboolean
open_binding (Binding *self, const xmlNode *node, GError **error)
{
  const xmlNode *values = ls_xml_child (node, "ParameterValues");

  self->prefix = ls_xml_get (node, "prefix");
  if (!ls_ssp_xml_has (node, "type", NULL)
      && !ls_ssp_xml_has (node, "type", "application/x-ssp-parameter-set"))
    return ls_fail (error, LS_ERROR_FORMAT, _ ("the kind is not known"));
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
        _ ("%s.%s: the file gives it in %s, the FMU wants %s; the number is taken as it is"),
        component->name, variable->name, name, variable->unit_name);
  else
    *value = (*value * factor + offset - unit->offset) / unit->factor;
}

/* Whether both texts are the same number or Boolean, or identical. */
static gboolean
says_the_same (const char *a, const char *b)
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

      if (source == NULL || !says_the_same (source, text)
          || (target = ls_xml_get (entry, "target")) == NULL)
        continue;
      g_free (text);
      return target;
    }
  return text;
}

/* Returns: (transfer full): the value as text for @variable, or %NULL. */
static char *
read_value (const Binding *self,
            const LsComponent *component,
            const LsVariable *variable,
            const xmlNode *parameter,
            const Way *way)
{
  const Mapping *mapping = way->mapping;
  const xmlNode *node = ls_xml_child (parameter, NULL);
  g_autofree char *unit = NULL;
  char *text = ls_xml_get (node, "value");
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

/* Whether the Parameter is in the document and its value applies unchanged. */
static gboolean
is_plain (const Binding *self, const Way *way)
{
  return self->set_doc == NULL && way->mapping == NULL && way->depth == 0;
}

static void
note_setter (const Binding *self,
             const LsComponent *component,
             const char *name,
             const xmlNode *parameter,
             const Way *way)
{
  const LsSetter setter = { self->set_doc == NULL ? GPOINTER_TO_UINT (parameter->_private) : 0,
                            GPOINTER_TO_UINT (self->scope->node->_private), is_plain (self, way) };

  ls_origin_add_setter (self->reader->origin, component->id, name, setter);
}

static gboolean
set_value (const Binding *self,
           const LsComponent *component,
           const char *name,
           const xmlNode *parameter,
           const Way *way)
{
  const LsVariable *variable = ls_component_find_variable (component, name);
  const gboolean only_sizes = self->reader->only_sizes;
  g_autofree char *value = NULL;
  g_autoptr (GError) error = NULL;

  if (self->reader->only_sizes && (variable == NULL || !variable->sizes_arrays))
    return TRUE;
  /* Without the FMU its variables are unknown: the binding is left as it is. */
  if (!self->reader->only_sizes)
    note_setter (self, component, name, parameter, way);
  if (component->fmu == NULL)
    return FALSE;
  if (variable == NULL)
    {
      ls_ssp_log_error (self->reader, parameter,
                        _ ("%s has no variable “%s”, for which the file has a value"),
                        component->name, name);
      return FALSE;
    }
  if (variable->sizes_arrays && !self->reader->only_sizes)
    return g_hash_table_contains (component->values, name);
  value = read_value (self, component, variable, parameter, way);
  if (value != NULL && ls_model_set_value (self->reader->model, component->id, name, value, &error))
    return TRUE;
  self->reader->only_sizes = FALSE;
  ls_ssp_log_error (self->reader, parameter, _ ("A value of the file is left out: %s"),
                    error != NULL ? error->message : name);
  self->reader->only_sizes = only_sizes;
  return FALSE;
}

static gboolean apply_at_connector (const Binding *self,
                                    const LsSspElement *system,
                                    const char *name,
                                    const xmlNode *parameter,
                                    const Way *way);

/* Points separate elements, but names may contain points, too. */
static gboolean
apply (const Binding *self,
       const LsSspElement *scope,
       const char *name,
       const xmlNode *parameter,
       const Way *way)
{
  if (scope->component != NULL)
    return set_value (self, scope->component, name, parameter, way);
  if (scope->children == NULL)
    return FALSE;
  if (scope->kinds != NULL && g_hash_table_contains (scope->kinds, name))
    return apply_at_connector (self, scope, name, parameter, way);
  for (const char *point = strchr (name, '.'); point != NULL; point = strchr (point + 1, '.'))
    {
      g_autofree char *first = g_strndup (name, (gsize)(point - name));
      const LsSspElement *child = g_hash_table_lookup (scope->children, first);

      if (child != NULL)
        return apply (self, child, point + 1, parameter, way);
    }
  /* An external file may also be meant for other systems. */
  (self->set_doc == NULL ? ls_ssp_log_error : ls_ssp_note) (
      self->reader, parameter,
      _ ("A value of the file is left out: %s has neither an element nor a connector for “%s”"),
      scope->name != NULL ? scope->name : _ ("system"), name);
  return FALSE;
}

/* @own: (out): the transformation of @connection after @before */
static gboolean
compose (const Mapping *before, const xmlNode *connection, Mapping *own)
{
  const xmlNode *linear = ls_xml_child (connection, "LinearTransformation");
  const xmlNode *child = ls_xml_child (connection, NULL);

  *own = before != NULL ? *before : (Mapping){ NULL, 1.0, 0.0, FALSE, NULL };
  own->keep_units |= ls_ssp_xml_has (connection, "suppressUnitConversion", "true")
                     || ls_ssp_xml_has (connection, "suppressUnitConversion", "1");
  for (; child != NULL; child = ls_xml_next (child, NULL))
    if (g_str_has_suffix ((const char *)child->name, "MappingTransformation"))
      {
        if (own->table != NULL)
          return FALSE;
        own->table = child;
      }
  if (linear != NULL)
    {
      double factor = 1.0, offset = 0.0;

      if (!ls_xml_get_real (linear, "factor", &factor, NULL, NULL)
          || !ls_xml_get_real (linear, "offset", &offset, NULL, NULL))
        return FALSE;
      own->offset = factor * own->offset + offset;
      own->factor *= factor;
    }
  return TRUE;
}

/* The unit of the connector @name of @system in the document. */
static char *
get_connector_unit (const LsSspElement *system, const char *name)
{
  const xmlNode *node = ls_xml_child (ls_xml_child (system->node, "Connectors"), "Connector");

  while (node != NULL && !ls_ssp_xml_has (node, "name", name))
    node = ls_xml_next (node, "Connector");
  return node != NULL ? ls_xml_get (ls_xml_child (node, "Real"), "unit") : NULL;
}

/* Whether one end of @connection is the connector @name of the system that contains the connection.
 * @element, @connector: attributes of that end */
static gboolean
is_outer_end (const xmlNode *connection,
              const char *element,
              const char *connector,
              const char *name)
{
  return (ls_ssp_xml_has (connection, element, NULL) || ls_ssp_xml_has (connection, element, ""))
         && ls_ssp_xml_has (connection, connector, name);
}

/* Follows one connection from the connector inwards. */
static gboolean
pass_on (const Binding *self,
         const LsSspElement *system,
         const xmlNode *connection,
         gboolean backwards,
         const xmlNode *parameter,
         const Way *way)
{
  g_autofree char *element = ls_xml_get (connection, backwards ? "startElement" : "endElement");
  g_autofree char *target = ls_xml_get (connection, backwards ? "startConnector" : "endConnector");
  const LsSspElement *child
      = element != NULL ? g_hash_table_lookup (system->children, element) : NULL;
  Mapping mapping;
  Way inner = *way;

  if (child == NULL || target == NULL)
    return FALSE;
  if (!compose (way->mapping, connection, &mapping))
    {
      ls_ssp_log_error (
          self->reader, connection,
          _ ("A value of the file is left out: %s has more than one transformation on "
             "its way"),
          target);
      return FALSE;
    }
  inner.mapping = &mapping;
  return child->component != NULL ? set_value (self, child->component, target, parameter, &inner)
                                  : apply_at_connector (self, child, target, parameter, &inner);
}

/* Applies a value at a connector of a system to everything connected to it. */
static gboolean
apply_at_connector (const Binding *self,
                    const LsSspElement *system,
                    const char *name,
                    const xmlNode *parameter,
                    const Way *way)
{
  const xmlNode *node = ls_xml_child (ls_xml_child (system->node, "Connections"), "Connection");
  g_autofree char *unit = way->unit == NULL ? get_connector_unit (system, name) : NULL;
  const Way inner = { way->mapping, way->unit != NULL ? way->unit : unit, way->depth + 1 };
  gboolean applied = FALSE;

  /* Limits, since systems that each pass a value on twice multiply it exponentially. */
  for (; node != NULL && inner.depth < MAX_DEPTH && self->reader->n_passed < LS_SSP_MAX_CONNECTIONS;
       node = ls_xml_next (node, "Connection"), self->reader->n_passed++)
    if (is_outer_end (node, "startElement", "startConnector", name))
      applied |= pass_on (self, system, node, FALSE, parameter, &inner);
    else if (is_outer_end (node, "endElement", "endConnector", name))
      applied |= pass_on (self, system, node, TRUE, parameter, &inner);
  return applied;
}

static gboolean
apply_parameter (const Binding *self, const xmlNode *parameter, const char *name)
{
  const GArray *mappings;
  gboolean applied = TRUE;
  Way way = { NULL, NULL, 0 };

  if (self->mappings == NULL)
    return apply (self, self->scope, name, parameter, &way);
  /* A Parameter without a mapping entry does not apply to this system. */
  mappings = g_hash_table_lookup (self->mappings, name);
  for (guint i = 0; mappings != NULL && i < mappings->len; i++)
    {
      const Mapping *mapping = &g_array_index (mappings, Mapping, i);

      way.mapping = mapping;
      if (mapping->target != NULL)
        applied &= apply (self, self->scope, mapping->target, parameter, &way);
    }
  return applied;
}

/* Stores the parameters not applied as an inline set in the binding. */
static void
keep_parameters (const Binding *self, xmlNode *node, GHashTable *kept)
{
  g_autofree char *copy = ls_ssp_xml_dump (self->set);
  xmlNode *values, *set, *parameters, *next;

  /* A mapping refers to the original names, so the binding stays complete. */
  if (self->mappings != NULL)
    return;
  while ((values = ls_xml_child (node, "ParameterValues")) != NULL)
    ls_ssp_xml_remove (values);
  ls_ssp_xml_set (node, "source", NULL);
  ls_ssp_xml_set (node, "sourceBase", NULL);
  ls_ssp_xml_set (node, "prefix", NULL);
  values = ls_ssp_xml_add (node, LS_SSD_HREF, "ParameterValues");
  if (node->children != values)
    xmlAddPrevSibling (node->children, values);
  if ((set = ls_ssp_xml_paste (values, copy, "ParameterSet")) == NULL)
    return;
  ls_ssp_xml_strip (set);
  parameters = ls_xml_child (set, "Parameters");
  for (xmlNode *child = ls_xml_child (parameters, "Parameter"); child != NULL; child = next)
    {
      g_autofree char *name = ls_xml_get (child, "name");
      g_autofree char *full = g_strconcat (self->prefix != NULL ? self->prefix : "", name, NULL);

      next = ls_xml_next (child, "Parameter");
      if (g_hash_table_contains (kept, full))
        ls_ssp_xml_set (child, "name", full);
      else
        ls_ssp_xml_remove (child);
    }
}

/* Applies a binding; removes it if all its parameters could be applied. */
static void
read_binding (LsSspReader *reader, const LsSspElement *scope, xmlNode *node)
{
  g_autoptr (GHashTable) kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GError) error = NULL;
  Binding binding = { .reader = reader, .scope = scope };

  if (!open_binding (&binding, node, &error))
    {
      g_autofree char *message = ls_ssp_name_archive (reader, error->message);

      ls_ssp_log_error (reader, node, _ ("%s: parameters are not read: %s"),
                        scope->name != NULL ? scope->name : _ ("system"), message);
      binding_clear (&binding);
      return;
    }
  for (const xmlNode *parameter
       = ls_xml_child (ls_xml_child (binding.set, "Parameters"), "Parameter");
       parameter != NULL; parameter = ls_xml_next (parameter, "Parameter"))
    {
      g_autofree char *name = ls_xml_get (parameter, "name");
      g_autofree char *full
          = g_strconcat (binding.prefix != NULL ? binding.prefix : "", name, NULL);

      if (!apply_parameter (&binding, parameter, full))
        g_hash_table_add (kept, g_steal_pointer (&full));
    }
  if (reader->only_sizes)
    ;
  else if (g_hash_table_size (kept) == 0)
    ls_ssp_xml_remove (node);
  else
    keep_parameters (&binding, node, kept);
  binding_clear (&binding);
}

static void
read_bindings (LsSspReader *self, const LsSspElement *scope)
{
  xmlNode *bindings = ls_xml_child (scope->node, "ParameterBindings");
  xmlNode *next;

  for (xmlNode *node = ls_xml_child (bindings, "ParameterBinding"); node != NULL; node = next)
    {
      next = ls_xml_next (node, "ParameterBinding");
      read_binding (self, scope, node);
    }
  if (bindings != NULL && ls_xml_child (bindings, NULL) == NULL && !self->only_sizes)
    ls_ssp_xml_remove (bindings);
}

void
ls_ssp_read_sizes (LsSspReader *self)
{
  self->only_sizes = TRUE;
  ls_ssp_read_parameters (self);
  self->only_sizes = FALSE;
  self->n_passed = 0;
}

void
ls_ssp_read_parameters (LsSspReader *self)
{
  /* Outer systems have priority, so they are applied last: the list has systems before their
   * elements. */
  for (guint i = self->elements->len; i-- > 0;)
    {
      const LsSspElement *element = self->elements->pdata[i];

      if (element->component != NULL || element->children != NULL)
        read_bindings (self, element);
    }
}
