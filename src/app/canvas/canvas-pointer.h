/* Pointer control of the canvas: select, move, rubber band, wire, pan, zoom. */
#pragma once

#include "app/canvas/canvas-private.h"

void ls_canvas_pointer_class_init (GtkWidgetClass *klass);
