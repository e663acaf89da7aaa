/* Charts of the results of a comparison. */
#pragma once

#include "core/run/comparison.h"
#include "draw/chart.h"

/**
 * LsChartKind: a chart of errors, costs or steps of the runs
 * @item: its name is the title
 * @needs_reference: shows errors
 * @shows_order: shows the order of convergence over step sizes
 * @is_stack: several charts, so that there is no single table of points
 * @add: (not nullable): adds the LsCharts of an executed comparison, to be drawn above each other
 */
typedef struct LsChartKind LsChartKind;
struct LsChartKind
{
  LsItem item;
  gboolean needs_reference, shows_order, is_stack;
  void (*add) (GPtrArray *charts, LsComparison *comparison, const LsChartKind *kind);
};

/* The records are #LsChartKind. */
extern LsItemList ls_chart_kinds;

extern const LsChartKind ls_chart_convergence, ls_chart_work_precision, ls_chart_steps;
#define LS_CHART_KIND_CONVERGENCE (&ls_chart_convergence)
#define LS_CHART_KIND_WORK_PRECISION (&ls_chart_work_precision)

/* Returns: (transfer full) (element-type LsChart): the charts of an executed comparison, to be
 * drawn above each other */
GPtrArray *ls_charts_new_for (LsComparison *comparison, const LsChartKind *kind);
/* For ls_export(): @user_data is an LsChartPicture. */
typedef struct
{
  GPtrArray *charts;
  const LsTheme *theme;
} LsChartPicture;
void ls_charts_draw (cairo_t *cr, double width, double height, gpointer user_data);
