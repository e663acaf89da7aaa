/* The library: example models and components, and those of opened folders. */
#pragma once

#include <gtk/gtk.h>

#define LS_TYPE_LIBRARY (ls_library_get_type ())
G_DECLARE_FINAL_TYPE (LsLibrary, ls_library, LS, LIBRARY, GtkBox)

/* Signal "file-activated" (const char *path): Return or double click on a row. */

/* Adds a section with the FMUs and models in @path; opened again it is read anew. */
void ls_library_add_folder (LsLibrary *self, const char *path);
/* Returns: (transfer full) (nullable): folder of the examples that come with the program. */
char *ls_library_get_examples (void);
