/* Opening in the background. */
#pragma once

#include "app/window/recovery-control.h"
#include "app/window/save-control.h"
#include "app/window/frame.h"

#define LS_TYPE_LOAD_CONTROL (ls_load_control_get_type ())
G_DECLARE_FINAL_TYPE (LsLoadControl, ls_load_control, LS, LOAD_CONTROL, GObject)

/**
 * LsLoadControl:
 *
 * Signals:
 * "leaving": another model comes in place of the present one: what belongs to that goes now
 * "ended": what was opened in the background is there, or will not come
 */
/* Takes what is dropped on the diagram. */
LsLoadControl *ls_load_control_new (const LsFrame *frame,
                                    LsSaveControl *save,
                                    LsRecentMenu *recent,
                                    LsRecoveryControl *recovery,
                                    LsStoredRuns *stored,
                                    LsRunControl *run,
                                    LsImportControl *import);
/* Opens a model or an FMU, without a question; problems are shown. @run: runs it then. Returns:
 * whether nothing is in the way so far. */
gboolean ls_load_control_open (LsLoadControl *self, const char *path, gboolean run);
/* Opens what was left; (transfer full). */
void ls_load_control_restore (LsLoadControl *self, LsRecoveryCopy *leftover);
/* An empty model, without a question. */
void ls_load_control_begin_new (LsLoadControl *self);
/* Places FMUs on the diagram. @paths: %NULL-terminated */
void ls_load_control_place_files (LsLoadControl *self, char **paths);
gboolean ls_load_control_is_loading (LsLoadControl *self);
/* What is being opened does not come. */
void ls_load_control_abandon (LsLoadControl *self);
