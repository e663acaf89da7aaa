/* Help window: the pages of data/help with table of contents and search. */
#pragma once

#include <gtk/gtk.h>

#define LS_TYPE_HELP_WINDOW (ls_help_window_get_type ())
G_DECLARE_FINAL_TYPE (LsHelpWindow, ls_help_window, LS, HELP_WINDOW, GtkWindow)

/**
 * ls_help_show:
 * @parent: a window; its only help window, destroyed with it
 * @place: (nullable): a page, like "plots", or a heading of it, like "plots#zoom"; %NULL: the present page
 *
 * Shows the help, or reports in @parent that it is not installed.
 */
void ls_help_show (GtkWindow *parent, const char *place);

/* Sets the help page for @widget and its children. @place: as above, not copied */
void ls_help_set_place (GtkWidget *widget, const char *place);
/* Returns: the place for @widget (nullable), or "index". */
const char *ls_help_get_place (GtkWidget *widget);
