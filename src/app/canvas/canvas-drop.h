/* Files dropped on the canvas, from the library or a file manager. */
#pragma once

#include "app/canvas/canvas-private.h"

void ls_canvas_drop_init (LsCanvas *self);
void ls_canvas_drop_class_init (GtkWidgetClass *klass);
