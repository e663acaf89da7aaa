/* Work deferred until the window is drawn for the first time. */
#pragma once

#include <glib.h>

/**
 * ls_later_add:
 * @func: as for g_idle_add(): called again while it returns %G_SOURCE_CONTINUE
 *
 * Adds an idle source of low priority that waits until a window with its model has been drawn, or for a
 * timeout: while the display is awaited the main loop is idle, and ordinary idle sources would run then.
 * Main thread.
 *
 * Returns: for g_source_remove()
 */
guint ls_later_add (GSourceFunc func, gpointer user_data);

/**
 * ls_later_call:
 * @object: a #GObject; @func is not called if it has been finalised by then
 * @func: called once, like a function of ls_later_add()
 */
void ls_later_call (gpointer object, void (*func) (gpointer object));

/* Starts the deferred work: a window has been drawn. */
void ls_later_begin (void);
