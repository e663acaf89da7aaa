/* A plot on screen: drawing, box zoom, wheel, pan, cursor. */
#pragma once

#include <gtk/gtk.h>
#include "draw/figure.h"

#define LS_TYPE_PLOT_AREA (ls_plot_area_get_type ())
G_DECLARE_FINAL_TYPE (LsPlotArea, ls_plot_area, LS, PLOT_AREA, GtkDrawingArea)

/* Signals: "view-changed": zoom changed; "cursor-moved" (double): time at the pointer, NaN
 * without one; "signal-dropped" (name, x, y): a signal was dropped at this position, px;
 * "files-dropped" (paths); "legend-activated" (int LsTarget, guint): an entry of the legend was clicked, of
 * a run of the figure or of a signal; "extent-changed": whether there is more to show has changed. */
/* A different kind starts with an empty figure. */
void ls_plot_area_set_kind (LsPlotArea *self, const LsFigureKind *kind);
/* After changes call ls_plot_area_refresh(). (transfer none) */
LsFigure *ls_plot_area_get_figure (LsPlotArea *self);
/* Updates the plot from the traces. Redraws only if they have grown, and limits the rate so that
 * drawing does not use up the time of the main thread. */
void ls_plot_area_refresh (LsPlotArea *self);
/* Number of renderings. */
guint ls_plot_area_get_n_drawn (LsPlotArea *self);
/* Likewise at the end of a run: draws everything immediately. */
void ls_plot_area_complete (LsPlotArea *self);
void ls_plot_area_redraw (LsPlotArea *self);
void ls_plot_area_zoom_back (LsPlotArea *self);
void ls_plot_area_zoom_forward (LsPlotArea *self);
/* Adopts the time axis of @other. */
void ls_plot_area_follow_time (LsPlotArea *self, LsPlotArea *other);
void ls_plot_area_zoom_all (LsPlotArea *self);
/* See ls_figure_show_all(). */
void ls_plot_area_show_all (LsPlotArea *self);
void ls_plot_area_zoom_by (LsPlotArea *self, double factor);
/* Factor of a turn of the wheel, or a key. */
#define LS_PLOT_ZOOM_STEP 1.25
/* Moves the curves, px. */
void ls_plot_area_pan (LsPlotArea *self, double dx, double dy);
/* Moves the cursor by a fraction of the width. */
void ls_plot_area_move_cursor (LsPlotArea *self, double share);
/* Shows the cursor time of another plot; NaN: none. */
void ls_plot_area_show_time (LsPlotArea *self, double time);
/* Sets a mark for measuring at the cursor (in the middle if there is none), or removes it.
 * Returns: whether there is a mark now. */
gboolean ls_plot_area_toggle_mark (LsPlotArea *self);
