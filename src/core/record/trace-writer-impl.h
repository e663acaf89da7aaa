/* For implementers of formats that results are written in: one const record per format, one file each. */
#pragma once

#include "core/record/trace-writer.h"

typedef struct
{
  LsItem item; /* with endings */
  /* Mandatory. As ls_trace_write_with_progress(): atomically, asking ls_trace_check_cancelled() now and then. */
  gboolean (*write) (const LsTrace *self, const char *path, LsProgressFunc progress, gpointer user_data,
                     GError **error);
  /* Mandatory. Bytes of a file of so many rows and columns beside the time; of @self where that is known (nullable). */
  double (*guess_size) (double n_rows, guint n_columns, const LsTrace *self);
  /* Optional. Whether the format, and what writing it takes, allows so many; else %LS_ERROR_LIMIT. */
  gboolean (*check) (const char *path, double n_rows, guint n_columns, GError **error);
} LsTraceWriter;

extern const LsTraceWriter ls_trace_writer_csv;
extern const LsTraceWriter ls_trace_writer_mat;

/* The format that the ending of @path means, else the first. */
const LsTraceWriter *ls_trace_writer_find (const char *path);
/* ls_trace_check_file() of samples that there are. */
gboolean ls_trace_check_written (const LsTrace *self, const char *path, GError **error);
/* Bytes of so many rows of numbers, the time among them. */
double ls_trace_get_size (double n_rows, guint n_columns);
/* Whether to go on; else the %LS_ERROR_CANCELLED. @progress: (nullable) */
gboolean ls_trace_check_cancelled (const char *path, double fraction, LsProgressFunc progress, gpointer user_data,
                                   GError **error);
