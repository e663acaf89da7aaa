/* Collects problems from anywhere in the window in one list. */
#pragma once

#include <gtk/gtk.h>

/**
 * ls_report_problem:
 * @widget: any widget inside the window
 * @title: what failed ("The file was not written")
 * @message: cause and remedy
 *
 * Shows an info bar and adds to the messages of the window that contains @widget or is the parent of its
 * dialog.
 */
void ls_report_problem (GtkWidget *widget, const char *title, const char *message);

/* Likewise for connections and values that a new FMU does not have, which an edit has removed.
 * @broken: (element-type char *): of ls_document_replace_fmus(); nothing happens without any */
void ls_report_broken (GtkWidget *widget, const GPtrArray *broken);

/* The window that contains @widget or is the parent of its dialog. (transfer none) (nullable) */
GtkWidget *ls_report_find_window (GtkWidget *widget);

/* A bar on work in progress: @text, the progress, and a Cancel button, the only source of
 * "response". (transfer none): to be destroyed when the work is finished */
GtkWidget *ls_report_work (GtkWidget *widget, const char *text);
/* @fraction: of the work; below 0: unknown */
void ls_report_work_progress (GtkWidget *bar, double fraction);
