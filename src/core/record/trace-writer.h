/* Result file formats. */
#pragma once

#include "core/base/item.h"
#include "core/record/trace.h"

/* The first one is used for unknown endings. */
extern LsItemList ls_trace_writers;

/* Writes all rows atomically, in the format with the ending of @path, else in the first of the
 * list. */
gboolean ls_trace_write (const LsTrace *self, const char *path, GError **error);
/* The same with progress: %LS_ERROR_CANCELLED if @progress (nullable) returned %FALSE; an existing
 * file is then unchanged. Rows appended meanwhile are not written. */
gboolean ls_trace_write_with_progress (const LsTrace *self, const char *path, LsProgressFunc progress,
                                       gpointer user_data, GError **error);
