/* Estimated coupling errors of a run. */
#pragma once

#include "core/record/trace.h"

typedef struct LsErrorEstimate LsErrorEstimate;

/**
 * LsErrorEstimate:
 * @percent: one per signal of the run: 100 RMS of the error over the communication points, divided by
 *   the range of the signal; NaN where nothing can be said
 * @orders: observed order of convergence; NaN with a single longer run
 * @trace: over time: the magnitude of the estimated error of each signal, in its unit, at the
 *   communication points of the run with twice the step
 * @n_runs, @cpu_time: number of longer runs, and time of their steps, s
 */
struct LsErrorEstimate
{
  guint n_signals;
  double *percent, *orders;
  LsTrace *trace;
  guint n_runs;
  double cpu_time;
};

LsErrorEstimate *ls_error_estimate_copy (const LsErrorEstimate *self);
void ls_error_estimate_free (LsErrorEstimate *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsErrorEstimate, ls_error_estimate_free)
