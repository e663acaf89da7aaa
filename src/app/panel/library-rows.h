/* The rows of the library, of which there may be thousands: those that can be seen at once come
 * first, the others bit by bit, and what FMUs can do is read in the background. */
#pragma once

#include <gtk/gtk.h>
#include "core/model/block.h"

typedef struct LsLibraryRows LsLibraryRows;

/* @list: has to outlive it */
LsLibraryRows *ls_library_rows_new (GtkListBox *list);
void ls_library_rows_free (LsLibraryRows *self);

/* Takes all rows away, headings too, before others come. */
void ls_library_rows_clear (LsLibraryRows *self);
/* A heading or a remark, behind all that there are. (transfer floating) */
void ls_library_rows_add_widget (LsLibraryRows *self, GtkWidget *row);
/**
 * ls_library_rows_add:
 * @section: of a heading that was added
 * @block: (nullable): the file is that of
 * @seen: whether the section is unfolded: the first of such rows are made at once
 */
void ls_library_rows_add (LsLibraryRows *self,
                          const char *section,
                          const char *path,
                          const LsBlock *block,
                          gboolean seen);
/* All have been added: makes the others and reads the FMUs when there is time. */
void ls_library_rows_begin (LsLibraryRows *self);
/* Makes some of those that a section has too many of, which are called like @wanted, in lower case:
 * there is a remark in their place otherwise. */
void ls_library_rows_search (LsLibraryRows *self, const char *wanted);
/* Makes those of @section, all with %NULL, that are not there yet. */
void ls_library_rows_complete (LsLibraryRows *self, const char *section);
guint ls_library_rows_get_n_waiting (const LsLibraryRows *self);
/* Returns: (nullable): the row of a file, when it has been made. */
GtkListBoxRow *ls_library_rows_find (const LsLibraryRows *self, const char *path);
