/* Cancellation of long calculations from any depth of the call stack. */
#pragma once

#include <glib.h>

/**
 * LsInterrupt:
 * @is_wanted: callback on the thread of the calculation, at every evaluation of a model; it may
 *   block to pause the calculation
 * @interval: minimum time between calls of @is_wanted, µs, with a resolution of some milliseconds;
 *   0: no limit
 * @wanted: whether @is_wanted has ever returned %TRUE
 * @next, @outer: private
 *
 * A calculation and all functions that it calls run on one thread. So its owner registers the
 * callback once, and long-running functions check it without knowing their caller.
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

/* From enter to leave, @self (owned by the caller) and the interrupts entered before it are active.
 * On one thread, in pairs. */
void ls_interrupt_enter (LsInterrupt *self);
void ls_interrupt_leave (LsInterrupt *self);

/* For a non-local exit from several nested calculations: saves the innermost interrupt, restores
 * it. */
LsInterrupt *ls_interrupt_get_innermost (void);
void         ls_interrupt_leave_to (LsInterrupt *self);

/* Whether to return %LS_STOP; nothing is logged since the owner knows the reason. */
gboolean ls_interrupt_is_wanted (void);
