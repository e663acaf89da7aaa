/* --from and --to: a part of the time. */
#pragma once

#include "core/record/trace.h"

/**
 * LsPart:
 * @from, @to: texts as given on the command line; %NULL what was not given
 * @start, @stop: s, of ls_part_read(); NaN: not given
 */
typedef struct
{
  char *from, *to;
  double start, stop;
} LsPart;

void ls_part_clear (LsPart *self);
gboolean ls_part_is_wanted (const LsPart *self);
/* Returns: %FALSE with %LS_ERROR_ARGUMENT */
gboolean ls_part_read (LsPart *self, GError **error);
/* Returns: (transfer full): that part of what was recorded, @trace itself where all is wanted;
 * %NULL with the errors of ls_trace_copy_part() */
LsTrace *ls_part_take (const LsPart *self, LsTrace *trace, GError **error);
