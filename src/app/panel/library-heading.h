/* Headings that fold the sections of the library, and remarks shown in place of files. */
#pragma once

#include <gtk/gtk.h>

/* Operations of the library called by headings. @open: -1 toggles */
typedef struct
{
  void (*fold) (gpointer library, GtkWidget *heading, int open);
  void (*remove) (gpointer library, const char *folder);
} LsLibraryHeadingFuncs;

/**
 * ls_library_heading_new:
 * @folder: (nullable): folder added by the user, with a button to remove it
 * @library: first argument of @funcs
 *
 * Returns: a row with a section and without a path.
 */
GtkWidget *ls_library_heading_new (const char *section,
                                   const char *title,
                                   const char *folder,
                                   const LsLibraryHeadingFuncs *funcs,
                                   gpointer library);
void ls_library_heading_show_folding (GtkWidget *heading, gboolean open);
/* A row that explains why there are no files. */
GtkWidget *ls_library_remark_new (const char *section, const char *text);
gboolean ls_library_is_remark (gpointer row);
