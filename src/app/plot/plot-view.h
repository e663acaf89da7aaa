/* Views of a plot panel: kinds of figures, then kinds of charts. */
#pragma once

#include "draw/figure-kind.h"
#include "present/charts.h"

/* Index in the list of both kinds. */
typedef guint LsPlotView;

guint ls_plot_view_get_n (void);
/* The view with this id, or ls_plot_view_get_n() if there is none. */
LsPlotView ls_plot_view_find (const char *id);
const char *ls_plot_view_get_id (LsPlotView view);
/* Translated. */
const char *ls_plot_view_get_title (LsPlotView view);
/* Returns: (nullable): %NULL for a chart; the following function is the reverse. */
const LsFigureKind *ls_plot_view_get_figure (LsPlotView view);
const LsChartKind *ls_plot_view_get_chart (LsPlotView view);
/* Whether it plots one signal over another. */
gboolean ls_plot_view_is_orbit (LsPlotView view);
/* Whether it plots errors relative to the reference. */
gboolean ls_plot_view_is_error (LsPlotView view);
