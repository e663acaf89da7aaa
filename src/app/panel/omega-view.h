/* The connection matrix Ω: outputs by inputs, a click connects or disconnects. */
#pragma once

#include <gtk/gtk.h>
#include "app/canvas/canvas.h"

#define LS_TYPE_OMEGA_VIEW (ls_omega_view_get_type ())
G_DECLARE_FINAL_TYPE (LsOmegaView, ls_omega_view, LS, OMEGA_VIEW, GtkBox)

/* Follows the document of the canvas; hovering highlights in both. */
void ls_omega_view_set_canvas (LsOmegaView *self, LsCanvas *canvas);
