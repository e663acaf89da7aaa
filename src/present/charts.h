/* Charts of what a comparison found. */
#pragma once

#include "core/run/comparison.h"
#include "draw/chart.h"

typedef enum
{
  LS_CHART_KIND_CONVERGENCE,    /* error over step size */
  LS_CHART_KIND_WORK_PRECISION, /* error over CPU time */
  LS_CHART_KIND_STEPS,          /* step size, iterations, refused steps over simulated time */
  LS_N_CHART_KINDS
} LsChartKind;

/* "convergence", "work-precision", "steps" */
const char *ls_chart_kind_get_id (LsChartKind kind);
gboolean ls_chart_kind_parse (const char *id, LsChartKind *kind);
/* Whether it is about errors, so that there has to be a reference. */
gboolean ls_chart_kind_needs_reference (LsChartKind kind);
/* Returns: (transfer full) (element-type LsChart): the charts, to be drawn above each other; of an
 * executed comparison. */
GPtrArray *ls_charts_new_for (LsComparison *comparison, LsChartKind kind);
/* For ls_export(): @user_data is an LsChartPicture. */
typedef struct
{
  GPtrArray *charts;
  const LsTheme *theme;
} LsChartPicture;
void ls_charts_draw (cairo_t *cr, double width, double height, gpointer user_data);
