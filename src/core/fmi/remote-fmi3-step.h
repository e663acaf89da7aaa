/* Steps of FMI 3.0 FMUs in a helper process. */
#pragma once

#include "core/fmi/fmi3-index.h"
#include "core/helper/helper.h"

/* Whether the FMU has written a Boolean of one byte that is true to @place. */
static inline fmi3Boolean
ls_remote_fmi3_read_boolean (gconstpointer place)
{
  return *(const guint8 *)place != 0;
}

/* What a step tells: three Booleans in the first place, and the time it has reached. */
#define LS_FMI3_STEP_PLACES 2
extern fmi3DoStepTYPE ls_remote_fmi3_do_step;
/* The arguments of fmi3DoStep; the call is to be finished. As LsBatchKind.write_step(). */
void ls_remote_fmi3_write_step (LsRemote *self, double time, double step,
                                gboolean no_set_state_prior);
/* What stands in @places afterwards. */
void ls_remote_fmi3_read_step (const guint64 places[LS_FMI3_STEP_PLACES], fmi3Boolean *event,
                               fmi3Boolean *terminate, fmi3Boolean *early, fmi3Float64 *last);
