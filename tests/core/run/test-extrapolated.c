/* References extrapolated from runs: what they are wrong by, against the monolithic one, and the
 * uncertainty they state. */
#include "core/run/comparison.h"

#include "core/record/error-norms.h"
#include "core/report/report-format.h"
#include "examples.h"

#include <math.h>
#include <string.h>

static LsComparison *
make (LsModel *model, const char *method, double step, double stop)
{
  g_autoptr (GPtrArray) methods
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);
  GError *error = NULL;
  LsComparison *comparison;

  g_ptr_array_add (methods, ls_method_choice_parse (method, NULL));
  comparison = ls_comparison_new (model, methods, &step, 1, 0, stop, NULL, &error);
  g_assert_no_error (error);
  return comparison;
}

/* Components only take inputs, step and give outputs. */
static void
take_capabilities (LsModel *model)
{
  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    for (LsCapability k = 0; k < LS_N_CAPABILITIES; k++)
      if (k != LS_CAPABILITY_VARIABLE_STEP)
        ls_model_add_without (model, ls_model_get_component (model, i)->id, ls_capability_id (k));
}

static LsComparison *
run (LsModel *model, const char *method, double step, double stop, const char *reference)
{
  LsComparison *comparison = make (model, method, step, stop);
  GError *error = NULL;

  g_assert_true (ls_comparison_set_reference (comparison, reference, NULL));
  ls_comparison_execute (comparison, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (ls_comparison_get_reference_problem (comparison), ==, NULL);
  return comparison;
}

/* The uncertainty covers the difference from the monolithic reference, and an error measured
 * against the one differs from that against the other by no more. It is at most @loose times the
 * difference: see tests/advise/uncertainty.py for all example models. */
static void
check (LsModel *model, const char *method, double step, double stop, double loose)
{
  g_autoptr (LsComparison) comparison = run (model, method, step, stop, "extrapolated");
  g_autoptr (LsComparison) truth = run (model, method, step, stop, "monolithic");
  LsReference *reference = ls_comparison_get_reference (comparison);
  LsReference *monolithic = ls_comparison_get_reference (truth);

  g_assert_cmpstr (ls_reference_get_kind (reference), ==, "extrapolated");
  for (guint i = 0; ls_comparison_get_signals (comparison)[i] != NULL; i++)
    {
      const double uncertainty = ls_comparison_get_uncertainty (comparison, i);
      const double a = ls_comparison_get_error (comparison, 0, i);
      const double b = ls_comparison_get_error (truth, 0, i);
      double wrong;

      g_assert_true (ls_measure_error (ls_reference_get_trace (reference), i + 1,
                                       ls_reference_get_trace (monolithic), i + 1, &wrong, NULL));
      g_test_message ("%s: wrong by %.3g %%, uncertainty %.3g %%, order %.2f; error %.6g, %.6g %%",
                      ls_comparison_get_signals (comparison)[i], wrong, uncertainty,
                      ls_reference_get_order (reference, i), a, b);
      g_assert_cmpfloat (uncertainty, >=, wrong);
      g_assert_cmpfloat (uncertainty, <=, loose * wrong);
      /* The range differs by the uncertainty, too. */
      if (isfinite (a))
        g_assert_cmpfloat (fabs (a - b), <=, uncertainty * (1 + 0.02 * b));
      g_assert_true (isnan (ls_comparison_get_uncertainty (truth, i)));
    }
}

static void
test_black_boxes (void)
{
  g_autoptr (LsModel) bodies = example_two_bodies ();
  g_autoptr (LsModel) prey = example_lotka_volterra ();

  take_capabilities (bodies);
  take_capabilities (prey);
  /* The runs that it is made of are balanced: far more right than their differences tell. */
  check (bodies, "ni-jacobi:extrapolation=0", 1e-3, 2, 10000);
  check (bodies, "gauss-seidel:balance=off:feed-through=off", 2e-4, 2, 10000);
  check (prey, "ni-jacobi:extrapolation=0", 0.1, 20, 10000);
  check (prey, "ni-jacobi:extrapolation=1:balance=off", 0.02, 20, 10000);
}

/* Fourth order leaves so little that rounding and the least doubt about the order show. */
static void
test_all_capabilities (void)
{
  g_autoptr (LsModel) bodies = example_two_bodies ();
  g_autoptr (LsModel) prey = example_lotka_volterra ();

  check (bodies, "ni-jacobi", 4e-3, 2, 1000);
  check (prey, "ni-jacobi", 0.1, 20, 1000);
}

/* At 4e-2 s all methods are far off on two bodies: finer steps are taken. */
static void
test_divergence (void)
{
  g_autoptr (LsModel) bodies = example_two_bodies ();
  g_autoptr (LsComparison) comparison = NULL;
  const char *description;

  take_capabilities (bodies);
  check (bodies, "ni-jacobi", 4e-2, 2, 10000);
  comparison = run (bodies, "ni-jacobi", 4e-2, 2, "extrapolated");
  description = ls_reference_get_description (ls_comparison_get_reference (comparison));
  g_test_message ("%s", description);
  g_assert_null (strstr (description, "h = 0.04 "));
}

/* Without Model Exchange it is the reference that is taken, with figures that say so. */
static void
test_automatic (void)
{
  g_autoptr (LsModel) model
      = example_pair ("tests/fmus/capless-prey.fmu", "tests/fmus/capless-predator.fmu");
  g_autoptr (LsComparison) comparison = run (model, "ni-jacobi", 0.1, 10, NULL);
  LsReference *reference = ls_comparison_get_reference (comparison);
  g_autofree char *table = ls_report_make ("table", comparison);
  g_autofree char *json = ls_report_make ("json", comparison);
  double time;

  g_assert_cmpstr (ls_reference_get_kind (reference), ==, "extrapolated");
  g_assert_nonnull (strstr (ls_comparison_get_reference_note (comparison), "Model Exchange"));
  g_assert_cmpuint (ls_reference_get_n_runs (reference, &time), >=, 6);
  g_assert_cmpfloat (time, >, 0);
  g_assert_nonnull (ls_reference_get_check (reference));
  g_assert_nonnull (strstr (table, " ± "));
  g_assert_nonnull (strstr (json, "\"uncertainty\": {"));
}

static void
cancel_cb (LsComparison *comparison,
           LsComparisonStage stage,
           G_GNUC_UNUSED guint index,
           double fraction,
           gpointer user_data)
{
  double *last = user_data;

  g_assert_cmpfloat (fraction, >=, 0);
  g_assert_cmpfloat (fraction, <=, 1);
  *last = fraction;
  if (stage == LS_COMPARISON_REFERENCE)
    ls_comparison_cancel (comparison);
}

static void
test_cancel (void)
{
  g_autoptr (LsModel) bodies = example_two_bodies ();
  g_autoptr (LsComparison) comparison = make (bodies, "ni-jacobi", 1e-4, 2);
  g_autoptr (GError) error = NULL;
  double last = 0;

  g_assert_true (ls_comparison_set_reference (comparison, "extrapolated", NULL));
  g_assert_false (ls_comparison_execute (comparison, NULL, cancel_cb, &last, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_CANCELLED);
  g_assert_null (ls_comparison_get_reference (comparison));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/extrapolated/black-boxes", test_black_boxes);
  g_test_add_func ("/run/extrapolated/all-capabilities", test_all_capabilities);
  g_test_add_func ("/run/extrapolated/divergence", test_divergence);
  g_test_add_func ("/run/extrapolated/automatic", test_automatic);
  g_test_add_func ("/run/extrapolated/cancel", test_cancel);
  return g_test_run ();
}
