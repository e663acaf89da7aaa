/* Several runs of one model compared with each other and with the reference. */
#pragma once

#include "core/reference/reference.h"
#include "core/run/convergence-order.h"
#include "core/run/run.h"
#include "core/text/table.h"

/**
 * LsComparison:
 *
 * Created on one thread, executed on a worker thread, read from any thread.
 */
typedef struct LsComparison LsComparison;

/**
 * ls_comparison_new:
 * @methods: @n_methods choices; @step_sizes: @n_step_sizes, s; every pair is one run, step sizes innermost
 * @signals: (nullable): %NULL-terminated, signals to compute errors for; %NULL: signals of the
 * experiment, else all outputs
 */
LsComparison  *ls_comparison_new (const LsModel *model, GPtrArray *methods, const double step_sizes[],
                                  guint n_step_sizes, double start_time, double stop_time,
                                  const char *const *signals, GError **error);
/* Returns: (transfer full): a comparison with the settings of @old, which has ended: it has its
 * completed runs, and the others go on from their last checkpoint, or begin again without one. */
LsComparison  *ls_comparison_new_resumed (LsComparison *old, GError **error);
LsComparison  *ls_comparison_ref (LsComparison *self);
void           ls_comparison_unref (LsComparison *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsComparison, ls_comparison_unref)

/**
 * ls_comparison_set_reference:
 * @text: (nullable): "monolithic", "extrapolated", "finest" or a path ending in .csv or .mat; %NULL:
 * monolithic if possible, else extrapolated, else the finest run
 *
 * Call before execution. "extrapolated" uses two methods with the smallest step of the completed
 * runs and its halves; "finest" the last method with a completed run, with a quarter of its
 * smallest step. A file is read and checked against the signals and times of the runs immediately.
 *
 * Returns: %FALSE with %LS_ERROR_ARGUMENT or %LS_ERROR_FILE.
 */
gboolean           ls_comparison_set_reference (LsComparison *self, const char *text, GError **error);
/**
 * ls_comparison_choose_reference:
 *
 * As ls_comparison_set_reference(), but a file is not read yet: ls_comparison_check_reference()
 * reads it, on any thread while no other thread uses @self; without a file it returns immediately.
 */
gboolean           ls_comparison_choose_reference (LsComparison *self, const char *text, GError **error);
gboolean           ls_comparison_check_reference (const LsComparison *self, GError **error);
/* (nullable): the selected file. */
const char        *ls_comparison_get_reference_file (const LsComparison *self);

/**
 * ls_comparison_set_jobs:
 * @n: 0 (default): all runs in this process, one after the other; else every run in a separate
 * process, @n of them simultaneously, and the reference in another
 *
 * Call before execution. An FMU crash then fails only its own run. With @n = 1 times are as
 * undisturbed as with 0; with more they are marked (n_parallel in the result), since simultaneous
 * runs share caches and memory.
 *
 * Returns: %FALSE with %LS_ERROR_ARGUMENT if this process has several threads, as it cannot be
 * forked.
 */
gboolean           ls_comparison_set_jobs (LsComparison *self, guint n, GError **error);

/* Call before execution: every run whose steps take at most @longest (CPU time, s) estimates its
 * errors without the reference, see ls_run_estimate_errors(). 0 (default): none; infinite: all. */
void               ls_comparison_set_estimate (LsComparison *self, double longest);

/* Call before execution: ls_run_set_pace() for every run, one after the other; the reference is computed
 * as fast as possible. */
void               ls_comparison_set_pace (LsComparison *self, double pace);

/* Call before execution: ls_run_keep_checkpoints() for every run. */
void               ls_comparison_keep_checkpoints (LsComparison *self);

/* The run of method m and step size k has index m * n_step_sizes + k. */
guint              ls_comparison_get_n_methods (const LsComparison *self);
guint              ls_comparison_get_n_step_sizes (const LsComparison *self);
guint              ls_comparison_get_n_runs (const LsComparison *self);
LsRun             *ls_comparison_get_run (LsComparison *self, guint index); /* (transfer none) */
const char *const *ls_comparison_get_signals (const LsComparison *self);
const LsModel     *ls_comparison_get_model (const LsComparison *self); /* (transfer none): at creation */
const char        *ls_comparison_get_model_name (const LsComparison *self);
/* Returns: (transfer full): label of the run for a legend; includes the step size only if the runs
 * differ in it. */
char              *ls_comparison_get_label (LsComparison *self, guint run);

void           ls_comparison_cancel (LsComparison *self);
/* With all runs in this process only: runs not yet started wait before their first step. */
void           ls_comparison_pause (LsComparison *self);
void           ls_comparison_continue (LsComparison *self);
/* Returns: (transfer none) (nullable): the run that is paused */
LsRun         *ls_comparison_get_paused (LsComparison *self);

typedef enum { LS_COMPARISON_WAITING, LS_COMPARISON_REFERENCE, LS_COMPARISON_RUNNING, LS_COMPARISON_ENDED } LsComparisonStage;

/* @fraction: of all work, 0 to 1; @run: index of the current run */
typedef void (*LsComparisonProgressFunc) (LsComparison *self, LsComparisonStage stage, guint run,
                                          double fraction, gpointer user_data);

/**
 * ls_comparison_execute:
 * @log: (nullable)
 *
 * All runs in order, then the reference at the union of their times, then the errors. A failed run
 * does not stop the others; without a reference the errors are unknown, see
 * ls_comparison_get_reference_problem().
 * Returns: %FALSE with an error if cancelled or if no run succeeded.
 */
gboolean       ls_comparison_execute (LsComparison *self, LsLog *log, LsComparisonProgressFunc progress,
                                      gpointer user_data, GError **error);

/* After the end of execution (any thread) */
LsReference   *ls_comparison_get_reference (LsComparison *self); /* (transfer none) (nullable) */
const char    *ls_comparison_get_reference_problem (LsComparison *self); /* (nullable) */
/* Why the reference is not monolithic; for a file of another program, the interpretation of its
 * columns. */
const char    *ls_comparison_get_reference_note (LsComparison *self); /* (nullable) */
/* Error in % of run @run in signal @signal; NaN if unknown. */
double         ls_comparison_get_error (LsComparison *self, guint run, guint signal);
/* The error in % of run @run in signal @signal as estimated without the reference; NaN if unknown. */
double         ls_comparison_get_estimate (LsComparison *self, guint run, guint signal);
/* Whether any is known. */
gboolean       ls_comparison_has_estimates (LsComparison *self);
/* Uncertainty of the errors in signal @signal, ± %, where the reference is made from runs; NaN
 * otherwise. */
double         ls_comparison_get_uncertainty (LsComparison *self, guint signal);
/* Whether the error is below three times the reference's own error. */
gboolean       ls_comparison_is_limited (LsComparison *self, guint run, guint signal);
/* Whether @error, in % of signal @signal, is. */
gboolean       ls_comparison_limits (LsComparison *self, guint signal, double error);
/* (nullable): for a completed run: the signal that diverged, a translated sentence. */
const char        *ls_comparison_get_divergence (LsComparison *self, guint run);

/**
 * ls_comparison_list_segments:
 * @n: (out): number of segments
 *
 * Time segments between the discontinuities detected by the runs; each discontinuity at its
 * earliest detection.
 *
 * Returns: (transfer full): the @n + 1 ends of the segments, s; only start and stop time without
 * discontinuities or if there are too many to record.
 */
double        *ls_comparison_list_segments (LsComparison *self, guint *n);
/* Error in % of a run in a signal between two times, @from excluded: 100 RMS of the difference,
 * divided by the range of the reference over the whole run, so that segments are comparable; NaN if
 * unknown. */
double         ls_comparison_get_segment_error (LsComparison *self, guint run, guint signal, double from,
                                                double to);

/* Observed order of convergence of method @method in signal @signal, without runs that diverged; %FALSE if
 * there is none, see ls_order_fit(). */
gboolean       ls_comparison_get_order (LsComparison *self, guint method, guint signal, LsOrderFit *fit);
