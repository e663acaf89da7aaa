/* Path bar of the canvas: a button for each enclosing system. */
#pragma once

#include "app/canvas/canvas.h"

/* Hidden if the model has no subsystems. */
GtkWidget *ls_system_bar_new (LsCanvas *canvas);
