/* Parameter bindings of an SSP: applicable values are set and leave the document; the rest stays in
 * it, written inline. */
#include "core/ssp/ssp-binding.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Maximum number of nested systems that a value passes through, since connections may form a
 * cycle. */
#define MAX_DEPTH 256u

typedef LsSspMapping Mapping;
typedef LsSspWay Way;
typedef LsSspBinding Binding;

/* Returns: (transfer full) (nullable): the only value, for @variable. */
static char *
read_value (const Binding *self,
            const LsComponent *component,
            const LsVariable *variable,
            const xmlNode *parameter,
            const Way *way)
{
  const xmlNode *node = ls_xml_child (parameter, NULL);
  char *text = ls_xml_get (node, "value");

  /* SSP 2.0 allows a single text to be an element, too. */
  if (text == NULL && ls_xml_child (node, "Value") != NULL)
    text = ls_xml_get (ls_xml_child (node, "Value"), "value");
  return ls_ssp_convert_value (self, component, variable, text, node, way);
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

/* Of an array all values stand in the file, those that are not changed, too. */
static gboolean
is_start (const LsVariable *element, const char *value)
{
  if (element->start == NULL || value == NULL)
    return FALSE;
  return element->type == LS_TYPE_STRING ? strcmp (element->start, value) == 0
                                         : ls_ssp_says_the_same (element->start, value);
}

/* Sets all elements of the array @port, or none. */
static gboolean
set_array (const Binding *self,
           const LsComponent *component,
           const LsVariable *port,
           const xmlNode *parameter,
           const Way *way)
{
  const xmlNode *node = ls_xml_child (parameter, NULL);
  g_autoptr (GPtrArray) members = ls_component_list_members (component, port);
  /* A parameter may have no value at all. */
  g_auto (GStrv) values = node != NULL ? ls_ssp_xml_list_values (node) : g_new0 (char *, 1);
  const guint n = g_strv_length (values);
  g_autoptr (GError) error = NULL;
  gboolean applied = n == members->len;

  if (self->reader->only_sizes)
    return TRUE;
  for (guint i = 0; applied && i < n; i++)
    {
      const LsVariable *element = members->pdata[i];

      values[i] = ls_ssp_convert_value (self, component, element, values[i], node, way);
      applied = is_start (element, values[i])
                || ls_component_check_value (component, element, values[i], &error);
      if (!applied)
        g_prefix_error (&error, "%s.%s: ", component->name, element->name);
    }
  for (guint i = 0; i < members->len; i++)
    {
      const LsVariable *element = members->pdata[i];

      note_setter (self, component, element->name, parameter, way);
      if (applied)
        applied = ls_model_set_value (self->reader->model, component->id, element->name,
                                      is_start (element, values[i]) ? NULL : values[i], &error);
    }
  if (applied)
    return TRUE;
  if (n != members->len)
    ls_ssp_log_error (self->reader, parameter,
                      _ ("A value of the file is left out: it has %u values for the %u elements of "
                         "%s.%s"),
                      n, members->len, component->name, port->name);
  else
    ls_ssp_log_error (self->reader, parameter, _ ("A value of the file is left out: %s"),
                      error != NULL ? error->message : port->name);
  return FALSE;
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

  if (variable == NULL && component->fmu != NULL
      && ls_component_find_whole (component, name) != NULL)
    return set_array (self, component, ls_component_find_whole (component, name), parameter, way);
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
  char *unit = NULL;

  while (node != NULL && !ls_ssp_xml_has (node, "name", name))
    node = ls_xml_next (node, "Connector");
  if (node != NULL)
    ls_ssp_read_type (node, &unit);
  return unit;
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
      ls_ssp_log_error (self->reader, connection,
                        _ ("A value of the file is left out: %s has more than one transformation"),
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

  if (!ls_ssp_open_binding (&binding, node, &error))
    {
      g_autofree char *message = ls_ssp_name_archive (reader, error->message);
      const gboolean only_sizes = reader->only_sizes;

      /* The next reading may succeed: the sizes would be missing with nothing said. */
      if (g_error_matches (error, LS_ERROR, LS_ERROR_READER))
        reader->only_sizes = FALSE;
      ls_ssp_log_error (reader, node, _ ("%s: parameters are not read: %s"),
                        scope->name != NULL ? scope->name : _ ("system"), message);
      reader->only_sizes = only_sizes;
      ls_ssp_clear_binding (&binding);
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
  ls_ssp_clear_binding (&binding);
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
