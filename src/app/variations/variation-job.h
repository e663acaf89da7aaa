/* A variation of the window: made and read on a worker thread, run by "lockstep vary" in a process of
 * its own, which forks one for each run. Its table is a file in the user's data folder: what is in it
 * is not run again. */
#pragma once

#include <gio/gio.h>
#include "core/vary/sensitivity.h"
#include "core/vary/variation.h"

#define LS_TYPE_VARIATION_JOB (ls_variation_job_get_type ())
G_DECLARE_FINAL_TYPE (LsVariationJob, ls_variation_job, LS, VARIATION_JOB, GObject)

/**
 * LsVariationJob:
 *
 * Signals, all on the main thread:
 * "prepared": the sample was made, and rows of an earlier run were taken over; or this failed
 * "progress": rows were added
 * "ended": no process is running any more
 * "analysed": sensitivities or curves were computed
 */
typedef enum
{
  LS_VARIATION_PREPARING,
  LS_VARIATION_IDLE, /* also after a failure */
  LS_VARIATION_RUNNING
} LsVariationStage;

/* @model: (transfer full); @settings: copied, its model and choice are ignored; @choice: (transfer
 * full). Starts with preparing. */
LsVariationJob *
ls_variation_job_new (LsModel *model, LsMethodChoice *choice, const LsRunSettings *settings);
LsVariationStage ls_variation_job_get_stage (LsVariationJob *self);
/* Runs the rows that are open, or those that failed as well. */
void ls_variation_job_run (LsVariationJob *self, gboolean retry);
/* Ends the processes; rows that are done stay. No signal of the job comes after ls_variation_job_drop(). */
void ls_variation_job_cancel (LsVariationJob *self);
void ls_variation_job_drop (LsVariationJob *self);
/* (nullable): %NULL before "prepared" and after a failure, with its @error: why the last step failed
 * (nullable) */
LsVariation *ls_variation_job_get_variation (LsVariationJob *self, const char **error);
/* Number of rows of the present run, and how many of them were open at its start. */
void ls_variation_job_get_progress (LsVariationJob *self, guint *n_done, guint *n_rows);
/* Wall time of the run so far, s. */
double ls_variation_job_get_elapsed (LsVariationJob *self);
/* Its table: a file of "lockstep vary". */
const char *ls_variation_job_get_table (LsVariationJob *self);
/* Returns: (transfer full): the command that does the same, for a terminal or a cluster; @model: path */
char *ls_variation_job_get_command (LsVariationJob *self, const char *model);

/* Computes sensitivities and reads curves of at most @n_curves rows; "analysed" follows. */
void ls_variation_job_analyse (LsVariationJob *self, guint n_curves);
/* One per parameter; %NULL: unknown, or not possible with this sample. */
const LsSensitivity *ls_variation_job_get_sensitivity (LsVariationJob *self, guint measure);
/* (nullable): signals of a run with "time" first */
LsTrace *ls_variation_job_get_curve (LsVariationJob *self, guint row);
