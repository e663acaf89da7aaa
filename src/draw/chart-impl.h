/* Shared by the source files of the chart. */
#pragma once

#include "draw/chart.h"
#include "draw/ticks.h"

typedef struct
{
  char *label, *method;
  char *name; /* (nullable): replaces the label in the legend */
  char *note; /* (nullable): appended to it */
  LsChartStyle style;
  guint variant; /* number among the series of its method: lightness */
  guint index;   /* number among all series: dash, so that coinciding curves are both visible */
  guint marker;  /* same as @index, or the place within its group */
  char *group, *member; /* (nullable): common part and distinct part of the label */
  char *group_note;     /* (nullable): appended to the name of the group */
  double *x, *y;
  guint n;
} LsSeries;

typedef struct
{
  guint series;
  double slope, x_min, x_max;
} LsTriangle;

/* @min, @max: range of the last drawing; for a logarithmic axis exponents of ten */
typedef struct
{
  char *title;
  char *caption; /* (nullable): replaces the title */
  gboolean logarithmic, counts;
  double min, max;
} LsAxis;

struct LsChart
{
  GPtrArray *series; /* LsSeries */
  GArray *triangles; /* LsTriangle */
  LsAxis x, y;
  char **categories; /* (nullable): names along the x axis */
  char *title;
  gboolean drawn;
};

/* Text in the legend. (transfer full) */
char *ls_series_make_text (const LsSeries *self);
const char *ls_axis_get_title (const LsAxis *self);
/* Value to axis coordinate; NaN if not representable. */
double ls_axis_get (const LsAxis *self, double value);
/* Computes ranges with margin from the points; %FALSE without points. */
gboolean ls_chart_choose_ranges (LsChart *self);

#define LS_CHART_PAD 10.0

typedef enum
{
  LS_CHART_LEGEND_NONE,
  LS_CHART_LEGEND_ABOVE,
  LS_CHART_LEGEND_BESIDE,
  LS_CHART_LEGEND_INSIDE /* in a corner of the pane */
} LsChartLegend;

/**
 * LsChartPlan: layout of a chart while it is drawn; all lengths in px.
 * @left, @right, @top, @bottom: edges of the pane; @least_left: its minimum
 * @first, @last: position in a stack: the first has the legend, the last the x title
 * @title_above: y title above the pane, because it is too long beside it
 * @legend_x, @legend_y: upper left corner of the legend; @legend_height: of its rows above the pane
 * @is_brief: the legend has the names of groups without their notes
 */
typedef struct
{
  LsChart *chart;
  cairo_t *cr;
  const LsTheme *theme;
  double width, height, em, scale;
  double left, right, top, bottom, least_left;
  gboolean first, last, title_above, is_brief;
  LsChartLegend legend;
  double legend_x, legend_y, legend_height;
  LsTicks x_ticks, y_ticks;
} LsChartPlan;

typedef struct
{
  double left, top, right, bottom;
} LsTriangleBox;

/* chart-plan.c */
/* Width of a category, px. */
double ls_chart_plan_get_slot (const LsChartPlan *self);
/* Left edge and width of the bar of a series at @x, px. */
double ls_chart_plan_get_bar (const LsChartPlan *self, const LsSeries *series, double x, double *width);
double ls_chart_plan_get_px (const LsChartPlan *self, double x);
double ls_chart_plan_get_py (const LsChartPlan *self, double y);
/* Sets colour, dash and width of a line. */
void ls_chart_plan_style (const LsChartPlan *self, const LsSeries *series);
void ls_chart_plan_draw_marker (const LsChartPlan *self, guint index, double x, double y);
gboolean ls_series_has_markers (const LsSeries *series);
/* %FALSE if there is no room for it. */
gboolean ls_chart_plan_place_triangle (const LsChartPlan *self,
                                       const LsTriangle *triangle,
                                       LsTriangleBox *box);

/* chart-legend.c */
/* Places the legend where it takes the least room from the pane, and moves the edges of the pane. */
void ls_chart_legend_place (LsChartPlan *self);
void ls_chart_legend_draw (const LsChartPlan *self);
