/* XML documents as bytes that another process can give, and that are checked when they are read. */
#pragma once

#include <glib.h>
#include <libxml/tree.h>

/* Elements, attributes, namespaces, text, comments and processing instructions with their lines; not
 * the document type. @name: for messages. Returns: %NULL with %LS_ERROR_FORMAT if there is
 * something else in it. */
GByteArray *ls_xml_pack (const xmlDoc *document, const char *name, GError **error);
/* Returns: (transfer full): the document; %NULL if the bytes are none. */
xmlDoc     *ls_xml_unpack (GBytes *bytes, const char *name);
