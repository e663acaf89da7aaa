/* Prints the diagram. */
#pragma once

#include <gtk/gtk.h>
#include "app/canvas/canvas.h"

/* Asks for printer and paper; the diagram fills one page, in landscape if it is wider than
 * high. */
void ls_print_diagram (GtkWindow *parent, LsCanvas *canvas);
