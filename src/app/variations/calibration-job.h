/* A calibration of the window: checked on a worker thread, run by "lockstep calibrate" in a process of its
 * own, whose table is followed. */
#pragma once

#include <gio/gio.h>
#include "core/vary/calibration.h"

#define LS_TYPE_CALIBRATION_JOB (ls_calibration_job_get_type ())
G_DECLARE_FINAL_TYPE (LsCalibrationJob, ls_calibration_job, LS, CALIBRATION_JOB, GObject)

/**
 * ls_calibration_job_new:
 * @model: (transfer full): with the plan
 * @choice: (transfer full)
 * @settings: copied; its model and choice are ignored
 *
 * Starts at once. Signal "changed", on the main thread: there are better values, or it has ended.
 */
LsCalibrationJob *
ls_calibration_job_new (LsModel *model, LsMethodChoice *choice, const LsRunSettings *settings);
/* Ends the process; the best values so far stay. No signal comes after ls_calibration_job_drop(). */
void ls_calibration_job_cancel (LsCalibrationJob *self);
void ls_calibration_job_drop (LsCalibrationJob *self);
gboolean ls_calibration_job_is_running (LsCalibrationJob *self);
/* (nullable): the best values so far, of main thread only; %NULL: the data are being read, or could not be.
 * @problem: (out) (nullable): why it failed */
LsCalibration *ls_calibration_job_get_calibration (LsCalibrationJob *self, const char **problem);
