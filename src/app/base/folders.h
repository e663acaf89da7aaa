/* Where files of the user go. */
#pragma once

#include <glib.h>

/* Whether @path (nullable) is in a folder of the program: examples, lessons, help. What is there
 * is opened again and again by those who learn, and stays as it is. */
gboolean ls_folders_is_ours (const char *path);
/* Returns: (transfer full): the user's documents, or home where there is no such folder. */
char *ls_folders_get_documents (void);
