#include "present/charts.h"

#include "present/chart-kinds.h"

#define ENTRY(record) &record.item,

LsItemList ls_chart_kinds = { LS_CHART_KINDS (ENTRY) NULL };

GPtrArray *
ls_charts_new_for (LsComparison *comparison, const LsChartKind *kind)
{
  GPtrArray *charts = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_chart_free);

  kind->add (charts, comparison, kind);
  return charts;
}

void
ls_charts_draw (cairo_t *cr, double width, double height, gpointer user_data)
{
  const LsChartPicture *picture = user_data;

  ls_chart_draw_stack ((LsChart *const *)picture->charts->pdata, picture->charts->len, cr, width,
                       height, picture->theme);
}
