#include "core/base/interrupt.h"

#include <time.h>

static _Thread_local LsInterrupt *innermost;

void
ls_interrupt_enter (LsInterrupt *self)
{
  self->outer = innermost;
  innermost = self;
}

void
ls_interrupt_leave (LsInterrupt *self)
{
  g_return_if_fail (innermost == self);

  innermost = self->outer;
}

LsInterrupt *
ls_interrupt_get_innermost (void)
{
  return innermost;
}

void
ls_interrupt_leave_to (LsInterrupt *self)
{
  innermost = self;
}

/* Uses the coarse clock: a model evaluation may be cheaper than reading the exact clock. */
static gboolean
is_early (LsInterrupt *self)
{
  struct timespec clock;
  gint64 now;

  clock_gettime (CLOCK_MONOTONIC_COARSE, &clock);
  now = (gint64)clock.tv_sec * 1000000 + clock.tv_nsec / 1000;
  if (now < self->next)
    return TRUE;
  self->next = now + self->interval;
  return FALSE;
}

gboolean
ls_interrupt_is_wanted (void)
{
  for (LsInterrupt *self = innermost; self != NULL; self = self->outer)
    {
      if (!self->wanted && (self->interval == 0 || !is_early (self)))
        self->wanted = self->is_wanted (self->user_data);
      if (self->wanted)
        return TRUE;
    }
  return FALSE;
}
