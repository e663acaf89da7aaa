/* Several runs of one model beside each other and against the reference. */
#pragma once

#include "core/reference/reference.h"
#include "core/run/convergence-order.h"
#include "core/run/run.h"
#include "core/text/table.h"

/**
 * LsComparison:
 *
 * Made on one thread, executed on a worker thread, read from any.
 */
typedef struct LsComparison LsComparison;

/**
 * ls_comparison_new:
 * @methods: @n_methods choices; @step_sizes: @n_step_sizes, s; every pair is one run, step sizes innermost
 * @signals: (nullable): %NULL-terminated, what errors are given for; %NULL: the experiment's, else all outputs
 */
LsComparison  *ls_comparison_new (const LsModel *model, GPtrArray *methods, const double step_sizes[],
                                  guint n_step_sizes, double start_time, double stop_time,
                                  const char *const *signals, GError **error);
LsComparison  *ls_comparison_ref (LsComparison *self);
void           ls_comparison_unref (LsComparison *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsComparison, ls_comparison_unref)

/**
 * ls_comparison_set_reference:
 * @text: (nullable): "monolithic", "finest" or a path ending in .csv or .mat; %NULL: monolithic, and the
 *   finest run where that is impossible
 *
 * Before execution. "finest" is the last method that has a run to its end, with a quarter of its
 * smallest step. A file is read and held against the signals and the times of the runs at once.
 *
 * Returns: %FALSE with %LS_ERROR_ARGUMENT or %LS_ERROR_FILE.
 */
gboolean           ls_comparison_set_reference (LsComparison *self, const char *text, GError **error);
/**
 * ls_comparison_choose_reference:
 *
 * As ls_comparison_set_reference(), but a file is not read yet: ls_comparison_check_reference() does
 * that, on any thread, as long as nobody else uses @self; at once where there is no file.
 */
gboolean           ls_comparison_choose_reference (LsComparison *self, const char *text, GError **error);
gboolean           ls_comparison_check_reference (const LsComparison *self, GError **error);
/* (nullable): the file that was chosen. */
const char        *ls_comparison_get_reference_file (const LsComparison *self);

/**
 * ls_comparison_set_jobs:
 * @n: 0 (default): all runs in this process, one after the other; else every run in a process of its
 *   own, @n of them at the same time, and the reference in another
 *
 * Before execution. An FMU that crashes then fails its run alone. With @n = 1 times are taken as
 * undisturbed as without; with more they are marked (n_parallel in the result), since runs at the
 * same time share caches and memory.
 *
 * Returns: %FALSE with %LS_ERROR_ARGUMENT where this process has threads: it cannot be forked then.
 */
gboolean           ls_comparison_set_jobs (LsComparison *self, guint n, GError **error);

/* Run m * n_step_sizes + k is that of method m with step size k. */
guint              ls_comparison_get_n_methods (const LsComparison *self);
guint              ls_comparison_get_n_step_sizes (const LsComparison *self);
guint              ls_comparison_get_n_runs (const LsComparison *self);
LsRun             *ls_comparison_get_run (LsComparison *self, guint index); /* (transfer none) */
const char *const *ls_comparison_get_signals (const LsComparison *self);
const LsModel     *ls_comparison_get_model (const LsComparison *self); /* (transfer none): as it was made of */
const char        *ls_comparison_get_model_name (const LsComparison *self);
/* Returns: (transfer full): the run's label for a legend: with the step size only
 * when the runs differ in it. */
char              *ls_comparison_get_label (LsComparison *self, guint run);

void           ls_comparison_cancel (LsComparison *self);
/* All runs in this process: those to come wait before their first step. */
void           ls_comparison_pause (LsComparison *self);
void           ls_comparison_continue (LsComparison *self);
/* Returns: (transfer none) (nullable): the run that is paused now. */
LsRun         *ls_comparison_get_paused (LsComparison *self);

typedef enum { LS_COMPARISON_WAITING, LS_COMPARISON_REFERENCE, LS_COMPARISON_RUNNING, LS_COMPARISON_ENDED } LsComparisonStage;

/* @fraction of all work, 0 to 1; @run is the index of the run under way */
typedef void (*LsComparisonProgressFunc) (LsComparison *self, LsComparisonStage stage, guint run,
                                          double fraction, gpointer user_data);

/**
 * ls_comparison_execute:
 * @log: (nullable)
 *
 * All runs in order, then the reference at the union of their times, then the
 * errors. A run that fails does not stop the others; a reference that cannot
 * be had leaves the errors unknown and says why.
 * Returns: %FALSE with an error when cancelled or when no run succeeded.
 */
gboolean       ls_comparison_execute (LsComparison *self, LsLog *log, LsComparisonProgressFunc progress,
                                      gpointer user_data, GError **error);

/* After the end of execution (any thread) */
LsReference   *ls_comparison_get_reference (LsComparison *self); /* (transfer none) (nullable) */
const char    *ls_comparison_get_reference_problem (LsComparison *self); /* (nullable) */
/* Why the reference is another one than the monolithic; of a file of another program what was taken for
 * what. */
const char    *ls_comparison_get_reference_note (LsComparison *self); /* (nullable) */
/* Error in % of run @run in signal @signal; NaN when unknown. */
double         ls_comparison_get_error (LsComparison *self, guint run, guint signal);
/* Whether that is below three times the reference's own error. */
gboolean       ls_comparison_is_limited (LsComparison *self, guint run, guint signal);
/* (nullable): of a run that is done: which signal went beyond any sense, a translated sentence. */
const char        *ls_comparison_get_divergence (LsComparison *self, guint run);

/**
 * ls_comparison_list_segments:
 * @n: (out): number of segments
 *
 * Where discontinuities that runs have seen divide the time: each at the earliest time that a run
 * gives for it.
 *
 * Returns: (transfer full): the @n + 1 ends of the segments, s; start and stop time alone when nothing
 * happened, or more often than can be told apart.
 */
double        *ls_comparison_list_segments (LsComparison *self, guint *n);
/* Error in % of a run in a signal between two times, @from not included: 100 RMS of the difference,
 * over the range of the reference on the whole run, so that segments can be compared; NaN when
 * unknown. */
double         ls_comparison_get_segment_error (LsComparison *self, guint run, guint signal, double from,
                                                double to);

/* Order of convergence that the runs of method @method show in signal @signal; %FALSE when they
 * show none (fewer than two steps in the range where it shows). */
gboolean       ls_comparison_get_order (LsComparison *self, guint method, guint signal, LsOrderFit *fit);
