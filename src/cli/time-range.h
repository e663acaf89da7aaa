/* --from and --to: a part of the time. */
#pragma once

#include "core/record/trace.h"

/**
 * LsTimeRange:
 * @from, @to: texts as given on the command line; %NULL what was not given
 * @start, @stop: s, of ls_time_range_read(); NaN: not given
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
/* Returns: (transfer full): that part of what was recorded, @trace itself where all is wanted;
 * %NULL with the errors of ls_trace_copy_part() */
LsTrace *ls_time_range_take (const LsTimeRange *self, LsTrace *trace, GError **error);
/* Whether what is recorded in so many rows from @start to @stop, s, has room in @file, which may be
 * the standard output; %FALSE with the error of ls_trace_check_file(). */
gboolean ls_time_range_check_room (const LsTimeRange *self, const char *file, double start, double stop,
                                   double n_rows, guint n_signals, GError **error);
