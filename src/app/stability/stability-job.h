/* Computes a stability map on a worker thread. */
#pragma once

#include <gio/gio.h>
#include "core/stability/stability.h"

#define LS_TYPE_STABILITY_JOB (ls_stability_job_get_type ())
G_DECLARE_FINAL_TYPE (LsStabilityJob, ls_stability_job, LS, STABILITY_JOB, GObject)

/**
 * LsStabilityJob:
 *
 * Signals, on the main thread: "progress", then "ended" once, unless it was cancelled.
 */
/* @stability: (transfer full) */
LsStabilityJob *
ls_stability_job_new (LsStability *stability, double start_time, double stop_time);
void ls_stability_job_start (LsStabilityJob *self);
/* Emits no further signals. */
void ls_stability_job_cancel (LsStabilityJob *self);
/* Fraction of all work, 0 to 1. */
double ls_stability_job_get_fraction (LsStabilityJob *self);
/* After "ended": (transfer none) (nullable): the map; %NULL with @error (borrowed) */
LsStability *ls_stability_job_get_result (LsStabilityJob *self, const GError **error);
