/* Earlier runs and imported ones: what is drawn, what stays, what the user says of them; and the
 * comparisons that wait. */
#pragma once

#include <gtk/gtk.h>
#include "core/run/run-history.h"

#define LS_TYPE_HISTORY_PAGE (ls_history_page_get_type ())
G_DECLARE_FINAL_TYPE (LsHistoryPage, ls_history_page, LS, HISTORY_PAGE, GtkBox)

/**
 * LsHistoryPage:
 *
 * Signals:
 * "changed": of a run something is another now
 * "delete" (guint id): the user wants a run away
 * "queue-moved" (guint index, gboolean up), "queue-removed" (guint index): of what waits
 */
/* @history: outlives the page */
GtkWidget *ls_history_page_new (LsRunHistory *history);
/* Another history in its place. */
void ls_history_page_set_history (LsHistoryPage *self, LsRunHistory *history);
/* Runs have come or gone. */
void ls_history_page_refresh (LsHistoryPage *self);
/* @titles: (nullable) (element-type char *): what waits, the next one first */
void ls_history_page_show_queue (LsHistoryPage *self, const GPtrArray *titles);
/* Selects a run. */
void ls_history_page_select (LsHistoryPage *self, guint id);
