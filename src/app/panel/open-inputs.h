/* List of unconnected inputs, to connect them with the keyboard. */
#pragma once

#include "app/canvas/canvas.h"

#define LS_TYPE_OPEN_INPUTS (ls_open_inputs_get_type ())
G_DECLARE_FINAL_TYPE (LsOpenInputs, ls_open_inputs, LS, OPEN_INPUTS, GtkBox)

/* Call once. The component of the focused row is highlighted in the diagram. */
void ls_open_inputs_set_canvas (LsOpenInputs *self, LsCanvas *canvas);
