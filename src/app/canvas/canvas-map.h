/* Overview map in the corner, shown if the diagram does not fit into the view. */
#pragma once

#include "app/canvas/canvas-private.h"

void ls_canvas_map_draw (LsCanvas *self, cairo_t *cr);
gboolean ls_canvas_map_contains (LsCanvas *self, double px, double py);

/* Centres the view on the position pointed at on the map. */
void ls_canvas_map_go (LsCanvas *self, double px, double py);
/* The map is drawn anew when it is shown next: blocks have changed. */
void ls_canvas_map_forget (LsCanvas *self);
void ls_canvas_map_init (LsCanvas *self);
