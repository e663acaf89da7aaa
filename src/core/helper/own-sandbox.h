/* The sandbox of helper processes for a process of this program: one that was forked for runs, whose
 * FMUs are in it. What it tells its parent cannot be trusted from then on. */
#pragma once

#include <glib.h>

/**
 * LsOwnSandbox:
 *
 * Made before the fork; then one process enters it, and the other reads what came of it.
 */
typedef struct LsOwnSandbox LsOwnSandbox;

/* Whether all FMUs may do the same: what single ones are allowed needs processes of their own.
 * @digests: (element-type utf8) (transfer none): of the FMUs, may be empty if nothing is allowed to
 *   any */
gboolean      ls_own_sandbox_is_possible (const GPtrArray *digests);

/**
 * ls_own_sandbox_new:
 * @writable: (nullable): a folder that the process may write to besides its scratch folder
 *
 * What FMUs may do, and the folders that they are in, are those of now.
 *
 * Returns: (transfer full): %NULL with %LS_ERROR_FILE: no scratch folder or no memory
 */
LsOwnSandbox *ls_own_sandbox_new (const char *writable, GError **error);
/* In the parent: removes the scratch folder. */
void          ls_own_sandbox_free (LsOwnSandbox *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsOwnSandbox, ls_own_sandbox_free)

/* @kept: a file descriptor that stays open, beside the standard ones; -1: none
 *
 * In the forked process, once, before an FMU is loaded: the working folder is the scratch folder, numbers
 * are written in the C locale, what is printed is dropped, and from now on no FMU can do more than in
 * a helper process. FMUs run in this process. */
void          ls_own_sandbox_enter (LsOwnSandbox *self, int kept);

/* In the forked process: it goes on. */
void          ls_own_sandbox_beat (LsOwnSandbox *self);
/* In the parent: how often it has done so. */
guint32       ls_own_sandbox_count_beats (const LsOwnSandbox *self);
