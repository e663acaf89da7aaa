/* One run of a model by one coupling method, recorded. */
#pragma once

#include "core/base/log-book.h"
#include "core/master/master.h"
#include "core/record/trace.h"

typedef enum
{
  LS_RUN_WAITING,
  LS_RUN_RUNNING,
  LS_RUN_DONE,
  LS_RUN_CANCELLED,
  LS_RUN_FAILED
} LsRunState;

/* "waiting", "running", "done", "cancelled", "failed" */
const char *ls_run_state_id (LsRunState state);

/**
 * LsRunResult:
 * @message: (nullable): why it failed or was cancelled
 * @wall_time, @cpu_time: s, of the stepping alone (without instantiation)
 * @component_wall_time, @component_cpu_time: the part of it spent in calls of the FMUs, s, by
 *   samples (core/run/profile.h); the rest is the master's, recording included
 * @peak_memory: greatest resident memory of the process during the run, bytes; 0 when not known
 * @n_parallel: most runs that were under way at the same time, each in a process of its own, which
 *   the times depend on; 0: it was done in this process
 */
typedef struct
{
  LsRunState state;
  char      *message;
  double     wall_time, cpu_time;
  LsCounts   counts;
  double     component_wall_time, component_cpu_time;
  guint64    peak_memory;
  guint      n_parallel;
} LsRunResult;

typedef struct LsRun LsRun;

/**
 * ls_run_new:
 * @model: copied
 * @choice: method with options; copied
 * @signals: (nullable): what to record, %NULL-terminated; %NULL: all outputs
 *
 * Checks all settings at once, so that what can be known to fail fails here.
 */
LsRun         *ls_run_new (const LsModel *model, const LsMethodChoice *choice, double start_time,
                           double stop_time, double step_size, const char *const *signals, GError **error);
void           ls_run_unref (LsRun *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsRun, ls_run_unref)

/* Before it is executed: @step_size is the longest step then, and steps are chosen by @tolerance,
 * relative to the ranges of the outputs. %FALSE with %LS_ERROR_ARGUMENT, also for a method that
 * does not estimate its error; nothing has changed then. */
gboolean       ls_run_set_tolerance (LsRun *self, double tolerance, GError **error);
/* 0 without. */
double         ls_run_get_tolerance (const LsRun *self);

/* Any thread. */
const LsMethodChoice *ls_run_get_choice (const LsRun *self);
/* (transfer none): the copy that is run */
const LsModel *ls_run_get_model (const LsRun *self);
double         ls_run_get_start_time (const LsRun *self);
double         ls_run_get_stop_time (const LsRun *self);
double         ls_run_get_step_size (const LsRun *self);
LsTrace       *ls_run_get_trace (LsRun *self); /* (transfer none): grows while running */
/* (transfer none): grows while running. What the method did over time, in columns "step_size" (s),
 * "iterations", "residual" (as its eps measures; NaN where nothing iterates) and "rejected_steps",
 * for the macro step that begins at the time of the row. Only rows that differ from the one before:
 * what a row says holds until the next one, the last one to the end of the run. */
LsTrace       *ls_run_get_steps (LsRun *self);
/* (transfer none): grows while running. Events of the states, of a method that schedules them one
 * by one, else of the components that a solver of ours integrates. */
LsActivity    *ls_run_get_activity (LsRun *self);
double         ls_run_get_time (LsRun *self);  /* reached, s */
/* Whether a signal keeps its value from one event to the next: discrete, or not a real number. */
gboolean       ls_run_is_discrete (const LsRun *self, const char *signal);
/* Copy of the result so far; clear with ls_run_result_clear(). */
void           ls_run_get_result (LsRun *self, LsRunResult *result);
void           ls_run_result_clear (LsRunResult *result);
/* Returns: (transfer full): element-type LsLoopReport: the algebraic loops of the model as they were
 * solved at the start, empty before; how often, when the run has ended. */
GPtrArray     *ls_run_list_loops (LsRun *self);
/* (transfer none): what was said of the run and in it: remarks on the model, then all from warnings of
 * FMUs to what the master says of its steps. To be read when the run has ended. */
LsLogBook     *ls_run_get_book (LsRun *self);
/* What the method does with component @index for want of a capability: a sentence, as it
 * turned out once the run has begun. Returns: (transfer full) (nullable) */
char          *ls_run_explain_component (const LsRun *self, guint index, const char **name);
guint          ls_run_get_n_components (const LsRun *self);
/* Honoured within one macro step; what was recorded stays. */
void           ls_run_cancel (LsRun *self);
/* Honoured within one macro step: it waits then, without taking any time that counts. Any thread. */
void           ls_run_pause (LsRun *self);
void           ls_run_continue (LsRun *self);
/* While it waits: one macro step, then it waits again. */
void           ls_run_take_step (LsRun *self);
/* Whether it waits now. */
gboolean       ls_run_is_paused (LsRun *self);
/* Before the next macro step: see ls_master_set_value(). What is refused is said in the log; errors
 * of a run that was changed are not known, since the reference is of the model as it was. */
void           ls_run_set_value (LsRun *self, const char *signal, double value);
gboolean       ls_run_is_changed (LsRun *self);

/* @time: reached when it was set, between two macro steps, s */
typedef struct
{
  double time;
  char  *signal;
  double value;
} LsRunChange;

/* Returns: (transfer full) (element-type LsRunChange): what was set in the run so far, in that order. */
GArray        *ls_run_list_changes (LsRun *self);
/* "MISSILES, affine-term=off": translated method and what differs from its defaults. (transfer full) */
char          *ls_run_get_name (const LsRun *self);
/* "MISSILES, affine-term=off, h = 0.001 s": translated, for legends. (transfer full) */
char          *ls_run_get_label (const LsRun *self);

/* Whether signal @index of the trace (1: the first one) went beyond any sense in a run that is done;
 * @reference: (nullable), in column @reference_column, and @error_percent: against that, where it is
 * finite. Returns: (transfer full) (nullable): a translated sentence that says so. */
char          *ls_run_describe_divergence (const LsRun *self, guint index, const LsTrace *reference,
                                           guint reference_column, double error_percent);
/* Of all signals without any reference: the first one. (transfer full) (nullable) */
char          *ls_run_find_divergence (const LsRun *self);

/* As text (transfer full), with the keys of a run of ls_comparison_to_json() but for its errors. */
char          *ls_run_to_json (LsRun *self);
/* The messages of it alone, or of another run: an array. (transfer full) */
char          *ls_run_messages_to_json (LsLogBook *book);

/* After it is done: what the whole of it may be off by, where that is much more than its tolerance.
 * Returns: (transfer full) (nullable): translated sentences */
char          *ls_run_explain_tolerance (LsRun *self);

/* On the executing thread, at most every 20 ms and at the end. */
typedef void (*LsRunProgressFunc) (LsRun *run, gpointer user_data);

/* Before it is executed: what to call, on the executing thread, when all is recorded and the FMUs
 * are yet to be told of the end, which not every one of them survives. */
void           ls_run_set_recorded_func (LsRun *self, LsRunProgressFunc recorded, gpointer user_data);

/* Does it on the calling thread. %FALSE when it failed or was cancelled (the result says which and why). */
gboolean       ls_run_execute (LsRun *self, LsLog *log, LsRunProgressFunc progress, gpointer user_data, GError **error);
