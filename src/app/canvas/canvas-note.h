/* Editor for the text of a note, in a popover. */
#pragma once

#include "app/canvas/canvas-private.h"

/* @id: 0: a new note at (@x, @y) */
void ls_canvas_open_note (LsCanvas *canvas, guint id, double x, double y);
