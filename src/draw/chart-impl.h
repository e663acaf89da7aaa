/* What the files of the chart share. */
#pragma once

#include "draw/chart.h"

typedef struct
{
  char *label, *method;
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

/* Value to axis; NaN for what has no place there. */
double ls_axis_get (const LsAxis *self, double value);
/* Ranges from the points, with a margin; %FALSE when there are none. */
gboolean ls_chart_choose_ranges (LsChart *self);
