/* What is said of a macro step outside of its picture. */
#pragma once

#include "core/model/model.h"
#include "present/macro-step.h"

/* Returns: (transfer full) (element-type guint utf8): id of a connection -> what is on it */
GHashTable *
ls_macro_step_list_values (const LsMacroStep *step, const LsMacroView *view, const LsModel *model);
/* Returns: (transfer full): how its beginning was come to, for the line above it. */
char *ls_macro_step_tell_way (const LsMacroStep *step);
