/* Properties of the selected components or connection. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

#define LS_TYPE_INSPECTOR (ls_inspector_get_type ())
G_DECLARE_FINAL_TYPE (LsInspector, ls_inspector, LS, INSPECTOR, GtkBox)

void ls_inspector_set_document (LsInspector *self, LsDocument *document);
/* Shows @n components, or if @n is 0 the connection, or nothing (0). */
void ls_inspector_set_selection (LsInspector *self, const guint ids[], guint n, guint connection);
/* Whether parameters have ticks for the plan of variations. */
void ls_inspector_set_varying (LsInspector *self, gboolean varying);
/* Focuses the name entry and selects its text. */
void ls_inspector_edit_name (LsInspector *self);
