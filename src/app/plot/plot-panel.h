/* A plot or chart with its title, choices and buttons. */
#pragma once

#include "app/plot/plot-area.h"
#include "app/plot/plot-view.h"
#include "core/model/experiment.h"
#include "core/run/comparison.h"

#define LS_TYPE_PLOT_PANEL (ls_plot_panel_get_type ())
G_DECLARE_FINAL_TYPE (LsPlotPanel, ls_plot_panel, LS, PLOT_PANEL, GtkBox)

/* Signals: "view-kind-changed": another view is shown; "setup-changed": the user changed settings
 * that are saved with the model; "setup-replaced": by others, everything is drawn anew;
 * "maximise-wanted" (gboolean): the user wants it alone in the window, or no longer;
 * "arrange-wanted" (const char *what): "split-right", …: a command for the layout;
 * "plot-dragged" (double x, double y, gboolean dropped): its bar is dragged over the screen, px; NaN: no
 * longer;
 * "run-toggled" (LsTrace *samples): the user hides a run, or shows it again; "signal-unwanted" (const char
 * *signal): likewise no longer wants a signal;
 * "signal-wanted" (const char *signal): a signal was dropped that the runs have not recorded. */
/* @place: its number in the layouts; of its own set-ups */
GtkWidget *ls_plot_panel_new (LsPlotView view, guint place);
guint ls_plot_panel_get_place (LsPlotPanel *self);
LsPlotView ls_plot_panel_get_view (LsPlotPanel *self);
void ls_plot_panel_set_view (LsPlotPanel *self, LsPlotView view);
LsPlotArea *ls_plot_panel_get_area (LsPlotPanel *self);
/* The area for charts, shown instead of the plot. (transfer none) */
GtkWidget *ls_plot_panel_get_chart_area (LsPlotPanel *self);
/* Set-up of the present view. (transfer none) */
const LsPlotSetup *ls_plot_panel_get_setup (LsPlotPanel *self);
/* Whether signals can be chosen in the present view. */
gboolean ls_plot_panel_has_signals (LsPlotPanel *self);
/* @brief: for little space: shows only the buttons for the view and its signals, and the menu. Without
 * room for their whole titles, panels hide buttons by themselves. */
void ls_plot_panel_set_brief (LsPlotPanel *self, gboolean brief);
/* Whether it is alone in the window; said in its menu. */
void ls_plot_panel_set_maximised (LsPlotPanel *self, gboolean maximised);
/* Whether it has a window of its own; said in its menu. */
void ls_plot_panel_set_detached (LsPlotPanel *self, gboolean detached);
/* Lights up the half where a dragged plot would go. @side: LsSide; -1: none */
void ls_plot_panel_set_drop_side (LsPlotPanel *self, int side);
/* Project name for default names of exports; copied. */
void ls_plot_panel_set_project (LsPlotPanel *self, const char *project);

/* Text shown while there is nothing to plot. */
void ls_plot_panel_set_placeholder (LsPlotPanel *self, const char *text);
/* Shows the runs of @comparison, which may be in progress, with the set-ups of @experiment. */
void ls_plot_panel_show (LsPlotPanel *self,
                         LsComparison *comparison,
                         const LsExperiment *experiment);
/* Updates the set-ups after @experiment has changed, by undo for example. */
void ls_plot_panel_update_setups (LsPlotPanel *self, const LsExperiment *experiment);
void ls_plot_panel_clear (LsPlotPanel *self);
/* The comparison has ended: its reference is available, or there will be none. */
void ls_plot_panel_show_reference (LsPlotPanel *self);
/* Shows only one signal of one run until the next run or view. */
void ls_plot_panel_focus (LsPlotPanel *self, guint run, const char *signal);
/* Shows only the signals connected to scopes (%NULL-terminated, may be empty) unless the user
 * has chosen others. */
void ls_plot_panel_set_scoped (LsPlotPanel *self, const char *const *signals);
/* What differences are taken from. @trace: (nullable): samples of a run that is drawn; %NULL: the
 * reference, else the first run. A reference is held. */
void ls_plot_panel_set_base (LsPlotPanel *self, LsTrace *trace);
/* @overlays: (element-type LsPlotOverlay): a reference is taken; kept when the comparison
 * changes. */
void ls_plot_panel_set_overlays (LsPlotPanel *self, GPtrArray *overlays);
