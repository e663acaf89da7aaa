/* Rows of the library, and the files they stand for. */
#pragma once

#include <gtk/gtk.h>

/* A row to be dragged. @title: (nullable): what it is called here; by default as the file */
GtkWidget *ls_library_row_new (const char *path, const char *title);
/* Rows are told apart by their data: a heading has a section and no path. */
const char *ls_library_row_get_section (gpointer row);
const char *ls_library_row_get_path (gpointer row);

/* Whether the row is there only while it is searched for. */
gboolean ls_library_row_is_found (gpointer row);

/* What an FMU can do: @badges a few signs, @text the same in words; @trouble: (nullable): why it
 * cannot be used here. */
void ls_library_row_set_summary (GtkWidget *row,
                                 const char *badges,
                                 const char *text,
                                 const char *trouble);

/* Returns: (transfer full) (element-type char *): names of FMUs, or of models, in a folder. */
GPtrArray *ls_library_list_names (const char *folder, gboolean fmus);
/* Whether it is the file of a block that comes with the program. */
gboolean ls_library_is_block (const char *name);
