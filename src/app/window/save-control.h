/* Saves models: packs FMUs and writes runs on a worker thread; edits during saving remain
 * unsaved. Asks before changes are lost. */
#pragma once

#include "app/window/recent-menu.h"
#include "app/window/stored-runs.h"
#include "app/window/frame.h"

#define LS_TYPE_SAVE_CONTROL (ls_save_control_get_type ())
G_DECLARE_FINAL_TYPE (LsSaveControl, ls_save_control, LS, SAVE_CONTROL, GObject)

LsSaveControl *
ls_save_control_new (const LsFrame *frame, LsStoredRuns *stored, LsRecentMenu *recent);
/* Asks about unsaved changes. Returns: whether to continue */
gboolean ls_save_control_confirm_close (LsSaveControl *self);
/* Removes the bar on a changed file: the model is being replaced. */
void ls_save_control_forget_change (LsSaveControl *self);
