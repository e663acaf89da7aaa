#include "core/base/xml-pack.h"

#include "core/base/status.h"

#include <glib/gi18n-lib.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <string.h>

#define MAGIC 0x314c4d58u /* "XML1" */
#define NO_TEXT G_MAXUINT32
#define MAX_DEPTH 256u

/* What follows in each record: numbers of 32 bits, and texts with their length and a null. */
typedef enum
{
  DECLARED,  /* prefix, address: of the element that follows */
  ELEMENT,   /* line, whether it has a namespace, prefix, name */
  ATTRIBUTE, /* of the element before: the same without a line, and the value */
  TEXT,      /* line, text */
  CDATA,
  COMMENT,
  INSTRUCTION, /* line, name, content */
  END          /* of an element; of the document */
} Record;

/* ---- Packing ---- */

static void
put (GByteArray *self, guint32 number)
{
  g_byte_array_append (self, (const guint8 *)&number, sizeof number);
}

static void
put_text (GByteArray *self, const xmlChar *text)
{
  const guint size = text != NULL ? (guint)strlen ((const char *)text) : 0;

  put (self, text != NULL ? size : NO_TEXT);
  if (text != NULL)
    g_byte_array_append (self, text, size + 1);
}

static void
put_name (GByteArray *self, const xmlNs *ns, const xmlChar *name)
{
  put (self, ns != NULL);
  put_text (self, ns != NULL ? ns->prefix : NULL);
  put_text (self, name);
}

/* As libxml2 keeps it: lines above 65535 are with texts only. */
static guint32
line_of (const xmlNode *node)
{
  return node->line == G_MAXUINT16 && node->type == XML_TEXT_NODE
             ? (guint32)GPOINTER_TO_UINT (node->psvi)
             : node->line;
}

static void
put_element (GByteArray *self, const xmlNode *node)
{
  for (const xmlNs *ns = node->nsDef; ns != NULL; ns = ns->next)
    {
      put (self, DECLARED);
      put_text (self, ns->prefix);
      put_text (self, ns->href);
    }
  put (self, ELEMENT);
  put (self, line_of (node));
  put_name (self, node->ns, node->name);
  for (const xmlAttr *attribute = node->properties; attribute != NULL; attribute = attribute->next)
    {
      const xmlNode *text = attribute->children;
      xmlChar *value = NULL;

      put (self, ATTRIBUTE);
      put_name (self, attribute->ns, attribute->name);
      if (text != NULL && (text->next != NULL || text->type != XML_TEXT_NODE))
        value = xmlNodeListGetString (node->doc, (xmlNode *)text, 1);
      put_text (self, value != NULL ? value : text != NULL ? text->content : (const xmlChar *)"");
      xmlFree (value);
    }
}

static gboolean
put_node (GByteArray *self, const xmlNode *node)
{
  static const Record records[] = { [XML_TEXT_NODE] = TEXT,
                                    [XML_CDATA_SECTION_NODE] = CDATA,
                                    [XML_COMMENT_NODE] = COMMENT,
                                    [XML_PI_NODE] = INSTRUCTION };

  if (node->type == XML_DTD_NODE)
    return TRUE;
  if (node->type == XML_ELEMENT_NODE)
    put_element (self, node);
  else if (node->type >= G_N_ELEMENTS (records) || records[node->type] == 0)
    return FALSE;
  else
    {
      put (self, records[node->type]);
      put (self, line_of (node));
      if (node->type == XML_PI_NODE)
        put_text (self, node->name);
      put_text (self, node->content);
    }
  return TRUE;
}

GByteArray *
ls_xml_pack (const xmlDoc *document, const char *name, GError **error)
{
  g_autoptr (GByteArray) self = g_byte_array_new ();
  const xmlNode *node = document->children;

  put (self, MAGIC);
  put_text (self, document->version);
  put_text (self, document->encoding);
  put (self, (guint32)document->standalone);
  while (node != NULL)
    {
      if (!put_node (self, node))
        return ls_fail_null (error, LS_ERROR_FORMAT, _ ("%s:%ld: refers to an unknown entity"),
                             name, xmlGetLineNo (node));
      if (node->type == XML_ELEMENT_NODE && node->children != NULL)
        {
          node = node->children;
          continue;
        }
      if (node->type == XML_ELEMENT_NODE)
        put (self, END);
      while (node->next == NULL && node->parent != NULL && node->parent->type == XML_ELEMENT_NODE)
        {
          node = node->parent;
          put (self, END);
        }
      node = node->next;
    }
  put (self, END);
  return g_steal_pointer (&self);
}

/* ---- Unpacking: nothing in the bytes is trusted. ---- */

typedef struct
{
  const guchar *at, *end;
  gboolean is_bad;
  xmlDoc *doc;
  xmlNode *parent, *last; /* last: of the siblings being read */
  xmlAttr *attribute;     /* (nullable): the last of @parent */
  guint depth;
  xmlNs *declared, **end_of_declared; /* of the next element */
} Unpacking;

static guint32
get (Unpacking *self)
{
  guint32 number = 0;

  if ((gsize)(self->end - self->at) < sizeof number)
    {
      self->is_bad = TRUE;
      return END;
    }
  memcpy (&number, self->at, sizeof number);
  self->at += sizeof number;
  return number;
}

/* Texts have to be what XML allows, as they are written again. @size: (out). (nullable) */
static const xmlChar *
get_text (Unpacking *self, gsize *size)
{
  const guint32 n = get (self);
  const guchar *text = self->at;

  *size = 0;
  if (n == NO_TEXT || self->is_bad)
    return NULL;
  if ((gsize)(self->end - text) <= n || text[n] != '\0'
      || !g_utf8_validate ((const char *)text, (gssize)n, NULL))
    {
      self->is_bad = TRUE;
      return NULL;
    }
  for (gsize i = 0; i < n; i++)
    if (text[i] < 0x20 && text[i] != '\t' && text[i] != '\n' && text[i] != '\r')
      self->is_bad = TRUE;
  self->at += n + 1;
  *size = n;
  return self->is_bad ? NULL : text;
}

/* In the dictionary of the document, which holds each once. (nullable) */
static const xmlChar *
get_name (Unpacking *self)
{
  gsize size;
  const xmlChar *text = get_text (self, &size), *name;

  name = text != NULL ? xmlDictExists (self->doc->dict, text, (int)size) : NULL;
  if (name != NULL)
    return name;
  if (text == NULL || xmlValidateName (text, 0) != 0)
    {
      self->is_bad = TRUE;
      return NULL;
    }
  return xmlDictLookup (self->doc->dict, text, (int)size);
}

/* The namespace of an element or attribute. @has_ns: as it says; prefixes have to be declared. */
static xmlNs *
find_ns (Unpacking *self, xmlNode *node, gboolean has_ns, const xmlChar *prefix)
{
  xmlNs *ns = has_ns && !self->is_bad ? xmlSearchNs (self->doc, node, prefix) : NULL;

  self->is_bad |= has_ns && ns == NULL;
  return ns;
}

static void
add (Unpacking *self, xmlNode *node, guint32 line)
{
  xmlNode *parent = self->parent != NULL ? self->parent : (xmlNode *)self->doc;

  node->line = (unsigned short)MIN (line, G_MAXUINT16);
  if (node->type == XML_TEXT_NODE && line >= G_MAXUINT16)
    node->psvi = GUINT_TO_POINTER (line);
  /* Unlike xmlAddChild(), neighbouring texts stay apart, as they came. */
  node->parent = parent;
  node->prev = self->last;
  if (self->last != NULL)
    self->last->next = node;
  else
    parent->children = node;
  parent->last = node;
  self->last = node;
}

static void
get_declaration (Unpacking *self)
{
  gsize size;
  const xmlChar *prefix = get_text (self, &size), *address;
  xmlNs *ns;

  if (prefix != NULL && xmlValidateNCName (prefix, 0) != 0)
    self->is_bad = TRUE;
  address = get_text (self, &size);
  ns = self->is_bad ? NULL : xmlNewNs (NULL, address, prefix);
  if (ns == NULL)
    {
      self->is_bad = TRUE;
      return;
    }
  *self->end_of_declared = ns;
  self->end_of_declared = &ns->next;
}

static void
get_element (Unpacking *self)
{
  const guint32 line = get (self);
  const gboolean has_ns = get (self) != 0;
  gsize size;
  const xmlChar *prefix = get_text (self, &size), *name = get_name (self);
  xmlNode *node;

  if (self->is_bad || ++self->depth > MAX_DEPTH
      || (self->parent == NULL && xmlDocGetRootElement (self->doc) != NULL))
    {
      self->is_bad = TRUE;
      return;
    }
  node = xmlNewDocNodeEatName (self->doc, NULL, (xmlChar *)name, NULL);
  add (self, node, line);
  node->nsDef = g_steal_pointer (&self->declared);
  self->end_of_declared = &self->declared;
  node->ns = find_ns (self, node, has_ns, prefix);
  self->parent = node;
  self->last = NULL;
  self->attribute = NULL;
}

/* libxml2 goes through all attributes to append one: it is shown the last only, as many would take
 * time in proportion to their square. */
static void
add_attribute (Unpacking *self, xmlNode *node, xmlNs *ns, xmlChar *name, const xmlChar *value)
{
  xmlAttr *first = node->properties;

  if (first != NULL && self->attribute != NULL)
    node->properties = self->attribute;
  self->attribute = xmlNewNsPropEatName (node, ns, name, value);
  if (first != NULL)
    node->properties = first;
}

static void
get_attribute (Unpacking *self)
{
  const gboolean has_ns = get (self) != 0;
  gsize size;
  const xmlChar *prefix = get_text (self, &size), *name = get_name (self);
  const xmlChar *value = get_text (self, &size);
  xmlNode *node = self->parent;
  xmlNs *ns;

  if (node == NULL || self->last != NULL || value == NULL)
    self->is_bad = TRUE;
  ns = self->is_bad ? NULL : find_ns (self, node, has_ns, prefix);
  if (!self->is_bad)
    add_attribute (self, node, ns, (xmlChar *)name, value);
}

static void
get_content (Unpacking *self, Record record)
{
  const guint32 line = get (self);
  const xmlChar *name = record == INSTRUCTION ? get_name (self) : NULL;
  gsize size;
  const xmlChar *text = get_text (self, &size);
  xmlNode *node = NULL;

  if (self->is_bad || (self->parent == NULL && record != COMMENT && record != INSTRUCTION))
    self->is_bad = TRUE;
  else if (record == INSTRUCTION)
    node = xmlNewDocPI (self->doc, name, text);
  else if (record == COMMENT)
    node = xmlNewDocComment (self->doc, text);
  else if (record == CDATA)
    node = xmlNewCDataBlock (self->doc, text, (int)size);
  else
    node = xmlNewDocTextLen (self->doc, text, (int)size);
  if (node != NULL)
    add (self, node, line);
}

/* Returns: whether there is more */
static gboolean
get_record (Unpacking *self)
{
  const guint32 record = get (self);

  if (record == DECLARED)
    get_declaration (self);
  else if (record == ELEMENT)
    get_element (self);
  else if (record == ATTRIBUTE)
    get_attribute (self);
  else if (record > ATTRIBUTE && record < END)
    get_content (self, (Record)record);
  else if (record != END || self->declared != NULL)
    self->is_bad = TRUE;
  else if (self->parent == NULL)
    return FALSE;
  else
    {
      self->last = self->parent;
      self->parent = self->depth-- > 1 ? self->parent->parent : NULL;
    }
  return !self->is_bad;
}

static void
get_head (Unpacking *self)
{
  gsize size;
  const xmlChar *version, *encoding;

  self->is_bad = get (self) != MAGIC;
  version = get_text (self, &size);
  encoding = get_text (self, &size);
  if (self->is_bad)
    return;
  self->doc = xmlNewDoc (version);
  if (encoding != NULL)
    self->doc->encoding = xmlStrdup (encoding);
  self->doc->dict = xmlDictCreate ();
  self->doc->standalone = (int)get (self);
}

xmlDoc *
ls_xml_unpack (GBytes *bytes, const char *name)
{
  gsize size;
  const guchar *data = g_bytes_get_data (bytes, &size);
  Unpacking self = { .at = data };

  if (data == NULL) /* no bytes at all */
    return NULL;
  self.end = data + size;
  self.end_of_declared = &self.declared;
  get_head (&self);
  while (!self.is_bad && get_record (&self))
    continue;
  if (self.declared != NULL)
    xmlFreeNsList (self.declared);
  if (self.is_bad || self.at != self.end)
    g_clear_pointer (&self.doc, xmlFreeDoc);
  if (self.doc != NULL)
    self.doc->URL = xmlStrdup ((const xmlChar *)name);
  return self.doc;
}
