/* A part of what was recorded, as a trace of its own. */
#pragma once

#include "core/record/trace.h"

/**
 * ls_trace_copy_part:
 * @columns: (nullable) (array zero-terminated=1): names of the columns that are wanted; those that
 *   there are not are left out, those that come twice are taken once; %NULL: all
 * @from, @to: s, both ends belong to it; NaN: from the start, to the end
 *
 * Returns: (transfer full): %NULL with %LS_ERROR_ARGUMENT when nothing is left, or %LS_ERROR_LIMIT
 * without memory for it.
 */
LsTrace *ls_trace_copy_part (const LsTrace *self,
                             const char *const *columns,
                             double from,
                             double to,
                             GError **error);
