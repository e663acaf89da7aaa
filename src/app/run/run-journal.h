/* Results of runs in progress on disk, and recovery of those left by a crash. */
#pragma once

#include <glib-object.h>
#include "core/run/comparison.h"

#define LS_TYPE_RUN_JOURNAL (ls_run_journal_get_type ())
G_DECLARE_FINAL_TYPE (LsRunJournal, ls_run_journal, LS, RUN_JOURNAL, GObject)

/* Writes regularly on a worker thread until ls_run_journal_end(). @model: for the file names */
LsRunJournal *ls_run_journal_new (LsComparison *comparison, const char *model);
/* The comparison has ended and is in memory: the files are removed. */
void ls_run_journal_end (LsRunJournal *self);

/* Returns: (transfer full) (element-type filename): files of processes that no longer run; only
 * this process offers them from now on. */
GPtrArray *ls_run_journal_list_left (void);
/* Returns: (transfer full): title of a file, "two-bodies, ni-jacobi" */
char *ls_run_journal_get_title (const char *path);
