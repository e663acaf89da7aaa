/* What a schema is made of. Texts are interned; nothing is ever freed. */
#pragma once

#include "core/base/schema.h"

#include <libxml/schemasInternals.h>
#include <libxml/xmlregexp.h>

#define LS_SCHEMA_MAX_PARTICLES 16u /* of one type */

/* A simple type of XML Schema. @other: (or 0) an alternative; @low, @high: (nullable) of integers */
typedef struct
{
  const char *name;
  xmlSchemaValType type, other;
  const char *low, *high;
} LsSchemaKind;

/* @kind: (nullable): any text; @choices: (nullable); @pattern: (nullable), @form is its text */
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

/* One of @children, and with @any whatever else, from @min to @max times. */
typedef struct
{
  GPtrArray *children; /* element-type LsSchemaChild */
  guint min, max;
  gboolean any;
} LsSchemaParticle;

/* @href: (nullable): namespace */
struct LsSchemaType
{
  const char *name, *href;
  gboolean free, mixed, any_attribute;
  GPtrArray *attributes; /* element-type LsSchemaAttribute */
  GPtrArray *particles;  /* element-type LsSchemaParticle */
};

struct LsSchema
{
  char version;
  GHashTable *types;    /* name -> LsSchemaType */
  GHashTable *prefixes; /* name -> namespace */
  const char *href;     /* of the types that follow */
};
