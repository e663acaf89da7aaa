/* What the files of the chart share. */
#pragma once

#include "draw/chart.h"
#include "draw/ticks.h"

typedef struct
{
  char *label, *method;
  char *name; /* (nullable): in the legend, in place of the label */
  char *note; /* (nullable): behind it */
  LsChartStyle style;
  guint variant; /* among those of its method: lightness */
  guint index;   /* among all: dash, so that curves on top of each other both show */
  guint marker;  /* the same, or the place within its group */
  char *group, *member; /* (nullable): what they have in common, and what not */
  char *group_note;     /* (nullable): behind the name of the group */
  double *x, *y;
  guint n;
} LsSeries;

typedef struct
{
  guint series;
  double slope, x_min, x_max;
} LsTriangle;

/* @min, @max: as last drawn; in a logarithmic axis powers of ten */
typedef struct
{
  char *title;
  char *caption; /* (nullable): in place of the title */
  gboolean logarithmic, counts;
  double min, max;
} LsAxis;

struct LsChart
{
  GPtrArray *series; /* LsSeries */
  GArray *triangles; /* LsTriangle */
  LsAxis x, y;
  char *title;
  gboolean drawn;
};

/* What is written in the legend. (transfer full) */
char *ls_series_make_text (const LsSeries *self);
const char *ls_axis_get_title (const LsAxis *self);
/* Value to axis; NaN for what has no place there. */
double ls_axis_get (const LsAxis *self, double value);
/* Ranges from the points, with a margin; %FALSE when there are none. */
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
 * LsChartPlan: a chart on its way to the paper; all lengths in px.
 * @left, @right, @top, @bottom: edges of the pane; @least_left: where it begins at the least
 * @first, @last: of the charts above each other: with legend, with title of x
 * @title_above: of y, because beside the pane it would be cut
 * @legend_x, @legend_y: of its upper left
 */
typedef struct
{
  LsChart *chart;
  cairo_t *cr;
  const LsTheme *theme;
  double width, height, em, scale;
  double left, right, top, bottom, least_left;
  gboolean first, last, title_above;
  LsChartLegend legend;
  double legend_x, legend_y;
  LsTicks x_ticks, y_ticks;
} LsChartPlan;

typedef struct
{
  double left, top, right, bottom;
} LsTriangleBox;

/* chart-draw.c */
double ls_chart_plan_get_px (const LsChartPlan *self, double x);
double ls_chart_plan_get_py (const LsChartPlan *self, double y);
/* Colour, dash and width of a line. */
void ls_chart_plan_style (const LsChartPlan *self, const LsSeries *series);
void ls_chart_plan_draw_marker (const LsChartPlan *self, guint index, double x, double y);
gboolean ls_series_has_markers (const LsSeries *series);
/* %FALSE when there is no room for it. */
gboolean ls_chart_plan_place_triangle (const LsChartPlan *self,
                                       const LsTriangle *triangle,
                                       LsTriangleBox *box);

/* chart-legend.c */
/* Where it takes least from the pane, whose edges are moved for it. */
void ls_chart_legend_place (LsChartPlan *self);
void ls_chart_legend_draw (const LsChartPlan *self);
