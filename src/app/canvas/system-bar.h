/* Where in the systems of a model the canvas is: a button for each system around. */
#pragma once

#include "app/canvas/canvas.h"

/* Hidden while the model has no systems within it. */
GtkWidget *ls_system_bar_new (LsCanvas *canvas);
