/* Charts of few points: error over step size, error over time, step size over time. */
#pragma once

#include <cairo.h>
#include "core/base/item.h"
#include "core/base/status.h"
#include "core/model/plot-setup.h"
#include "draw/theme.h"

/**
 * LsChart:
 *
 * Series of points in one pane with linear or logarithmic axes and a legend.
 * One thread (the one that draws).
 */
typedef struct LsChart LsChart;

typedef enum
{
  LS_CHART_POINTS, /* markers, joined by lines */
  LS_CHART_LINE,   /* lines alone */
  LS_CHART_STAIRS, /* every value up to the next point */
  LS_CHART_MARKS   /* markers alone */
} LsChartStyle;

LsChart *ls_chart_new (void);
void ls_chart_free (LsChart *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsChart, ls_chart_free)

void ls_chart_set_title (LsChart *self, const char *title);
/* Behind the label of a series in the legend, such as its order: " (order 2)". */
void ls_chart_set_note (LsChart *self, guint series, const char *note);
guint ls_chart_get_n_series (const LsChart *self);
/* What was given when it was added, whatever it is called now. */
const char *ls_chart_get_label (const LsChart *self, guint series);
/* Captions of the axes, and what series are called in the legend, as a set-up of a plot has them
 * (axes "x" and "y1"); what it does not say is as usual. */
void ls_chart_apply_setup (LsChart *self, const LsPlotSetup *setup);
/* @title: with its unit, translated. On a logarithmic axis points that are not positive are left
 * out. */
void ls_chart_set_x_axis (LsChart *self, const char *title, gboolean logarithmic);
void ls_chart_set_y_axis (LsChart *self, const char *title, gboolean logarithmic);
/* The y axis begins at 0 and holds 1 at least: for counts. */
void ls_chart_set_counts (LsChart *self);
/**
 * ls_chart_add_series:
 * @method: (nullable): id of the coupling method (decides the colour); %NULL: neutral
 * @label: for the legend
 * @x, @y: @n points, copied; what is not finite is left out
 *
 * Returns: index of the series; those of one method differ in lightness, all in dash and marker.
 */
guint ls_chart_add_series (LsChart *self,
                           const char *method,
                           const char *label,
                           LsChartStyle style,
                           const double x[],
                           const double y[],
                           guint n);
/**
 * ls_chart_set_group:
 * @group: what the series has in common with others of its method, which then look alike
 * @member, @place: what it is among them: its marker
 *
 * A legend tells of groups and members instead of all series one by one, which are as many as one
 * times the other; not when a series was given a name of its own.
 */
void ls_chart_set_group (
    LsChart *self, guint series, const char *group, const char *member, guint place);
/* Behind the name of the group whose first series @series is. */
void ls_chart_set_group_note (LsChart *self, guint series, const char *note);
/* A triangle of this slope beside series @series, at the middle of [@x_min, @x_max]; for
 * logarithmic axes, where it shows an order of convergence. */
void ls_chart_add_triangle (LsChart *self, guint series, double slope, double x_min, double x_max);
void ls_chart_draw (LsChart *self, cairo_t *cr, double width, double height, const LsTheme *theme);
/* @n charts above each other, of one height and over one x axis. Their series are the same, so that
 * the first has the legend and the title, and the last the title of the x axis. */
void ls_chart_draw_stack (LsChart *const charts[],
                          guint n,
                          cairo_t *cr,
                          double width,
                          double height,
                          const LsTheme *theme);
/* Ranges of the axes in the last drawing; %FALSE when there were no points. */
gboolean ls_chart_get_range (const LsChart *self, double x[2], double y[2]);
/* Formats that ls_chart_to_csv() is for. */
extern LsItemList ls_chart_formats;
/* Returns: (transfer full): the points as CSV: series, x, y; the titles of the axes as heads. */
char *ls_chart_to_csv (const LsChart *self);
/* Returns: (transfer full): what it shows, in sentences (for screen readers). */
char *ls_chart_describe (const LsChart *self);
