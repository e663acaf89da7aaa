/* Operations in progress: a drag, a wire being drawn; and how to cancel them. */
#pragma once

#include "app/canvas/canvas-private.h"

void ls_canvas_wire_clear (LsWire *wire);
void ls_canvas_wire_cancel (LsCanvas *self);

/* @name: (nullable) */
void ls_canvas_set_cursor (LsCanvas *self, const char *name);

/* @held: the space key is pressed: dragging pans, indicated by the pointer shape */
void ls_canvas_hold_space (LsCanvas *self, gboolean held);

/* Escape: reverts the drag. Returns: whether there was something to cancel */
gboolean ls_canvas_cancel (LsCanvas *self);
