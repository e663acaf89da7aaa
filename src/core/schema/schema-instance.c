/* Attributes of XMLSchema-instance: an element may name another type for itself. */
#include "core/schema/schema-impl.h"

#include <glib/gi18n-lib.h>
#include <libxml/xmlschemastypes.h>
#include <string.h>

gboolean
ls_schema_is_instance (const xmlAttr *attribute)
{
  static const char *const names[]
      = { "type", "nil", "schemaLocation", "noNamespaceSchemaLocation", NULL };

  return attribute->ns != NULL
         && xmlStrEqual (attribute->ns->href, (const xmlChar *)LS_SCHEMA_INSTANCE_HREF)
         && g_strv_contains (names, (const char *)attribute->name);
}

/* Returns: (transfer full): without white space around it */
static char *
get_name (const xmlAttr *attribute)
{
  xmlChar *content = xmlNodeGetContent ((const xmlNode *)attribute);
  char *name = g_strstrip (g_strdup ((const char *)content));

  xmlFree (content);
  return name;
}

static const xmlAttr *
find_attribute (const xmlNode *node, const char *name)
{
  return xmlHasNsProp ((xmlNode *)node, (const xmlChar *)name,
                       (const xmlChar *)LS_SCHEMA_INSTANCE_HREF);
}

/* @name: with a prefix, or without, which means the default namespace. Returns: whether the prefix
 * is declared; @href: (out) (nullable) */
static gboolean
find_namespace (const xmlNode *node, const char *name, const char **href)
{
  const char *colon = strchr (name, ':');
  g_autofree char *prefix = colon != NULL ? g_strndup (name, (gsize)(colon - name)) : NULL;
  const xmlNs *space = xmlSearchNs (node->doc, (xmlNode *)node, (const xmlChar *)prefix);

  *href = space != NULL && *space->href != '\0' ? (const char *)space->href : NULL;
  return prefix == NULL || space != NULL;
}

/* Returns: (nullable) */
static const LsSchemaType *
find_type (const LsSchema *schema, const xmlNode *node, const char *name)
{
  const char *colon = strchr (name, ':');
  const char *local = colon != NULL ? colon + 1 : name;
  const char *href;
  GHashTableIter iter;
  gpointer value;

  if (xmlValidateQName ((const xmlChar *)name, 0) != 0 || !find_namespace (node, name, &href))
    return NULL;
  g_hash_table_iter_init (&iter, schema->types);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const LsSchemaType *type = value;

      if (g_strcmp0 (type->standard, local) == 0 && g_strcmp0 (type->href, href) == 0)
        return type;
    }
  return NULL;
}

/* Both are types of XML Schema itself. */
static gboolean
is_restriction (const LsSchemaKind *kind, const LsSchemaKind *base)
{
  const xmlSchemaType *type = xmlSchemaGetBuiltInType (kind->type);

  while (type != NULL && type->builtInType != (int)base->type && type != type->baseType)
    type = type->baseType;
  return type != NULL && type->builtInType == (int)base->type;
}

static gboolean
can_stand_in (const LsSchemaType *type, const LsSchemaType *declared)
{
  if (declared == NULL || declared->free)
    return TRUE;
  if (declared->text != NULL)
    return type->text != NULL && is_restriction (type->text, declared->text);
  while (type != NULL && type != declared)
    type = type->base;
  return type != NULL;
}

const LsSchemaType *
ls_schema_get_type (LsSchemaCheck *self, const xmlNode *node, const LsSchemaType *declared)
{
  const xmlAttr *attribute = find_attribute (node, "type");
  const xmlAttr *nil = declared != NULL ? find_attribute (node, "nil") : NULL;
  const LsSchemaType *type;
  g_autofree char *name = NULL, *quoted = NULL;

  if (nil != NULL)
    ls_schema_add_fault (self, "known-attributes", node, nil,
                         _ ("attribute %s is not allowed: the element cannot be nil"), "xsi:nil");
  if (attribute == NULL)
    return declared;
  name = get_name (attribute);
  type = find_type (self->schema, node, name);
  if (type != NULL && can_stand_in (type, declared))
    return type;
  quoted = ls_schema_clip (name);
  if (type == NULL)
    ls_schema_add_fault (self, "attribute-value", node, attribute,
                         _ ("attribute %s: “%s” is not a known type"), "xsi:type", quoted);
  else
    ls_schema_add_fault (self, "attribute-value", node, attribute,
                         _ ("attribute %s: “%s” cannot be the type of this element"), "xsi:type",
                         quoted);
  return declared;
}
