/* The formats of ls_trace_write_with_progress(). */
#pragma once

#include "core/record/trace.h"

gboolean ls_trace_write_csv_with_progress (const LsTrace *self,
                                           const char *path,
                                           LsProgressFunc progress,
                                           gpointer user_data,
                                           GError **error);
gboolean ls_trace_write_mat_with_progress (const LsTrace *self,
                                           const char *path,
                                           LsProgressFunc progress,
                                           gpointer user_data,
                                           GError **error);
/* Whether to go on; else the %LS_ERROR_CANCELLED. @progress: (nullable) */
gboolean ls_trace_check_cancelled (
    const char *path, double fraction, LsProgressFunc progress, gpointer user_data, GError **error);
/* ls_trace_check_file() of samples that there are. */
gboolean ls_trace_check_written (const LsTrace *self, const char *path, GError **error);
