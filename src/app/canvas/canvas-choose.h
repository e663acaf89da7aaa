/* The end of a wire at a system: which of the things in it. */
#pragma once

#include "app/canvas/canvas-private.h"

/* Ends the wire at a block of a subsystem: asks which of the things in it. */
void ls_canvas_choose_inside (LsCanvas *self, const LsWire *wire, const LsHit *target);
