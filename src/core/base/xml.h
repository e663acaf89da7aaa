/* XML by libxml2: no network, no external entities, bounded size and depth. */
#pragma once

#include <glib.h>
#include <libxml/tree.h>

/**
 * ls_xml_read:
 * @path: a file
 * @root: (nullable): the expected local name of the root element
 *
 * Returns: (transfer full): the document, or %NULL with an error
 * "path:line: what the parser says". Entities are not substituted, so that a
 * document cannot grow; a document type with entities is refused.
 */
xmlDoc *ls_xml_read (const char *path, const char *root, GError **error);
xmlDoc *ls_xml_read_memory (const char *data, gsize size, const char *name, const char *root, GError **error);

/* Whether @node is an element with local name @name, whatever its namespace prefix. */
gboolean ls_xml_is (const xmlNode *node, const char *name);
/* First child element called @name (any when %NULL), or %NULL. */
xmlNode *ls_xml_child (const xmlNode *parent, const char *name);
/* Next sibling element called @name (any when %NULL), or %NULL. */
xmlNode *ls_xml_next (const xmlNode *node, const char *name);

/* Attribute readers. %NULL or @fallback when absent. The typed ones return
 * %FALSE with "name:line: attribute …" when the text is not of the type. */
char    *ls_xml_get (const xmlNode *node, const char *name);
gboolean ls_xml_get_real (const xmlNode *node, const char *name, double *value, gboolean *present, GError **error);
gboolean ls_xml_get_int64 (const xmlNode *node, const char *name, gint64 *value, gboolean *present, GError **error);
gboolean ls_xml_get_boolean (const xmlNode *node, const char *name, gboolean *value, gboolean *present, GError **error);

/* Sets %LS_ERROR_FORMAT "file:line: message" for @node. */
void ls_xml_set_error (GError **error, const xmlNode *node, const char *format, ...) G_GNUC_PRINTF (3, 4);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (xmlDoc, xmlFreeDoc)
