/* Highlight, keyboard focus and hint of the canvas; and the areas to redraw. */
#pragma once

#include "app/canvas/canvas-private.h"

void ls_canvas_queue_rect (LsCanvas *self, const LsRect *rect);

/* Queues a redraw of a block with its wires, at their present positions. */
void ls_canvas_queue_component (LsCanvas *self, guint id);
void ls_canvas_set_hover (LsCanvas *self, const LsHit *hit);
void ls_canvas_set_focus_item (LsCanvas *self, const LsHit *hit);
void ls_canvas_set_hint (LsCanvas *self, const char *hint);

/* After a change of the model: clears marks of removed items. */
void ls_canvas_marks_prune (LsCanvas *self);

/* Suppresses the tooltip of the item under the pointer until the pointer has left it. */
void ls_canvas_marks_keep_quiet (LsCanvas *self);

/* Another system, or another model, is shown. */
void ls_canvas_marks_leave (LsCanvas *self);
void ls_canvas_marks_clear (LsCanvas *self);
void ls_canvas_problem (LsCanvas *self, const char *title, const char *message);
