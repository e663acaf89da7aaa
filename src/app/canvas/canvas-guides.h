/* A block being moved: onto the grid, or in line with others, which thin lines show. */
#pragma once

#include "app/canvas/canvas-private.h"

void ls_canvas_clear_guides (LsCanvas *self);

/* The way of the moved blocks from where they stood, as wished, becomes one that puts them on
 * the grid or in line with others. @free: neither */
void ls_canvas_snap (LsCanvas *self, double *dx, double *dy, gboolean free);
void ls_canvas_draw_guides (LsCanvas *self, cairo_t *cr);
