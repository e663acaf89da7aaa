/* The canvas for assistive technology: a layered pane of blocks with ports, and wires. */
#pragma once

#include "app/canvas/canvas-private.h"

GType ls_canvas_accessible_get_type (void);

/* Tells assistive technology what was added and removed. */
void ls_canvas_accessible_update (LsCanvas *self);

/* Follows the signals of the canvas. */
void ls_canvas_accessible_init_items (LsCanvas *self);
void ls_canvas_accessible_finalize_items (LsCanvas *self);
