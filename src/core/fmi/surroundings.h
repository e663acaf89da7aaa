/* Process state that FMUs must not change, but some do: it is restored. */
#pragma once

#include "core/fmi/instance-impl.h"

#ifdef __SSE__
#include <xmmintrin.h>
/* MXCSR: round to nearest, no flush to zero, no traps; the flag bits below vary. */
#define LS_FLOATING_POINT 0x1f80u
#define LS_FLOATING_POINT_FLAGS 0x3fu
#endif

/* Whether an FMU has changed the floating-point control: later computations would use it. Very
 * cheap. */
static inline gboolean
ls_floating_point_is_changed (void)
{
#ifdef __SSE__
  return (_mm_getcsr () & ~LS_FLOATING_POINT_FLAGS) != LS_FLOATING_POINT;
#else
  return FALSE;
#endif
}

/* Restores it, with one warning per instance. */
void ls_floating_point_mend (LsInstance *self);
/* The warning alone. */
void ls_floating_point_warn (LsInstance *self);

#define LS_MEND_FLOATING_POINT(self)                                                               \
  do                                                                                               \
    if (G_UNLIKELY (ls_floating_point_is_changed ()))                                              \
      ls_floating_point_mend (self);                                                               \
  while (0)

/* After a call that takes the instance from its stage to @next: floating-point control, and all that
 * ls_guard_mend() does when it is being set up or ends. There may be thousands of events. */
void ls_surroundings_mend (LsInstance *self, LsStage next);

/* Records the working folder, signal handlers and the locale, to be preserved while there are
 * instances: from the first to the last. */
void ls_surroundings_enter (void);
void ls_surroundings_leave (void);
