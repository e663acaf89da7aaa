/* Context menu and tooltip of the item under the pointer. */
#pragma once

#include "app/canvas/canvas-private.h"

void ls_canvas_popup (LsCanvas *self, const GdkEvent *event);
gboolean ls_canvas_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip);
