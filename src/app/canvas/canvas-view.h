/* Where the diagram is on the screen, and what is there. */
#pragma once

#include "app/canvas/canvas-private.h"

LsModel *ls_canvas_get_model (LsCanvas *self);
void ls_canvas_to_model (LsCanvas *self, double px, double py, double *x, double *y);
void ls_canvas_hit (LsCanvas *self, double px, double py, LsHit *hit);
gboolean ls_canvas_hit_equal (const LsHit *a, const LsHit *b);
void ls_canvas_zoom_at (LsCanvas *self, double px, double py, double factor);
void ls_canvas_pan (LsCanvas *self, double dx, double dy);

/* Brings a part of the diagram into sight, if it is not: its upper left corner first. */
void ls_canvas_show_rect (LsCanvas *self, const LsRect *rect);

/* The same of a thing. */
void ls_canvas_scroll_to (LsCanvas *self, const LsHit *hit);

/* Brings a part of the diagram to the middle, near enough to be read. */
void ls_canvas_center_on (LsCanvas *self, const LsRect *rect);

/* Where a part of the diagram is, px. */
void ls_canvas_get_area (LsCanvas *self, const LsRect *rect, GdkRectangle *area);
void ls_canvas_view_init (LsCanvas *self);
