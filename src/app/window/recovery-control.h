/* Prevents loss of work: offers copies left by a crash, keeps copies of replaced models and of
 * finished runs. */
#pragma once

#include "app/document/recovery.h"
#include "app/window/recent-menu.h"
#include "app/window/stored-runs.h"
#include "app/window/frame.h"

#define LS_TYPE_RECOVERY_CONTROL (ls_recovery_control_get_type ())
G_DECLARE_FINAL_TYPE (LsRecoveryControl, ls_recovery_control, LS, RECOVERY_CONTROL, GObject)

/* Signal "restore" (LsRecoveryCopy *leftover): (transfer full): the user restores it. */
LsRecoveryControl *ls_recovery_control_new (const LsFrame *frame,
                                            LsRecovery *recovery,
                                            LsRecentMenu *recent,
                                            LsRunControl *run,
                                            LsStoredRuns *stored,
                                            LsHistoryControl *history);
LsRecovery *ls_recovery_control_get (LsRecoveryControl *self); /* (transfer none) */
/* As ls_recovery_set_leave(). */
void ls_recovery_control_set_leave (LsRecoveryControl *self, gboolean leave);
/* Before the model is replaced: keeps a copy of unsaved work. */
void ls_recovery_control_keep (LsRecoveryControl *self);
/* Whether there are unsaved edits other than those of a lesson. */
gboolean ls_recovery_control_has_work (LsRecoveryControl *self);
/* @edits: whether the following edits are made by a lesson, not by the user */
void ls_recovery_control_set_lesson_edits (LsRecoveryControl *self, gboolean edits);
