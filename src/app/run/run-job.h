/* Runs a comparison on a worker thread and notifies the main thread. */
#pragma once

#include <gio/gio.h>
#include "core/run/comparison.h"

#define LS_TYPE_RUN_JOB (ls_run_job_get_type ())
G_DECLARE_FINAL_TYPE (LsRunJob, ls_run_job, LS, RUN_JOB, GObject)

/**
 * LsRunJob:
 *
 * Signals, all on the main thread:
 * "progress": at most once per frame while it runs
 * "message" (guint level, const char *component, const char *text, double time): from the log
 * "ended": once, after the job has stopped running
 */
LsRunJob *ls_run_job_new (LsComparison *comparison);
void ls_run_job_start (LsRunJob *self);
/* Requests cancellation; returns immediately. */
void ls_run_job_cancel (LsRunJob *self);

gboolean ls_run_job_is_running (LsRunJob *self);
gboolean ls_run_job_is_cancelled (LsRunJob *self);
LsComparison *ls_run_job_get_comparison (LsRunJob *self); /* (transfer none) */
/* State at the last "progress". @fraction: of all work; @run: index of the current run */
void
ls_run_job_get_progress (LsRunJob *self, LsComparisonStage *stage, guint *run, double *fraction);
/* Wall time so far, s. */
double ls_run_job_get_elapsed (LsRunJob *self);
