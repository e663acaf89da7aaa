/* Checks the attributes of documents against schemas. */
#include "core/schema/schema-impl.h"

#include <glib/gi18n-lib.h>
#include <libxml/xmlschemastypes.h>
#include <string.h>

/* Returns: (transfer container): names of the attributes of @type that @node lacks. Visits all
 * attributes of @node, so it is called once per element. */
static GPtrArray *
list_absent (const xmlNode *node, const LsSchemaType *type)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < type->attributes->len; i++)
    {
      const LsSchemaAttribute *known = type->attributes->pdata[i];

      if (xmlHasNsProp ((xmlNode *)node, (const xmlChar *)known->name, NULL) == NULL)
        g_ptr_array_add (names, (gpointer)known->name);
    }
  return names;
}

/* @absent: candidates for a suggestion */
static void
add_unknown_attribute (LsSchemaCheck *self,
                       const xmlNode *node,
                       const xmlAttr *attribute,
                       const GPtrArray *absent)
{
  g_autofree char *name = ls_schema_clip ((const char *)attribute->name);
  g_autofree char *possible = ls_schema_list_names (absent);
  const char *alike = attribute->ns == NULL ? ls_schema_find_alike (absent, name) : NULL;

  if (attribute->ns != NULL)
    ls_schema_add_fault (self, "known-attributes", node, attribute,
                         _ ("attribute %s of the namespace “%s” is not expected here"), name,
                         (const char *)attribute->ns->href);
  else if (alike != NULL)
    ls_schema_add_fault (self, "known-attributes", node, attribute,
                         _ ("attribute %s is not known; perhaps %s was meant (possible: %s)"), name,
                         alike, possible);
  else if (absent->len > 0)
    ls_schema_add_fault (self, "known-attributes", node, attribute,
                         _ ("attribute %s is not known (possible: %s)"), name, possible);
  else
    ls_schema_add_fault (self, "known-attributes", node, attribute,
                         _ ("attribute %s is not known; no other can be there"), name);
}

/* The library accepts numbers without digits after the "e". */
static gboolean
is_without_exponent (const char *text)
{
  const char *end = text + strlen (text);

  while (end > text && g_ascii_isspace (end[-1]))
    end--;
  return end > text && strchr ("eE+-", end[-1]) != NULL;
}

/* The library rejects those of more than 24 digits. */
static gboolean
is_natural (const char *text)
{
  g_autofree char *word = g_strstrip (g_strdup (text));
  const char *digits = word + (*word == '+');

  return *digits != '\0' && digits[strspn (digits, "0123456789")] == '\0';
}

gboolean
ls_schema_is_of_kind (const LsSchemaKind *kind, const char *text)
{
  xmlSchemaType *type = xmlSchemaGetBuiltInType (kind->type);

  if ((kind->type == XML_SCHEMAS_DOUBLE || kind->type == XML_SCHEMAS_FLOAT)
      && is_without_exponent (text))
    return FALSE;
  if (kind->type == XML_SCHEMAS_NNINTEGER && is_natural (text))
    return TRUE;
  if (xmlSchemaValidatePredefinedType (type, (const xmlChar *)text, NULL) == 0)
    return TRUE;
  return kind->other != 0
         && xmlSchemaValidatePredefinedType (xmlSchemaGetBuiltInType (kind->other),
                                             (const xmlChar *)text, NULL)
                == 0;
}

static void
add_wrong_kind (LsSchemaCheck *self,
                const xmlNode *node,
                const xmlAttr *attribute,
                const LsSchemaKind *kind,
                const char *text)
{
  const char *name = (const char *)attribute->name;

  if (kind->low != NULL)
    ls_schema_add_fault (self, "attribute-value", node, attribute,
                         _ ("attribute %s: “%s” is not an integer from %s to %s"), name, text,
                         kind->low, kind->high);
  else if (kind->type == XML_SCHEMAS_DOUBLE || kind->type == XML_SCHEMAS_FLOAT)
    ls_schema_add_fault (self, "attribute-value", node, attribute,
                         _ ("attribute %s: “%s” is not a number"), name, text);
  else if (kind->type == XML_SCHEMAS_BOOLEAN)
    ls_schema_add_fault (self, "attribute-value", node, attribute,
                         _ ("attribute %s: “%s” is neither true nor false"), name, text);
  else if (kind->type == XML_SCHEMAS_DATETIME)
    ls_schema_add_fault (self, "attribute-value", node, attribute,
                         _ ("attribute %s: “%s” is not a date and time like 2026-01-31T12:00:00Z"),
                         name, text);
  else if (kind->type == XML_SCHEMAS_HEXBINARY)
    ls_schema_add_fault (self, "attribute-value", node, attribute,
                         _ ("attribute %s: “%s” is not made of pairs of hexadecimal digits"), name,
                         text);
  else if (kind->type == XML_SCHEMAS_NCNAME)
    ls_schema_add_fault (
        self, "attribute-value", node, attribute,
        _ ("attribute %s: “%s” is not a name that XML allows: a letter, then letters, digits, "
           "“-”, “_” or “.”"),
        name, text);
  else
    ls_schema_add_fault (self, "attribute-value", node, attribute,
                         _ ("attribute %s: “%s” is not a URI"), name, text);
}

/* White space is replaced first, as a form knows no ends of lines. */
static gboolean
has_form (const LsSchemaAttribute *known, const char *text)
{
  g_autofree char *line = g_strdelimit (g_strdup (text), "\t\r\n", ' ');

  return xmlRegexpExec (known->pattern, (const xmlChar *)line) == 1;
}

/* Checks one value, alone or in a list. Returns: whether it is valid. */
static gboolean
check_value (LsSchemaCheck *self,
             const xmlNode *node,
             const xmlAttr *attribute,
             const LsSchemaAttribute *known,
             const char *text)
{
  g_autofree char *quoted = NULL, *choices = NULL;

  if (known->kind != NULL      ? ls_schema_is_of_kind (known->kind, text)
      : known->choices != NULL ? g_strv_contains ((const char *const *)known->choices, text)
                               : known->pattern == NULL || has_form (known, text))
    return TRUE;
  quoted = ls_schema_clip (text);
  if (known->kind != NULL)
    add_wrong_kind (self, node, attribute, known->kind, quoted);
  else if (known->choices != NULL)
    {
      choices = g_strjoinv (", ", known->choices);
      if (known->choices[1] == NULL)
        ls_schema_add_fault (self, "attribute-value", node, attribute,
                             _ ("attribute %s: “%s” is not “%s”"), known->name, quoted, choices);
      else
        ls_schema_add_fault (self, "attribute-value", node, attribute,
                             _ ("attribute %s: “%s” is invalid; expected %s"), known->name, quoted,
                             choices);
    }
  else
    ls_schema_add_fault (self, "attribute-value", node, attribute,
                         _ ("attribute %s: “%s” does not have the form %s"), known->name, quoted,
                         known->form);
  return FALSE;
}

static void
check_id (LsSchemaCheck *self, const xmlNode *node, const xmlAttr *attribute, char *text)
{
  const xmlNode *first = g_hash_table_lookup (self->ids, g_strstrip (text));
  g_autofree char *quoted = NULL, *other = NULL;

  if (first == NULL)
    {
      g_hash_table_insert (self->ids, g_strdup (text), (gpointer)node);
      return;
    }
  quoted = ls_schema_clip (text);
  other = ls_schema_describe (first);
  ls_schema_add_fault (self, "id-unique", node, attribute,
                       _ ("attribute %s: “%s” is already used by %s in line %ld"),
                       (const char *)attribute->name, quoted, other, xmlGetLineNo (first));
}

static void
check_text (LsSchemaCheck *self,
            const xmlNode *node,
            const xmlAttr *attribute,
            const LsSchemaAttribute *known)
{
  g_autofree char *text = NULL;
  char *rest;

  if (known->kind == NULL && known->choices == NULL && known->pattern == NULL && !known->nonempty)
    return;
  text = ls_xml_get (node, known->name);
  if (known->nonempty)
    {
      if (*text == '\0')
        ls_schema_add_fault (self, "attribute-value", node, attribute, _ ("attribute %s is empty"),
                             known->name);
      return;
    }
  if (!known->list)
    {
      if (check_value (self, node, attribute, known, text) && known->kind != NULL
          && g_str_equal (known->kind->name, "ID"))
        check_id (self, node, attribute, text);
      return;
    }
  rest = text;
  while (*(rest += strspn (rest, " \t\r\n")) != '\0')
    {
      char *end = rest + strcspn (rest, " \t\r\n");
      const gboolean last = *end == '\0';

      *end = '\0';
      /* One fault per list is enough. */
      if (!check_value (self, node, attribute, known, rest) || last)
        return;
      rest = end + 1;
    }
}

static const LsSchemaAttribute *
find_attribute (const LsSchemaType *type, const char *name)
{
  for (guint i = 0; i < type->attributes->len; i++)
    {
      const LsSchemaAttribute *attribute = type->attributes->pdata[i];

      if (g_str_equal (attribute->name, name))
        return attribute;
    }
  return NULL;
}

static void
add_missing (LsSchemaCheck *self, const xmlNode *node, const LsSchemaType *type)
{
  for (guint i = 0; i < type->attributes->len; i++)
    {
      const LsSchemaAttribute *known = type->attributes->pdata[i];

      if (known->required
          && xmlHasNsProp ((xmlNode *)node, (const xmlChar *)known->name, NULL) == NULL)
        ls_schema_add_fault (self, "attribute-missing", node, NULL, _ ("attribute %s is missing"),
                             known->name);
    }
}

void
ls_schema_check_attributes (LsSchemaCheck *self, const xmlNode *node, const LsSchemaType *type)
{
  g_autoptr (GPtrArray) absent = NULL;

  /* The number of attributes of an element is bounded by the file size only. */
  for (const xmlAttr *attribute = node->properties;
       attribute != NULL && self->faults->len < self->limit; attribute = attribute->next)
    {
      const LsSchemaAttribute *known
          = attribute->ns == NULL ? find_attribute (type, (const char *)attribute->name) : NULL;

      if (known != NULL)
        check_text (self, node, attribute, known);
      else if (!type->any_attribute && !ls_schema_is_instance (attribute))
        {
          if (absent == NULL)
            absent = list_absent (node, type);
          add_unknown_attribute (self, node, attribute, absent);
        }
    }
  add_missing (self, node, type);
}
