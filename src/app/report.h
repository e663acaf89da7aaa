/* Problems found anywhere in the window end up on one list. */
#pragma once

#include <gtk/gtk.h>

/**
 * ls_report_problem:
 * @widget: any widget inside the window
 * @title: what did not work ("The file was not written")
 * @message: why, and what can be done
 *
 * Shows an info bar and adds to the messages of the window @widget is in.
 */
void ls_report_problem (GtkWidget *widget, const char *title, const char *message);
