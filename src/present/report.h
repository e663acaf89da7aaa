/* An experiment on one page: diagram, settings, table, figures, versions. */
#pragma once

#include "core/run/comparison.h"

/**
 * ls_report_write:
 * @comparison: executed
 * @path: ends in .pdf (or .svg, .png)
 *
 * Returns: %FALSE with %LS_ERROR_ARGUMENT or %LS_ERROR_FILE.
 */
gboolean ls_report_write (LsComparison *comparison, const char *path, GError **error);
/* The same, with word of it: %LS_ERROR_CANCELLED when @progress (nullable) said so. */
gboolean ls_report_write_with_progress (LsComparison *comparison,
                                        const char *path,
                                        LsProgressFunc progress,
                                        gpointer user_data,
                                        GError **error);
