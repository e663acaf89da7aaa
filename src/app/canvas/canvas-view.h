/* View of the diagram: scrolling, zoom, conversion of positions, hit test. */
#pragma once

#include "app/canvas/canvas-private.h"

LsModel *ls_canvas_get_model (LsCanvas *self);
void ls_canvas_to_model (LsCanvas *self, double px, double py, double *x, double *y);
void ls_canvas_hit (LsCanvas *self, double px, double py, LsHit *hit);
gboolean ls_canvas_hit_equal (const LsHit *a, const LsHit *b);
void ls_canvas_zoom_at (LsCanvas *self, double px, double py, double factor);
/* After a new size: fits the diagram if requested, or if the widget grew and the user has not zoomed. */
void ls_canvas_follow_size (LsCanvas *self);
void ls_canvas_pan (LsCanvas *self, double dx, double dy);

/* Whether all of a part of the diagram is visible. */
gboolean ls_canvas_is_in_sight (LsCanvas *self, const LsRect *rect);

/* The first visible free place of those near @wishes, else the free place near the first of them;
 * all in units of the diagram. */
LsPoint ls_canvas_find_place (
    LsCanvas *self, const LsPoint wishes[], guint n_wishes, double width, double height);

/* Scrolls to a part of the diagram unless it is visible; its upper left corner has priority. */
void ls_canvas_show_rect (LsCanvas *self, const LsRect *rect);

/* Likewise to an item. */
void ls_canvas_scroll_to (LsCanvas *self, const LsHit *hit);

/* Centres a part of the diagram, at a readable zoom. */
void ls_canvas_center_on (LsCanvas *self, const LsRect *rect);

/* @area: (out): position of a part of the diagram, px */
void ls_canvas_get_area (LsCanvas *self, const LsRect *rect, GdkRectangle *area);
void ls_canvas_view_init (LsCanvas *self);
