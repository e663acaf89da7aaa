/* Earlier runs: what stays of a comparison, what is drawn of it, what was taken away. */
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
 * "changed": runs have come or gone, or of one something is another now
 * "edited": the latter, by the user's hand
 */
/* Follows @run: each comparison that ends leaves its runs. */
LsHistoryControl *ls_history_control_new (const LsFrame *frame, LsPlots *plots, LsRunControl *run);
/* Another one after ls_history_control_forget(). (transfer none) */
const LsRunHistory *ls_history_control_get (LsHistoryControl *self);
GtkWidget *ls_history_control_get_page (LsHistoryControl *self); /* (transfer none) */
/* @run: (transfer full): it is selected */
void ls_history_control_add (LsHistoryControl *self, LsPastRun *run);
/* All belongs to another model. */
void ls_history_control_forget (LsHistoryControl *self);
