/* Work that would be lost: what an earlier program left, what another model takes the place of,
 * finished runs. */
#pragma once

#include "app/document/recovery.h"
#include "app/window/recent-menu.h"
#include "app/window/stored-runs.h"
#include "app/window/frame.h"

#define LS_TYPE_RECOVERY_CONTROL (ls_recovery_control_get_type ())
G_DECLARE_FINAL_TYPE (LsRecoveryControl, ls_recovery_control, LS, RECOVERY_CONTROL, GObject)

/* Signal "restore" (LsRecoveryCopy *leftover): (transfer full): the user wants it opened. */
LsRecoveryControl *ls_recovery_control_new (const LsFrame *frame,
                                            LsRecovery *recovery,
                                            LsRecentMenu *recent,
                                            LsRunControl *run,
                                            LsStoredRuns *stored,
                                            LsHistoryControl *history);
LsRecovery *ls_recovery_control_get (LsRecoveryControl *self); /* (transfer none) */
/* Another model comes in place of the present one: what is unsaved is kept. */
void ls_recovery_control_keep (LsRecoveryControl *self);
/* Whether the model has unsaved edits that are not those of a lesson alone. */
gboolean ls_recovery_control_has_work (LsRecoveryControl *self);
/* Edits from now on are those of a lesson, or the user's again. */
void ls_recovery_control_set_lesson_edits (LsRecoveryControl *self, gboolean edits);
