/* Reference computed by a coupling method, for models without monolithic form. */
#pragma once

#include "core/run/reference-runs.h"

/**
 * ls_reference_new_finest:
 * @choice: coupling method with options
 * @coarse: its run with @step_size
 *
 * Runs the method with a half and a quarter of the step. The last run is the reference; its own
 * error is estimated from the differences of the three runs by Richardson extrapolation with the
 * observed order. Between its communication points it is interpolated.
 *
 * Returns: (transfer full): the reference, or %NULL with the error of the runs
 * or %LS_ERROR_CANCELLED.
 */
LsReference *ls_reference_new_finest (LsReferenceRuns *runs, const LsMethodChoice *choice,
                                      LsTrace *coarse, double step_size, GError **error);
