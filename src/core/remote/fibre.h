/* Tasks that take turns on one thread: one runs until it has to wait, then another. */
#pragma once

#include <glib.h>

typedef struct LsFibres LsFibres;

typedef void (*LsFibreFunc) (guint index, gpointer data);

LsFibres *ls_fibres_new (void);
void      ls_fibres_free (LsFibres *self);
/* Begins task @index, or lets it go on where it waits. Returns when it waits or has ended. @func:
 * called for a task that has not begun; its stack is one of 256 KiB. Ends the program when there is no
 * memory for one, as GLib does. */
void      ls_fibres_resume (LsFibres *self, guint index, LsFibreFunc func, gpointer data);
/* Within a task: lets the caller of ls_fibres_resume() go on. */
void      ls_fibres_wait (LsFibres *self);
/* Whether a task runs, and which. */
gboolean  ls_fibres_get_running (const LsFibres *self, guint *index);
