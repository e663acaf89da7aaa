/* The numbers of a table block: what they are, and others from a CSV file. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

#define LS_TYPE_TABLE_FILE (ls_table_file_get_type ())
G_DECLARE_FINAL_TYPE (LsTableFile, ls_table_file, LS, TABLE_FILE, GtkBox)

/* Once, before all else. */
void ls_table_file_set_document (LsTableFile *self, LsDocument *document);
/* Hides itself where the component (0: none) is no table block. */
void ls_table_file_set_component (LsTableFile *self, guint id);
