/* Paths of the program and of its data. */
#pragma once

#include <glib.h>

/* Returns: (transfer full): folder of the running program. */
char *ls_executable_get_folder (void);
/* Returns: (transfer full) (nullable): @path in the build tree that the program runs from; %NULL if
 * it is installed: for a program in /usr/bin, a neighbour folder such as /models is unrelated. */
char *ls_executable_find_built (const char *path);
/* Returns: (transfer full): @path in the "share" folder next to the program's folder. */
char *ls_executable_find_shared (const char *path);
/* Returns: (transfer full): a helper program of Lockstep: in folder @room of the build tree, or where
 * it was installed. */
char *ls_executable_find_helper (const char *room, const char *name);
