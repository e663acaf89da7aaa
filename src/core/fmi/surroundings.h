/* What of the process belongs to us and FMUs change all the same: it is set back. */
#pragma once

#include "core/fmi/instance-impl.h"

#ifdef __SSE__
#include <xmmintrin.h>
/* Round to nearest, nothing flushed to zero, no traps; the flags below them come and go. */
#define LS_FLOATING_POINT 0x1f80u
#define LS_FLOATING_POINT_FLAGS 0x3fu
#endif

/* How numbers are computed with, after a call of an FMU: else another one, or we, would go on with
 * it. Costs next to nothing. */
static inline gboolean
ls_floating_point_is_changed (void)
{
#ifdef __SSE__
  return (_mm_getcsr () & ~LS_FLOATING_POINT_FLAGS) != LS_FLOATING_POINT;
#else
  return FALSE;
#endif
}

/* Sets it back, with a warning of the instance, once for each. */
void ls_floating_point_mend (LsInstance *self);

#define LS_MEND_FLOATING_POINT(self)                                                               \
  do                                                                                               \
    if (G_UNLIKELY (ls_floating_point_is_changed ()))                                              \
      ls_floating_point_mend (self);                                                               \
  while (0)

/* Keeps the working folder, signal handlers and the locale as they are now, for as long as there
 * are instances: from the first to the last. */
void ls_surroundings_enter (void);
void ls_surroundings_leave (void);
