/* Step data of runs over simulated time. */
#include "present/charts.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Chart of the column @column of the step data; %NULL if it is not significant. The series are the
 * same in all charts, so that one legend suffices. */
static LsChart *
make_step_column (LsComparison *comparison, const char *column, const char *title, gboolean counts)
{
  LsChart *chart = ls_chart_new ();
  gboolean any = FALSE;

  ls_chart_set_x_axis (chart, _ ("time [s]"), FALSE);
  ls_chart_set_y_axis (chart, title, !counts);
  if (counts)
    ls_chart_set_counts (chart);
  for (guint r = 0; r < ls_comparison_get_n_runs (comparison); r++)
    {
      LsRun *run = ls_comparison_get_run (comparison, r);
      LsTrace *steps = ls_run_get_steps (run);
      const guint n = (guint)ls_trace_get_n_rows (steps);
      const guint k = (guint)ls_trace_find (steps, column);
      g_autofree double *x = g_new (double, n + 1);
      g_autofree double *y = g_new (double, n + 1);
      g_autofree char *label = ls_comparison_get_label (comparison, r);

      for (guint i = 0; i < n; i++)
        {
          x[i] = ls_trace_get (steps, 0, i);
          y[i] = ls_trace_get (steps, k, i);
          any = any || y[i] > 0;
        }
      x[n] = ls_run_get_time (run); /* the last value is held to the end */
      y[n] = n > 0 ? y[n - 1] : NAN;
      ls_chart_add_series (chart, ls_run_get_choice (run)->method, label, LS_CHART_STAIRS, x, y,
                           n + 1);
    }
  if (any)
    return chart;
  ls_chart_free (chart);
  return NULL;
}

static void
add (GPtrArray *charts, LsComparison *comparison, G_GNUC_UNUSED const LsChartKind *kind)
{
  const struct
  {
    const char *column, *title;
    gboolean counts;
  } panes[] = {
    { "step_size", _ ("step size [s]"), FALSE },
    { "iterations", _ ("iterations"), TRUE },
    { "residual", _ ("residual"), FALSE },
    { "rejected_steps", _ ("rejected steps"), TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (panes); i++)
    {
      LsChart *chart
          = make_step_column (comparison, panes[i].column, panes[i].title, panes[i].counts);

      if (chart != NULL)
        g_ptr_array_add (charts, chart);
    }
}

const LsChartKind ls_chart_steps = {
  .item = {
    .id = "steps",
    .name = N_ ("Steps"),
    .summary = N_ ("Step sizes, iterations, residuals and rejected steps over time"),
  },
  .is_stack = TRUE,
  .add = add,
};
