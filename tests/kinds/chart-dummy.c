/* A kind of charts: how many macro steps each run took. */
#include "present/charts.h"

static void
add (GPtrArray *charts, LsComparison *comparison, G_GNUC_UNUSED const LsChartKind *kind)
{
  LsChart *chart = ls_chart_new ();

  ls_chart_set_x_axis (chart, "run", FALSE);
  ls_chart_set_y_axis (chart, "macro steps", FALSE);
  for (guint i = 0; i < ls_comparison_get_n_runs (comparison); i++)
    {
      LsRun *run = ls_comparison_get_run (comparison, i);
      LsRunResult result;
      double x = i, y;

      ls_run_get_result (run, &result);
      y = (double)result.counts.macro_steps;
      ls_chart_add_series (chart, ls_run_get_choice (run)->method, "run", LS_CHART_POINTS, &x, &y,
                           1);
      ls_run_result_clear (&result);
    }
  g_ptr_array_add (charts, chart);
}

const LsChartKind ls_chart_dummy = {
  .item = { .id = "dummy-chart", .name = "Dummy", .summary = "Macro steps of the runs" },
  .add = add,
};
