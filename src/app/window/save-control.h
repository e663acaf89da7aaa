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
/* @go_on: whether the model may be left: it was saved, or its changes are given up */
typedef void (*LsAnsweredFunc) (gpointer object, gboolean go_on, gpointer data);
/**
 * ls_save_control_ask:
 * @object: a #GObject; @func is not called after it was disposed of
 * @data: (nullable); @free_data: (nullable): called in any case
 *
 * Asks about unsaved changes; a file that is being written is waited for. Returns at once: @func is
 * called with the answer, at once if there is nothing to ask, or if another question is not answered yet.
 */
void ls_save_control_ask (LsSaveControl *self,
                          gpointer object,
                          LsAnsweredFunc func,
                          gpointer data,
                          GDestroyNotify free_data);
/* Removes the bar on a changed file: the model is being replaced. */
void ls_save_control_forget_change (LsSaveControl *self);
