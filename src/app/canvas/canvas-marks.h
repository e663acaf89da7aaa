/* What is lit up, what has the focus of the keyboard, what is said below the diagram; and what of it
 * is drawn again. */
#pragma once

#include "app/canvas/canvas-private.h"

void ls_canvas_queue_rect (LsCanvas *self, const LsRect *rect);

/* Redraws a block with its wires, as the diagram knows them now. */
void ls_canvas_queue_component (LsCanvas *self, guint id);
void ls_canvas_set_hover (LsCanvas *self, const LsHit *hit);
void ls_canvas_set_focus_item (LsCanvas *self, const LsHit *hit);
void ls_canvas_set_hint (LsCanvas *self, const char *hint);

/* After a change of the model: what is gone is not lit up. */
void ls_canvas_marks_prune (LsCanvas *self);

/* No tooltip on what the pointer is on, until it has been elsewhere. */
void ls_canvas_marks_keep_quiet (LsCanvas *self);

/* Another part of the model is shown; another model is. */
void ls_canvas_marks_leave (LsCanvas *self);
void ls_canvas_marks_clear (LsCanvas *self);
void ls_canvas_problem (LsCanvas *self, const char *title, const char *message);
