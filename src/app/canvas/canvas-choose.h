/* Chooses the port within a subsystem at which a wire ends. */
#pragma once

#include "app/canvas/canvas-private.h"

/* Ends the wire at a block of a subsystem: a menu lists the ports within it. */
void ls_canvas_choose_inside (LsCanvas *self, const LsWire *wire, const LsHit *target);
/* Between an array or a terminal and a single variable: whether an element of it fits, what is to be done
 * as a sentence (transfer full), and the menu that lists those that do. */
gboolean ls_canvas_can_choose_element (LsCanvas *self, const LsWire *wire, const LsHit *target);
char *ls_canvas_describe_choice (LsCanvas *self, const LsWire *wire, const LsHit *target);
void ls_canvas_choose_element (LsCanvas *self, const LsWire *wire, const LsHit *target);
