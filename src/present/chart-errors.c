/* Errors over step sizes with order of convergence, and errors over CPU time. */
#include "present/charts.h"
#include "core/base/language.h"
#include "core/run/comparison-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Maximum number of orders in a legend entry. */
#define MAX_ORDERS 3u

/* Method with options, and the signal if there are several. */
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

/* Triangle only for an order close to an integer, and once per method and order, so that the points
 * remain visible. */
static gboolean
wants_triangle (GHashTable *shown, guint method, const LsOrderFit *fit)
{
  const int key = (int)(method * 100) + (int)lround (fit->order);

  return fit->order > 0.5 && fabs (fit->order - round (fit->order)) < 0.3
         && g_hash_table_add (shown, GINT_TO_POINTER (key));
}

static void
append_order (GString *orders, gboolean known, const LsOrderFit *fit)
{
  if (orders->len > 0)
    g_string_append (orders, ", ");
  if (known)
    g_string_append_printf (orders, "%.2f", fit->order);
  else
    g_string_append (orders, "–");
}

static void
add_errors (LsChart *chart,
            LsComparison *comparison,
            guint method,
            guint signal,
            const LsChartKind *kind,
            GHashTable *shown,
            GString *orders)
{
  const guint n = ls_comparison_get_n_step_sizes (comparison);
  g_autofree double *x = g_new (double, n);
  g_autofree double *y = g_new (double, n);
  g_autofree char *label = NULL;
  const char *id = ls_run_get_choice (ls_comparison_get_run (comparison, method * n))->method;
  LsOrderFit fit;
  const gboolean known = ls_comparison_get_order (comparison, method, signal, &fit);
  guint series;

  label = make_label (comparison, method, signal);
  for (guint k = 0; k < n; k++)
    {
      LsRun *run = ls_comparison_get_run (comparison, method * n + k);
      LsRunResult result;

      ls_run_get_result (run, &result);
      x[k] = kind->shows_order ? ls_run_get_step_size (run) : result.cpu_time;
      y[k] = ls_comparison_get_error (comparison, method * n + k, signal);
      ls_run_result_clear (&result);
    }
  series = ls_chart_add_series (chart, id, label, LS_CHART_POINTS, x, y, n);
  if (kind->shows_order && (known || n > 1))
    {
      g_autofree char *note
          = known ? g_strdup_printf (_ (" (order %.2f)"), fit.order)
                  /* Translators: no order of convergence, and the reason. */
                  : g_strdup_printf (_ (" (no order: %s)"), ls_order_explain (&fit));

      ls_chart_set_note (chart, series, note);
    }
  if (g_strv_length ((char **)ls_comparison_get_signals (comparison)) > 1)
    {
      g_autofree char *name = ls_run_get_name (ls_comparison_get_run (comparison, method * n));

      ls_chart_set_group (chart, series, name, ls_comparison_get_signals (comparison)[signal],
                          signal);
    }
  append_order (orders, known, &fit);
  if (kind->shows_order && wants_triangle (shown, method, &fit))
    ls_chart_add_triangle (chart, series, round (fit.order), fit.h_min, fit.h_max);
}

/* All signals of a method. */
static void
add_method (LsChart *chart,
            LsComparison *comparison,
            guint method,
            const LsChartKind *kind,
            GHashTable *shown)
{
  const guint n_signals = g_strv_length ((char **)ls_comparison_get_signals (comparison));
  const guint n_steps = ls_comparison_get_n_step_sizes (comparison);
  g_autoptr (GString) orders = g_string_new (NULL);

  for (guint i = 0; i < n_signals; i++)
    add_errors (chart, comparison, method, i, kind, shown, orders);
  if (kind->shows_order && n_signals > 0 && n_signals <= MAX_ORDERS && n_steps > 1)
    {
      /* Translators: observed orders of convergence of several signals, "1.02, 0.98" */
      g_autofree char *note = g_strdup_printf (_ (" (orders %s)"), orders->str);

      ls_chart_set_group_note (chart, method * n_signals, note);
    }
}

static void
add (GPtrArray *charts, LsComparison *comparison, const LsChartKind *kind)
{
  const char *const *signals = ls_comparison_get_signals (comparison);
  const guint n_signals = g_strv_length ((char **)signals);
  g_autoptr (GHashTable) shown = g_hash_table_new (NULL, NULL);
  g_autofree char *name = n_signals == 1 ? g_strdup_printf (_ ("error of %s [%%]"), signals[0])
                                         : g_strdup (_ ("error [%]"));
  g_autofree char *title = ls_comparison_add_uncertainty (comparison, name, ls_number_display);
  LsChart *chart = ls_chart_new ();

  ls_chart_set_x_axis (chart, kind->shows_order ? _ ("step size [s]") : _ ("CPU time [s]"), TRUE);
  ls_chart_set_y_axis (chart, title, TRUE);
  for (guint m = 0; m < ls_comparison_get_n_methods (comparison); m++)
    add_method (chart, comparison, m, kind, shown);
  g_ptr_array_add (charts, chart);
}

const LsChartKind ls_chart_convergence = {
  .item = {
    .id = "convergence",
    .name = N_ ("Convergence"),
    .summary = N_ ("Error over step size, with the order of convergence"),
  },
  .needs_reference = TRUE,
  .shows_order = TRUE,
  .add = add,
};

const LsChartKind ls_chart_work_precision = {
  .item = {
    .id = "work-precision",
    .name = N_ ("Work–Precision"),
    .summary = N_ ("Error over CPU time"),
  },
  .needs_reference = TRUE,
  .add = add,
};
