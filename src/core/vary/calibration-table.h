/* What a calibration has found, as a CSV file. */
#pragma once

#include "core/vary/calibration.h"

/* Writes columns "quantity", "name", "with" and "value": "value", "standard error" and "at end" of each
 * parameter, "correlation" of it with each, "residual rms" of each signal, "runs", "residuals", "converged"
 * and "done". %FALSE with an error of ls_file_write(). */
gboolean ls_calibration_write (const LsCalibration *self, const char *path, GError **error);
