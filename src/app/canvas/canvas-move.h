/* Moves blocks by pointer or arrow keys. */
#pragma once

#include "app/canvas/canvas-private.h"

/* Starts to move the selected blocks, as one undo step. */
void ls_canvas_move_start (LsCanvas *self);

/* Moves all blocks by the same distance. @state: modifier keys; with Alt the blocks do not
 * snap */
void ls_canvas_move_to_pointer (LsCanvas *self, guint state);

/* Moves the selection by this distance, canvas units; without a selection, pans the view. */
void ls_canvas_nudge (LsCanvas *self, double dx, double dy);
