/* Options --from and --to: a time range. */
#pragma once

#include "core/record/trace.h"

/**
 * LsTimeRange:
 * @from, @to: texts from the command line; %NULL if not given
 * @start, @stop: s, set by ls_time_range_read(); NaN: not given
 */
typedef struct
{
  char *from, *to;
  double start, stop;
} LsTimeRange;

void ls_time_range_clear (LsTimeRange *self);
gboolean ls_time_range_is_wanted (const LsTimeRange *self);
/* Returns: %FALSE with %LS_ERROR_ARGUMENT */
gboolean ls_time_range_read (LsTimeRange *self, GError **error);
/* Returns: (transfer full): the recorded samples in the range, @trace itself for the whole range;
 * %NULL with the errors of ls_trace_copy_part() */
LsTrace *ls_time_range_take (const LsTimeRange *self, LsTrace *trace, GError **error);
/* Whether the given number of rows from @start to @stop, s, fits in @file, which may be the
 * standard output; %FALSE with the error of ls_trace_check_file(). */
gboolean ls_time_range_check_room (const LsTimeRange *self, const char *file, double start, double stop,
                                   double n_rows, guint n_signals, GError **error);
