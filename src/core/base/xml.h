/* XML by libxml2: no network, no external entities, bounded size and depth; parsed where reader.h
 * says. */
#pragma once

#include <glib.h>
#include <libxml/tree.h>

/* Larger documents are rejected with %LS_ERROR_LIMIT, and so are deeper ones (256 levels). */
#define LS_XML_MAX_SIZE (256u << 20) /* bytes */

/**
 * ls_xml_read:
 * @path: a file
 * @root: (nullable): the expected local name of the root element
 *
 * Returns: (transfer full): the document, or %NULL with an error "path:line: message of the
 * parser". Entities are not substituted, so that a document cannot grow; a document type with
 * entities is rejected.
 */
xmlDoc *ls_xml_read (const char *path, const char *root, GError **error);
/* The raw text of a regular file; other kinds are rejected, since reading a pipe could block for
 * ever. @data: (out) (transfer full) */
gboolean ls_xml_load (const char *path, char **data, gsize *size, GError **error);
/* As ls_xml_read(), for @size bytes; @name replaces the path in messages. */
xmlDoc *ls_xml_read_memory (const char *data, gsize size, const char *name, const char *root,
                            GError **error);

/* The same for a text that this program has written, or that was read before: always in this
 * process. */
xmlDoc *ls_xml_read_own (const char *text, const char *name, const char *root, GError **error);

/* Whether @node is an element with local name @name, whatever its namespace prefix. */
gboolean ls_xml_is (const xmlNode *node, const char *name);
/* First child element called @name (any when %NULL), or %NULL. */
xmlNode *ls_xml_child (const xmlNode *parent, const char *name);
/* Next sibling element called @name (any when %NULL), or %NULL. */
xmlNode *ls_xml_next (const xmlNode *node, const char *name);

/* Returns: (transfer full) (nullable): attribute @name, %NULL when it is absent. */
char    *ls_xml_get (const xmlNode *node, const char *name);
/* Typed attributes. When absent, @value is unchanged and @present (may be %NULL) becomes %FALSE.
 * They return %FALSE with "file:line: attribute …" if the text is not of the type in the spelling
 * of XML Schema (a real may be INF, -INF or NaN). */
gboolean ls_xml_get_real (const xmlNode *node, const char *name, double *value,
                          gboolean *present, GError **error);
gboolean ls_xml_get_int64 (const xmlNode *node, const char *name, gint64 *value,
                           gboolean *present, GError **error);
gboolean ls_xml_get_boolean (const xmlNode *node, const char *name, gboolean *value,
                             gboolean *present, GError **error);

/* Sets %LS_ERROR_FORMAT "file:line: message" for @node. */
void ls_xml_set_error (GError **error, const xmlNode *node, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (xmlDoc, xmlFreeDoc)
