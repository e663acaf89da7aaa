/* Errors estimated from runs with longer steps, against those measured by the reference. */
#include "core/run/comparison.h"
#include "core/record/error-norms.h"
#include "core/run/error-estimate.h"
#include "examples.h"

#include <math.h>
#include <string.h>

static LsComparison *
run (const char *method, double step, double tolerance, double longest, guint n_jobs)
{
  g_autoptr (LsModel) model = example_lotka_volterra ();
  g_autoptr (GPtrArray) methods
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);
  g_autoptr (GError) error = NULL;
  LsComparison *comparison;

  g_ptr_array_add (methods, ls_method_choice_parse (method, NULL));
  comparison = ls_comparison_new (model, methods, &step, 1, 0, 20, NULL, &error);
  g_assert_no_error (error);
  if (tolerance > 0)
    g_assert_true (ls_run_set_tolerance (ls_comparison_get_run (comparison, 0), tolerance, NULL));
  ls_comparison_set_estimate (comparison, longest);
  g_assert_true (ls_comparison_set_jobs (comparison, n_jobs, NULL));
  ls_comparison_execute (comparison, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return comparison;
}

/* @order: of the method, within 0.3: the steps are not infinitely short */
static void
check (const char *method, double step, double order, guint n_jobs)
{
  g_autoptr (LsComparison) comparison = run (method, step, 0, INFINITY, n_jobs);
  g_autoptr (LsErrorEstimate) estimate
      = ls_run_get_estimate (ls_comparison_get_run (comparison, 0), NULL);

  g_assert_nonnull (estimate);
  g_assert_cmpuint (estimate->n_runs, ==, 2);
  for (guint i = 0; i < estimate->n_signals; i++)
    {
      const double ratio = estimate->percent[i] / ls_comparison_get_error (comparison, 0, i);

      g_test_message ("%s, h = %g: %.3g of the error, order %.2f", method, step, ratio,
                      estimate->orders[i]);
      /* Terms of the next order, with steps up to 4 h: a third of the error at h = 0.02. */
      g_assert_cmpfloat (ratio, >, 1 / 1.4);
      g_assert_cmpfloat (ratio, <, 1.4);
      g_assert_cmpfloat_with_epsilon (estimate->orders[i], order, 0.3);
    }
}

static void
test_close (void)
{
  check ("ni-jacobi", 0.005, 1, 0);
  check ("ni-jacobi:extrapolation=1", 0.02, 2, 0);
  check ("missiles", 0.05, 4, 0);
}

/* From a process of its own the same numbers. */
static void
test_process (void)
{
  g_autoptr (LsComparison) here = run ("missiles", 0.05, 0, INFINITY, 0);
  g_autoptr (LsComparison) there = run ("missiles", 0.05, 0, INFINITY, 1);
  g_autoptr (LsErrorEstimate) a = ls_run_get_estimate (ls_comparison_get_run (here, 0), NULL);
  g_autoptr (LsErrorEstimate) b = ls_run_get_estimate (ls_comparison_get_run (there, 0), NULL);

  g_assert_cmpuint (a->n_signals, ==, b->n_signals);
  g_assert_cmpmem (a->percent, a->n_signals * sizeof (double), b->percent,
                   b->n_signals * sizeof (double));
  g_assert_cmpuint (ls_trace_get_n_rows (a->trace), ==, ls_trace_get_n_rows (b->trace));
  for (gsize k = 0; k < ls_trace_get_n_rows (a->trace); k++)
    for (guint i = 0; i <= a->n_signals; i++)
      g_assert_cmpfloat (ls_trace_get (a->trace, i, k), ==, ls_trace_get (b->trace, i, k));
}

/* RMS of a column of @trace, at every row */
static double
get_rms (const LsTrace *trace, guint column)
{
  const gsize n = ls_trace_get_n_rows (trace);
  double sum = 0;

  for (gsize k = 0; k < n; k++)
    sum += pow (ls_trace_get (trace, column, k), 2);
  return sqrt (sum / (double)n);
}

/* Over time the estimate follows the error against the reference. */
static void
check_over_time (const char *method, double step)
{
  g_autoptr (LsComparison) comparison = run (method, step, 0, INFINITY, 0);
  g_autoptr (LsErrorEstimate) estimate
      = ls_run_get_estimate (ls_comparison_get_run (comparison, 0), NULL);
  LsTrace *reference = ls_reference_get_trace (ls_comparison_get_reference (comparison));
  g_autoptr (LsTrace) error = ls_measure_difference (
      ls_run_get_trace (ls_comparison_get_run (comparison, 0)), reference, NULL);

  g_assert_cmpuint (ls_trace_get_n_rows (estimate->trace), ==,
                    (ls_trace_get_n_rows (error) + 1) / 2);
  for (guint i = 1; i <= estimate->n_signals; i++)
    {
      double sum = 0;

      for (gsize k = 0; k < ls_trace_get_n_rows (estimate->trace); k++)
        {
          const double told = ls_trace_get (estimate->trace, i, k);

          g_assert_cmpfloat_with_epsilon (ls_trace_get (estimate->trace, 0, k),
                                          ls_trace_get (error, 0, 2 * k), 1e-9); /* rounding, s */
          sum += pow (told - fabs (ls_trace_get (error, i, 2 * k)), 2);
        }
      sum = sqrt (sum / (double)ls_trace_get_n_rows (estimate->trace));
      /* Terms of the next order, as above. */
      g_assert_cmpfloat (sum, <, 0.4 * get_rms (error, i));
    }
}

static void
test_over_time (void)
{
  check_over_time ("ni-jacobi", 0.005);
  check_over_time ("missiles", 0.05);
}

static void
check_none (const char *method,
            double step,
            double tolerance,
            double longest,
            guint n_jobs,
            const char *reason)
{
  g_autoptr (LsComparison) comparison = run (method, step, tolerance, longest, n_jobs);
  g_autofree char *why = NULL;
  g_autoptr (LsErrorEstimate) estimate
      = ls_run_get_estimate (ls_comparison_get_run (comparison, 0), &why);

  g_assert_null (estimate);
  g_assert_nonnull (strstr (why, reason));
}

/* Where nothing can be said, the reason is. */
static void
test_none (void)
{
  check_none ("missiles", 0.1, 1e-4, INFINITY, 0, "the steps follow a tolerance");
  check_none ("ni-jacobi", 3, 0, INFINITY, 0, "the run has too few steps");
  check_none ("qss2", 0.1, 0, INFINITY, 0, "the method has no macro steps");
  check_none ("qss2", 0.1, 0, INFINITY, 1, "the method has no macro steps");
  check_none ("ni-jacobi", 1e-3, 0, 1e-9, 0, "the run took more than 1e-09 s");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/error-estimate/close", test_close);
  g_test_add_func ("/run/error-estimate/process", test_process);
  g_test_add_func ("/run/error-estimate/over-time", test_over_time);
  g_test_add_func ("/run/error-estimate/none", test_none);
  return g_test_run ();
}
