/* A window on a private display, and hands for it. */
#pragma once

#include <atk/atk.h>
#include "app/canvas/canvas.h"
#include "app/window/window.h"

/* Starts GTK; 77 (skipped) is returned by main() when there is no display. */
gboolean ls_test_init (int *argc, char ***argv);
LsWindow *ls_test_window_new (void);
/* Opens an example model ("lotka-volterra.ssp"). */
void ls_test_window_open (LsWindow *window, const char *name);
/* Places example components ("prey") near points of the canvas, px. Returns: its id. */
guint ls_test_place (LsWindow *window, const char *name, double x, double y);
void ls_test_window_free (LsWindow *window);

/* Lets the main loop run until @check holds; fails after some seconds. */
typedef gboolean (*LsTestCheck) (gpointer user_data);
void ls_test_wait (LsTestCheck check, gpointer user_data);
void ls_test_settle (void);

/* Events on a widget, px. */
void ls_test_press (GtkWidget *widget, double x, double y, guint button, guint state);
void ls_test_move (GtkWidget *widget, double x, double y);
void ls_test_release (GtkWidget *widget, double x, double y, guint button);
void ls_test_drag (GtkWidget *widget, LsPoint from, LsPoint to);
void ls_test_key (GtkWidget *widget, guint keyval, guint state);

/* Where things of the canvas are, px of the widget, by their accessible objects. */
AtkObject *ls_test_find (AtkObject *root, const char *name);
LsPoint ls_test_centre (LsCanvas *canvas, AtkObject *item);
LsPoint ls_test_port (LsCanvas *canvas, const char *component, const char *port);
/* Text of the first label in @widget that starts with @start. */
const char *ls_test_label (GtkWidget *widget, const char *start);
