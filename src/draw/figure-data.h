/* The numbers behind a figure. */
#pragma once

#include "draw/figure.h"

/**
 * LsFigureData: what is shown of one source.
 * @label: of the run, or of the reference
 * @method: (nullable): its method; %NULL for the reference
 * @trace: its signals that are shown, over the time that is framed
 */
typedef struct
{
  char *label, *method;
  LsTrace *trace;
} LsFigureData;

void ls_figure_data_free (LsFigureData *self);

/**
 * ls_figure_list_data:
 *
 * Of an error or a difference the values that are drawn, of steps their columns, of an orbit its two
 * signals at all times. Runs that are hidden and signals that are not ticked are not among them.
 *
 * Returns: (transfer full) (element-type LsFigureData): one for each run that is shown, the
 * reference last; %NULL with %LS_ERROR_ARGUMENT when nothing is shown, or of an activity, which has
 * no signals; %LS_ERROR_LIMIT without memory.
 */
GPtrArray *ls_figure_list_data (LsFigure *self, GError **error);
/**
 * ls_figure_join_data:
 * @list: (element-type LsFigureData): not empty
 *
 * Returns: (transfer full): all of it in one table, a row for every time of any run, signals called
 * "signal (run)" when there are several runs; NaN where a run has no row at that time. %NULL with
 * %LS_ERROR_LIMIT without memory.
 */
LsTrace *ls_figure_join_data (const GPtrArray *list, GError **error);
/**
 * ls_figure_write_data:
 * @path: ends in .csv or .mat; with several runs their number and method come before the ending
 *
 * Returns: %FALSE with the errors of ls_figure_list_data() or %LS_ERROR_FILE
 */
gboolean ls_figure_write_data (LsFigure *self, const char *path, GError **error);
/* The same, with word of it: %LS_ERROR_CANCELLED when @progress (nullable) said so. */
gboolean ls_figure_write_data_with_progress (LsFigure *self,
                                             const char *path,
                                             LsProgressFunc progress,
                                             gpointer user_data,
                                             GError **error);
