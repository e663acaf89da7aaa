/* Turns of plots to render: those of one frame render for at most 8 ms together; the others keep the
 * image they have and render in later frames, first come, first served. */
#pragma once

#include <gtk/gtk.h>

/* Whether @plot renders in this frame. If not, it is asked to draw itself in the next one.
 * @n_waited: (inout): number of frames that it has waited since it last rendered; after three it
 * renders whoever is before it, who may be in a window that is not visible */
gboolean ls_plot_turn_take (GtkWidget *plot, guint *n_waited);
/* @plot has rendered, with or without a turn. @spent: µs */
void ls_plot_turn_end (GtkWidget *plot, gint64 spent);
/* @plot is not to be drawn any more. */
void ls_plot_turn_forget (GtkWidget *plot);
