/* Inside of a macro step, for the walk that leads to it. */
#pragma once

#include "core/master/master.h"
#include "core/run/macro-step.h"

/* Takes the step that begins where @master is, and looks. @index: how many were before it. Returns:
 * %NULL with an error; without names of the method, and without what is within it */
LsMacroStep *
ls_macro_step_record (LsMaster *master, const LsModel *model, guint64 index, GError **error);
/* What is within it. @master: at the beginning of the step, and of no use afterwards until it is
 * brought elsewhere */
void ls_macro_step_follow (LsMacroStep *self, LsMaster *master);
