/* One time axis and one cursor of all plots over time. */
#pragma once

#include "app/window/plot-desk.h"

#define LS_TYPE_PLOT_TIME (ls_plot_time_get_type ())
G_DECLARE_FINAL_TYPE (LsPlotTime, ls_plot_time, LS, PLOT_TIME, GObject)

LsPlotTime *ls_plot_time_new (const LsFrame *frame, LsPlotDesk *desk);
/* Listens to a new panel. */
void ls_plot_time_add (LsPlotTime *self, LsPlotPanel *panel);
/* Gives a plot the time axis of the others, if they are linked. */
void ls_plot_time_follow (LsPlotTime *self, LsPlotPanel *panel);
/* Shows a time by the cursor of all plots, s; NaN: none. */
void ls_plot_time_show (LsPlotTime *self, double time);
/* @range: (nullable): of the time axes of all plots, s; %NULL: full range */
void ls_plot_time_zoom (LsPlotTime *self, const double range[2]);
