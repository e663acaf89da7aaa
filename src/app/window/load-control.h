/* Opens models and FMUs in the background. */
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
 * "leaving": the model is about to be replaced; its data must be cleared
 * "ended": loading in the background has ended, successfully or not
 */
/* Handles files dropped on the diagram. */
LsLoadControl *ls_load_control_new (const LsFrame *frame,
                                    LsSaveControl *save,
                                    LsRecentMenu *recent,
                                    LsRecoveryControl *recovery,
                                    LsStoredRuns *stored,
                                    LsRunControl *run,
                                    LsImportControl *import);
/* Opens a model or an FMU without confirmation; errors are shown. @run: then runs the model.
 * Returns: %FALSE if an error has already occurred */
gboolean ls_load_control_open (LsLoadControl *self, const char *path, gboolean run);
/* Opens a recovery copy; (transfer full). */
void ls_load_control_restore (LsLoadControl *self, LsRecoveryCopy *leftover);
/* Opens an empty model without confirmation. */
void ls_load_control_begin_new (LsLoadControl *self);
/* Places FMUs on the diagram. @paths: %NULL-terminated */
void ls_load_control_place_files (LsLoadControl *self, char **paths);
gboolean ls_load_control_is_loading (LsLoadControl *self);
/* Abandons loading. */
void ls_load_control_abandon (LsLoadControl *self);
