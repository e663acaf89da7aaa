/* Earlier and imported runs: visibility, pinning, name and note; and the queued comparisons. */
#pragma once

#include <gtk/gtk.h>
#include "core/run/run-history.h"

#define LS_TYPE_HISTORY_PAGE (ls_history_page_get_type ())
G_DECLARE_FINAL_TYPE (LsHistoryPage, ls_history_page, LS, HISTORY_PAGE, GtkBox)

/**
 * LsHistoryPage:
 *
 * Signals:
 * "changed": a property of a run changed
 * "delete" (guint id): the user deletes a run
 * "queue-moved" (guint index, gboolean up), "queue-removed" (guint index): of the queue
 */
/* @history: outlives the page */
GtkWidget *ls_history_page_new (LsRunHistory *history);
/* Replaces the history. */
void ls_history_page_set_history (LsHistoryPage *self, LsRunHistory *history);
/* Updates the list after runs were added or removed. */
void ls_history_page_refresh (LsHistoryPage *self);
/* @titles: (nullable) (element-type char *): queued comparisons, the next one first */
void ls_history_page_show_queue (LsHistoryPage *self, const GPtrArray *titles);
/* Selects a run. */
void ls_history_page_select (LsHistoryPage *self, guint id);
