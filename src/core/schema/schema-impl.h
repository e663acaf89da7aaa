/* Data structures of a schema. Texts are interned; nothing is ever freed. */
#pragma once

#include "core/schema/schema.h"

#include <libxml/schemasInternals.h>
#include <libxml/xmlregexp.h>

#define LS_SCHEMA_MAX_PARTICLES 16u /* of one type */
#define LS_SCHEMA_HREF "http://www.w3.org/2001/XMLSchema"
#define LS_SCHEMA_INSTANCE_HREF "http://www.w3.org/2001/XMLSchema-instance"

/* A simple type of XML Schema. @other: (or 0) an alternative; @low, @high: (nullable) limits of
 * integers */
typedef struct
{
  const char *name;
  xmlSchemaValType type, other;
  const char *low, *high;
} LsSchemaKind;

/* @kind: (nullable): any text; @choices: (nullable); @pattern: (nullable), compiled from @form */
typedef struct
{
  const char *name;
  gboolean required, list, nonempty;
  const LsSchemaKind *kind;
  char **choices;
  xmlRegexp *pattern;
  const char *form;
} LsSchemaAttribute;

typedef struct LsSchemaType LsSchemaType;

/* @href: (nullable) */
typedef struct
{
  const char *href, *name, *type_name;
  const LsSchemaType *type;
} LsSchemaChild;

/* An element of @children, or any other if @any is set, occurring @min to @max times. */
typedef struct
{
  GPtrArray *children; /* element-type LsSchemaChild */
  guint min, max;
  gboolean any;
} LsSchemaParticle;

/**
 * LsSchemaType: what elements of one kind may contain
 * @href: (nullable): namespace
 * @standard: (nullable): name of the type in the standard, by which xsi:type refers to it
 * @base: (nullable): the type that it extends, if that has a name in the standard
 * @text: (nullable): kind of the value that is the content instead of elements
 * @global: such elements may stand wherever any element may
 */
struct LsSchemaType
{
  const char *name, *href, *standard;
  const LsSchemaType *base;
  const LsSchemaKind *text;
  gboolean free, mixed, any_attribute, global;
  GPtrArray *attributes; /* element-type LsSchemaAttribute */
  GPtrArray *particles;  /* element-type LsSchemaParticle */
};

struct LsSchema
{
  char version;
  GHashTable *types;    /* name -> LsSchemaType */
  GHashTable *prefixes; /* name -> namespace */
  const char *href;     /* namespace of the types that follow */
};

/* State of the check of a document. @ids: text -> element with this id; @subject: (nullable):
 * cached description of @described, the element of the last fault, as finding its name means a
 * search of all its attributes */
typedef struct
{
  const LsSchema *schema;
  const LsSchemaType *root;
  GPtrArray *faults;
  guint limit;
  GHashTable *ids;
  const xmlNode *described;
  char *subject;
} LsSchemaCheck;

/* schema-fault.c. @attribute: (nullable) */
void ls_schema_add_fault (LsSchemaCheck *self, const char *rule, const xmlNode *node,
                          const xmlAttr *attribute, const char *format, ...) G_GNUC_PRINTF (5, 6);
/* Returns: (transfer full): the beginning of @text, short enough to be quoted in a message. */
char *ls_schema_clip (const char *text);
/* Returns: (transfer full): "element Component “prey”" */
char *ls_schema_describe (const xmlNode *node);
/* Returns: (nullable): the name in @names most similar to @name. */
const char *ls_schema_find_alike (const GPtrArray *names, const char *name);
/* Returns: (transfer full): "a, b, c", the first few of @names */
char *ls_schema_list_names (const GPtrArray *names);
/* schema-attribute.c */
gboolean ls_schema_is_of_kind (const LsSchemaKind *kind, const char *text);
void ls_schema_check_attributes (LsSchemaCheck *self, const xmlNode *node, const LsSchemaType *type);
/* schema-instance.c. @declared: (nullable): of the element; %NULL if it is not known. Returns:
 * (nullable): the type by which to check it, another one if its xsi:type says so. */
const LsSchemaType *ls_schema_get_type (LsSchemaCheck *self, const xmlNode *node,
                                        const LsSchemaType *declared);
/* Whether it is one of those that any element of any type may have. */
gboolean ls_schema_is_instance (const xmlAttr *attribute);
