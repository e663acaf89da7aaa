/* Transformations of connections in an SSP, and their unit conversion. */
#include "core/base/number.h"
#include "core/ssp/ssp-read-impl.h"
#include "core/ssp/ssp-write-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Limit per connection. */
#define MAX_ENTRIES 10000u

static const char *
get_map_element (LsType type)
{
  if (type == LS_TYPE_BOOLEAN)
    return "BooleanMappingTransformation";
  return type == LS_TYPE_ENUMERATION ? "EnumerationMappingTransformation"
                                     : "IntegerMappingTransformation";
}

/* Parses "true", "17" or the name of an enumeration item as a number. */
static gboolean
read_entry (const xmlNode *entry, const char *name, const LsDeclaredType *type, int *value)
{
  g_autofree char *text = ls_xml_get (entry, name);
  gint64 number;

  if (text == NULL)
    return FALSE;
  for (guint i = 0; type != NULL && i < type->n_items; i++)
    if (g_str_equal (type->items[i].name, text))
      {
        *value = (int)type->items[i].value;
        return TRUE;
      }
  if (g_str_equal (text, "true") || g_str_equal (text, "false"))
    {
      *value = text[0] == 't';
      return TRUE;
    }
  if (!g_ascii_string_to_signed (text, 10, G_MININT32, G_MAXINT32, &number, NULL))
    return FALSE;
  *value = (int)number;
  return TRUE;
}

/* Returns: %NULL when an entry is invalid. */
static GArray *
read_map (const xmlNode *node, const LsDeclaredType *from, const LsDeclaredType *to)
{
  g_autoptr (GArray) map = g_array_new (FALSE, FALSE, sizeof (LsMapEntry));
  const xmlNode *child = ls_xml_child (node, "MapEntry");

  for (; child != NULL; child = ls_xml_next (child, "MapEntry"))
    {
      LsMapEntry entry;

      if (map->len >= MAX_ENTRIES || !read_entry (child, "source", from, &entry.source)
          || !read_entry (child, "target", to, &entry.target))
        return NULL;
      g_array_append_val (map, entry);
    }
  return g_steal_pointer (&map);
}

static char *
describe_linear (double factor, double offset)
{
  char text[2][LS_NUMBER_SIZE];

  return g_strdup_printf (_ ("factor %s, offset %s"), ls_number_format (factor, text[0]),
                          ls_number_format (offset, text[1]));
}

static void
read_linear (LsConnection *connection, const xmlNode *node, LsType type)
{
  double factor = 1.0, offset = 0.0;

  if (!ls_xml_get_real (node, "factor", &factor, NULL, NULL)
      || !ls_xml_get_real (node, "offset", &offset, NULL, NULL))
    connection->transformation = g_strdup (_ ("one that is not readable"));
  else if (factor == 1.0 && offset == 0.0)
    return;
  else if (factor == 0.0 || !isfinite (factor) || !isfinite (offset)
           || (type != LS_TYPE_REAL && type != LS_TYPE_INTEGER))
    connection->transformation = describe_linear (factor, offset);
  else
    {
      connection->factor = factor;
      connection->offset = offset;
    }
}

static void
read_child (LsConnection *connection,
            const xmlNode *child,
            const LsComponent *const components[2],
            const LsVariable *const variables[2])
{
  const char *name = (const char *)child->name;

  if (g_str_equal (name, "LinearTransformation"))
    read_linear (connection, child, variables[0]->type);
  else if (g_str_has_suffix (name, "MappingTransformation"))
    {
      g_clear_pointer (&connection->map, g_array_unref);
      if (g_str_equal (name, get_map_element (variables[0]->type)))
        connection->map = read_map (child, ls_component_get_type (components[0], variables[0]),
                                    ls_component_get_type (components[1], variables[1]));
      if (connection->map == NULL && connection->transformation == NULL)
        connection->transformation = g_strdup (_ ("a table of values"));
    }
}

void
ls_ssp_read_transform (LsSspReader *self, LsConnection *connection, const xmlNode *node)
{
  const LsComponent *components[2];
  const LsVariable *variables[2];
  const xmlNode *child = ls_xml_child (node, NULL);

  connection->keep_units = ls_ssp_xml_has (node, "suppressUnitConversion", "true")
                           || ls_ssp_xml_has (node, "suppressUnitConversion", "1");
  if (!ls_connection_find_ends (self->model, connection, components, variables))
    return;
  for (; child != NULL; child = ls_xml_next (child, NULL))
    read_child (connection, child, components, variables);
}

void
ls_ssp_add_transform (LsConnection *connection, const char *xml)
{
  g_autoptr (xmlDoc) doc = ls_xml_read_own (xml, "Connection", NULL, NULL);
  const xmlNode *node
      = doc != NULL ? ls_xml_child (xmlDocGetRootElement (doc), "LinearTransformation") : NULL;
  double factor = 1.0, offset = 0.0;

  if (node == NULL || !ls_xml_get_real (node, "factor", &factor, NULL, NULL)
      || !ls_xml_get_real (node, "offset", &offset, NULL, NULL))
    return;
  connection->offset = factor * connection->offset + offset;
  connection->factor *= factor;
}

static const char *
format_entry (LsType type, const LsDeclaredType *declared, int value, char text[16])
{
  for (guint i = 0; type == LS_TYPE_ENUMERATION && declared != NULL && i < declared->n_items; i++)
    if (declared->items[i].value == value)
      return declared->items[i].name;
  if (type == LS_TYPE_BOOLEAN)
    return value != 0 ? "true" : "false";
  g_snprintf (text, 16, "%d", value);
  return text;
}

static void
write_map (LsSspWriter *self, xmlNode *node, const LsConnection *connection)
{
  const LsComponent *components[2];
  const LsVariable *variables[2];
  xmlNode *child;

  if (!ls_connection_find_ends (self->model, connection, components, variables))
    return;
  child = ls_ssp_xml_ensure (node, LS_SSC_HREF, get_map_element (variables[0]->type),
                             ls_ssp_connection_order);
  for (guint i = 0; i < connection->map->len; i++)
    {
      const LsMapEntry *map = &g_array_index (connection->map, LsMapEntry, i);
      xmlNode *entry = ls_ssp_xml_add (child, LS_SSC_HREF, "MapEntry");
      const int values[2] = { map->source, map->target };
      static const char *const names[2] = { "source", "target" };
      char text[16];

      for (guint k = 0; k < 2; k++)
        ls_ssp_xml_set (entry, names[k],
                        format_entry (variables[0]->type,
                                      ls_component_get_type (components[k], variables[k]),
                                      values[k], text));
    }
}

static void
clear_transforms (xmlNode *node)
{
  xmlNode *next;

  for (xmlNode *child = ls_xml_child (node, NULL); child != NULL; child = next)
    {
      next = ls_xml_next (child, NULL);
      if (g_str_has_suffix ((const char *)child->name, "Transformation"))
        ls_ssp_xml_remove (child);
    }
}

/* Whether @node already describes the transformation of the connection. */
static gboolean
says_the_same (LsSspWriter *self, const xmlNode *node, const LsConnection *connection)
{
  const LsComponent *components[2];
  const LsVariable *variables[2];
  const xmlNode *child = ls_xml_child (node, NULL);
  LsConnection read = { .factor = 1.0 };
  gboolean same;

  if (!ls_connection_find_ends (self->model, connection, components, variables))
    return TRUE;
  for (; child != NULL; child = ls_xml_next (child, NULL))
    read_child (&read, child, components, variables);
  same = read.transformation == NULL && read.factor == connection->factor
         && read.offset == connection->offset && ls_maps_equal (read.map, connection->map);
  g_free (read.transformation);
  g_clear_pointer (&read.map, g_array_unref);
  return same;
}

void
ls_ssp_write_transform (LsSspWriter *self, xmlNode *node, const LsConnection *connection)
{
  gboolean kept = ls_ssp_xml_has (node, "suppressUnitConversion", "true")
                  || ls_ssp_xml_has (node, "suppressUnitConversion", "1");

  if (kept != (connection->keep_units != FALSE))
    ls_ssp_xml_set (node, "suppressUnitConversion", connection->keep_units ? "true" : NULL);
  /* Transformations that are not supported stay as they were read. */
  if (connection->transformation != NULL || says_the_same (self, node, connection))
    return;
  clear_transforms (node);
  if (connection->map != NULL)
    write_map (self, node, connection);
  else if (connection->factor != 1.0 || connection->offset != 0.0)
    {
      xmlNode *child
          = ls_ssp_xml_ensure (node, LS_SSC_HREF, "LinearTransformation", ls_ssp_connection_order);

      ls_ssp_xml_set_real (child, "factor", connection->factor);
      ls_ssp_xml_set_real (child, "offset", connection->offset);
    }
}
