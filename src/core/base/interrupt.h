/* Word to a long calculation, however deep in it, that it shall stop. */
#pragma once

#include <glib.h>

/**
 * LsInterrupt:
 * @is_wanted: asked on the thread of the calculation, at every evaluation of a model; what it takes
 *   is time of the calculation, also to hold that up for a while
 * @interval: ask no sooner again than after this, to some milliseconds, µs; 0: every time
 * @wanted: whether it has once been said
 * @next, @outer: kept here
 *
 * A calculation and all that it calls are on one thread. So its owner says once that it can be
 * stopped, and what takes time asks, without knowing whom it works for.
 */
typedef struct LsInterrupt LsInterrupt;
struct LsInterrupt
{
  gboolean (*is_wanted) (gpointer user_data);
  gpointer user_data;
  gint64 interval;
  gboolean wanted;
  gint64 next;
  LsInterrupt *outer;
};

/* Between the two calls @self, which stays with the caller, is asked, and those that were before
 * it. On one thread, in pairs. */
void ls_interrupt_enter (LsInterrupt *self);
void ls_interrupt_leave (LsInterrupt *self);

/* For who leaves several calculations by one jump: the innermost one now, and back to it then. */
LsInterrupt *ls_interrupt_get_innermost (void);
void         ls_interrupt_leave_to (LsInterrupt *self);

/* Whether to stop, with %LS_STOP and without a word in the log: who wanted it knows. */
gboolean ls_interrupt_is_wanted (void);
