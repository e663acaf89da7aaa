/* The child in its least size or larger, for a scrolled window. A GtkViewport would do, but for panes:
 * GTK takes what is within them for out of sight, and screen readers do not find it. */
#pragma once

#include <gtk/gtk.h>

#define LS_TYPE_PLOT_SHEET (ls_plot_sheet_get_type ())
G_DECLARE_FINAL_TYPE (LsPlotSheet, ls_plot_sheet, LS, PLOT_SHEET, GtkBin)

GtkWidget *ls_plot_sheet_new (void);
