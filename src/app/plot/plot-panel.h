/* One figure or chart with its title, choices and buttons. */
#pragma once

#include "app/plot/plot-area.h"
#include "app/plot/plot-view.h"
#include "core/model/experiment.h"
#include "core/run/comparison.h"

#define LS_TYPE_PLOT_PANEL (ls_plot_panel_get_type ())
G_DECLARE_FINAL_TYPE (LsPlotPanel, ls_plot_panel, LS, PLOT_PANEL, GtkBox)

/* Signals: "view-kind-changed": another view is shown; "setup-changed": what is saved with the model
 * was changed by the user. */
GtkWidget *ls_plot_panel_new (LsPlotView view);
LsPlotView ls_plot_panel_get_view (LsPlotPanel *self);
void ls_plot_panel_set_view (LsPlotPanel *self, LsPlotView view);
LsPlotArea *ls_plot_panel_get_area (LsPlotPanel *self);
/* Where charts are drawn, in place of the area. (transfer none) */
GtkWidget *ls_plot_panel_get_chart_area (LsPlotPanel *self);
/* How the present view looks. (transfer none) */
const LsPlotSetup *ls_plot_panel_get_setup (LsPlotPanel *self);
/* Little room: only what the figure shows can be chosen, all else by the keyboard or the pointer. */
void ls_plot_panel_set_brief (LsPlotPanel *self, gboolean brief);
/* For the default name of exports; copied. */
void ls_plot_panel_set_project (LsPlotPanel *self, const char *project);

/* What to say while there is nothing to show. */
void ls_plot_panel_set_placeholder (LsPlotPanel *self, const char *text);
/* Shows the runs of @comparison, which may be under way, as @experiment says how. */
void ls_plot_panel_show (LsPlotPanel *self,
                         LsComparison *comparison,
                         const LsExperiment *experiment);
/* What @experiment says of how plots look may have changed, by an undo for instance. */
void ls_plot_panel_update_setups (LsPlotPanel *self, const LsExperiment *experiment);
void ls_plot_panel_clear (LsPlotPanel *self);
/* The comparison has ended: its reference is there or will not come. */
void ls_plot_panel_show_reference (LsPlotPanel *self);
/* Brings one signal of one run forward: the others are taken away until the next run or view. */
void ls_plot_panel_focus (LsPlotPanel *self, guint run, const char *signal);
/* What feeds scopes (%NULL-terminated, may be empty) is shown and nothing else, until the user ticks
 * other signals. */
void ls_plot_panel_set_scoped (LsPlotPanel *self, const char *const *signals);
/* Signals of a component that were hidden stay so under its new name; the present runs keep the old one. */
void ls_plot_panel_rename_component (LsPlotPanel *self, const char *old, const char *name);
