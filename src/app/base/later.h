/* Work that may not hold up the first picture of the window. */
#pragma once

#include <glib.h>

/**
 * ls_later_add:
 * @func: as of g_idle_add(): is called again while it returns %G_SOURCE_CONTINUE
 *
 * An idle source of low priority, but not before a window has been drawn with its model in it, or
 * some time has passed: while the display is awaited the main loop has nothing to do, and plain idle
 * work would be done there. Main thread.
 *
 * Returns: for g_source_remove()
 */
guint ls_later_add (GSourceFunc func, gpointer user_data);

/**
 * ls_later_call:
 * @object: a #GObject; nothing happens when it is gone by then
 * @func: is called once, as by ls_later_add()
 */
void ls_later_call (gpointer object, void (*func) (gpointer object));

/* A window has been drawn. */
void ls_later_begin (void);
