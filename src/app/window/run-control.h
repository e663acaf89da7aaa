/* Runs: begin, cancel, live plots, outcome. */
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
 * "changed": what can be done is another now; at any time
 * "starting" (LsComparison *comparison): before anything of it is shown
 * "started" (gboolean paused): it runs, or waits before its first step
 * "ended": before its outcome is shown
 * "idle": nothing runs and nothing is about to, after an end or a start that failed
 */
LsRunControl *ls_run_control_new (const LsFrame *frame,
                                  LsPlots *plots,
                                  LsFmuWatch *watch,
                                  LsRecovery *recovery);
/* Runs what the document says; problems are shown. @paused: it waits before its first step */
void ls_run_control_begin (LsRunControl *self, gboolean paused);
/* Returns: (transfer full): what the document says; %NULL when that cannot be, which was said. */
LsComparison *ls_run_control_prepare (LsRunControl *self);
/* Begins a comparison once the model is copied for recovery; nothing runs now. */
void ls_run_control_start (LsRunControl *self, LsComparison *comparison);
void ls_run_control_cancel (LsRunControl *self);
/* Plots and results belong to another model. */
void ls_run_control_forget (LsRunControl *self);
/* Says which commands there are. */
void ls_run_control_update (LsRunControl *self);

/* Whether a run is under way, or about to be. */
gboolean ls_run_control_is_busy (LsRunControl *self);
/* The latest, running or not. */
LsRunJob *ls_run_control_get_job (LsRunControl *self); /* (transfer none) (nullable) */
/* Its comparison, if it runs; if it has ended. */
LsComparison *ls_run_control_get_running (LsRunControl *self); /* (transfer none) (nullable) */
LsComparison *ls_run_control_get_ended (LsRunControl *self);   /* (transfer none) (nullable) */
/* From "ended" on: who takes it ends it, once the runs are kept elsewhere. (transfer full) (nullable) */
LsRunJournal *ls_run_control_take_journal (LsRunControl *self);
