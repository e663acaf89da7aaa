/* Copies of unsaved work, to be restored after a crash. */
#pragma once

#include "app/document/document.h"
#include "app/document/recovery-copy.h"
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

/* @leave: the copies are written, whatever the preferences say, and stay when the recovery is freed:
 * the program goes on without a window, and the next one offers what has come out of it. */
void ls_recovery_set_leave (LsRecovery *self, gboolean leave);
/* Whether another program has asked since for the window, by ls_recovery_copy_request_window(). */
gboolean ls_recovery_take_request (LsRecovery *self);

/* The document continues with the copy, which stays until it is replaced by a newer one or the
 * document is saved; (transfer full). Not while a copy is being written. */
void ls_recovery_adopt (LsRecovery *self, LsRecoveryCopy *leftover);
gboolean ls_recovery_is_writing (LsRecovery *self);
