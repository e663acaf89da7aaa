/* Blocks that are moved, by pointer or by arrow keys. */
#pragma once

#include "app/canvas/canvas-private.h"

/* The selected blocks, as one step to undo. */
void ls_canvas_move_start (LsCanvas *self);

/* All keep their distances. @state: of the keys; Alt held down: neither grid nor lines. */
void ls_canvas_move_to_pointer (LsCanvas *self, guint state);

/* What is selected goes by so much, canvas units; the view does when nothing is. */
void ls_canvas_nudge (LsCanvas *self, double dx, double dy);
