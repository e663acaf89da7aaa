/* Signals offered by the parts of the window: entries of context menus, and the target of drags. */
#pragma once

#include <gtk/gtk.h>

/* Drag target: the name of a signal. */
#define LS_SIGNAL_TARGET "application/x-lockstep-signal"

/* A section with Plot and Record for some signals, and one that shows the first in the list of
 * signals. They are the window’s actions plot-signals, record-signals (names) and show-signal (name).
 * @title: (nullable): what the signals are together; %NULL: the name of the only one */
void ls_signal_menu_append (GMenu *menu, const char *const *signals, const char *title);
/* Shows such a menu at the pointer, or below @widget if @event is %NULL. */
void ls_signal_menu_popup (GtkWidget *widget, const char *signal, const GdkEvent *event);
