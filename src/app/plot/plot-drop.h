/* What can be dropped on a plot. */
#pragma once

#include <gtk/gtk.h>

/* Signals from the list of signals and files: it emits "signal-dropped", "files-dropped". */
void ls_plot_drop_attach (GtkWidget *area);
