/* A figure on screen: drawing, box zoom, wheel, pan, cursor. */
#pragma once

#include <gtk/gtk.h>
#include "draw/figure.h"

#define LS_TYPE_PLOT_AREA (ls_plot_area_get_type ())
G_DECLARE_FINAL_TYPE (LsPlotArea, ls_plot_area, LS, PLOT_AREA, GtkDrawingArea)

/* What is dragged from a list of signals: the name of one. */
#define LS_SIGNAL_TARGET "application/x-lockstep-signal"

/* Signals: "view-changed": zoomed or not; "cursor-moved" (double): the time at the pointer, NaN when
 * it is away; "signal-dropped" (name, x, y): a signal was dragged here, px; "files-dropped" (paths):
 * files were. */
/* Another kind begins with an empty figure. */
void ls_plot_area_set_kind (LsPlotArea *self, const LsFigureKind *kind);
/* Edit it, then ls_plot_area_refresh(). (transfer none) */
LsFigure *ls_plot_area_get_figure (LsPlotArea *self);
/* Takes in what the traces have grown by; draws again only then, and not so
 * often that drawing would fill the time of the main thread. */
void ls_plot_area_refresh (LsPlotArea *self);
/* How often it was drawn anew. */
guint ls_plot_area_get_n_drawn (LsPlotArea *self);
/* The same at the end of a run: all of it, in any case. */
void ls_plot_area_complete (LsPlotArea *self);
void ls_plot_area_redraw (LsPlotArea *self);
void ls_plot_area_zoom_back (LsPlotArea *self);
void ls_plot_area_zoom_forward (LsPlotArea *self);
/* Takes over the time axis of @other. */
void ls_plot_area_follow_time (LsPlotArea *self, LsPlotArea *other);
void ls_plot_area_zoom_all (LsPlotArea *self);
void ls_plot_area_zoom_by (LsPlotArea *self, double factor);
/* The cursor of another plot; NaN: none. */
void ls_plot_area_show_time (LsPlotArea *self, double time);
/* A mark at the cursor, in the middle where there is none, to measure from; or none any more.
 * Returns: whether there is one now. */
gboolean ls_plot_area_toggle_mark (LsPlotArea *self);
