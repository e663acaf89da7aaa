/* Runs: start, cancel, live plots, results. */
#pragma once

#include "app/document/fmu-watch.h"
#include "app/document/recovery.h"
#include "app/run/run-job.h"
#include "app/run/run-journal.h"
#include "app/window/plots.h"
#include "app/window/frame.h"

#define LS_TYPE_RUN_CONTROL (ls_run_control_get_type ())
G_DECLARE_FINAL_TYPE (LsRunControl, ls_run_control, LS, RUN_CONTROL, GObject)

/**
 * LsRunControl:
 *
 * Signals, in this order:
 * "changed": available commands have changed; at any time
 * "starting" (LsComparison *comparison): before it is shown
 * "started" (gboolean paused): it runs, or is paused before its first step
 * "ended": before the results are shown
 * "idle": no run is in progress or being started, after an end or a failed start
 */
LsRunControl *ls_run_control_new (const LsFrame *frame,
                                  LsPlots *plots,
                                  LsFmuWatch *watch,
                                  LsRecovery *recovery);
/* Runs the comparison of the document; errors are shown. @paused: pause before the first step */
void ls_run_control_begin (LsRunControl *self, gboolean paused);
/* Returns: (transfer full): the comparison of the document; %NULL after an error, which was
 * shown */
LsComparison *ls_run_control_prepare (LsRunControl *self);
/* Starts a comparison after writing a recovery copy; no other run may be in progress. */
void ls_run_control_start (LsRunControl *self, LsComparison *comparison);
void ls_run_control_cancel (LsRunControl *self);
/* Clears plots and results for another model. */
void ls_run_control_forget (LsRunControl *self);
/* Updates which commands are enabled. */
void ls_run_control_update (LsRunControl *self);

/* Whether a run is in progress or being started. */
gboolean ls_run_control_is_busy (LsRunControl *self);
/* The latest, running or finished. */
LsRunJob *ls_run_control_get_job (LsRunControl *self); /* (transfer none) (nullable) */
/* The comparison of the job if it is running; if it has ended. */
LsComparison *ls_run_control_get_running (LsRunControl *self); /* (transfer none) (nullable) */
LsComparison *ls_run_control_get_ended (LsRunControl *self);   /* (transfer none) (nullable) */
/* From "ended" on: the caller takes the journal and ends it once the runs are stored elsewhere.
 * (transfer full) (nullable) */
LsRunJournal *ls_run_control_take_journal (LsRunControl *self);
