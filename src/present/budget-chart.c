#include "present/budget-chart.h"

#include "core/base/language.h"
#include "core/run/comparison-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static int
compare_totals (gconstpointer a, gconstpointer b)
{
  const double x = (*(const LsBudgetRow *const *)a)->total;
  const double y = (*(const LsBudgetRow *const *)b)->total;

  return (x < y) - (x > y);
}

/* The outputs with the greatest errors, in the order of the model. (transfer container) */
static GPtrArray *
choose_rows (const LsErrorBudget *budget)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  GPtrArray *rows = g_ptr_array_new ();

  for (guint i = 0; i < budget->rows->len; i++)
    g_ptr_array_add (sorted, &g_array_index (budget->rows, LsBudgetRow, i));
  g_ptr_array_sort (sorted, compare_totals);
  g_ptr_array_set_size (sorted, (int)MIN (sorted->len, LS_BUDGET_MOST_BARS));
  for (guint i = 0; i < budget->rows->len; i++)
    if (g_ptr_array_find (sorted, &g_array_index (budget->rows, LsBudgetRow, i), NULL))
      g_ptr_array_add (rows, &g_array_index (budget->rows, LsBudgetRow, i));
  return rows;
}

static double
get_part (const LsBudgetRow *row, guint part)
{
  return part == 0 ? row->total : part == 1 ? row->own : row->coupling;
}

GPtrArray *
ls_budget_chart_new (const LsErrorBudget *budget)
{
  g_return_val_if_fail (budget != NULL, NULL);

  const char *const labels[] = { _ ("error"), _ ("own solver"), _ ("coupling") };
  g_autoptr (GPtrArray) rows = choose_rows (budget);
  GPtrArray *charts = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_chart_free);
  g_autofree const char **names = g_new0 (const char *, rows->len + 1);
  g_autofree double *x = g_new (double, rows->len + 1), *y = g_new (double, rows->len + 1);
  g_autofree char *axis
      = ls_comparison_add_uncertainty (budget->comparison, _ ("error [%]"), ls_number_display);
  LsChart *chart = ls_chart_new ();

  for (guint i = 0; i < rows->len; i++)
    {
      names[i] = ((const LsBudgetRow *)rows->pdata[i])->signal;
      x[i] = i + 1;
    }
  ls_chart_set_categories (chart, names);
  ls_chart_set_x_axis (chart, _ ("output"), FALSE);
  ls_chart_set_y_axis (chart, axis, TRUE);
  for (guint part = 0; part < G_N_ELEMENTS (labels); part++)
    {
      g_autofree char *color = g_strdup_printf (LS_PALETTE_PREFIX "%u", part);

      for (guint i = 0; i < rows->len; i++)
        y[i] = get_part (rows->pdata[i], part);
      ls_chart_add_series (chart, color, labels[part], LS_CHART_BARS, x, y, rows->len);
    }
  g_ptr_array_add (charts, chart);
  return charts;
}
