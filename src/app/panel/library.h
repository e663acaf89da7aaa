/* The library: example models, components, and files of added folders. */
#pragma once

#include <gtk/gtk.h>

#define LS_TYPE_LIBRARY (ls_library_get_type ())
G_DECLARE_FINAL_TYPE (LsLibrary, ls_library, LS, LIBRARY, GtkBox)

/* Signal "file-activated" (const char *path): Return or double click on a row. */

/* Adds a section with the FMUs and models in @path; a folder already present is not added
 * again. */
void ls_library_add_folder (LsLibrary *self, const char *path);
/* Returns: (transfer full) (nullable): folder of the installed examples */
char *ls_library_get_examples (void);
