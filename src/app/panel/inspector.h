/* The properties of what is selected: of components or of a connection. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

#define LS_TYPE_INSPECTOR (ls_inspector_get_type ())
G_DECLARE_FINAL_TYPE (LsInspector, ls_inspector, LS, INSPECTOR, GtkBox)

void ls_inspector_set_document (LsInspector *self, LsDocument *document);
/* What to show: @n components, else a connection, else (0) nothing. */
void ls_inspector_set_selection (LsInspector *self, const guint ids[], guint n, guint connection);
/* The name, selected, to be typed over. */
void ls_inspector_edit_name (LsInspector *self);
