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
  LS_CHART_POINTS, /* markers connected by lines */
  LS_CHART_LINE,   /* lines only */
  LS_CHART_STAIRS, /* stairs: value held to the next point */
  LS_CHART_MARKS,  /* markers only */
  LS_CHART_BARS    /* from the lower end of the y axis, side by side; for categories */
} LsChartStyle;

LsChart *ls_chart_new (void);
void ls_chart_free (LsChart *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsChart, ls_chart_free)

void ls_chart_set_title (LsChart *self, const char *title);
/* Appends @note to the label of a series in the legend, such as its order: " (order 2)". */
void ls_chart_set_note (LsChart *self, guint series, const char *note);
guint ls_chart_get_n_series (const LsChart *self);
/* The label passed to ls_chart_add_series(), even if the series was renamed. */
const char *ls_chart_get_label (const LsChart *self, guint series);
/* Applies axis captions (axes "x" and "y1") and names of series from a plot set-up; defaults for
 * the rest. */
void ls_chart_apply_setup (LsChart *self, const LsPlotSetup *setup);
/* @title: with its unit, translated. Points that are not positive are omitted on a logarithmic
 * axis. */
void ls_chart_set_x_axis (LsChart *self, const char *title, gboolean logarithmic);
void ls_chart_set_y_axis (LsChart *self, const char *title, gboolean logarithmic);
/* The x axis has a name at 1, 2, … instead of numbers. @names: %NULL-terminated, copied */
void ls_chart_set_categories (LsChart *self, const char *const *names);
/* For counts: the y axis starts at 0 and includes 1. */
void ls_chart_set_counts (LsChart *self);
/**
 * ls_chart_add_series:
 * @method: (nullable): id of the coupling method (decides the colour); %NULL: neutral
 * @label: for the legend
 * @x, @y: @n points, copied; nonfinite points are omitted
 *
 * Returns: index of the series; series of one method differ in lightness, all series in dash and
 * marker.
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
 * @group: common part of the label of several series of its method, which are then drawn alike
 * @member, @place: distinct part of the label, and number of its marker
 *
 * The legend then lists groups and members instead of all their combinations, unless a series was
 * renamed.
 */
void ls_chart_set_group (
    LsChart *self, guint series, const char *group, const char *member, guint place);
/* Appends @note to the name of the group whose first series is @series. */
void ls_chart_set_group_note (LsChart *self, guint series, const char *note);
/* Adds a triangle of this slope at series @series, at the middle of [@x_min, @x_max], to show an
 * order of convergence on logarithmic axes. */
void ls_chart_add_triangle (LsChart *self, guint series, double slope, double x_min, double x_max);
void ls_chart_draw (LsChart *self, cairo_t *cr, double width, double height, const LsTheme *theme);
/* Draws @n charts of equal height above each other with a common x axis. All have the same series:
 * the first shows legend and title, the last the title of the x axis. */
void ls_chart_draw_stack (LsChart *const charts[],
                          guint n,
                          cairo_t *cr,
                          double width,
                          double height,
                          const LsTheme *theme);
/* Ranges of the axes in the last drawing; %FALSE without points. */
gboolean ls_chart_get_range (const LsChart *self, double x[2], double y[2]);
/* Formats written by ls_chart_to_csv(). */
extern LsItemList ls_chart_formats;
/* Returns: (transfer full): the points as CSV: series, x, y; axis titles as column names */
char *ls_chart_to_csv (const LsChart *self);
/* Returns: (transfer full): description in sentences (for screen readers) */
char *ls_chart_describe (const LsChart *self);
