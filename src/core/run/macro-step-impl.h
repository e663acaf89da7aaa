/* Internals of a macro step, for LsMacroWalk. */
#pragma once

#include "core/master/master.h"
#include "core/run/macro-step.h"

/* Records the step that starts at the current time of @master. @index: number of steps before it.
 * Returns: %NULL with an error; names of the method and trajectories inside the step are not set */
LsMacroStep *
ls_macro_step_record (LsMaster *master, const LsModel *model, guint64 index, GError **error);
/* Computes the trajectories inside the step. @master: at the start of the step; its state is
 * undefined afterwards */
void ls_macro_step_follow (LsMacroStep *self, LsMaster *master);
