/* Saving: runs are written and FMUs packed on a thread, and what is edited meanwhile stays unsaved;
 * what would be lost is asked about. */
#pragma once

#include "app/window/recent-menu.h"
#include "app/window/stored-runs.h"
#include "app/window/frame.h"

#define LS_TYPE_SAVE_CONTROL (ls_save_control_get_type ())
G_DECLARE_FINAL_TYPE (LsSaveControl, ls_save_control, LS, SAVE_CONTROL, GObject)

LsSaveControl *
ls_save_control_new (const LsFrame *frame, LsStoredRuns *stored, LsRecentMenu *recent);
/* Asks about unsaved changes. Returns: whether to go on. */
gboolean ls_save_control_confirm_close (LsSaveControl *self);
/* That another program wrote the file is no matter: another one takes its place. */
void ls_save_control_forget_change (LsSaveControl *self);
