/* The selected connection: its ends and its transformation of values. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

#define LS_TYPE_CONNECTION_EDITOR (ls_connection_editor_get_type ())
G_DECLARE_FINAL_TYPE (LsConnectionEditor, ls_connection_editor, LS, CONNECTION_EDITOR, GtkBox)

/* Call once. */
void ls_connection_editor_set_document (LsConnectionEditor *self, LsDocument *document);
/* @id: of the connection, or 0 */
void ls_connection_editor_set_connection (LsConnectionEditor *self, guint id);
