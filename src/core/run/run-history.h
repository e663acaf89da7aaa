/* Finished runs that remain available after the next comparison starts. */
#pragma once

#include "core/foreign/import.h"
#include "core/run/comparison-text.h"

/* Limits for runs that are neither pinned nor part of the latest comparison. */
#define LS_RUN_HISTORY_SIZE (G_GUINT64_CONSTANT (256) << 20) /* bytes of samples */
#define LS_RUN_HISTORY_COUNT 100u
/* Maximum size of a name or a note, bytes; longer texts are truncated. */
#define LS_PAST_RUN_MAX_TEXT 4096u

/**
 * LsPastRun:
 * @id: unique in its history, never 0, never reused
 * @comparison: number of its comparison, from 1; 0: imported or read from a file
 * @index: in its comparison
 * @name, @note: editable by the user; @name is initially the label
 * @origin: label of the run, or name of the file and program
 * @method: (nullable): id of the coupling method
 * @state: id of its final state: "done", "cancelled", "failed"; "imported"
 * @message: (nullable): why it did not complete; for an import, the interpretation of its columns
 * @divergence: (nullable): message that it diverged
 * @color: number below %LS_RUN_HISTORY_COLORS, or %LS_COLOR_OF_METHOD if it has a method; constant
 * until changed by the user
 * @pinned: kept until deleted, and still plotted when the next comparison starts
 * @shown: plotted
 * @errors: per column of @trace but the first, %; NaN: unknown
 * @limited: whether each of them is limited by the reference's own error, see
 * ls_reference_is_limiting()
 * @estimates: the same, as the run estimated them without a reference
 * @reference: (nullable): description of the reference of @errors
 * @step_size, @wall_time: s; NaN: unknown
 * @when: Unix time of its end, s
 */
typedef struct
{
  guint id, comparison, index;
  char *name, *note, *origin, *method, *state, *message, *divergence;
  guint color;
  gboolean pinned, shown;
  LsTrace *trace;
  double *errors, *estimates;
  gboolean *limited;
  char *reference;
  double step_size, wall_time;
  gint64 when;
} LsPastRun;

#define LS_RUN_HISTORY_COLORS 7u
#define LS_COLOR_OF_METHOD G_MAXUINT

LsPastRun *ls_past_run_new (LsTrace *trace, const char *name);
/* Any thread. Converts an import to a pinned, plotted run, with errors against @reference
 * (nullable) where that is known between the times of the import. */
LsPastRun *ls_past_run_new_import (const LsImport *import,
                                   const char *path,
                                   LsReference *reference,
                                   gint64 when);
void ls_past_run_free (LsPastRun *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPastRun, ls_past_run_free)
/* Texts (nullable) are copied, made valid UTF-8 and truncated. */
void ls_past_run_set_name (LsPastRun *self, const char *name);
void ls_past_run_set_note (LsPastRun *self, const char *note);
/* Returns: (transfer full): the text (nullable) without characters that are invalid in XML,
 * truncated. */
char *ls_past_run_clean (const char *text);
/* The one figure of the run and the name of its @signal, see ls_error_figure_choose(). Returns:
 * whether there is one. */
gboolean ls_past_run_get_figure (const LsPastRun *self, LsErrorFigure *figure, const char **signal);

/* Returns: (transfer full): error in the signal of @column, from 1, marked: "0.120 %", "0.120 %
 * (limit)". */
char *ls_past_run_show_error (const LsPastRun *self, guint column, LsNumberFunc show);

/* Use on one thread only. */
typedef struct LsRunHistory LsRunHistory;

LsRunHistory *ls_run_history_new (void);
void ls_run_history_free (LsRunHistory *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsRunHistory, ls_run_history_free)

/* (transfer full): copy of the pinned runs for another thread; shares the samples. */
LsRunHistory *ls_run_history_copy_pinned (const LsRunHistory *self);
/* The same for all runs of a comparison (or %LS_RUN_HISTORY_ALL); the copies are pinned. */
#define LS_RUN_HISTORY_ALL G_MAXUINT
LsRunHistory *ls_run_history_copy_comparison (const LsRunHistory *self, guint number);

/* Order: newest comparison first, its runs in their order. */
guint ls_run_history_get_n (const LsRunHistory *self);
LsPastRun *ls_run_history_get (const LsRunHistory *self, guint index); /* (transfer none) */
LsPastRun *ls_run_history_find (const LsRunHistory *self, guint id);   /* (nullable) */
/* Size of the samples of all runs, bytes. */
guint64 ls_run_history_get_size (const LsRunHistory *self);

/**
 * ls_run_history_begin:
 *
 * Starts a comparison: runs that are not pinned are no longer plotted. Returns: its number.
 */
guint ls_run_history_begin (LsRunHistory *self);
/**
 * ls_run_history_add:
 * @number: from ls_run_history_begin()
 * @comparison: finished
 * @when: Unix time, s
 *
 * Adds all runs that have a sample, also cancelled and failed ones, and drops the oldest unpinned
 * ones beyond the limits. Returns: the number of dropped runs.
 */
guint ls_run_history_add (LsRunHistory *self, guint number, LsComparison *comparison, gint64 when);
/**
 * ls_run_history_add_run:
 * @run: (transfer full): gets its id and, if available, an unused colour
 *
 * Returns: its id.
 */
guint ls_run_history_add_run (LsRunHistory *self, LsPastRun *run);
/* Removes a run.
 * Returns: (transfer full): the run. @index: (out): its former index */
LsPastRun *ls_run_history_take (LsRunHistory *self, guint id, guint *index);
/* Reinserts a removed run with its id. @run: (transfer full) */
void ls_run_history_put (LsRunHistory *self, LsPastRun *run, guint index);
