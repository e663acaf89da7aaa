/* Keyboard control of the canvas, equivalent to the pointer. */
#pragma once

#include "app/canvas/canvas-private.h"

void ls_canvas_keys_class_init (GtkWidgetClass *klass);
