/* Comparisons: times of several runs, errors, failing runs, cancelling. */
#include "core/run/comparison.h"

#include "core/run/grid.h"
#include "core/report/report-format.h"
#include "examples.h"
#include "news.h"

#include <math.h>
#include <string.h>

static void
test_grid (void)
{
  static const char *const names[] = { "x" };
  LsTrace *traces[2];
  g_autofree double *times = NULL;
  gsize n;

  for (guint k = 0; k < 2; k++)
    {
      const double h = k == 0 ? 0.1 : 0.01;
      double row[2] = { 0, 0 };
      traces[k] = ls_trace_new (1, names, NULL);
      for (guint i = 0; i <= (k == 0 ? 30 : 300); i++)
        {
          row[0] = i * h;
          g_assert_true (ls_trace_append (traces[k], row));
        }
    }
  times = ls_grid_merge (traces, 2, &n);
  g_assert_cmpuint (n, ==, 301);
  for (gsize i = 1; i < n; i++)
    g_assert_cmpfloat (times[i], >, times[i - 1] + 0.009);
  ls_trace_unref (traces[0]);
  ls_trace_unref (traces[1]);
}

static LsComparison *
make (LsModel *model, const char *first, const char *second, const double steps[2], double stop)
{
  g_autoptr (GPtrArray) methods
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);
  GError *error = NULL;
  LsComparison *comparison;

  g_ptr_array_add (methods, ls_method_choice_parse (first, NULL));
  if (second != NULL)
    g_ptr_array_add (methods, ls_method_choice_parse (second, NULL));
  comparison = ls_comparison_new (model, methods, steps, 2, 0, stop, NULL, &error);
  g_assert_no_error (error);
  return comparison;
}

typedef struct
{
  double fraction;
  guint stages; /* bits */
} Seen;

static void
see (LsComparison *comparison G_GNUC_UNUSED,
     LsComparisonStage stage,
     guint run G_GNUC_UNUSED,
     double fraction,
     gpointer user_data)
{
  Seen *seen = user_data;

  g_assert_cmpfloat (fraction, >=, seen->fraction);
  g_assert_cmpfloat (fraction, <=, 1);
  seen->fraction = fraction;
  seen->stages |= 1u << stage;
}

/* exact propagation, larger steps: 8.995e-3 % at 1e-2, 2.094e-4 % at 4e-3. */
static void
test_errors (void)
{
  const double steps[] = { 1e-2, 4e-3 };
  g_autoptr (LsModel) model = example_two_bodies ();
  g_autoptr (LsComparison) comparison = make (model, "missiles:start-slopes=off", NULL, steps, 2);
  GError *error = NULL;
  Seen seen = { 0, 0 };
  g_autofree char *table = NULL, *json = NULL, *csv = NULL;

  ls_comparison_execute (comparison, NULL, see, &seen, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (seen.fraction, ==, 1);
  g_assert_cmpuint (seen.stages & (1u << LS_COMPARISON_ENDED), !=, 0);
  /* The papers' figures have four digits. */
  g_assert_cmpfloat_with_epsilon (ls_comparison_get_error (comparison, 0, 0), 8.995e-3, 9e-6);
  g_assert_cmpfloat_with_epsilon (ls_comparison_get_error (comparison, 1, 0), 2.094e-4, 2e-7);
  g_assert_false (ls_comparison_is_limited (comparison, 0, 0));
  table = ls_report_make ("table", comparison);
  g_test_message ("%s", table);
  g_assert_nonnull (strstr (table, "MISSILES"));
  json = ls_report_make ("json", comparison);
  g_assert_nonnull (strstr (json, "\"errors_percent\""));
  csv = ls_report_make ("csv", comparison);
  g_assert_true (g_str_has_prefix (csv, "method,step_size_s,status,"));
}

/* A component that fails leaves the runs of others, and its own row, in place. */
static void
test_failing (void)
{
  const double steps[] = { 0.125, 0.0625 };
  g_autoptr (LsModel) model = example_faulty ("error", "0.5");
  g_autoptr (LsComparison) comparison = make (model, "ni-jacobi", NULL, steps, 1);
  g_autoptr (GError) error = NULL;
  g_autofree char *table = NULL, *json = NULL;

  g_assert_false (ls_comparison_execute (comparison, NULL, NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, "faulty"));
  g_assert_true (isnan (ls_comparison_get_error (comparison, 0, 0)));
  table = ls_report_make ("table", comparison);
  g_assert_nonnull (strstr (table, "fmi2DoStep"));
  json = ls_report_make ("json", comparison);
  g_assert_nonnull (strstr (json, "\"failed\""));
  g_assert_nonnull (strstr (json, "null"));
}

static gpointer
execute (gpointer data)
{
  GError *error = NULL;

  ls_comparison_execute (data, NULL, NULL, NULL, &error);
  return error;
}

static void
test_cancel (void)
{
  const double steps[] = { 1e-3, 1e-4 };
  g_autoptr (LsModel) model = example_lotka_volterra ();
  g_autoptr (LsComparison) comparison = make (model, "ni-jacobi", "missiles", steps, 1e4);
  LsRun *run = ls_comparison_get_run (comparison, 0);
  GThread *thread = news_thread_new (execute, comparison);
  g_autoptr (GError) error = NULL;
  gsize n_rows;

  news_wait_rows (run, 100);
  ls_comparison_cancel (comparison);
  n_rows = ls_trace_get_n_rows (ls_run_get_trace (run));
  error = g_thread_join (thread);
  g_assert_error (error, LS_ERROR, LS_ERROR_CANCELLED);
  g_assert_cmpuint (n_rows, >=, 100);
  /* The step that was under way. */
  g_assert_cmpuint (ls_trace_get_n_rows (ls_run_get_trace (run)), <=, n_rows + 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/comparison/grid", test_grid);
  g_test_add_func ("/run/comparison/errors", test_errors);
  g_test_add_func ("/run/comparison/failing", test_failing);
  g_test_add_func ("/run/comparison/cancel", test_cancel);
  return g_test_run ();
}
