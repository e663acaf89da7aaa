/* Rows of the library and their files. */
#pragma once

#include <gtk/gtk.h>

/* A draggable row. @title: (nullable): label; default: the file name */
GtkWidget *ls_library_row_new (const char *path, const char *title);
/* Data of a row; a heading has a section and no path. */
const char *ls_library_row_get_section (gpointer row);
const char *ls_library_row_get_path (gpointer row);

/* Whether the row is shown only in search results. */
gboolean ls_library_row_is_found (gpointer row);

/* Capabilities of an FMU: @badges: a few signs, @text: their meaning; @trouble: (nullable): why
 * it cannot be used here */
void ls_library_row_set_summary (GtkWidget *row,
                                 const char *badges,
                                 const char *text,
                                 const char *trouble);

/* Returns: (transfer full) (element-type char *): names of FMUs, or of models, in a folder */
GPtrArray *ls_library_list_names (const char *folder, gboolean fmus);
/* Whether it is the file of a built-in block. */
gboolean ls_library_is_block (const char *name);
