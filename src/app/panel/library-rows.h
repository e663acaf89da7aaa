/* Rows of the library, possibly thousands: visible ones are created first, the others gradually;
 * the capabilities of FMUs are read in the background. */
#pragma once

#include <gtk/gtk.h>
#include "core/model/block.h"

typedef struct LsLibraryRows LsLibraryRows;

/* @list: must outlive the object */
LsLibraryRows *ls_library_rows_new (GtkListBox *list);
void ls_library_rows_free (LsLibraryRows *self);

/* Removes all rows, including headings. */
void ls_library_rows_clear (LsLibraryRows *self);
/* Appends a heading or a remark to its section. (transfer floating) */
void ls_library_rows_add_widget (LsLibraryRows *self, GtkWidget *row);
/**
 * ls_library_rows_add:
 * @section: of a heading added before
 * @block: (nullable): block of the file
 * @seen: whether the section is unfolded: its first rows are created immediately
 */
void ls_library_rows_add (LsLibraryRows *self,
                          const char *section,
                          const char *path,
                          const LsBlock *block,
                          gboolean seen);
/* Call after all rows were added: creates the remaining rows and reads the FMUs in the
 * background. */
void ls_library_rows_begin (LsLibraryRows *self);
/* Creates rows for files beyond the limit of a section whose names contain @wanted (lower case);
 * otherwise a remark represents them. */
void ls_library_rows_search (LsLibraryRows *self, const char *wanted);
/* Creates the missing rows of @section, or of all sections with %NULL. */
void ls_library_rows_complete (LsLibraryRows *self, const char *section);
guint ls_library_rows_get_n_waiting (const LsLibraryRows *self);
/* Returns: (nullable): the row of a file, if it has been created */
GtkListBoxRow *ls_library_rows_find (const LsLibraryRows *self, const char *path);
