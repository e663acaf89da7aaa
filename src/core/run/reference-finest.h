/* Reference computed by a coupling method, for models without monolithic form. */
#pragma once

#include "core/coupling/coupling.h"
#include "core/reference/reference.h"

/**
 * ls_reference_new_finest:
 * @choice: coupling method with options
 * @coarse: its run with @step_size
 * @origin, @times, @n_times, @signals, @log, @progress: as ls_reference_new()
 *
 * Runs the method with a half and a quarter of the step. The last run is the reference; its own
 * error is estimated from the differences of the three runs by Richardson extrapolation with the
 * observed order. Between its communication points it is interpolated.
 *
 * Returns: (transfer full): the reference, or %NULL with the error of the runs
 * or %LS_ERROR_CANCELLED.
 */
LsReference *ls_reference_new_finest (const LsModel *model, const LsMethodChoice *choice,
                                      LsTrace *coarse, double step_size, double origin,
                                      const double times[],
                                      gsize n_times, const char *const *signals, LsLog *log,
                                      LsReferenceProgressFunc progress, gpointer user_data,
                                      GError **error);
