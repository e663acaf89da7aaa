/* One parameter or start value, edited in place. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

#define LS_TYPE_VALUE_ROW (ls_value_row_get_type ())
G_DECLARE_FINAL_TYPE (LsValueRow, ls_value_row, LS, VALUE_ROW, GtkListBoxRow)

/* @ids: element-type guint, components that have the variable; @variable belongs to the first */
GtkWidget *ls_value_row_new (LsDocument *document, GArray *ids, const LsVariable *variable);
const LsVariable *ls_value_row_get_variable (LsValueRow *self);
/* Shows the value of the document, unless the entry is invalid. */
void ls_value_row_update (LsValueRow *self);
/* Whether it shows a tick for the plan of variations (only for one component, and no text), and its
 * state. */
void ls_value_row_set_varying (LsValueRow *self, gboolean varying);
/* Shows the menu that plots and records the value, at the pointer. */
void ls_value_row_popup (LsValueRow *self, const GdkEvent *event);
