/* Data of a table block: description and import from a CSV file. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

#define LS_TYPE_TABLE_FILE (ls_table_file_get_type ())
G_DECLARE_FINAL_TYPE (LsTableFile, ls_table_file, LS, TABLE_FILE, GtkBox)

/* Call once, before all other functions. */
void ls_table_file_set_document (LsTableFile *self, LsDocument *document);
/* Hidden unless the component (0: none) is a table block. */
void ls_table_file_set_component (LsTableFile *self, guint id);
