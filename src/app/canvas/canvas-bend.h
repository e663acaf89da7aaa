/* Wires laid by hand: a piece dragged aside, by pointer or by arrow keys. */
#pragma once

#include "app/canvas/canvas-private.h"

/* Returns: whether it can be bent by hand; the hint says why not. */
gboolean ls_canvas_bend_start (LsCanvas *self, guint connection, double x, double y);
void ls_canvas_bend_move (LsCanvas *self, double x, double y);

/* Moves the longest inner piece that can go that way. */
void ls_canvas_bend_nudge (LsCanvas *self, guint connection, double dx, double dy);
