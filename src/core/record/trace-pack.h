/* Traces from the process that reads files. */
#pragma once

#include "core/base/table-pack.h"
#include "core/record/trace.h"

/* Returns: as ls_table_pack(): names and units, then @more: @n_more texts */
int      ls_trace_pack (const LsTrace *self, const char *const more[], guint n_more);
/* @more: (out) (nullable): index of the first text beyond names and units in @table, which @bytes are
 * unpacked to. Returns: (transfer full): the trace; %NULL with an error that names @path */
LsTrace *ls_trace_unpack (GBytes *bytes, const char *path, LsTablePack *table, guint *more,
                          GError **error);
