/* The plots and tables of results of a window: common time axis and cursor; settings are stored
 * in the model. */
#pragma once

#include "app/plot/plot-panel.h"
#include "core/run/comparison.h"
#include "app/window/plot-time.h"

#define LS_TYPE_PLOTS (ls_plots_get_type ())
G_DECLARE_FINAL_TYPE (LsPlots, ls_plots, LS, PLOTS, GObject)

/* The GObject signal "run-toggled" (LsTrace *samples): a run is hidden, or shown again, by the legend of a plot. */
/* Adds the plots to the window. */
LsPlots *ls_plots_new (const LsFrame *frame);
guint ls_plots_get_n (LsPlots *self);
/* Those of the layout shown; the GObject signal "panel-added" (LsPlotPanel) announces new ones. */
LsPlotPanel *ls_plots_get (LsPlots *self, guint index); /* (transfer none) */
LsPlotDesk *ls_plots_get_desk (LsPlots *self);          /* (transfer none) */
LsPlotTime *ls_plots_get_time (LsPlots *self);          /* (transfer none) */
/* The GObject signal "plotted-changed" is emitted when other signals may be plotted, or another plot is
 * focused. */

/* Shows a comparison, which is about to start. */
void ls_plots_show (LsPlots *self, LsComparison *comparison);
/* Returns: (transfer none) (nullable): what is shown; the GObject signal "comparison-changed" tells
 * when it is another. */
LsComparison *ls_plots_get_comparison (LsPlots *self);
/* Updates the plots with new samples; the tables are separate because they are slower. */
void ls_plots_refresh (LsPlots *self);
void ls_plots_refresh_tables (LsPlots *self);
/* The comparison has ended: its reference is available, or there will be none. */
void ls_plots_end (LsPlots *self);
/* Removes the comparison: the model is being replaced. */
void ls_plots_clear (LsPlots *self);
/* @overlays: (element-type LsPlotOverlay): other runs, and changes to the runs of this
 * comparison */
void ls_plots_set_overlays (LsPlots *self, GPtrArray *overlays);
/* Whether the model has nothing to run, which is said in place of how to run it. */
void ls_plots_set_idle (LsPlots *self, gboolean idle);
/* Text shown without data, in all plots or in those of errors. @text: (nullable) */
void ls_plots_set_placeholder (LsPlots *self, const char *text);
void ls_plots_explain_error (LsPlots *self, const char *text);

/* @id: "trajectory", ...; unknown ids are ignored */
void ls_plots_set_view (LsPlots *self, guint plot, const char *id);
/* Shows only one signal of one run, in all plots over time, until the next run. */
void ls_plots_focus (LsPlots *self, guint run, const char *signal);
/* What differences are taken from; see ls_plot_panel_set_base(). */
void ls_plots_set_base (LsPlots *self, LsTrace *trace);
/* A widget beside the plots, shown where there is room, or as the user wants. */
void ls_plots_set_side (LsPlots *self, GtkWidget *side);
void ls_plots_set_wide (LsPlots *self, gboolean wide);
