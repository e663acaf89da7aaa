/* Lines of CSV of a trace, for those who write them. */
#pragma once

#include "core/record/trace.h"

/* Names of the columns, and samples of one row, each with its end of line. Not-a-number becomes an
 * empty field, which reads back as such, here and in other programs. */
void ls_trace_append_csv_head (const LsTrace *self, GString *text);
void ls_trace_append_csv_row (const LsTrace *self, gsize row, GString *text);
