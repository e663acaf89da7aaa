/* A run in the list of the history. */
#pragma once

#include <gtk/gtk.h>
#include "core/run/run-history.h"

#define LS_TYPE_HISTORY_ROW (ls_history_row_get_type ())
G_DECLARE_FINAL_TYPE (LsHistoryRow, ls_history_row, LS, HISTORY_ROW, GtkListBoxRow)

/* Signal "changed": shown or pinned. @run: outlives the row */
GtkWidget *ls_history_row_new (LsPastRun *run);
LsPastRun *ls_history_row_get_run (LsHistoryRow *self);
/* The id of the run, also when that is gone. */
guint ls_history_row_get_id (LsHistoryRow *self);
/* Updates texts, colour and switches if one of them has changed. */
void ls_history_row_update (LsHistoryRow *self);
void ls_history_row_toggle_shown (LsHistoryRow *self);
void ls_history_row_toggle_pinned (LsHistoryRow *self);

/* How the run ended: "done", "cancelled at t = 1.2 s". (transfer full) */
char *ls_history_describe_end (const LsPastRun *run);
/* Colour id for plots. (transfer full) */
char *ls_history_get_color (const LsPastRun *run);
