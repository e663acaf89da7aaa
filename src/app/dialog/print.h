/* The diagram on paper. */
#pragma once

#include <gtk/gtk.h>
#include "app/canvas/canvas.h"

/* Asks for printer and paper; the diagram fills one page, turned where it is wider than high. */
void ls_print_diagram (GtkWindow *parent, LsCanvas *canvas);
