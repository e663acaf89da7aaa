/* Plots below each other that scroll on their own, beside other columns. */
#pragma once

#include <gtk/gtk.h>

#define LS_TYPE_PLOT_COLUMN (ls_plot_column_get_type ())
G_DECLARE_FINAL_TYPE (LsPlotColumn, ls_plot_column, LS, PLOT_COLUMN, GtkScrolledWindow)

/* @plots: a paned widget with the plots, and paned widgets in it */
GtkWidget *ls_plot_column_new (GtkWidget *plots);
/* Returns: (transfer none): the paned widget of the column */
GtkWidget *ls_plot_column_get_plots (LsPlotColumn *self);
/* Scrolls the sheets around @plot until its top, and all of it if there is room, is in sight. */
void ls_plot_column_show_plot (GtkWidget *plot);
