/* Manual routing: drags a segment of a wire by pointer or arrow keys. */
#pragma once

#include "app/canvas/canvas-private.h"

/* Returns: whether the wire can be bent; the hint explains why not */
gboolean ls_canvas_bend_start (LsCanvas *self, guint connection, double x, double y);
void ls_canvas_bend_move (LsCanvas *self, double x, double y);

/* Moves the longest inner segment that can move in this direction. */
void ls_canvas_bend_nudge (LsCanvas *self, guint connection, double dx, double dy);
