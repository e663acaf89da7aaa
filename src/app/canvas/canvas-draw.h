/* Drawing of the canvas: the diagram with marks, and what the tools show over it. */
#pragma once

#include "app/canvas/canvas-private.h"

gboolean ls_canvas_draw (GtkWidget *widget, cairo_t *cr);
