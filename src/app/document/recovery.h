/* Copies of unsaved work, to go on from after the program was killed. */
#pragma once

#include "app/document/document.h"
#include "core/run/run-history.h"

#define LS_TYPE_RECOVERY (ls_recovery_get_type ())
G_DECLARE_FINAL_TYPE (LsRecovery, ls_recovery, LS, RECOVERY, GObject)

/**
 * LsRecovery:
 *
 * Copies a document in the background, soon after an edit, until it is saved, and its finished
 * runs. The copy stays when the program is killed, and goes when the recovery is freed. Main thread
 * only.
 */
LsRecovery *ls_recovery_new (LsDocument *document);
/* Copies the document now. @done: called with @data once its present state is in the copy or in its
 * file, possibly before this returns; also when writing failed. */
void ls_recovery_flush (LsRecovery *self, GDestroyNotify done, gpointer data);
/* Copies the finished runs now. @done: (nullable): as above */
void ls_recovery_keep_runs (LsRecovery *self,
                            const LsRunHistory *history,
                            GDestroyNotify done,
                            gpointer data);

/**
 * LsRecoveryCopy: a copy that a program left which did not end as it should
 * @copy: (nullable): path of it, an .ssp; %NULL: nothing was unsaved but the runs
 * @path: (nullable): of the file that was edited; never %NULL where @copy is
 * @title: what the window was called
 * @runs: (element-type filename): finished runs, see kept-runs.h
 * @when: Unix time, s; 0: not known
 */
typedef struct
{
  char *copy, *path, *title;
  GPtrArray *runs;
  gint64 when;
  char *stem; /* (nullable): nobody is to go on from these files */
  int lock;
} LsRecoveryCopy;

/* Returns: (transfer full) (element-type LsRecoveryCopy): what nobody else has taken; taken by us now.
 */
GPtrArray *ls_recovery_copy_list (void);
/* Leaves the copy for the next start. */
void ls_recovery_copy_free (LsRecoveryCopy *self);
/* Removes the copy. */
void ls_recovery_copy_discard (LsRecoveryCopy *self);
/* What was edited, in a file beside the copy; any thread. */
gboolean ls_recovery_copy_write_note (const char *stem, const char *title, const char *path);
void ls_recovery_copy_read_note (LsRecoveryCopy *self, const char *stem);
/* The model, its runs and the note. */
void ls_recovery_copy_remove_files (const char *stem);
/* The document goes on from the copy, which stays until a newer one takes its place or the
 * document is saved; (transfer full). Not while a copy is being written. */
void ls_recovery_adopt (LsRecovery *self, LsRecoveryCopy *leftover);
gboolean ls_recovery_is_writing (LsRecovery *self);
