/* Formatting of a trace as lines of CSV. */
#pragma once

#include "core/record/trace.h"

/* Append the names of the columns, and the samples of one row, with the end of line. NaN becomes an
 * empty field, which is read back as NaN, here and in other programs. */
void ls_trace_append_csv_head (const LsTrace *self, GString *text);
void ls_trace_append_csv_row (const LsTrace *self, gsize row, GString *text);
