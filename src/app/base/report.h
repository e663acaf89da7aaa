/* Problems found anywhere in the window end up on one list. */
#pragma once

#include <gtk/gtk.h>

/**
 * ls_report_problem:
 * @widget: any widget inside the window
 * @title: what did not work ("The file was not written")
 * @message: why, and what can be done
 *
 * Shows an info bar and adds to the messages of the window @widget is in, or its dialog is for.
 */
void ls_report_problem (GtkWidget *widget, const char *title, const char *message);

/* The window that @widget is in, or that its dialog is for. (transfer none) (nullable) */
GtkWidget *ls_report_find_window (GtkWidget *widget);

/* A bar on work that is under way: @text, how far it is, and a button to cancel, which is the only
 * "response". (transfer none): to be destroyed when the work is over */
GtkWidget *ls_report_work (GtkWidget *widget, const char *text);
/* @fraction: of the work; below 0: not known */
void ls_report_work_progress (GtkWidget *bar, double fraction);
