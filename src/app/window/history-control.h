/* Earlier runs: stores the runs of comparisons, draws them, and deletes or restores them. */
#pragma once

#include "app/window/plots.h"
#include "app/window/run-control.h"
#include "core/run/run-history.h"
#include "app/window/frame.h"

#define LS_TYPE_HISTORY_CONTROL (ls_history_control_get_type ())
G_DECLARE_FINAL_TYPE (LsHistoryControl, ls_history_control, LS, HISTORY_CONTROL, GObject)

/**
 * LsHistoryControl:
 *
 * Signals:
 * "changed": runs were added or deleted, or a property of a run changed
 * "edited": the user changed a property of a run
 */
/* Follows @run: the runs of each finished comparison are added. */
LsHistoryControl *ls_history_control_new (const LsFrame *frame, LsPlots *plots, LsRunControl *run);
/* Valid until ls_history_control_forget(). (transfer none) */
const LsRunHistory *ls_history_control_get (LsHistoryControl *self);
GtkWidget *ls_history_control_get_page (LsHistoryControl *self); /* (transfer none) */
/* @run: (transfer full): added and selected */
void ls_history_control_add (LsHistoryControl *self, LsPastRun *run);
/* Clears the history for another model. */
void ls_history_control_forget (LsHistoryControl *self);
