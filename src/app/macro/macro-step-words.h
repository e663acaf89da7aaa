/* Texts on a macro step outside of its picture. */
#pragma once

#include "core/model/model.h"
#include "present/macro-step.h"

/* Returns: (transfer full) (element-type guint utf8): id of a connection -> its value */
GHashTable *
ls_macro_step_list_values (const LsMacroStep *step, const LsMacroView *view, const LsModel *model);
/* Returns: (transfer full): how the start of the step was reached, for the status label */
char *ls_macro_step_describe_start (const LsMacroStep *step);
