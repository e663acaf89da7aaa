/* A recorded trace as a system: without inputs, with its columns as outputs. */
#pragma once

#include "core/record/trace.h"
#include "core/system/system.h"

/**
 * ls_system_recorded_new:
 * @trace: at least two rows; a reference is held, and rows must no longer be appended
 * @columns: @n_out, indices of the columns used as outputs
 * @missing: capabilities to switch off: bits 1 << LsCapability
 *
 * Outputs are interpolated linearly between rows. Two rows with equal times are an event, with the
 * values before and after it. A step beyond the last row fails.
 */
LsSystem *ls_system_recorded_new (LsTrace *trace, const char *name, const guint columns[],
                                  guint n_out, guint missing, double start_time, double stop_time,
                                  LsLog *log);
