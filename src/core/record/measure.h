/* Error figures between traces. */
#pragma once

#include "core/record/trace.h"

/**
 * ls_measure_error:
 * @trace: the run
 * @column: its column
 * @reference: the reference, which has a row at every time of @trace (to rounding)
 * @reference_column: its column
 * @error_percent: (out): 100 * RMS over the rows of @trace of the difference,
 *   over (max - min) of the reference at those times; METHODS 0.1, the measure
 *   of the MISSILES paper. Absolute RMS times 100 when the reference is constant
 *
 * Returns: %FALSE with %LS_ERROR_RUN when a time has no partner or a value is not finite.
 */
gboolean ls_measure_error (const LsTrace *trace, guint column, const LsTrace *reference,
                           guint reference_column, double *error_percent, GError **error);

/* The difference run - reference as a trace of its own, columns of @trace that
 * the reference has too. Returns: (transfer full). */
LsTrace *ls_measure_difference (const LsTrace *trace, const LsTrace *reference, GError **error);
