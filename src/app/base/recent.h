/* Models opened or saved lately, as the desktop remembers them. */
#pragma once

#include <glib.h>

void ls_recent_add (const char *path);
/* Returns: (transfer full) (element-type char *): paths of those that are still there, latest
 * first. */
GPtrArray *ls_recent_list (guint max);
