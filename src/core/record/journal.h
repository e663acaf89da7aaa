/* Continuously saves a growing trace to disk, so that a killed program loses little of it. */
#pragma once

#include "core/record/trace.h"

/* Used by one thread at a time; another one may append to the trace meanwhile. */
typedef struct LsJournal LsJournal;

/* Returns: (transfer full): a journal writing to a new or truncated file, without a temporary;
 * %NULL with %LS_ERROR_FILE. */
LsJournal *ls_journal_new (const char *path, LsTrace *trace, GError **error);
/* Appends the new rows. Returns: %FALSE if they could not be written. */
gboolean ls_journal_update (LsJournal *self);
/* Closes the file without removing it. */
void ls_journal_free (LsJournal *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsJournal, ls_journal_free)

/**
 * ls_journal_recover:
 * @path: a journal, possibly truncated at any byte
 *
 * Removes an incomplete last row from the file.
 *
 * Returns: (transfer full): all complete rows; %NULL with %LS_ERROR_FILE or %LS_ERROR_FORMAT.
 */
LsTrace *ls_journal_recover (const char *path, GError **error);
