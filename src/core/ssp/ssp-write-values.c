/* Changed parameters and start values of components. In a document that was read, a value is edited
 * in place; a value from another file, or with a mapping, is overridden by a later one. */
#include "core/ssp/ssp-write-impl.h"

#include <string.h>

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static void
write_value (xmlNode *parameter, const LsVariable *variable, const char *value)
{
  LsType type = variable != NULL ? variable->type : LS_TYPE_STRING;
  gboolean is_binary = variable != NULL && variable->format == LS_FORMAT_BINARY;
  xmlNode *node
      = ls_ssp_xml_add (parameter, LS_SSV_HREF, is_binary ? "Binary" : ls_type_name (type));

  ls_ssp_xml_set (node, "mime-type", is_binary ? variable->mime_type : NULL);
  ls_ssp_xml_set (node, "value", value);
}

static xmlNode *
add_set (xmlNode *owner, const char *const order[])
{
  xmlNode *node = ls_ssp_xml_ensure (owner, LS_SSD_HREF, "ParameterBindings", order);

  node = ls_ssp_xml_add (node, LS_SSD_HREF, "ParameterBinding");
  node = ls_ssp_xml_add (node, LS_SSD_HREF, "ParameterValues");
  node = ls_ssp_xml_add (node, LS_SSV_HREF, "ParameterSet");
  ls_ssp_xml_set (node, "version", "1.0");
  ls_ssp_xml_set (node, "name", "values");
  return ls_ssp_xml_add (node, LS_SSV_HREF, "Parameters");
}

/* Returns: (nullable): the array that the variable @name is an element of. */
static const LsVariable *
find_array (const LsComponent *component, const char *name)
{
  const LsVariable *variable = ls_component_find_variable (component, name);

  return variable != NULL && variable->array != 0 ? ls_component_get_whole (component, variable)
                                                  : NULL;
}

/* Returns: (transfer full) (nullable): the values of all elements; %NULL: not all have one. */
static char **
list_elements (const LsComponent *component, const LsVariable *array)
{
  g_autoptr (GPtrArray) members = ls_component_list_members (component, array);
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < members->len; i++)
    {
      const LsVariable *element = members->pdata[i];
      const char *value = g_hash_table_lookup (component->values, element->name);

      if (value == NULL && (value = element->start) == NULL)
        return NULL;
      g_ptr_array_add (values, g_strdup (value));
    }
  g_ptr_array_add (values, NULL);
  g_ptr_array_set_free_func (values, NULL);
  return (char **)g_ptr_array_free (g_steal_pointer (&values), FALSE);
}

/* A Parameter without sizes would be one of a single value. */
static void
write_sizes (xmlNode *parameter, const LsComponent *component, const LsVariable *port)
{
  const LsArray *array = &ls_fmu_get_description (component->fmu)->arrays[port->array - 1];
  xmlNode *child;

  while ((child = ls_xml_child (parameter, "Dimension")) != NULL)
    ls_ssp_xml_remove (child);
  child = ls_xml_child (parameter, NULL);
  for (guint i = 0; i < array->n_dimensions; i++)
    {
      g_autofree char *size = g_strdup_printf ("%" G_GUINT64_FORMAT, array->dimensions[i]);
      xmlNode *node = ls_ssp_xml_add (parameter, LS_SSC_HREF, "Dimension");

      /* Annotations come after them. */
      child = xmlAddNextSibling (child, node);
      ls_ssp_xml_set (child, "size", size);
    }
}

/* Makes unit and type of a Parameter those of its values, which are in the unit of @variable. */
static void
fit_type (xmlNode *node, const LsVariable *variable)
{
  g_autofree char *unit = ls_xml_get (node, "unit");

  if (unit != NULL && g_strcmp0 (unit, variable->unit_name) != 0)
    ls_ssp_xml_set (node, "unit", NULL);
  /* A Real may have been written as an Integer. */
  if (variable->type == LS_TYPE_REAL
      && (ls_xml_is (node, "Integer") || ls_xml_is (node, "Boolean")))
    xmlNodeSetName (node, (const xmlChar *)ls_type_name (variable->type));
}

/* Writes the values of all elements into the Parameter, which needs SSP 2.0 then. */
static void
write_array (xmlNode *parameter,
             const LsComponent *component,
             const LsVariable *array,
             char **values)
{
  xmlNode *node = ls_xml_child (parameter, NULL);
  g_autofree char *list = g_strjoinv (" ", values);
  xmlNode *child, *set = parameter->parent->parent;

  if (node == NULL)
    {
      write_value (parameter, array, NULL);
      node = ls_xml_child (parameter, NULL);
    }
  fit_type (node, array);
  while ((child = ls_xml_child (node, "Value")) != NULL)
    ls_ssp_xml_remove (child);
  if (array->type == LS_TYPE_STRING || array->type == LS_TYPE_ENUMERATION)
    {
      ls_ssp_xml_set (node, "value", NULL);
      for (guint i = 0; values[i] != NULL; i++)
        ls_ssp_xml_set (ls_ssp_xml_add (node, LS_SSV_HREF, "Value"), "value", values[i]);
    }
  else
    ls_ssp_xml_set (node, "value", list);
  write_sizes (parameter, component, array);
  if (ls_ssp_xml_has (set, "version", "1.0"))
    ls_ssp_xml_set (set, "version", "2.0");
}

static xmlNode *
find_parameter (const xmlNode *parameters, const char *name)
{
  xmlNode *parameter = ls_xml_child (parameters, "Parameter");

  while (parameter != NULL && !ls_ssp_xml_has (parameter, "name", name))
    parameter = ls_xml_next (parameter, "Parameter");
  return parameter;
}

static xmlNode *
ensure_parameter (xmlNode *parameters, const char *name)
{
  xmlNode *parameter = find_parameter (parameters, name);

  if (parameter == NULL)
    {
      parameter = ls_ssp_xml_add (parameters, LS_SSV_HREF, "Parameter");
      ls_ssp_xml_set (parameter, "name", name);
    }
  return parameter;
}

void
ls_ssp_write_values (xmlNode *node, const LsComponent *component)
{
  guint n;
  g_autofree gpointer *names = g_hash_table_get_keys_as_array (component->values, &n);
  xmlNode *parameters;

  if (n == 0)
    return;
  qsort (names, n, sizeof *names, compare_names);
  parameters = add_set (node, ls_ssp_component_order);
  for (guint i = 0; i < n; i++)
    {
      const LsVariable *array = find_array (component, names[i]);
      g_auto (GStrv) values = array != NULL ? list_elements (component, array) : NULL;
      xmlNode *parameter;

      if (values != NULL)
        {
          write_array (ensure_parameter (parameters, array->name), component, array, values);
          continue;
        }
      parameter = ls_ssp_xml_add (parameters, LS_SSV_HREF, "Parameter");

      ls_ssp_xml_set (parameter, "name", names[i]);
      write_value (parameter, ls_component_find_variable (component, names[i]),
                   g_hash_table_lookup (component->values, names[i]));
    }
}

static xmlNode *
find_number (const LsSspWriter *self, guint number)
{
  return number > 0 && number <= self->found->len ? self->found->pdata[number - 1] : NULL;
}

/* "inner.component.variable", relative to the enclosing element @scope of @node. */
static char *
make_name (const xmlNode *scope, const xmlNode *node, const char *variable)
{
  GString *name = g_string_new (variable);

  for (; node != NULL && node != scope; node = node->parent)
    if (ls_xml_is (node, "Component") || ls_xml_is (node, "System"))
      {
        g_autofree char *part = ls_xml_get (node, "name");

        g_string_prepend_c (name, '.');
        g_string_prepend (name, part != NULL ? part : "");
      }
  return g_string_free (name, FALSE);
}

/* Place for another value in @binding, or %NULL: its values are in another file or are renamed. */
static xmlNode *
get_plain_parameters (const xmlNode *binding)
{
  const xmlNode *set = ls_xml_child (ls_xml_child (binding, "ParameterValues"), "ParameterSet");

  if (set == NULL || ls_xml_child (binding, "ParameterMapping") != NULL
      || !ls_ssp_xml_has (binding, "source", NULL)
      || !(ls_ssp_xml_has (binding, "prefix", NULL) || ls_ssp_xml_has (binding, "prefix", ""))
      || !(ls_ssp_xml_has (binding, "type", NULL)
           || ls_ssp_xml_has (binding, "type", "application/x-ssp-parameter-set")))
    return NULL;
  return ls_xml_child (set, "Parameters");
}

/* The last set of values of @owner, which overrides all others there. */
static xmlNode *
ensure_last_set (xmlNode *owner)
{
  const xmlNode *binding
      = ls_xml_child (ls_xml_child (owner, "ParameterBindings"), "ParameterBinding");
  const xmlNode *last = NULL;
  xmlNode *parameters;

  for (; binding != NULL; binding = ls_xml_next (binding, "ParameterBinding"))
    last = binding;
  parameters = last != NULL ? get_plain_parameters (last) : NULL;
  return parameters != NULL ? parameters
                            : add_set (owner, ls_xml_is (owner, "System") ? ls_ssp_system_order
                                                                          : ls_ssp_component_order);
}

/* @value is in the unit of the variable. */
static void
edit_value (xmlNode *parameter, const LsVariable *variable, const char *value)
{
  xmlNode *node = ls_xml_child (parameter, NULL);

  if (node == NULL)
    {
      write_value (parameter, variable, value);
      return;
    }
  ls_ssp_xml_set (node, "value", value);
  if (variable != NULL)
    fit_type (node, variable);
}

/* Sets a value of @owner that overrides all others there. */
static void
put_value (xmlNode *owner, const char *name, const LsVariable *variable, const char *value)
{
  edit_value (ensure_parameter (ensure_last_set (owner), name), variable, value);
}

/* Removes a parameter, and parents that become empty. */
static void
remove_parameter (xmlNode *parameter)
{
  static const char *const around[] = { "Parameters", "ParameterSet", "ParameterValues",
                                        "ParameterBinding", "ParameterBindings" };
  xmlNode *node = parameter->parent;

  ls_ssp_xml_remove (parameter);
  for (guint i = 0; i < G_N_ELEMENTS (around); i++)
    {
      xmlNode *parent = node->parent;

      if (!ls_xml_is (node, around[i]) || ls_xml_child (node, i == 1 ? "Parameters" : NULL) != NULL)
        return;
      ls_ssp_xml_remove (node);
      node = parent;
    }
}

static gboolean
are_plain (const GArray *setters)
{
  for (guint i = 0; setters != NULL && i < setters->len; i++)
    if (!g_array_index (setters, LsSetter, i).plain)
      return FALSE;
  return TRUE;
}

/* Removes each Parameter only once, even when it set two variables. */
static void
remove_setters (LsSspWriter *self, const GArray *setters)
{
  for (guint i = 0; setters != NULL && i < setters->len; i++)
    {
      const LsSetter *setter = &g_array_index (setters, LsSetter, i);
      xmlNode *parameter = setter->plain ? find_number (self, setter->parameter) : NULL;

      if (parameter == NULL)
        continue;
      self->found->pdata[setter->parameter - 1] = NULL;
      remove_parameter (parameter);
    }
}

/* @value: (nullable): %NULL restores the value of the FMU */
static void
patch_value (LsSspWriter *self,
             xmlNode *node,
             const LsComponent *component,
             const char *name,
             const char *value)
{
  const LsVariable *variable = ls_component_find_variable (component, name);
  const GArray *setters = ls_origin_get_setters (self->model->origin, component->id, name);
  const LsSetter *last
      = setters != NULL ? &g_array_index (setters, LsSetter, setters->len - 1) : NULL;
  xmlNode *scope = last != NULL ? find_number (self, last->scope) : node;
  xmlNode *parameter = last != NULL && last->plain ? find_number (self, last->parameter) : NULL;
  g_autofree char *path = NULL;

  if (value == NULL && are_plain (setters))
    {
      remove_setters (self, setters);
      return;
    }
  /* A value set by another file cannot be removed, only overridden. */
  if (value == NULL && (value = ls_model_get_value (self->model, component->id, name)) == NULL)
    return;
  if (parameter != NULL)
    {
      edit_value (parameter, variable, value);
      return;
    }
  path = make_name (scope, node, name);
  put_value (scope != NULL ? scope : node, path, variable, value);
}

/* Whether @parameter sets the whole array of element @name. */
static gboolean
sets_whole (const xmlNode *parameter, const char *name)
{
  g_autofree char *written = ls_xml_get (parameter, "name");

  return written != NULL && !g_str_has_suffix (written, strrchr (name, '['));
}

static gboolean
has_values (const LsComponent *component, const GPtrArray *members)
{
  for (guint i = 0; i < members->len; i++)
    if (g_hash_table_contains (component->values, ((const LsVariable *)members->pdata[i])->name))
      return TRUE;
  return FALSE;
}

/* Writes an array of which an element has changed, as a whole: where the document has it, or in a
 * set that overrides all others. %FALSE: only its elements can be written */
static gboolean
patch_array (LsSspWriter *self,
             xmlNode *node,
             const LsComponent *component,
             const LsVariable *array)
{
  g_autoptr (GPtrArray) members = ls_component_list_members (component, array);
  const char *first = ((const LsVariable *)members->pdata[0])->name;
  const GArray *setters = ls_origin_get_setters (self->model->origin, component->id, first);
  const LsSetter *last
      = setters != NULL ? &g_array_index (setters, LsSetter, setters->len - 1) : NULL;
  xmlNode *scope = last != NULL ? find_number (self, last->scope) : node;
  xmlNode *parameter = last != NULL && last->plain ? find_number (self, last->parameter) : NULL;
  g_auto (GStrv) values = list_elements (component, array);
  g_autofree char *path = NULL;

  if (values == NULL || (parameter != NULL && !sets_whole (parameter, first)))
    return FALSE;
  if (!has_values (component, members) && are_plain (setters))
    {
      remove_setters (self, setters);
      return TRUE;
    }
  path = make_name (scope, node, array->name);
  if (parameter == NULL)
    parameter = ensure_parameter (ensure_last_set (scope != NULL ? scope : node), path);
  write_array (parameter, component, array, values);
  return TRUE;
}

/* Whether @prefix is the old name of @base, relative to an enclosing element, and a point. */
static gboolean
is_old_name (const char *prefix, const LsComponent *base)
{
  const gsize length = strlen (prefix), whole = strlen (base->name);

  return length > 1 && prefix[length - 1] == '.' && length - 1 <= whole
         && strncmp (base->name + whole - (length - 1), prefix, length - 1) == 0
         && (length - 1 == whole || base->name[whole - length] == '.');
}

/* Renames @parameter, bound outside of the component, to @path. %FALSE: not possible. */
static gboolean
rename_parameter (xmlNode *parameter,
                  const char *path,
                  const char *variable,
                  const LsComponent *base)
{
  xmlNode *binding = parameter;
  g_autofree char *prefix = NULL;

  while (binding != NULL && !ls_xml_is (binding, "ParameterBinding"))
    binding = binding->parent;
  prefix = binding != NULL ? ls_xml_get (binding, "prefix") : NULL;
  if (prefix != NULL && !g_str_has_prefix (path, prefix))
    {
      if (!is_old_name (prefix, base))
        return FALSE;
      g_free (prefix);
      prefix = g_strndup (path, strlen (path) - strlen (variable));
      ls_ssp_xml_set (binding, "prefix", prefix);
    }
  ls_ssp_xml_set (parameter, "name", path + (prefix != NULL ? strlen (prefix) : 0));
  return TRUE;
}

/* Writes a whole array in a set of the component. %FALSE: not all elements have a value */
static gboolean
put_array (xmlNode *node, const LsComponent *component, const LsVariable *array)
{
  g_auto (GStrv) values = list_elements (component, array);

  if (values != NULL)
    write_array (ensure_parameter (ensure_last_set (node), array->name), component, array, values);
  return values != NULL;
}

/* Parameters bound outside of the component contain its name. */
static void
follow_name (LsSspWriter *self,
             xmlNode *node,
             const LsComponent *component,
             const LsComponent *base,
             const char *name)
{
  const GArray *setters = ls_origin_get_setters (self->model->origin, component->id, name);
  const char *value = g_hash_table_lookup (component->values, name);
  const LsVariable *array = find_array (component, name);

  for (guint i = 0; setters != NULL && i < setters->len; i++)
    {
      const LsSetter *setter = &g_array_index (setters, LsSetter, i);
      xmlNode *scope = find_number (self, setter->scope);
      xmlNode *parameter = setter->plain ? find_number (self, setter->parameter) : NULL;
      const gboolean whole = array != NULL && parameter != NULL && sets_whole (parameter, name);
      const char *bound = whole ? array->name : name;
      g_autofree char *path = NULL;

      if (scope == node || scope == NULL)
        continue;
      path = make_name (scope, node, bound);
      if (parameter != NULL && rename_parameter (parameter, path, bound, base))
        continue;
      if (array != NULL && put_array (node, component, array))
        continue;
      if (value != NULL)
        put_value (node, name, ls_component_find_variable (component, name), value);
    }
}

/* Names of variables that have a value in either component. */
static GPtrArray *
list_names (const LsComponent *a, const LsComponent *b)
{
  GPtrArray *names = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, a->values);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_ptr_array_add (names, name);
  g_hash_table_iter_init (&iter, b->values);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (!g_hash_table_contains (a->values, name))
      g_ptr_array_add (names, name);
  g_ptr_array_sort (names, compare_names);
  return names;
}

void
ls_ssp_patch_values (LsSspWriter *self,
                     xmlNode *node,
                     const LsComponent *component,
                     const LsComponent *base)
{
  g_autoptr (GPtrArray) names = list_names (component, base);

  if (!g_str_equal (component->name, base->name))
    {
      g_autoptr (GPtrArray) bound = ls_origin_list_set (self->model->origin, component->id);

      for (guint i = 0; i < bound->len; i++)
        follow_name (self, node, component, base, bound->pdata[i]);
    }
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = names->pdata[i];
      const char *value = g_hash_table_lookup (component->values, name);
      const LsVariable *array = find_array (component, name);

      if (g_strcmp0 (value, g_hash_table_lookup (base->values, name)) == 0)
        continue;
      if (array == NULL || !patch_array (self, node, component, array))
        patch_value (self, node, component, name, value);
    }
}

void
ls_ssp_drop_values (LsSspWriter *self, const LsComponent *base)
{
  g_autoptr (GPtrArray) names = ls_origin_list_set (self->model->origin, base->id);

  for (guint i = 0; i < names->len; i++)
    remove_setters (self, ls_origin_get_setters (self->model->origin, base->id, names->pdata[i]));
}
