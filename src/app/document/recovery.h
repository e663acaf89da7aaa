/* Copies of unsaved work, to be restored after a crash. */
#pragma once

#include "app/document/document.h"
#include "core/run/run-history.h"

#define LS_TYPE_RECOVERY (ls_recovery_get_type ())
G_DECLARE_FINAL_TYPE (LsRecovery, ls_recovery, LS, RECOVERY, GObject)

/**
 * LsRecovery:
 *
 * Copies a document, until it is saved, and its finished runs in the background soon after an edit. The copy
 * survives a crash and is removed when the recovery is freed. Main thread only.
 */
LsRecovery *ls_recovery_new (LsDocument *document);
/* Copies the document now. @done: called with @data once its present state is in the copy or in
 * its file, possibly before this returns; also called when writing failed. */
void ls_recovery_flush (LsRecovery *self, GDestroyNotify done, gpointer data);
/* Copies the finished runs now. @done: (nullable): as above */
void ls_recovery_keep_runs (LsRecovery *self,
                            const LsRunHistory *history,
                            GDestroyNotify done,
                            gpointer data);

/**
 * LsRecoveryCopy: a copy left by a program that did not exit normally
 * @copy: (nullable): path of the .ssp copy; %NULL: only the runs were unsaved
 * @path: (nullable): of the file that was edited; never %NULL if @copy is %NULL
 * @title: title of the window
 * @runs: (element-type filename): finished runs, see kept-runs.h
 * @when: Unix time, s; 0: unknown
 */
typedef struct
{
  char *copy, *path, *title;
  GPtrArray *runs;
  gint64 when;
  char *stem; /* (nullable): %NULL: the files cannot be adopted */
  int lock;
} LsRecoveryCopy;

/* Returns: (transfer full) (element-type LsRecoveryCopy): copies without an owner; this process
 * owns them now. */
GPtrArray *ls_recovery_copy_list (void);
/* Keeps the files for the next start. */
void ls_recovery_copy_free (LsRecoveryCopy *self);
/* Deletes the files. */
void ls_recovery_copy_discard (LsRecoveryCopy *self);
/* Writes a note beside the copy with the title and path of the document; any thread. */
gboolean ls_recovery_copy_write_note (const char *stem, const char *title, const char *path);
void ls_recovery_copy_read_note (LsRecoveryCopy *self, const char *stem);
/* Removes the model, its runs and the note. */
void ls_recovery_copy_remove_files (const char *stem);
/* The document continues with the copy, which stays until it is replaced by a newer one or the
 * document is saved; (transfer full). Not while a copy is being written. */
void ls_recovery_adopt (LsRecovery *self, LsRecoveryCopy *leftover);
gboolean ls_recovery_is_writing (LsRecovery *self);
