/* What the files of the chart share. */
#pragma once

#include "draw/chart.h"

typedef struct
{
  char *label, *method;
  char *name; /* (nullable): in the legend, in place of the label */
  char *note; /* (nullable): behind it */
  LsChartStyle style;
  guint variant; /* among those of its method: lightness */
  guint index;   /* among all: dash and marker, so that curves on top of each other both show */
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
