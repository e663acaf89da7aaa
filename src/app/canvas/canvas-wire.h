/* Draws a wire between two ports, in either direction, and checks whether it can end at a
 * port. */
#pragma once

#include "app/canvas/canvas-private.h"

LsMark ls_canvas_wire_get_mark (LsCanvas *self, guint component, const char *variable);
void ls_canvas_wire_start (LsCanvas *self,
                      guint component,
                      const LsVariable *variable,
                      gboolean by_keyboard);
void ls_canvas_wire_move (LsCanvas *self, double x, double y, const LsHit *target);

/* Connects the ports if the free end is on a compatible port. */
void ls_canvas_wire_finish (LsCanvas *self);
