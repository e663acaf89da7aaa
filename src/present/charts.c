#include "present/charts.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* More of them make no legend. */
#define MAX_ORDERS 3u

static const char *const kind_ids[] = { "convergence", "work-precision", "steps" };

const char *
ls_chart_kind_get_id (LsChartKind kind)
{
  g_return_val_if_fail ((guint)kind < LS_N_CHART_KINDS, NULL);
  return kind_ids[kind];
}

gboolean
ls_chart_kind_parse (const char *id, LsChartKind *kind)
{
  for (guint i = 0; i < LS_N_CHART_KINDS; i++)
    if (strcmp (id, kind_ids[i]) == 0)
      {
        *kind = (LsChartKind)i;
        return TRUE;
      }
  return FALSE;
}

gboolean
ls_chart_kind_needs_reference (LsChartKind kind)
{
  return kind != LS_CHART_KIND_STEPS;
}

/* Method with options, and the signal where there are several. */
static char *
make_label (LsComparison *comparison, guint method, guint signal)
{
  const char *const *signals = ls_comparison_get_signals (comparison);
  const guint n_steps = ls_comparison_get_n_step_sizes (comparison);
  g_autofree char *name = ls_run_get_name (ls_comparison_get_run (comparison, method * n_steps));
  GString *label = g_string_new (name);

  if (g_strv_length ((char **)signals) > 1)
    g_string_append_printf (label, ", %s", signals[signal]);
  return g_string_free (label, FALSE);
}

/* Where the points show an order, and once per method: more would hide the points. */
static gboolean
wants_triangle (GHashTable *shown, guint method, const LsOrderFit *fit)
{
  const int key = (int)(method * 100) + (int)lround (fit->order);

  return fit->order > 0.5 && fabs (fit->order - round (fit->order)) < 0.3
         && g_hash_table_add (shown, GINT_TO_POINTER (key));
}

static void
add_errors (LsChart *chart,
            LsComparison *comparison,
            guint method,
            guint signal,
            LsChartKind kind,
            GHashTable *shown,
            GString *orders)
{
  const guint n = ls_comparison_get_n_step_sizes (comparison);
  g_autofree double *x = g_new (double, n);
  g_autofree double *y = g_new (double, n);
  g_autofree char *label = NULL;
  const char *id = ls_run_get_choice (ls_comparison_get_run (comparison, method * n))->method;
  LsOrderFit fit;
  guint series;

  ls_comparison_get_order (comparison, method, signal, &fit);
  label = make_label (comparison, method, signal);
  for (guint k = 0; k < n; k++)
    {
      LsRun *run = ls_comparison_get_run (comparison, method * n + k);
      LsRunResult result;

      ls_run_get_result (run, &result);
      x[k] = kind == LS_CHART_KIND_CONVERGENCE ? ls_run_get_step_size (run) : result.cpu_time;
      y[k] = ls_comparison_get_error (comparison, method * n + k, signal);
      ls_run_result_clear (&result);
    }
  series = ls_chart_add_series (chart, id, label, LS_CHART_POINTS, x, y, n);
  if (kind == LS_CHART_KIND_CONVERGENCE && isfinite (fit.order))
    {
      g_autofree char *note = g_strdup_printf (_ (" (order %.2f)"), fit.order);

      ls_chart_set_note (chart, series, note);
    }
  if (g_strv_length ((char **)ls_comparison_get_signals (comparison)) > 1)
    {
      g_autofree char *name = ls_run_get_name (ls_comparison_get_run (comparison, method * n));

      ls_chart_set_group (chart, series, name, ls_comparison_get_signals (comparison)[signal],
                          signal);
    }
  if (isfinite (fit.order))
    g_string_append_printf (orders, orders->len > 0 ? ", %.2f" : "%.2f", fit.order);
  if (kind == LS_CHART_KIND_CONVERGENCE && wants_triangle (shown, method, &fit))
    ls_chart_add_triangle (chart, series, round (fit.order), fit.h_min, fit.h_max);
}

/* All signals of a method. */
static void
add_method (
    LsChart *chart, LsComparison *comparison, guint method, LsChartKind kind, GHashTable *shown)
{
  const guint n_signals = g_strv_length ((char **)ls_comparison_get_signals (comparison));
  g_autoptr (GString) orders = g_string_new (NULL);

  for (guint i = 0; i < n_signals; i++)
    add_errors (chart, comparison, method, i, kind, shown, orders);
  if (kind == LS_CHART_KIND_CONVERGENCE && n_signals > 0 && n_signals <= MAX_ORDERS
      && orders->len > 0)
    {
      /* Translators: observed orders of convergence of several signals, "1.02, 0.98" */
      g_autofree char *note = g_strdup_printf (_ (" (orders %s)"), orders->str);

      ls_chart_set_group_note (chart, method * n_signals, note);
    }
}

static LsChart *
make_errors (LsComparison *comparison, LsChartKind kind)
{
  const char *const *signals = ls_comparison_get_signals (comparison);
  const guint n_signals = g_strv_length ((char **)signals);
  g_autoptr (GHashTable) shown = g_hash_table_new (NULL, NULL);
  g_autofree char *title = n_signals == 1 ? g_strdup_printf (_ ("error of %s [%%]"), signals[0])
                                          : g_strdup (_ ("error [%]"));
  LsChart *chart = ls_chart_new ();

  ls_chart_set_x_axis (
      chart, kind == LS_CHART_KIND_CONVERGENCE ? _ ("step size [s]") : _ ("CPU time [s]"), TRUE);
  ls_chart_set_y_axis (chart, title, TRUE);
  for (guint m = 0; m < ls_comparison_get_n_methods (comparison); m++)
    add_method (chart, comparison, m, kind, shown);
  return chart;
}

/* Column @column of what the runs tell of their steps; %NULL when none of it says anything. The
 * series are the same in all charts, so that one legend tells of all. */
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
      x[n] = ls_run_get_time (run); /* the last one reaches to the end */
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
add_steps (GPtrArray *charts, LsComparison *comparison)
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

GPtrArray *
ls_charts_new_for (LsComparison *comparison, LsChartKind kind)
{
  GPtrArray *charts = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_chart_free);

  if (kind == LS_CHART_KIND_STEPS)
    add_steps (charts, comparison);
  else
    g_ptr_array_add (charts, make_errors (comparison, kind));
  return charts;
}

void
ls_charts_draw (cairo_t *cr, double width, double height, gpointer user_data)
{
  const LsChartPicture *picture = user_data;

  ls_chart_draw_stack ((LsChart *const *)picture->charts->pdata, picture->charts->len, cr, width,
                       height, picture->theme);
}
