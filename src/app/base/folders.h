/* Folders for files of the user. */
#pragma once

#include <glib.h>

/* Whether @path (nullable) is in a folder of the program: examples, lessons, help. Learners open
 * these files again and again, so they are not overwritten. */
gboolean ls_folders_is_ours (const char *path);
/* Returns: (transfer full): the user's documents folder, or the home folder where there is none. */
char *ls_folders_get_documents (void);
