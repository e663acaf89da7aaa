/* Calibration: parameters of a model fitted to measured signals. */
#pragma once

#include "core/vary/fit.h"
#include "core/vary/run-pool.h"

typedef struct LsCalibration LsCalibration;
/* Called by ls_calibration_execute() after runs, with the best values so far. */
typedef void (*LsCalibrationFunc) (LsCalibration *self, gpointer user_data);

/**
 * LsCalibration:
 * @parameters: (element-type LsVaried): ranges, which the values do not leave
 * @data: measured signals
 * @signals: those of them that are used, with a column each
 * @scales: of their residuals: standard deviation of the data at first; with several signals then
 *   that of the residuals, so that noisy signals count less
 * @values, @errors: one per parameter; @errors: standard errors, NaN at an end of the range
 * @is_at_end: whether the value is at an end of its range
 * @correlation: row-major; NaN, as @errors are, until the fit has ended
 * @is_done: whether it has
 * @progress: (nullable)
 * @sum: of the squares of the scaled residuals; @n_residuals: their number
 * @rms: of the residuals of each signal, in its unit
 */
struct LsCalibration
{
  LsRunSettings settings;
  GPtrArray *parameters;
  LsTrace *data;
  char **signals;
  double *scales;
  guint n_jobs, n_residuals, n_runs;
  double *values, *errors, *correlation, *rms;
  gboolean *is_at_end;
  double sum;
  gboolean converged, is_done;
  int cancelled;
  LsCalibrationFunc progress;
  gpointer progress_data;
};

/**
 * ls_calibration_new:
 * @settings: copied; model and choice have to live as long
 * @parameters: (transfer full) (element-type LsVaried): with ranges
 * @path: file with measured signals, as for ls_import_read()
 * @signals: (nullable): as for ls_import_read(); %NULL: all that the file has
 *
 * Returns: (transfer full): %NULL with an error.
 */
LsCalibration *ls_calibration_new (const LsRunSettings *settings, GPtrArray *parameters, const char *path,
                                   const char *const *signals, guint n_jobs, GError **error);
/* Until there are any, results are NaN. */
void ls_calibration_clear_results (LsCalibration *self);
void ls_calibration_free (LsCalibration *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsCalibration, ls_calibration_free)

/**
 * ls_calibration_execute:
 * @n_starts: 1: from the model's values (from the middle of a range that does not hold them); more:
 *   also from points of a Latin hypercube, and the best fit is taken
 *
 * Returns: %FALSE with an error.
 */
gboolean ls_calibration_execute (LsCalibration *self, guint n_starts, gulong seed, GError **error);
void ls_calibration_cancel (LsCalibration *self);
