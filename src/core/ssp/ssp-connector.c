/* What a Connector of an SSP declares: kind, type, unit, sizes. */
#include "core/ssp/ssp-read-impl.h"

#include <string.h>

/* Maximum number of elements; a connector with more has an unknown size. */
#define MAX_ELEMENTS 10000u

gboolean
ls_ssp_read_kind (const xmlNode *connector, LsCausality *causality)
{
  static const struct
  {
    const char *kind;
    LsCausality causality;
  } kinds[] = {
    { "input", LS_CAUSALITY_INPUT },
    { "output", LS_CAUSALITY_OUTPUT },
    { "parameter", LS_CAUSALITY_PARAMETER },
    { "structuralParameter", LS_CAUSALITY_PARAMETER },
    { "calculatedParameter", LS_CAUSALITY_CALCULATED_PARAMETER },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (ls_ssp_xml_has (connector, "kind", kinds[i].kind))
      {
        *causality = kinds[i].causality;
        return TRUE;
      }
  return FALSE;
}

/* "Clock" is a type of ssc, and of ssd the name of a Clock of the connector. */
static gboolean
is_membership (const xmlNode *node)
{
  return ls_xml_is (node, "Clock") && node->ns != NULL
         && xmlStrEqual (node->ns->href, (const xmlChar *)LS_SSD_HREF);
}

LsType
ls_ssp_read_type (const xmlNode *connector, char **unit)
{
  /* A Binary is text, a Clock is true where it ticks, as in descriptions of FMI 3.0. */
  static const struct
  {
    const char *prefix;
    LsType type;
  } types[] = {
    { "Real", LS_TYPE_REAL },     { "Float", LS_TYPE_REAL },       { "Integer", LS_TYPE_INTEGER },
    { "Int", LS_TYPE_INTEGER },   { "UInt", LS_TYPE_INTEGER },     { "Boolean", LS_TYPE_BOOLEAN },
    { "String", LS_TYPE_STRING }, { "Enum", LS_TYPE_ENUMERATION }, { "Binary", LS_TYPE_STRING },
    { "Clock", LS_TYPE_BOOLEAN },
  };

  for (const xmlNode *child = ls_xml_child (connector, NULL); child != NULL;
       child = ls_xml_next (child, NULL))
    for (guint i = 0; i < G_N_ELEMENTS (types); i++)
      if (g_str_has_prefix ((const char *)child->name, types[i].prefix) && !is_membership (child))
        {
          if (types[i].type == LS_TYPE_REAL)
            *unit = ls_xml_get (child, "unit");
          return types[i].type;
        }
  return LS_TYPE_REAL;
}

char *
ls_ssp_read_shape (const xmlNode *connector)
{
  const xmlNode *node = ls_xml_child (connector, "Dimension");
  g_autoptr (GString) shape = g_string_new (NULL);
  guint64 total = 1;

  for (; node != NULL; node = ls_xml_next (node, "Dimension"))
    {
      g_autofree char *text = ls_xml_get (node, "size");
      guint64 size;

      if (text == NULL
          || !g_ascii_string_to_unsigned (g_strstrip (text), 10, 1, MAX_ELEMENTS, &size, NULL)
          || (total *= size) > MAX_ELEMENTS)
        return NULL;
      g_string_append_printf (shape, "%s%" G_GUINT64_FORMAT, shape->len > 0 ? "," : "", size);
    }
  return g_strdup (shape->str);
}

GPtrArray *
ls_ssp_name_elements (const char *name, const char *shape)
{
  g_auto (GStrv) parts = g_strsplit (shape, ",", -1);
  const guint n = g_strv_length (parts);
  g_autofree guint64 *sizes = g_new (guint64, n + 1);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  guint64 total = 1;

  for (guint i = 0; i < n; i++)
    total *= sizes[i] = g_ascii_strtoull (parts[i], NULL, 10);
  if (n == 0)
    g_ptr_array_add (names, g_strdup (name));
  for (guint64 k = 0; n > 0 && k < total; k++)
    {
      g_autoptr (GString) indices = g_string_new (NULL);
      guint64 rest = k;

      for (guint i = n; i-- > 0; rest /= sizes[i])
        {
          g_autofree char *index = g_strdup_printf ("%" G_GUINT64_FORMAT "%s", rest % sizes[i] + 1,
                                                    i + 1 < n ? "," : "]");

          g_string_prepend (indices, index);
        }
      g_ptr_array_add (names, g_strconcat (name, "[", indices->str, NULL));
    }
  return names;
}

GPtrArray *
ls_ssp_list_elements (const xmlNode *connector)
{
  g_autofree char *name = ls_xml_get (connector, "name");
  g_autofree char *shape = ls_ssp_read_shape (connector);

  if (name == NULL)
    return g_ptr_array_new ();
  return ls_ssp_name_elements (name, shape != NULL ? shape : "");
}
