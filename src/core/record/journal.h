/* A trace that grows, kept on disk as it grows, so that a killed program loses little of it. */
#pragma once

#include "core/record/trace.h"

/* One thread at a time; the trace may be appended to by another one meanwhile. */
typedef struct LsJournal LsJournal;

/* Returns: (transfer full): an empty file beside which nothing else is kept; %NULL with
 * %LS_ERROR_FILE. */
LsJournal *ls_journal_new (const char *path, LsTrace *trace, GError **error);
/* Appends the rows that are new. Returns: %FALSE when they could not be written. */
gboolean ls_journal_update (LsJournal *self);
/* Leaves the file. */
void ls_journal_free (LsJournal *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsJournal, ls_journal_free)

/**
 * ls_journal_recover:
 * @path: a journal that was cut off anywhere
 *
 * Cuts off what is not a whole row, in the file.
 *
 * Returns: (transfer full): all its whole rows; %NULL with %LS_ERROR_FILE or %LS_ERROR_FORMAT.
 */
LsTrace *ls_journal_recover (const char *path, GError **error);
