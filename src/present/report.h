/* One-page report of an experiment: diagram, settings, table, plots, versions. */
#pragma once

#include "core/run/comparison.h"

/**
 * ls_report_write:
 * @comparison: executed
 * @path: ends in .pdf (or .svg, .png)
 *
 * Plots are those of the layout shown, if the model has layouts, else the four that fit the runs.
 *
 * Returns: %FALSE with %LS_ERROR_ARGUMENT or %LS_ERROR_FILE.
 */
gboolean ls_report_write (LsComparison *comparison, const char *path, GError **error);
/* The same with progress: %LS_ERROR_CANCELLED if @progress (nullable) cancels. @look: with the layouts and
 * set-ups of plots; those of the runs may be older */
gboolean ls_report_write_with_progress (LsComparison *comparison,
                                        const LsExperiment *look,
                                        const char *path,
                                        LsProgressFunc progress,
                                        gpointer user_data,
                                        GError **error);
