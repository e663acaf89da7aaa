/* Structure of XML documents: which elements and attributes there may be, in which order, and what
 * they may say. */
#pragma once

#include "core/base/xml.h"

/* Never changes once it is made, and lives as long as the program. */
typedef struct LsSchema LsSchema;

/**
 * LsSchemaFault:
 * @rule: stable name: "known-attributes", "known-elements", "element-order", "element-once",
 *   "element-missing", "attribute-missing", "attribute-value", "id-unique", "no-text" or "namespace"
 * @line: in the document, from 1
 * @subject: the element, "element Component “prey”"
 * @text: what is wrong with it, "attribute “sorce” is not known; …"
 * @node: the element; only as long as the document lives
 * @attribute: (nullable): its name as it is written, when the fault is in one
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
 * @version: what of the lines holds, one digit
 *
 * Every line is a type of elements: its name, then words:
 * - "@name" an attribute; "!" behind it: it has to be there; then what it may say: ":double" or another
 *   simple type of XML Schema, ":nonempty", ":(a|b)" one of these, ":/form/"; with "*" behind that a list
 * - "@*" any other attribute
 * - "Unit" an element with the type of that name; "Item=EnumerationItem" with another one; "ssc:Unit" of
 *   another namespace; "(Real|Integer)" one of them, all with "?", "*" or "+" behind it; "any": any
 *   element; "name{0,2}": from, to
 * - "&Base" all that the type Base has, which was described before; with "?" nothing of it has to be there
 * - "~" text between the elements
 * - "free" the type may have anything
 * - "[2]" in front of a word: in version 2 only
 * Elements come in the order of the words. A line "namespace ssc http://…" begins the types of a
 * namespace ("-" for none). A mistake in the lines is one of the program and ends it.
 *
 * Returns: (transfer none): a schema.
 */
const LsSchema *ls_schema_new (const char *const lines[], char version);

/**
 * ls_schema_check:
 * @root: an element with the name and type @type
 * @limit: of faults; the rest is not looked for
 *
 * Returns: (transfer full) (element-type LsSchemaFault): with a free function set; empty when all is well.
 */
GPtrArray *ls_schema_check (const LsSchema *self, const xmlNode *root, const char *type, guint limit);

/**
 * ls_schema_locate:
 * @root: of the whole document, as the parser left it
 * @data: its text, @size bytes
 *
 * Corrects the lines: parsers know that of the end of a tag alone, and attributes may have lines of
 * their own. Sorts by them.
 */
void ls_schema_locate (GPtrArray *faults, const xmlNode *root, const char *data, gsize size);
