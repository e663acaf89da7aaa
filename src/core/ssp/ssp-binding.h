/* A ParameterBinding of an SSP that is being read, and the values of its Parameters. */
#pragma once

#include "core/ssp/ssp-read-impl.h"

/* One entry of a ParameterMapping. @table: (nullable): a MappingTransformation of the document,
 * which replaces @factor and @offset; @keep_units: no unit conversion */
typedef struct
{
  char *target;
  double factor, offset;
  gboolean keep_units;
  const xmlNode *table;
} LsSspMapping;

/**
 * LsSspWay: transformation of a value on the way from its Parameter to the variable.
 * @mapping: (nullable): of the binding
 * @unit: (nullable): of a system connector on the way; applies to values without a unit
 * @depth: number of system connectors on the way
 */
typedef struct
{
  const LsSspMapping *mapping;
  const char *unit;
  guint depth;
} LsSspWay;

/* A binding being processed. */
typedef struct
{
  LsSspReader *reader;
  const LsSspElement *scope;
  xmlDoc *set_doc;      /* (nullable): of an external ParameterSet */
  xmlDoc *mapping_doc;  /* (nullable): of an external ParameterMapping */
  xmlNode *set;         /* ParameterSet */
  GHashTable *mappings; /* (nullable): source -> GArray of LsSspMapping */
  char *prefix;
} LsSspBinding;

/* Opens the set and the mapping of @node, a ParameterBinding. */
gboolean ls_ssp_open_binding (LsSspBinding *self, const xmlNode *node, GError **error);
void     ls_ssp_clear_binding (LsSspBinding *self);
/* Whether both texts are the same number or Boolean, or identical. */
gboolean ls_ssp_says_the_same (const char *a, const char *b);
/**
 * ls_ssp_convert_value:
 * @text: (transfer full) (nullable): as in the file
 * @node: the type element of the Parameter
 *
 * Returns: (transfer full): the value as text for @variable, or %NULL.
 */
char    *ls_ssp_convert_value (const LsSspBinding *self, const LsComponent *component,
                               const LsVariable *variable, char *text, const xmlNode *node,
                               const LsSspWay *way);
