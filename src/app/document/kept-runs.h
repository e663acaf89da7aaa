/* Stores finished runs beside the recovery copy of a model: STEM.runs-N.ssp for comparison N. */
#pragma once

#include "core/run/run-history.h"

/* Any thread. */
gboolean ls_kept_runs_write (const LsRunHistory *history, const char *path);
/* Returns: (transfer full) (element-type LsPastRun): pinned, without id; %NULL with an error. */
GPtrArray *ls_kept_runs_read (const char *path, GError **error);

/**
 * LsKeptRuns: files that follow a history. Main thread.
 *
 * Changed comparisons are written on a worker thread, one at a time; files of deleted ones are removed.
 */
typedef struct LsKeptRuns LsKeptRuns;

LsKeptRuns *ls_kept_runs_new (void);
/* Does not wait for pending jobs; the files stay. */
void ls_kept_runs_free (LsKeptRuns *self);
/* @stem: base name of the files from now on; existing ones are replaced by the next update */
void ls_kept_runs_set_stem (LsKeptRuns *self, const char *stem);
/* Whether a file exists or is being written. */
gboolean ls_kept_runs_has_any (const LsKeptRuns *self);
/* @title, @path (nullable): of the model, written in the note. @done: called with @data after
 * writing, immediately if nothing changed */
void ls_kept_runs_update (LsKeptRuns *self,
                          const LsRunHistory *history,
                          const char *title,
                          const char *path,
                          GDestroyNotify done,
                          gpointer data);
