/* Structure of XML documents: allowed elements and attributes, their order and values. */
#pragma once

#include "core/base/xml.h"

/* Immutable, never freed. */
typedef struct LsSchema LsSchema;

/**
 * LsSchemaFault:
 * @rule: stable name: "known-attributes", "known-elements", "element-order", "element-once",
 *   "element-missing", "element-value", "attribute-missing", "attribute-value", "id-unique", "no-text"
 *   or "namespace"
 * @line: in the document, from 1
 * @subject: the element, "element Component “prey”"
 * @text: description of the fault, "attribute “sorce” is not known; …"
 * @node: the element; only as long as the document lives
 * @attribute: (nullable): its name as written, if the fault is in an attribute
 */
typedef struct
{
  const char *rule;
  guint line;
  char *subject;
  char *text;
  const xmlNode *node;
  char *attribute;
} LsSchemaFault;

void ls_schema_fault_free (LsSchemaFault *self);

/**
 * ls_schema_new:
 * @lines: %NULL-terminated
 * @version: version of the schema, one digit: selects words marked "[2]"
 *
 * Every line describes an element type: its name, then words:
 * - "@name" an attribute; followed by "!" if it is required; then its value: ":double" or another
 *   simple type of XML Schema, ":nonempty", ":(a|b)" one of these, ":/form/" a regular expression;
 *   followed by "*" for a list
 * - "@*" any other attribute
 * - "Unit" an element with the type of that name; "Item=EnumerationItem" with another one;
 *   "ssc:Unit" of another namespace; "(Real|Integer)" one of them, each may be followed by "?", "*"
 *   or "+"; "any": any element; "name{0,2}": minimum and maximum number
 * - "&Base" all content of the type Base, described in an earlier line; with "?" none of it is
 *   required
 * - "~" text between the elements
 * - "free" any content is allowed
 * - "#integer" a value, as text
 * - "$TUnit" the name that the standard gives the type; "&Base" makes it one of those that may stand
 *   in for Base if both have a name
 * - "global" the element may be wherever "any" is, and is checked there
 * - "[2]" in front of a word: in version 2 only
 * The order of the words is the required order of the elements. A line "namespace ssc http://…"
 * begins the types of a namespace ("-" for none). An error in the lines is a programming error and
 * aborts.
 *
 * Returns: (transfer none): a schema.
 */
const LsSchema *ls_schema_new (const char *const lines[], char version);

/**
 * ls_schema_check:
 * @root: an element with the name and type @type
 * @limit: maximum number of faults; the check ends there
 *
 * Returns: (transfer full) (element-type LsSchemaFault): with a free function set; empty if the
 * document is valid.
 */
GPtrArray *ls_schema_check (const LsSchema *self, const xmlNode *root, const char *type, guint limit);

/**
 * ls_schema_locate:
 * @root: root of the whole document, unmodified since parsing
 * @data: its text, @size bytes
 *
 * Corrects the line numbers (the parser only reports the line of the end of a tag, and attributes
 * may be on lines of their own) and sorts the faults by line.
 */
void ls_schema_locate (GPtrArray *faults, const xmlNode *root, const char *data, gsize size);
