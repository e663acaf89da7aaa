/* The text of a note, in a popover on it. */
#pragma once

#include "app/canvas/canvas-private.h"

/* @id: 0 for a new one, at (@x, @y) */
void ls_canvas_open_note (LsCanvas *canvas, guint id, double x, double y);
