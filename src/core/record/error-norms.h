/* Error measures between traces. */
#pragma once

#include "core/record/trace.h"

/**
 * ls_measure_error:
 * @trace: the run; rows between its communication points are ignored
 * @column: its column
 * @reference: the reference, which has a row at every time of @trace (to rounding)
 * @reference_column: its column
 * @error_percent: (out): 100 * RMS over the rows of @trace of the difference, over (max - min) of
 *   the reference at those times; T2, the measure of the MISSILES paper. Absolute RMS times 100 if
 *   the reference is constant, up to 1e-12 of its size
 *
 * Returns: %FALSE with %LS_ERROR_RUN when a time has no partner or a value is not finite.
 */
gboolean ls_measure_error (const LsTrace *trace, guint column, const LsTrace *reference,
                           guint reference_column, double *error_percent, GError **error);

/* The difference run - reference as a new trace, with the columns of @trace that the reference has
 * too. Returns: (transfer full). */
LsTrace *ls_measure_difference (const LsTrace *trace, const LsTrace *reference, GError **error);

/**
 * ls_measure_distance_new:
 * @trace, @base: two runs, which need not have the same times
 *
 * Returns: (transfer full): an empty trace for @trace - @base, with the common columns, or %NULL
 * with %LS_ERROR_RUN if there are none.
 */
LsTrace *ls_measure_distance_new (const LsTrace *trace, const LsTrace *base, GError **error);
/**
 * ls_measure_distance_continue:
 * @distance: from ls_measure_distance_new() for the same traces
 *
 * Appends the rows of @trace that are not in @distance yet up to the last time of @base. @base is
 * interpolated linearly between its rows; of two rows of @trace at one time, the limits at an
 * event, the first is compared with the left limit of @base.
 */
void ls_measure_distance_continue (LsTrace *distance, const LsTrace *trace, const LsTrace *base);
