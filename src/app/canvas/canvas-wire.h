/* Drawing a wire from a port to another, in either direction, with the verdict as it goes. */
#pragma once

#include "app/canvas/canvas-private.h"

LsMark ls_canvas_wire_get_mark (LsCanvas *self, guint component, const char *variable);
void ls_canvas_wire_start (LsCanvas *self,
                      guint component,
                      const LsVariable *variable,
                      gboolean by_keyboard);
void ls_canvas_wire_move (LsCanvas *self, double x, double y, const LsHit *target);

/* Connects when the free end is on a port that takes it. */
void ls_canvas_wire_finish (LsCanvas *self);
