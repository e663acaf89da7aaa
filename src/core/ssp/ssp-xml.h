/* Editing of the XML of SSP documents. */
#pragma once

#include "core/base/xml.h"
#include "core/fmi/description.h"

#define LS_SSD_HREF "http://ssp-standard.org/SSP1/SystemStructureDescription"
#define LS_SSC_HREF "http://ssp-standard.org/SSP1/SystemStructureCommon"
#define LS_SSV_HREF "http://ssp-standard.org/SSP1/SystemStructureParameterValues"
#define LS_OWN_TYPE "org.lockstep" /* type of Lockstep's annotations */
/* Namespace of their contents. Documents that use the type, which is no absolute URI, as the
 * namespace are read, too, and written with this one. */
#define LS_OWN_HREF "urn:x-lockstep:annotation"

/* Removes white space between elements, so that the output is indented evenly; except in
 * annotations of other tools, where it may be content. */
void     ls_ssp_xml_strip (xmlNode *node);
/* Returns: (transfer full): @node with its content and namespaces as a separate text. */
char    *ls_ssp_xml_dump (xmlNode *node);
/* Returns: a copy of the element in @text, appended to @parent, or %NULL when it is not an element
 * called @name. */
xmlNode *ls_ssp_xml_paste (xmlNode *parent, const char *text, const char *name);
/* Also removes the white space before a node that was read. */
void     ls_ssp_xml_remove (xmlNode *node);
/* Puts added elements (without a number in _private) below the root @node on lines of their own
 * where their neighbours are. */
void     ls_ssp_xml_indent_added (xmlNode *node);

/* The namespace of @href, declared at the root with @prefix if necessary. */
xmlNs   *ls_ssp_xml_namespace (xmlDoc *doc, const char *href, const char *prefix);
xmlNode *ls_ssp_xml_add (xmlNode *parent, const char *href, const char *name);
/* The child called @name, created if necessary at its place in @order (%NULL-terminated names in
 * the order of the schema). */
xmlNode *ls_ssp_xml_ensure (xmlNode *parent, const char *href, const char *name,
                            const char *const order[]);
/* @value %NULL removes the attribute. */
void     ls_ssp_xml_set (xmlNode *node, const char *name, const char *value);
void     ls_ssp_xml_set_real (xmlNode *node, const char *name, double value);
/* Whether the attribute @name of @node equals @value, or is missing for %NULL. */
gboolean ls_ssp_xml_has (const xmlNode *node, const char *name, const char *value);
/* Returns: (transfer full): "x[2,3]" for "x" and the indices "2 3"; "x" without indices. */
char    *ls_ssp_add_indices (const char *connector, const char *indices);
/* Returns: (transfer full): the values of a type element of a Parameter, %NULL-terminated: of an array
 * in row-major order, of a single value one. */
char   **ls_ssp_xml_list_values (const xmlNode *node);
/* Whether the BaseUnit @base has the dimension of @unit, which has one. */
gboolean ls_ssp_xml_has_dimension (const xmlNode *base, const LsUnit *unit);
/* Returns: (nullable): Lockstep's annotation in @owner. */
xmlNode *ls_ssp_xml_find_annotation (const xmlNode *owner);
/* That annotation, created if necessary; @order as above, of the children of @owner. */
xmlNode *ls_ssp_xml_ensure_annotation (xmlNode *owner, const char *const order[]);
/* The element called @name in Lockstep's annotation, in its namespace. */
xmlNode *ls_ssp_xml_ensure_own (xmlNode *annotation, const char *name);
/* Removes an element of ls_ssp_xml_ensure_own() without content, and parents that become empty. */
void     ls_ssp_xml_drop_empty_own (xmlNode *node);
