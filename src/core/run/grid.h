/* Union of the times of several runs. */
#pragma once

#include "core/record/trace.h"

/**
 * ls_grid_merge:
 * @traces: @n_traces traces
 * @n_times: (out): length of the list
 *
 * The union of their times, s since their common origin. Times closer than 5e-13 of the span are
 * merged: they differ by rounding only (n h against n/10 of 10 h). Samples between communication
 * points are ignored, since event times differ between runs.
 *
 * Returns: (transfer full): increasing times, %NULL if there are none.
 */
double *ls_grid_merge (LsTrace *const traces[], guint n_traces, gsize *n_times);
