/* Name, parameters and start values of the selected component. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

#define LS_TYPE_INSPECTOR (ls_inspector_get_type ())
G_DECLARE_FINAL_TYPE (LsInspector, ls_inspector, LS, INSPECTOR, GtkBox)

void ls_inspector_set_document (LsInspector *self, LsDocument *document);
/* @id: of the component to show, or 0 */
void ls_inspector_set_component (LsInspector *self, guint id);
/* The name, selected, to be typed over. */
void ls_inspector_edit_name (LsInspector *self);
