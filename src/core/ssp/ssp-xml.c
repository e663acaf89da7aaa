/* Editing of libxml2 trees: order of children, namespaces, white space. */
#include "core/ssp/ssp-xml.h"

#include "core/base/number.h"

#include <string.h>

gboolean
ls_ssp_xml_has (const xmlNode *node, const char *name, const char *value)
{
  g_autofree char *text = ls_xml_get (node, name);

  return g_strcmp0 (text, value) == 0;
}

gboolean
ls_ssp_xml_has_dimension (const xmlNode *base, const LsUnit *unit)
{
  g_return_val_if_fail (base != NULL && unit != NULL, FALSE);

  for (guint i = 0; i < LS_N_BASE_UNITS; i++)
    {
      gint64 exponent = 0;

      if (!ls_xml_get_int64 (base, ls_base_unit_names[i], &exponent, NULL, NULL)
          || exponent != unit->exponents[i])
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_space (const xmlNode *node)
{
  return node != NULL && node->type == XML_TEXT_NODE && xmlIsBlankNode (node);
}

void
ls_ssp_xml_remove (xmlNode *node)
{
  g_return_if_fail (node != NULL);

  /* Added nodes have no white space of their own yet. */
  if (node->type == XML_ELEMENT_NODE && node->_private != NULL && is_space (node->prev))
    {
      xmlNode *space = node->prev;

      xmlUnlinkNode (space);
      xmlFreeNode (space);
    }
  xmlUnlinkNode (node);
  xmlFreeNode (node);
}

void
ls_ssp_xml_strip (xmlNode *node)
{
  g_return_if_fail (node != NULL);

  xmlNode *next;

  if (ls_xml_is (node, "Annotation") && !ls_ssp_xml_has (node, "type", LS_OWN_TYPE))
    return;
  for (xmlNode *child = node->children; child != NULL; child = next)
    {
      next = child->next;
      if (child->type == XML_TEXT_NODE && xmlIsBlankNode (child))
        ls_ssp_xml_remove (child);
      else if (child->type == XML_ELEMENT_NODE)
        ls_ssp_xml_strip (child);
    }
}

char *
ls_ssp_xml_dump (xmlNode *node)
{
  g_return_val_if_fail (node != NULL, NULL);

  xmlDoc *doc = xmlNewDoc ((const xmlChar *)"1.0");
  xmlNode *copy = xmlDocCopyNode (node, doc, 1);
  xmlBuffer *buffer = xmlBufferCreate ();
  char *text;

  xmlDocSetRootElement (doc, copy);
  xmlNodeDump (buffer, doc, copy, 0, 0);
  text = g_strdup ((const char *)xmlBufferContent (buffer));
  xmlBufferFree (buffer);
  xmlFreeDoc (doc);
  return text;
}

/* A line break and the indentation of @depth. */
static xmlNode *
new_line (xmlDoc *doc, guint depth)
{
  g_autofree char *spaces = g_strnfill (2 * (gsize)depth, ' ');
  g_autofree char *text = g_strconcat ("\n", spaces, NULL);

  return xmlNewDocText (doc, (const xmlChar *)text);
}

/* Puts @node, which was added, and its contents on lines of their own. */
static void
indent (xmlNode *node, guint depth)
{
  const gboolean kept
      = ls_xml_is (node, "Annotation") && !ls_ssp_xml_has (node, "type", LS_OWN_TYPE);

  if (is_space (node->prev))
    ls_ssp_xml_remove (node->prev);
  xmlAddPrevSibling (node, new_line (node->doc, depth));
  for (xmlNode *child = ls_xml_child (node, NULL); !kept && child != NULL;
       child = ls_xml_next (child, NULL))
    indent (child, depth + 1);
  if (node->next == NULL)
    xmlAddNextSibling (node, new_line (node->doc, depth - 1));
}

static gboolean
has_lines (const xmlNode *node)
{
  for (const xmlNode *child = node->children; child != NULL; child = child->next)
    if (is_space (child) && strchr ((const char *)child->content, '\n') != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
had_children (const xmlNode *node)
{
  for (node = ls_xml_child (node, NULL); node != NULL; node = ls_xml_next (node, NULL))
    if (node->_private != NULL)
      return TRUE;
  return FALSE;
}

/* @around: whether the siblings of @node are on lines of their own */
static void
indent_added (xmlNode *node, guint depth, gboolean around)
{
  const gboolean lines = has_lines (node) || (around && !had_children (node));
  xmlNode *child = ls_xml_child (node, NULL), *next;

  for (; child != NULL; child = next)
    {
      next = ls_xml_next (child, NULL);
      if (child->_private != NULL)
        indent_added (child, depth + 1, lines);
      else if (lines)
        indent (child, depth + 1);
    }
}

void
ls_ssp_xml_indent_added (xmlNode *node)
{
  g_return_if_fail (node != NULL);

  indent_added (node, 0, FALSE);
}

/* Replaces the namespace @from by @to in @node and everything below it. */
static void
replace_namespace (xmlNode *node, const xmlNs *from, xmlNs *to)
{
  if (node->ns == from)
    node->ns = to;
  for (xmlAttr *attribute = node->properties; attribute != NULL; attribute = attribute->next)
    if (attribute->ns == from)
      attribute->ns = to;
  for (xmlNode *child = ls_xml_child (node, NULL); child != NULL; child = ls_xml_next (child, NULL))
    replace_namespace (child, from, to);
}

/* Parsed text declares its namespaces itself; drops those that the root of the document declares
 * with the same prefix. */
static void
drop_declarations (xmlNode *node)
{
  xmlNs **link = &node->nsDef;

  while (*link != NULL)
    {
      xmlNs *ns = *link;
      xmlNs *outer = xmlSearchNs (node->doc, node->parent, ns->prefix);

      if (ns->prefix == NULL || outer == NULL || !xmlStrEqual (outer->href, ns->href))
        {
          link = &ns->next;
          continue;
        }
      replace_namespace (node, ns, outer);
      *link = ns->next;
      xmlFreeNs (ns);
    }
}

xmlNode *
ls_ssp_xml_paste (xmlNode *parent, const char *text, const char *name)
{
  g_return_val_if_fail (parent != NULL && text != NULL && name != NULL, NULL);

  g_autoptr (xmlDoc) doc = ls_xml_read_own (text, name, name, NULL);
  xmlNode *copy;

  if (doc == NULL)
    return NULL;
  copy = xmlDocCopyNode (xmlDocGetRootElement (doc), parent->doc, 1);
  xmlAddChild (parent, copy);
  drop_declarations (copy);
  return copy;
}

xmlNs *
ls_ssp_xml_namespace (xmlDoc *doc, const char *href, const char *prefix)
{
  g_return_val_if_fail (doc != NULL && href != NULL, NULL);

  xmlNode *root = xmlDocGetRootElement (doc);
  xmlNs *ns = xmlSearchNsByHref (doc, root, (const xmlChar *)href);
  char name[8];

  /* In a document written by other tools, the prefix may be in use for another namespace. */
  g_strlcpy (name, prefix, sizeof name);
  for (guint i = 1; ns == NULL && i < 10; i++)
    {
      ns = xmlNewNs (root, (const xmlChar *)href, (const xmlChar *)name);
      g_snprintf (name, sizeof name, "%s%u", prefix, i);
    }
  return ns;
}

static const char *
get_prefix (const char *href)
{
  if (strcmp (href, LS_SSD_HREF) == 0)
    return "ssd";
  return strcmp (href, LS_SSC_HREF) == 0 ? "ssc" : "ssv";
}

static xmlNode *
new_node (xmlNode *parent, const char *href, const char *name)
{
  xmlNs *ns = xmlSearchNsByHref (parent->doc, parent, (const xmlChar *)href);

  if (ns == NULL)
    ns = ls_ssp_xml_namespace (parent->doc, href, get_prefix (href));
  return xmlNewDocNode (parent->doc, ns, (const xmlChar *)name, NULL);
}

xmlNode *
ls_ssp_xml_add (xmlNode *parent, const char *href, const char *name)
{
  g_return_val_if_fail (parent != NULL && href != NULL && name != NULL, NULL);

  return xmlAddChild (parent, new_node (parent, href, name));
}

/* Whether @node has one of the names that follow @name in @order. */
static gboolean
is_behind (const xmlNode *node, const char *name, const char *const order[])
{
  gboolean behind = FALSE;

  for (guint i = 0; order[i] != NULL; i++)
    {
      if (behind && ls_xml_is (node, order[i]))
        return TRUE;
      behind |= strcmp (order[i], name) == 0;
    }
  return FALSE;
}

xmlNode *
ls_ssp_xml_ensure (xmlNode *parent, const char *href, const char *name, const char *const order[])
{
  g_return_val_if_fail (parent != NULL && href != NULL, NULL);

  xmlNode *child = ls_xml_child (parent, name);
  xmlNode *added;

  if (child != NULL)
    return child;
  added = new_node (parent, href, name);
  for (child = ls_xml_child (parent, NULL); child != NULL; child = ls_xml_next (child, NULL))
    if (is_behind (child, name, order))
      return xmlAddPrevSibling (child, added);
  return xmlAddChild (parent, added);
}

void
ls_ssp_xml_set (xmlNode *node, const char *name, const char *value)
{
  g_return_if_fail (node != NULL && name != NULL);

  if (value != NULL)
    xmlSetProp (node, (const xmlChar *)name, (const xmlChar *)value);
  else
    xmlUnsetProp (node, (const xmlChar *)name);
}

void
ls_ssp_xml_set_real (xmlNode *node, const char *name, double value)
{
  g_return_if_fail (node != NULL && name != NULL);

  char text[LS_NUMBER_SIZE];

  ls_ssp_xml_set (node, name, ls_number_format (value, text));
}

char *
ls_ssp_add_indices (const char *connector, const char *indices)
{
  g_auto (GStrv) parts = g_strsplit_set (indices, " \t\r\n", -1);
  g_autoptr (GString) text = g_string_new (connector);
  char open = '[';

  for (guint i = 0; parts[i] != NULL; i++)
    if (*parts[i] != '\0')
      {
        g_string_append_printf (text, "%c%s", open, parts[i]);
        open = ',';
      }
  if (open == ',')
    g_string_append_c (text, ']');
  return g_strdup (text->str);
}

/* White space parts the values of arrays, but for types of which it may be content. */
static gboolean
is_text (const xmlNode *node)
{
  return ls_xml_is (node, "String") || ls_xml_is (node, "Enumeration")
         || ls_xml_is (node, "Binary");
}

char **
ls_ssp_xml_list_values (const xmlNode *node)
{
  g_return_val_if_fail (node != NULL, NULL);

  g_autofree char *text = ls_xml_get (node, "value");
  g_autoptr (GPtrArray) values = g_ptr_array_new ();

  if (text != NULL && is_text (node))
    g_ptr_array_add (values, g_steal_pointer (&text));
  else if (text != NULL)
    {
      g_auto (GStrv) parts = g_strsplit_set (text, " \t\r\n", -1);

      for (guint i = 0; parts[i] != NULL; i++)
        if (*parts[i] != '\0')
          g_ptr_array_add (values, g_strdup (parts[i]));
    }
  for (const xmlNode *child = ls_xml_child (node, "Value"); child != NULL && is_text (node);
       child = ls_xml_next (child, "Value"))
    {
      char *value = ls_xml_get (child, "value");

      g_ptr_array_add (values, value != NULL ? value : g_strdup (""));
    }
  g_ptr_array_add (values, NULL);
  return (char **)g_ptr_array_free (g_steal_pointer (&values), FALSE);
}

xmlNode *
ls_ssp_xml_find_annotation (const xmlNode *owner)
{
  g_return_val_if_fail (owner != NULL, NULL);

  xmlNode *node = ls_xml_child (ls_xml_child (owner, "Annotations"), "Annotation");

  while (node != NULL && !ls_ssp_xml_has (node, "type", LS_OWN_TYPE))
    node = ls_xml_next (node, "Annotation");
  return node;
}

xmlNode *
ls_ssp_xml_ensure_annotation (xmlNode *owner, const char *const order[])
{
  g_return_val_if_fail (owner != NULL, NULL);

  xmlNode *node = ls_ssp_xml_find_annotation (owner);

  if (node != NULL)
    return node;
  node = ls_ssp_xml_ensure (owner, LS_SSD_HREF, "Annotations", order);
  node = ls_ssp_xml_add (node, LS_SSC_HREF, "Annotation");
  ls_ssp_xml_set (node, "type", LS_OWN_TYPE);
  return node;
}

xmlNode *
ls_ssp_xml_ensure_own (xmlNode *annotation, const char *name)
{
  g_return_val_if_fail (annotation != NULL && name != NULL, NULL);

  xmlNode *node = ls_xml_child (annotation, name);
  xmlNs *ns, *old, **link;
  gboolean owned;

  if (node != NULL && node->ns != NULL
      && xmlStrEqual (node->ns->href, (const xmlChar *)LS_OWN_HREF))
    return node;
  if (node == NULL)
    {
      node = xmlNewChild (annotation, NULL, (const xmlChar *)name, NULL);
      xmlSetNs (node, xmlNewNs (node, (const xmlChar *)LS_OWN_HREF, NULL));
      return node;
    }
  /* Elements written by the first versions of Lockstep. */
  old = node->ns;
  for (link = &node->nsDef; *link != NULL && *link != old; link = &(*link)->next)
    ;
  owned = old != NULL && *link == old;
  if (owned)
    *link = old->next;
  ns = xmlNewNs (node, (const xmlChar *)LS_OWN_HREF, NULL);
  if (ns != NULL && old != NULL)
    replace_namespace (node, old, ns);
  if (ns != NULL)
    node->ns = ns;
  if (owned && ns != NULL)
    xmlFreeNs (old);
  return node;
}

void
ls_ssp_xml_drop_empty_own (xmlNode *node)
{
  g_return_if_fail (node != NULL);

  for (guint i = 0; i < 3; i++)
    {
      xmlNode *parent = node->parent;

      if (ls_xml_child (node, NULL) != NULL || (i == 0 && node->properties != NULL))
        return;
      ls_ssp_xml_remove (node);
      node = parent;
    }
}
