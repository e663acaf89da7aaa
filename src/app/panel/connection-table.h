/* All connections as a table that can be filtered and sorted, for models too large for a matrix. */
#pragma once

#include <gtk/gtk.h>
#include "app/canvas/canvas.h"

#define LS_TYPE_CONNECTION_TABLE (ls_connection_table_get_type ())
G_DECLARE_FINAL_TYPE (LsConnectionTable, ls_connection_table, LS, CONNECTION_TABLE, GtkBox)

/* Follows the document of the canvas; the row under the pointer lights up its wire, and a selected
 * one selects it. */
void ls_connection_table_set_canvas (LsConnectionTable *self, LsCanvas *canvas);
