/* The keyboard on the canvas: everything the pointer can do. */
#pragma once

#include "app/canvas/canvas-private.h"

void ls_canvas_keys_class_init (GtkWidgetClass *klass);
