/* What is under way: a drag of the pointer, a wire that is being drawn; and its end. */
#pragma once

#include "app/canvas/canvas-private.h"

void ls_canvas_wire_clear (LsWire *wire);
void ls_canvas_wire_cancel (LsCanvas *self);

/* @name: (nullable) */
void ls_canvas_set_cursor (LsCanvas *self, const char *name);

/* A drag pans meanwhile; the pointer says so. */
void ls_canvas_hold_space (LsCanvas *self, gboolean held);

/* Esc: puts back what the drag has done so far. Returns: whether there was something to cancel. */
gboolean ls_canvas_cancel (LsCanvas *self);
