/* Finished runs in files of their own beside the copy of a model, to be there again after the
 * program was killed: STEM.runs-N.ssp for comparison N. */
#pragma once

#include "core/run/run-history.h"

/* Any thread. */
gboolean ls_kept_runs_write (const LsRunHistory *history, const char *path);
/* Returns: (transfer full) (element-type LsPastRun): pinned, without id; %NULL with an error. */
GPtrArray *ls_kept_runs_read (const char *path, GError **error);

char *ls_kept_runs_get_path (const char *stem, guint number);
/* Whether it is the name of such a file. */
gboolean ls_kept_runs_is_name (const char *name);
/* Returns: (transfer full) (element-type filename): newest comparison first. */
GPtrArray *ls_kept_runs_list (const char *stem);
void ls_kept_runs_remove (const char *stem);

/**
 * LsKeptRuns: files that follow a history. Main thread.
 *
 * What is another one is written on a thread, a comparison at a time, and what is no more goes.
 */
typedef struct LsKeptRuns LsKeptRuns;

LsKeptRuns *ls_kept_runs_new (void);
/* Waits for nothing; the files stay. */
void ls_kept_runs_free (LsKeptRuns *self);
/* @stem: of the files from now on; those that are there already are replaced by the next update.
 */
void ls_kept_runs_set_stem (LsKeptRuns *self, const char *stem);
/* Whether there is one, on its way or there. */
gboolean ls_kept_runs_has_any (const LsKeptRuns *self);
/* @title, @path (nullable): of the model, written beside. @done: called once it is there, or at
 * once where nothing is another; with @data */
void ls_kept_runs_update (LsKeptRuns *self,
                          const LsRunHistory *history,
                          const char *title,
                          const char *path,
                          GDestroyNotify done,
                          gpointer data);
