/* Copies of unsaved work, to go on from after the program was killed. */
#pragma once

#include "app/document/document.h"

#define LS_TYPE_RECOVERY (ls_recovery_get_type ())
G_DECLARE_FINAL_TYPE (LsRecovery, ls_recovery, LS, RECOVERY, GObject)

/**
 * LsRecovery:
 *
 * Copies a document in the background, soon after an edit, until it is saved. The copy stays
 * when the program is killed, and goes when the recovery is freed. Main thread only.
 */
LsRecovery *ls_recovery_new (LsDocument *document);

/**
 * LsLeftover: a copy that a program left which did not end as it should
 * @copy: path of it, an .ssp
 * @path: (nullable): of the file that was edited
 * @title: what the window was called
 */
typedef struct
{
  char *copy, *path, *title;
  char *stem;
  int lock;
} LsLeftover;

/* Returns: (transfer full) (element-type LsLeftover): what nobody else has taken; taken by us now.
 */
GPtrArray *ls_leftover_list (void);
/* Leaves the copy for the next start. */
void ls_leftover_free (LsLeftover *self);
/* Removes the copy. */
void ls_leftover_discard (LsLeftover *self);
/* The document goes on from the copy, which stays until a newer one takes its place or the
 * document is saved; (transfer full). Not while a copy is being written. */
void ls_recovery_adopt (LsRecovery *self, LsLeftover *leftover);
gboolean ls_recovery_is_writing (LsRecovery *self);
