/* One figure with its title, choices and buttons. */
#pragma once

#include "app/plot/plot-area.h"
#include "core/model/experiment.h"
#include "core/run/comparison.h"

#define LS_TYPE_PLOT_PANEL (ls_plot_panel_get_type ())
G_DECLARE_FINAL_TYPE (LsPlotPanel, ls_plot_panel, LS, PLOT_PANEL, GtkBox)

GtkWidget *ls_plot_panel_new (LsFigureKind kind);
LsPlotArea *ls_plot_panel_get_area (LsPlotPanel *self);
/* For the default name of exports; copied. */
void ls_plot_panel_set_project (LsPlotPanel *self, const char *project);

/* What to say while there is nothing to show. */
void ls_plot_panel_set_placeholder (LsPlotPanel *self, const char *text);
/* Shows the runs of @comparison, which may be under way; @orbit (nullable): signals to begin with.
 */
void ls_plot_panel_show (LsPlotPanel *self, LsComparison *comparison, const LsOrbitChoice *orbit);
void ls_plot_panel_clear (LsPlotPanel *self);
/* The comparison has ended: its reference is there or will not come. */
void ls_plot_panel_show_reference (LsPlotPanel *self);
