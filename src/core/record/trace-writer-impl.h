/* For implementers of result file formats: one const record per format, one file each. */
#pragma once

#include "core/record/trace-writer.h"

typedef struct
{
  LsItem item; /* with endings */
  /* Mandatory. See ls_trace_write_with_progress(): atomically, calling ls_trace_check_cancelled()
   * regularly. */
  gboolean (*write) (const LsTrace *self, const char *path, LsProgressFunc progress, gpointer user_data,
                     GError **error);
  /* Mandatory. Estimated bytes of a file with @n_rows and @n_columns besides the time; from the
   * samples of @self (nullable) if known. */
  double (*guess_size) (double n_rows, guint n_columns, const LsTrace *self);
  /* Optional. Whether the format and the memory for writing it allow this many; else
   * %LS_ERROR_LIMIT. */
  gboolean (*check) (const char *path, double n_rows, guint n_columns, GError **error);
} LsTraceWriter;

/* The format with the ending of @path, else the first. */
const LsTraceWriter *ls_trace_writer_find (const char *path);
/* Whether there is room for @size bytes of the file at @path, beside @taken bytes of other data written to
 * the same disk before it is complete; else %LS_ERROR_LIMIT. */
gboolean ls_trace_check_size (const char *path, double size, double taken, GError **error);
/* Bytes of @n_rows of numbers, including the time. */
double ls_trace_get_size (double n_rows, guint n_columns);
/* Whether to continue; else %LS_ERROR_CANCELLED. @progress: (nullable) */
gboolean ls_trace_check_cancelled (const char *path, double fraction, LsProgressFunc progress, gpointer user_data,
                                   GError **error);
