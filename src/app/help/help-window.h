/* The pages of data/help, with their contents and a search beside them. */
#pragma once

#include <gtk/gtk.h>

#define LS_TYPE_HELP_WINDOW (ls_help_window_get_type ())
G_DECLARE_FINAL_TYPE (LsHelpWindow, ls_help_window, LS, HELP_WINDOW, GtkWindow)

/**
 * ls_help_show:
 * @parent: a window; one help window belongs to it and goes with it
 * @place: (nullable): a page, like "plots", or a heading of it, like "plots#zoom"; the window is
 * raised where it was when this is %NULL
 *
 * Shows the help, or says in @parent that it is not installed.
 */
void ls_help_show (GtkWindow *parent, const char *place);

/* The place that helps with @widget and with what is in it. @place: as above, not copied */
void ls_help_set_place (GtkWidget *widget, const char *place);
/* Returns: the place for @widget (nullable), or "index". */
const char *ls_help_get_place (GtkWidget *widget);
