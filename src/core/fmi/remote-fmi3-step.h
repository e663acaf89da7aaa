/* Steps of FMI 3.0 FMUs in a helper process. */
#pragma once

#include "core/fmi/fmi3-index.h"
#include "core/helper/helper.h"

/* What the FMU has written to a place of eight bytes for a Boolean. */
static inline fmi3Boolean
ls_remote_fmi3_read_boolean (const guint64 *place)
{
  guint8 byte;

  memcpy (&byte, place, 1);
  return byte != 0;
}

/* What a step tells has places, which begin as they are. */
#define LS_FMI3_STEP_PLACES 4
extern fmi3DoStepTYPE ls_remote_fmi3_do_step;
/* The arguments of fmi3DoStep; the call is to be finished. Sets end_at and places of lane. */
void     ls_remote_fmi3_write_step (LsRemote *self, double time, double step,
                                    gboolean no_set_state_prior);
/* What stands in @places afterwards. */
void     ls_remote_fmi3_read_step (const guint64 places[LS_FMI3_STEP_PLACES], fmi3Boolean *event,
                                   fmi3Boolean *terminate, fmi3Boolean *early, fmi3Float64 *last);
