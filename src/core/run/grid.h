/* Times of several runs as one increasing list. */
#pragma once

#include "core/record/trace.h"

/**
 * ls_grid_merge:
 * @traces: @n_traces traces
 * @n_times: (out): length of the list
 *
 * The union of their times, s since their common origin. Times closer than 5e-13 of the span are one: they
 * are the same time, rounded differently (n h against n/10 of 10 h). Rows between communication
 * times do not count: each run has its events at times of its own.
 *
 * Returns: (transfer full): increasing times, %NULL when there are none.
 */
double *ls_grid_merge (LsTrace *const traces[], guint n_traces, gsize *n_times);
