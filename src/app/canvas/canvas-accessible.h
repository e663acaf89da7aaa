/* Accessible object of the canvas: a layered pane with blocks, their ports, and wires. */
#pragma once

#include "app/canvas/canvas-private.h"

GType ls_canvas_accessible_get_type (void);

/* Reports added and removed children to assistive technology. */
void ls_canvas_accessible_update (LsCanvas *self);

/* Connects to the signals of the canvas. */
void ls_canvas_accessible_init_items (LsCanvas *self);
void ls_canvas_accessible_finalize_items (LsCanvas *self);
