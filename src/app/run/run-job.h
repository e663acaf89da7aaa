/* A comparison on its worker thread, with word of it on the main thread. */
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
 * "ended": once; the job is not running any more
 */
LsRunJob *ls_run_job_new (LsComparison *comparison);
void ls_run_job_start (LsRunJob *self);
/* Asks it to end; returns at once. */
void ls_run_job_cancel (LsRunJob *self);

gboolean ls_run_job_is_running (LsRunJob *self);
gboolean ls_run_job_is_cancelled (LsRunJob *self);
LsComparison *ls_run_job_get_comparison (LsRunJob *self); /* (transfer none) */
/* As of the last "progress". @fraction of all work; @run: index of the one under way */
void
ls_run_job_get_progress (LsRunJob *self, LsComparisonStage *stage, guint *run, double *fraction);
/* Wall time so far, s. */
double ls_run_job_get_elapsed (LsRunJob *self);
