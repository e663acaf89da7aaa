/* A small picture of the whole diagram in the corner, when it does not fit into the view. */
#pragma once

#include "app/canvas/canvas-private.h"

void ls_canvas_map_draw (LsCanvas *self, cairo_t *cr);
gboolean ls_canvas_map_contains (LsCanvas *self, double px, double py);

/* Brings what is there on the map to the middle. */
void ls_canvas_map_go (LsCanvas *self, double px, double py);
