/* Runs that stay when the next comparison begins. */
#pragma once

#include "core/foreign/import.h"
#include "core/run/comparison.h"

/* Of runs that are neither pinned nor of the latest comparison as many are kept as fit. */
#define LS_RUN_HISTORY_SIZE (G_GUINT64_CONSTANT (256) << 20) /* bytes of samples */
#define LS_RUN_HISTORY_COUNT 100u
/* Bytes of a name and a note; longer ones are cut. */
#define LS_PAST_RUN_MAX_TEXT 4096u

/**
 * LsPastRun:
 * @id: in its history, never 0, never used again
 * @comparison: number of the comparison that it was part of, from 1 on; 0: it was imported or read
 * @index: of the run in its comparison
 * @name, @note: as the user calls it and what he says of it; @name is the label at first
 * @origin: what it is: label of the run, or name of the file and program
 * @method: (nullable): id of the coupling method
 * @state: id of its state when it ended: "done", "cancelled", "failed"; "imported"
 * @message: (nullable): why it did not come to its end; of an import what was taken for what
 * @divergence: (nullable): that it came to its end with numbers beyond any sense, a sentence
 * @color: number below %LS_RUN_HISTORY_COLORS, or %LS_COLOR_OF_METHOD where it has a method; the
 * same until the user chooses another one
 * @pinned: it is kept until it is deleted, and stays shown when the next comparison begins
 * @shown: it is drawn
 * @errors: per column of @trace but the first, %; NaN: not known
 * @reference: (nullable): what those are measured against
 * @step_size, @wall_time: s; NaN: not known
 * @when: Unix time of its end, s
 */
typedef struct
{
  guint id, comparison, index;
  char *name, *note, *origin, *method, *state, *message, *divergence;
  guint color;
  gboolean pinned, shown;
  LsTrace *trace;
  double *errors;
  char *reference;
  double step_size, wall_time;
  gint64 when;
} LsPastRun;

#define LS_RUN_HISTORY_COLORS 6u
#define LS_COLOR_OF_METHOD G_MAXUINT

LsPastRun *ls_past_run_new (LsTrace *trace, const char *name);
/* Any thread. An import becomes a run that is pinned and shown, with errors against @reference
 * (nullable) where that is known between the times of the import. */
LsPastRun *ls_past_run_new_import (const LsImport *import,
                                   const char *path,
                                   LsReference *reference,
                                   gint64 when);
void ls_past_run_free (LsPastRun *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPastRun, ls_past_run_free)
/* (nullable) texts are copied, made valid UTF-8 and cut. */
void ls_past_run_set_name (LsPastRun *self, const char *name);
void ls_past_run_set_note (LsPastRun *self, const char *note);
/* Returns: (transfer full): what XML can hold of a text (nullable), cut. */
char *ls_past_run_clean (const char *text);
/* The greatest of its errors, and of which signal; NaN when none is known. */
double ls_past_run_get_worst (const LsPastRun *self, const char **signal);

/* One thread. */
typedef struct LsRunHistory LsRunHistory;

LsRunHistory *ls_run_history_new (void);
void ls_run_history_free (LsRunHistory *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsRunHistory, ls_run_history_free)

/* The runs that are pinned, for another thread: their samples are the same. (transfer full) */
LsRunHistory *ls_run_history_copy_pinned (const LsRunHistory *self);
/* The same of all runs of a comparison (or %LS_RUN_HISTORY_ALL), which are pinned in the copy. */
#define LS_RUN_HISTORY_ALL G_MAXUINT
LsRunHistory *ls_run_history_copy_comparison (const LsRunHistory *self, guint number);

/* Newest comparison first, its runs in their order. */
guint ls_run_history_get_n (const LsRunHistory *self);
LsPastRun *ls_run_history_get (const LsRunHistory *self, guint index); /* (transfer none) */
LsPastRun *ls_run_history_find (const LsRunHistory *self, guint id);   /* (nullable) */
/* Bytes of the samples of all its runs. */
guint64 ls_run_history_get_size (const LsRunHistory *self);

/**
 * ls_run_history_begin:
 *
 * A comparison begins: what is not pinned is not shown any more. Returns: its number.
 */
guint ls_run_history_begin (LsRunHistory *self);
/**
 * ls_run_history_add:
 * @number: from ls_run_history_begin()
 * @comparison: has ended
 * @when: Unix time, s
 *
 * Takes all its runs that have a sample, cancelled and failed ones too, and gives up the oldest
 * ones that are not pinned where there are too many. Returns: how many were given up.
 */
guint ls_run_history_add (LsRunHistory *self, guint number, LsComparison *comparison, gint64 when);
/**
 * ls_run_history_add_run:
 * @run: (transfer full): gets its id here, and a colour that is not in use where there is one
 *
 * Returns: its id.
 */
guint ls_run_history_add_run (LsRunHistory *self, LsPastRun *run);
/* Returns: (transfer full): it is not in the history any more. @index: (out): where it was */
LsPastRun *ls_run_history_take (LsRunHistory *self, guint id, guint *index);
/* Puts back what was taken, with its id. @run: (transfer full) */
void ls_run_history_put (LsRunHistory *self, LsPastRun *run, guint index);
