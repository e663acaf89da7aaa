/* Headings of the library's sections, which fold them, and remarks in place of files. */
#pragma once

#include <gtk/gtk.h>

/* What headings ask of the library that they are in. @open: -1 for the other way round */
typedef struct
{
  void (*fold) (gpointer library, GtkWidget *heading, int open);
  void (*remove) (gpointer library, const char *folder);
} LsLibraryHeadingFuncs;

/**
 * ls_library_heading_new:
 * @folder: (nullable): that the user has added, and can take away
 * @library: given to @funcs
 *
 * Returns: a row with the section and no path.
 */
GtkWidget *ls_library_heading_new (const char *section,
                                   const char *title,
                                   const char *folder,
                                   const LsLibraryHeadingFuncs *funcs,
                                   gpointer library);
void ls_library_heading_show_folding (GtkWidget *heading, gboolean open);
/* A row that says why there are no files. */
GtkWidget *ls_library_remark_new (const char *section, const char *text);
gboolean ls_library_is_remark (gpointer row);
