/* The formats of ls_trace_write_watched(). */
#pragma once

#include "core/record/trace.h"

gboolean ls_trace_write_csv_watched (const LsTrace *self,
                                     const char *path,
                                     LsProgressFunc progress,
                                     gpointer user_data,
                                     GError **error);
gboolean ls_trace_write_mat_watched (const LsTrace *self,
                                     const char *path,
                                     LsProgressFunc progress,
                                     gpointer user_data,
                                     GError **error);
/* Whether to go on; else the %LS_ERROR_CANCELLED. @progress: (nullable) */
gboolean ls_trace_may_go_on (
    const char *path, double fraction, LsProgressFunc progress, gpointer user_data, GError **error);
