/* What a plot panel can show: kinds of figures, then of charts. */
#pragma once

#include "draw/figure-kind.h"
#include "present/charts.h"

/* Its place in the list of both. */
typedef guint LsPlotView;

guint ls_plot_view_get_n (void);
/* The view called @id; ls_plot_view_get_n() where there is none. */
LsPlotView ls_plot_view_find (const char *id);
const char *ls_plot_view_get_id (LsPlotView view);
/* Translated. */
const char *ls_plot_view_get_title (LsPlotView view);
/* Returns: (nullable): %NULL where it is a chart, and the other way about. */
const LsFigureKind *ls_plot_view_get_figure (LsPlotView view);
const LsChartKind *ls_plot_view_get_chart (LsPlotView view);
/* Whether it is of one signal over another. */
gboolean ls_plot_view_is_orbit (LsPlotView view);
/* Whether errors against the reference are what is drawn. */
gboolean ls_plot_view_is_error (LsPlotView view);
