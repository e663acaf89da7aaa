/* Plots in rows and columns, with dividers to drag; scrolls where there is too little room. */
#pragma once

#include <gtk/gtk.h>
#include "core/model/layout.h"

#define LS_TYPE_PLOT_GRID (ls_plot_grid_get_type ())
G_DECLARE_FINAL_TYPE (LsPlotGrid, ls_plot_grid, LS, PLOT_GRID, GtkScrolledWindow)

/* Returns: (transfer none) (nullable): the widget of a plot; %NULL: it is not shown here */
typedef GtkWidget *(*LsPlotGridFind) (gpointer user_data, guint place);

/* Signal "shares-changed": a divider was moved by the user. */
GtkWidget *ls_plot_grid_new (void);
/* Shows the plots of @root, which is copied. Widgets shown before are removed. */
void ls_plot_grid_show (LsPlotGrid *self,
                        const LsLayoutNode *root,
                        LsPlotGridFind find,
                        gpointer user_data);
/* Emits "shares-changed" now if it is still to come. */
void ls_plot_grid_flush (LsPlotGrid *self);
/* Gives the nodes of @root, which have the form of those shown, their shares of the present room. */
void ls_plot_grid_read_shares (LsPlotGrid *self, LsLayoutNode *root);
