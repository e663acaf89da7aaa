/* Snaps moved blocks to the grid or to alignment lines, which are drawn. */
#pragma once

#include "app/canvas/canvas-private.h"

void ls_canvas_clear_guides (LsCanvas *self);

/* @dx, @dy: (inout): displacement of the moved blocks from their start; adjusted to the grid or
 * to alignment lines. @free: not adjusted */
void ls_canvas_snap (LsCanvas *self, double *dx, double *dy, gboolean free);
void ls_canvas_draw_guides (LsCanvas *self, cairo_t *cr);
