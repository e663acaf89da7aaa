/* The main window: one document, its canvas, panels, runs and plots. */
#pragma once

#include <gtk/gtk.h>
#include "app/canvas/canvas.h"
#include "app/document/document.h"

#define LS_TYPE_WINDOW (ls_window_get_type ())
G_DECLARE_FINAL_TYPE (LsWindow, ls_window, LS, WINDOW, GtkApplicationWindow)

LsWindow *ls_window_new (GtkApplication *application);
LsDocument *ls_window_get_document (LsWindow *self);
LsCanvas *ls_window_get_canvas (LsWindow *self);
/* Opens a model or an FMU, if necessary in the background; errors are shown in the window.
 * Returns: %FALSE if an error has already occurred */
gboolean ls_window_open (LsWindow *self, const char *path);
/* Likewise, and runs its comparison. */
gboolean ls_window_open_and_run (LsWindow *self, const char *path);
/* Shows the page with recent models, lessons and examples; it is hidden when a model is opened or
 * created. */
void ls_window_show_start (LsWindow *self);
/* Runs the comparison of the document; errors are shown in the window. */
void ls_window_run (LsWindow *self);
/* Prints the time from the start of the program to the first frame in ms, then quits. */
void ls_window_measure_first_frame (LsWindow *self);
