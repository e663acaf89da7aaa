/* Results of runs under way, kept on disk, and what a killed program left of them. */
#pragma once

#include <glib-object.h>
#include "core/run/comparison.h"

#define LS_TYPE_RUN_JOURNAL (ls_run_journal_get_type ())
G_DECLARE_FINAL_TYPE (LsRunJournal, ls_run_journal, LS, RUN_JOURNAL, GObject)

/* Writes every few seconds, on a thread of its own, until ls_run_journal_end(). @model: for the
 * names of the files. */
LsRunJournal *ls_run_journal_new (LsComparison *comparison, const char *model);
/* The comparison has ended and is in memory: the files are removed. */
void ls_run_journal_end (LsRunJournal *self);

/* Returns: (transfer full) (element-type filename): files of programs that live no more, which are
 * offered by this program alone from now on. */
GPtrArray *ls_run_journal_list_left (void);
/* Returns: (transfer full): "two-bodies, ni-jacobi", of a file. */
char *ls_run_journal_get_title (const char *path);
