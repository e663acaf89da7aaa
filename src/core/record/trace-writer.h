/* Formats that results are written in. */
#pragma once

#include "core/base/item.h"
#include "core/record/trace.h"

/* The first is that of files whose name says nothing. */
extern LsItemList ls_trace_writers;

/* Writes all rows in the format that the ending of @path means, else in the first of the list, atomically. */
gboolean ls_trace_write (const LsTrace *self, const char *path, GError **error);
/* The same, with word of it: %LS_ERROR_CANCELLED when @progress (nullable) said so; what was there
 * stays then. Rows that come while it writes are left out. */
gboolean ls_trace_write_with_progress (const LsTrace *self, const char *path, LsProgressFunc progress,
                                       gpointer user_data, GError **error);
