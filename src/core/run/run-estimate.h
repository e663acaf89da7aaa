/* Estimates the coupling errors of a run without a reference: by the same run with longer steps. */
#pragma once

#include "core/run/error-estimate.h"
#include "core/run/run.h"

/* A run that takes longer is estimated on request only, s: estimating takes three quarters of it. */
#define LS_ESTIMATE_TIME 5.0

/**
 * ls_run_estimate_errors:
 * @longest: CPU time of a run up to which it is estimated, s; infinite: always
 * @progress: (nullable): with the fraction of the work
 *
 * Call after completion, on the executing thread; keeps the result for ls_run_get_estimate(), or why
 * there is none. Cancelled with the run.
 *
 * Runs again with 2 h and, where it has enough steps, 4 h. Of the differences d1 of h and 2 h, d2 of
 * 2 h and 4 h (RMS, of each signal) the error of h is d1 / (d2 / d1 - 1), as d2 / d1 = 2^p for order
 * p (Richardson); without 4 h, p = 1. Where the differences do not shrink (d2 / d1 < 1.5) the steps
 * are too long for an order, and d1 / 0.5 stands in. Errors of the components' own solvers that do not
 * depend on h are not seen.
 *
 * Returns: %FALSE with %LS_ERROR_RUN (no equal steps, too few, too long, or the longer run failed or diverged) or
 * %LS_ERROR_CANCELLED.
 */
gboolean ls_run_estimate_errors (LsRun *self, double longest, LsProgressFunc progress, gpointer user_data,
                                 GError **error);
