/* The inputs that nothing feeds, as a list: the way to connect them by the keyboard. */
#pragma once

#include "app/canvas/canvas.h"

#define LS_TYPE_OPEN_INPUTS (ls_open_inputs_get_type ())
G_DECLARE_FINAL_TYPE (LsOpenInputs, ls_open_inputs, LS, OPEN_INPUTS, GtkBox)

/* Once. The component of the row that has the focus is lit up in the diagram. */
void ls_open_inputs_set_canvas (LsOpenInputs *self, LsCanvas *canvas);
