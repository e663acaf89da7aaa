/* Helpers for the XML of SSP documents. */
#pragma once

#include "core/base/xml.h"
#include "core/fmi/description.h"

#define LS_SSD_HREF "http://ssp-standard.org/SSP1/SystemStructureDescription"
#define LS_SSC_HREF "http://ssp-standard.org/SSP1/SystemStructureCommon"
#define LS_SSV_HREF "http://ssp-standard.org/SSP1/SystemStructureParameterValues"
#define LS_OWN_TYPE "org.lockstep" /* of annotations */
/* Namespace of what is in them. A document that has the type for it, which is no absolute URI, is
 * read alike and written with this one. */
#define LS_OWN_HREF "urn:x-lockstep:annotation"

/* Removes white space between elements, so that what is written is indented
 * evenly; not within annotations of others, where it may be content. */
void     ls_ssp_xml_strip (xmlNode *node);
/* Returns: (transfer full): @node with its content and namespaces as a text of its own. */
char    *ls_ssp_xml_dump (xmlNode *node);
/* Returns: a copy of the element in @text, made last child of @parent, or %NULL when it is not
 * an element called @name. */
xmlNode *ls_ssp_xml_paste (xmlNode *parent, const char *text, const char *name);
/* With the white space before it, when it was read. */
void     ls_ssp_xml_remove (xmlNode *node);
/* Gives elements below the root @node that were added (those without a number in _private) lines of their
 * own where their neighbours have them. */
void     ls_ssp_xml_indent_added (xmlNode *node);

/* The namespace of @href, declared at the root with @prefix when it is not yet. */
xmlNs   *ls_ssp_xml_namespace (xmlDoc *doc, const char *href, const char *prefix);
xmlNode *ls_ssp_xml_add (xmlNode *parent, const char *href, const char *name);
/* The child called @name, made when there is none, at its place in @order (%NULL-terminated names as
 * the schema orders them). */
xmlNode *ls_ssp_xml_ensure (xmlNode *parent, const char *href, const char *name,
                            const char *const order[]);
/* @value %NULL removes the attribute. */
void     ls_ssp_xml_set (xmlNode *node, const char *name, const char *value);
void     ls_ssp_xml_set_real (xmlNode *node, const char *name, double value);
/* Whether the attribute @name of @node is @value. */
gboolean ls_ssp_xml_has (const xmlNode *node, const char *name, const char *value);
/* Whether the BaseUnit @base has the dimension of @unit, which has one. */
gboolean ls_ssp_xml_has_dimension (const xmlNode *base, const LsUnit *unit);
/* Returns: (nullable): the annotation of this program below @owner. */
xmlNode *ls_ssp_xml_find_annotation (const xmlNode *owner);
/* That annotation, made when there is none; @order as above, of the children of @owner. */
xmlNode *ls_ssp_xml_ensure_annotation (xmlNode *owner, const char *const order[]);
/* The element called @name in an annotation of this program, in its namespace. */
xmlNode *ls_ssp_xml_ensure_own (xmlNode *annotation, const char *name);
/* Removes an element of ls_ssp_xml_ensure_own() that says nothing, and what is empty then around it. */
void     ls_ssp_xml_drop_empty_own (xmlNode *node);
