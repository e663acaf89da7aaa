/* XML documents for keeping: they take a hundredth of the memory of a tree. */
#pragma once

#include <glib.h>
#include <libxml/tree.h>

/* Returns: (transfer full): @document as by ls_xml_pack(), deflated; %NULL with its error. */
GBytes *ls_xml_keep (const xmlDoc *document, GError **error);
/* @kept: by ls_xml_keep(). Returns: (transfer full): the document. Takes a second for 1e6 elements. */
xmlDoc *ls_xml_take_out (GBytes *kept);
