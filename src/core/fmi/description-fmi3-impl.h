/* Internals of reading ModelVariables of FMI 3.0, for its source files. */
#pragma once

#include "core/fmi/description-impl.h"

/* A variable of the file. */
typedef struct
{
  const xmlNode *node;
  char *name;
  guint32 reference;
  LsFormat format;
  guint n_dimensions; /* 0: a scalar */
  guint64 *dimensions;
  guint n;     /* number of elements */
  guint first; /* index of the first one */
  gboolean is_size, is_resized;
  guint64 size; /* with is_size; is_resized: an array */
} LsFmi3Base;

typedef struct
{
  LsDescription *description;
  GHashTable *units, *types; /* name -> index + 1 */
  GHashTable *sizes;         /* (nullable): see ls_description_read_sized() */
  guint n;
  LsFmi3Base *bases;
  GHashTable *by_reference; /* value reference -> LsFmi3Base, borrowed */
  guint32 free_reference;   /* for elements: not used so far */
  guint n_elements;
} LsFmi3Reader;

static inline LsPlace
ls_fmi3_get_place (const LsFmi3Base *self)
{
  return (LsPlace){ self->node, "variable", self->name };
}

/* description-fmi3-attributes.c: */
/* A value reference in an attribute; see ls_place_get_integer(). */
gboolean ls_fmi3_read_reference (const LsPlace *place, const char *attribute, guint32 *reference,
                                 gboolean *present, GError **error);

/* Attributes of a variable, when all variables have their references. */
gboolean ls_fmi3_read_attributes (LsFmi3Reader *reader, LsVariable *self, const LsFmi3Base *base,
                                  GError **error);
