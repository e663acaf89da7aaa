/* One recorded run of a model with one coupling method. */
#pragma once

#include "core/base/log-book.h"
#include "core/master/master.h"
#include "core/record/trace.h"
#include "core/run/error-estimate.h"
#include "core/text/json.h"

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
 * @fault: the LsError of an FMU that ended it; -1: none did
 * @culprit: index in the model of that FMU's component; -1: unknown
 * @wall_time, @cpu_time: s, of the steps only, without instantiation
 * @component_wall_time, @component_cpu_time: time in FMU calls, s, estimated by samples
 * (core/run/profile.h); the rest is spent in the master, recording included
 * @n_late, @lateness: with a pace: number of macro steps that began more than %LS_RUN_LATE after their
 * time, and the greatest delay, s
 * @peak_memory: greatest resident memory of the process during the run, bytes; 0 if unknown
 * @n_parallel: maximum number of simultaneous runs in separate processes, which affects the times;
 * 0: executed in this process
 */
typedef struct
{
  LsRunState state;
  char      *message;
  int        fault, culprit;
  double     wall_time, cpu_time;
  LsCounts   counts;
  double     component_wall_time, component_cpu_time;
  guint64    n_late;
  double     lateness;
  guint64    peak_memory;
  guint      n_parallel;
} LsRunResult;
#define LS_RUN_LATE 2e-3 /* s */

typedef struct LsRun LsRun;

/**
 * ls_run_new:
 * @model: copied
 * @choice: method with options; copied
 * @signals: (nullable): signals to record, %NULL-terminated; %NULL: all outputs
 *
 * Checks all settings, so that predictable failures occur here.
 */
LsRun         *ls_run_new (const LsModel *model, const LsMethodChoice *choice, double start_time,
                           double stop_time, double step_size, const char *const *signals, GError **error);
LsRun         *ls_run_ref (LsRun *self);
void           ls_run_unref (LsRun *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsRun, ls_run_unref)

/* Call before execution: enables step size control with @tolerance relative to the ranges of the
 * outputs and @step_size as maximum. %FALSE with %LS_ERROR_ARGUMENT, also for a method without
 * error estimate; the run is then unchanged. */
gboolean       ls_run_set_tolerance (LsRun *self, double tolerance, GError **error);
/* Call before execution: each macro step begins no earlier than at its time, which passes @pace
 * times as fast as that of the clock; 0 (default): as fast as possible. Waiting is no part of the
 * measured times; after a pause time goes on from there. */
void           ls_run_set_pace (LsRun *self, double pace);
double         ls_run_get_pace (const LsRun *self);
/* The late steps of a run with a pace: begin, and by how much it was late, s. (transfer none) (nullable):
 * grows during the run */
LsTrace       *ls_run_get_late (LsRun *self);

/* 0 if fixed steps. */
double         ls_run_get_tolerance (const LsRun *self);

/* Any thread. */
const LsMethodChoice *ls_run_get_choice (const LsRun *self);
/* (transfer none): the copy that is executed */
const LsModel *ls_run_get_model (const LsRun *self);
double         ls_run_get_start_time (const LsRun *self);
double         ls_run_get_stop_time (const LsRun *self);
double         ls_run_get_step_size (const LsRun *self);
LsTrace       *ls_run_get_trace (LsRun *self); /* (transfer none): grows while running */
/* (transfer none): grows while running. Step data in columns "step_size" (s), "iterations",
 * "residual" (scaled like its eps; NaN without iteration) and "rejected_steps", for the macro step
 * that starts at the time of the row. Only rows that differ from the previous one: each row is
 * valid until the next, the last one until the end of the run. */
LsTrace       *ls_run_get_steps (LsRun *self);
/* (transfer none): grows while running. Columns of ls_bond_trace_new() for the power bonds of the model, none
 * without, a row for each macro step; no rows with a method without macro steps. */
LsTrace       *ls_run_get_bonds (LsRun *self);
/* (transfer none): grows while running. State events of a QSS method, else events of the components
 * integrated by a Lockstep solver. */
LsActivity    *ls_run_get_activity (LsRun *self);
double         ls_run_get_time (LsRun *self);  /* reached, s */
/* Whether a signal is constant between events: discrete, or not Real. */
gboolean       ls_run_is_discrete (const LsRun *self, const char *signal);
/* Copy of the result so far; clear with ls_run_result_clear(). */
void           ls_run_get_result (LsRun *self, LsRunResult *result);
void           ls_run_result_clear (LsRunResult *result);
/* Returns: (transfer full): element-type LsLoopReport: the algebraic loops of the model as solved
 * at the start, empty before; with their counts once the run has finished. */
GPtrArray     *ls_run_list_loops (LsRun *self);
/* (transfer none): messages of the run: remarks on the model, warnings of FMUs, messages of the
 * master. Read it after the run has finished. */
LsLogBook     *ls_run_get_book (LsRun *self);
/* How the method handles a missing capability of component @index: a sentence, final once the run
 * has started.
 * Returns: (transfer full) (nullable) */
char          *ls_run_explain_component (const LsRun *self, guint index, const char **name);
guint          ls_run_get_n_components (const LsRun *self);
/* Takes effect within one macro step; recorded samples remain. */
void           ls_run_cancel (LsRun *self);
/* Takes effect within one macro step. The pause is excluded from the measured times. Any thread. */
void           ls_run_pause (LsRun *self);
void           ls_run_continue (LsRun *self);
/* During a pause: executes one macro step, then pauses again. */
void           ls_run_take_step (LsRun *self);
/* Whether the run is paused now. */
gboolean       ls_run_is_paused (LsRun *self);
/* Sets a value before the next macro step: see ls_master_set_value(). A failure is logged. Errors
 * of a changed run are unknown, since the reference is for the unchanged model. */
void           ls_run_set_value (LsRun *self, const char *signal, double value);
gboolean       ls_run_is_changed (LsRun *self);

/* @time: when the value was set, between two macro steps, s */
typedef struct
{
  double time;
  char  *signal;
  double value;
} LsRunChange;

/* Returns: (transfer full) (element-type LsRunChange): values set in the run so far, in order. */
GArray        *ls_run_list_changes (LsRun *self);
/* "MISSILES, affine-term=off": translated method and options that differ from the defaults.
 * (transfer full) */
char          *ls_run_get_name (const LsRun *self);
/* "MISSILES, affine-term=off, h = 0.001 s": translated, for legends. (transfer full) */
char          *ls_run_get_label (const LsRun *self);

/* Whether signal @index of the trace (1: the first one) diverged in a completed run; @reference:
 * (nullable), in column @reference_column, with @error_percent: compared with it, if finite.
 * Returns: (transfer full) (nullable): a translated message */
char          *ls_run_describe_divergence (const LsRun *self, guint index, const LsTrace *reference,
                                           guint reference_column, double error_percent);
/* The first diverged signal, without reference. (transfer full) (nullable) */
char          *ls_run_find_divergence (const LsRun *self);

/* JSON text (transfer full), with the keys of a run in ls_comparison_to_json() except errors. */
char          *ls_run_to_json (LsRun *self);
/* Adds "messages" of this or another run, and the number omitted. */
void           ls_run_add_messages (LsLogBook *book, LsJson *json);

/* Of a run that an FMU has ended (see LsRunResult.fault): a report for the author of the FMU:
 * versions, component, settings, the last messages; file names without folders. Also in the language
 * of the program.
 * Returns: (transfer full): text */
char          *ls_run_report_fault (LsRun *self);

/* After completion: estimate of the total error if that is much larger than the tolerance.
 * Returns: (transfer full) (nullable): translated sentences */
char          *ls_run_explain_tolerance (LsRun *self);

/* @why: (out) (optional): (transfer full) (nullable): why there is none, if it was tried
 * Returns: (transfer full) (nullable) */
LsErrorEstimate *ls_run_get_estimate (LsRun *self, char **why);

/* Call before execution: the run saves the states of all components now and then, in memory and at
 * most at a hundredth of its time, so that it can be continued after the death of an FMU. */
void           ls_run_keep_checkpoints (LsRun *self);
/* @why: (out) (transfer full) (nullable): why there are no checkpoints, a clause
 * Returns: time of the last checkpoint, s; NaN: none. Any thread. */
double         ls_run_get_checkpoint (LsRun *self, char **why);
/* Frees the memory of the last one. Call after execution. */
void           ls_run_forget_checkpoint (LsRun *self);
/* Returns: (transfer full): a run with the settings of @old, which has ended: its execution takes
 * over the results up to the last checkpoint and begins there, or at the start without one. %NULL
 * with an error. */
LsRun         *ls_run_new_resumed (LsRun *old, GError **error);

/* Called on the executing thread, at most every 20 ms and at the end. */
typedef void (*LsRunProgressFunc) (LsRun *run, gpointer user_data);

/* Call before execution. @recorded is called on the executing thread when all samples are recorded
 * and the FMUs are not yet terminated, which may crash some of them. */
void           ls_run_set_recorded_func (LsRun *self, LsRunProgressFunc recorded, gpointer user_data);

/* Executes the run on the calling thread. %FALSE if it failed or was cancelled (see the result). */
gboolean       ls_run_execute (LsRun *self, LsLog *log, LsRunProgressFunc progress, gpointer user_data, GError **error);
