/* All connections in a table with filter and sorting, for models too large for the matrix. */
#pragma once

#include <gtk/gtk.h>
#include "app/canvas/canvas.h"

#define LS_TYPE_CONNECTION_TABLE (ls_connection_table_get_type ())
G_DECLARE_FINAL_TYPE (LsConnectionTable, ls_connection_table, LS, CONNECTION_TABLE, GtkBox)

/* Follows the document of the canvas; the row under the pointer highlights its wire, and the
 * selected row selects it. */
void ls_connection_table_set_canvas (LsConnectionTable *self, LsCanvas *canvas);
