/* Draws the canvas: the diagram with marks and the overlays of the tools. */
#pragma once

#include "app/canvas/canvas-private.h"

gboolean ls_canvas_draw (GtkWidget *widget, cairo_t *cr);
