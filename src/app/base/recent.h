/* Recently opened or saved models, from the desktop's list. */
#pragma once

#include <glib.h>

void ls_recent_add (const char *path);
/* Returns: (transfer full) (element-type char *): paths of existing files, latest first. */
GPtrArray *ls_recent_list (guint max);
