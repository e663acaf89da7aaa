/* The plots of the window and the tables of results: one time axis, one cursor, how they look kept
 * with the model. */
#pragma once

#include "app/plot/plot-panel.h"
#include "core/run/comparison.h"
#include "app/window/frame.h"

#define LS_PLOTS_N 3

#define LS_TYPE_PLOTS (ls_plots_get_type ())
G_DECLARE_FINAL_TYPE (LsPlots, ls_plots, LS, PLOTS, GObject)

/* Takes its place in the window. */
LsPlots *ls_plots_new (const LsFrame *frame);
LsPlotPanel *ls_plots_get (LsPlots *self, guint index); /* (transfer none) */

/* A comparison, which begins */
void ls_plots_show (LsPlots *self, LsComparison *comparison);
/* Of it there is more; the tables are slower. */
void ls_plots_refresh (LsPlots *self);
void ls_plots_refresh_tables (LsPlots *self);
/* It has ended: its reference is there or will not come. */
void ls_plots_end (LsPlots *self);
/* It belongs to another model. */
void ls_plots_clear (LsPlots *self);
/* @overlays: (element-type LsPlotOverlay): other runs, and what is not drawn of this one */
void ls_plots_set_overlays (LsPlots *self, GPtrArray *overlays);
/* What to say while there is nothing to show, in all or where errors would be. @text: (nullable) */
void ls_plots_set_placeholder (LsPlots *self, const char *text);
void ls_plots_explain_error (LsPlots *self, const char *text);

/* @range: (nullable): of the time axes of all plots, s; %NULL: all of it */
void ls_plots_zoom (LsPlots *self, const double range[2]);
/* @id: "trajectory", ...; others are left alone */
void ls_plots_set_view (LsPlots *self, guint plot, const char *id);
/* The table of results stands beside the plots as well. */
void ls_plots_set_wide (LsPlots *self, gboolean wide);
