/* The data of a figure. */
#pragma once

#include "draw/figure.h"

/**
 * LsFigureData: displayed data of one source.
 * @label: of the run, or of the reference
 * @method: (nullable): coupling method; %NULL for the reference
 * @is_estimate: an estimated error
 * @trace: displayed signals over the visible time range
 */
typedef struct
{
  char *label, *method;
  gboolean is_estimate;
  LsTrace *trace;
} LsFigureData;

void ls_figure_data_free (LsFigureData *self);

/**
 * ls_figure_list_data:
 *
 * For errors and differences the plotted values, for steps their columns, for an orbit its two
 * signals at all times. Hidden runs and deselected signals are excluded.
 *
 * Returns: (transfer full) (element-type LsFigureData): one per displayed run, then estimated errors, the
 * reference last;
 * %NULL with %LS_ERROR_ARGUMENT if nothing is displayed, or for an activity, which has no signals;
 * %LS_ERROR_LIMIT if out of memory.
 */
GPtrArray *ls_figure_list_data (LsFigure *self, GError **error);
/**
 * ls_figure_join_data:
 * @list: (element-type LsFigureData): not empty
 *
 * Returns: (transfer full): one table with a row for every time of any run; signals are named
 * "signal (run)" if there are several runs; NaN if a run has no sample at that time. %NULL with
 * %LS_ERROR_LIMIT if out of memory.
 */
LsTrace *ls_figure_join_data (const GPtrArray *list, GError **error);
/**
 * ls_figure_write_data:
 * @path: ends in .csv or .mat; with several runs, number and method of each are inserted before the
 * extension, and "estimated" for an estimated error
 * @progress: (nullable): may cancel
 *
 * Returns: %FALSE with the errors of ls_figure_list_data(), %LS_ERROR_FILE or %LS_ERROR_CANCELLED
 */
gboolean ls_figure_write_data (LsFigure *self,
                               const char *path,
                               LsProgressFunc progress,
                               gpointer user_data,
                               GError **error);
