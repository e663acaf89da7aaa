/* A recorded trace as a system: it has no inputs and plays its columns. */
#pragma once

#include "core/record/trace.h"
#include "core/system/system.h"

/**
 * ls_system_recorded_new:
 * @trace: with at least two rows, kept by reference; nothing may be appended to it any more
 * @columns: @n_out, which of them are outputs
 * @missing: capabilities that it is to do without: bits 1 << LsCapability
 *
 * Outputs lie on straight lines between rows. Two rows of one time are an event: up to there, the
 * first one counts, from there on the second. A step beyond the last row fails.
 */
LsSystem *ls_system_recorded_new (LsTrace *trace, const char *name, const guint columns[],
                                  guint n_out, guint missing, double start_time, double stop_time,
                                  LsLog *log);
