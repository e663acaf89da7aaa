/* Which elements of an array a wire connects to which. */
#pragma once

#include "core/model/wire.h"

/**
 * LsElementMap:
 * @output, @input: (nullable): elements at both ends: for each dimension an index from 1 or a range,
 *   "2-3" or "1, 1-3"; empty or %NULL: all, and those of a single variable
 * @transposed: of a matrix: its rows are the columns at the other end
 */
typedef struct
{
  char    *output, *input;
  gboolean transposed;
} LsElementMap;

void     ls_element_map_clear (LsElementMap *self);
/**
 * ls_model_map_elements:
 * @output, @input: names of variables or arrays
 *
 * Returns: (transfer full) (element-type LsPair): the elements to be connected, in order; %NULL with
 * %LS_ERROR_MODEL and a sentence if a range is not one of the array, or the sizes differ.
 */
GArray  *ls_model_map_elements (const LsModel *self, guint from, const char *output, guint to,
                                const char *input, const LsElementMap *map, GError **error);
/* @map: (out): what the wire of connection @id connects. Returns: whether ranges can describe it */
gboolean ls_model_find_map (const LsModel *self, guint id, LsElementMap *map);
