#include "present/charts.h"

/* One line per kind. */
/* clang-format off */
LsItemList ls_chart_kinds = {
  &ls_chart_convergence.item,
  &ls_chart_work_precision.item,
  &ls_chart_steps.item,
  NULL,
};
/* clang-format on */

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
