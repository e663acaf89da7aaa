/* What a calibration has found, as a CSV file and as tables for people. */
#pragma once

#include "core/text/table.h"
#include "core/vary/calibration.h"

/* Writes columns "quantity", "name", "with" and "value": "value", "standard error" and "at end" of each
 * parameter, "correlation" of it with each, "residual rms" of each signal, "runs", "residuals", "converged"
 * and "done". %FALSE with an error of ls_file_write(). */
gboolean ls_calibration_write (const LsCalibration *self, const char *path, GError **error);
/* The inverse, in another process, for a calibration of the same parameters and signals: results are those of
 * @text. What is not in it is NaN. */
void ls_calibration_take (LsCalibration *self, const char *text);

/* Returns: (transfer full): values, standard errors and correlations */
LsTable *ls_calibration_list_parameters (const LsCalibration *self);
/* Returns: (transfer full): residuals */
LsTable *ls_calibration_list_signals (const LsCalibration *self);
/* Returns: (transfer full) (nullable): lines about values that are not to be trusted; of an ended fit */
char *ls_calibration_describe_doubts (const LsCalibration *self);
