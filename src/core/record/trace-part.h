/* Copies a part of a trace. */
#pragma once

#include "core/record/trace.h"

/**
 * ls_trace_copy_part:
 * @columns: (nullable) (array zero-terminated=1): names of the selected columns; unknown ones and
 *   duplicates are ignored; %NULL: all
 * @from, @to: s, inclusive; NaN: from the start, to the end
 *
 * Returns: (transfer full): %NULL with %LS_ERROR_ARGUMENT if nothing is selected, or
 * %LS_ERROR_LIMIT if out of memory.
 */
LsTrace *ls_trace_copy_part (const LsTrace *self,
                             const char *const *columns,
                             double from,
                             double to,
                             GError **error);
