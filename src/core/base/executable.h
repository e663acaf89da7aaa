/* Where the program lies, and what lies beside it. */
#pragma once

#include <glib.h>

/* Returns: (transfer full): folder of the running program. */
char *ls_executable_get_folder (void);
/* Returns: (transfer full) (nullable): @path in the build tree that the program runs from; %NULL
 * when it is installed, in /usr/bin for one, which has /models for a neighbour like any other
 * folder. */
char *ls_executable_find_built (const char *path);
/* Returns: (transfer full): @path below the "share" beside the program's folder. */
char *ls_executable_find_shared (const char *path);
