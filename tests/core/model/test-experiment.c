/* Experiments: choices of methods as texts, copies, what makes two of them differ. */
#include "core/base/status.h"
#include "core/model/experiment.h"

#include <math.h>

static void
check_choice (const char *text, guint n_options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (text, &error);
  g_autofree char *back = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (choice->options->len, ==, n_options);
  back = ls_method_choice_to_text (choice);
  g_assert_cmpstr (back, ==, text);
}

static void
test_experiment (void)
{
  static const char *const bad[] = {
    "", ":", "missiles:", "missiles:x", "missiles:=on", "missiles:x=", "MISSILES", "a b", "a::b=c"
  };
  g_autoptr (LsExperiment) a = ls_experiment_new ();
  g_autoptr (LsExperiment) b = NULL;
  double step = 0.1;

  check_choice ("missiles", 0);
  check_choice ("missiles:affine-term=off:laplace=exact", 2);
  check_choice ("x:a=b=c", 1);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ls_method_choice_parse (bad[i], &error));
      g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
    }
  g_assert_true (isnan (a->stop_time));
  g_ptr_array_add (a->methods, ls_method_choice_parse ("missiles:affine-term=off", NULL));
  ls_experiment_add_orbit (a, "a.x", "b.y");
  g_array_append_val (a->step_sizes, step);
  b = ls_experiment_copy (a);
  g_assert_true (ls_experiment_equal (a, b));
  b->stop_time = 1.0;
  g_assert_false (ls_experiment_equal (a, b));
  b->stop_time = NAN;
  g_assert_true (ls_experiment_equal (a, b));
  b->tolerance = 1e-6;
  g_assert_false (ls_experiment_equal (a, b));
  b->tolerance = 0.0;
  b->reference = g_strdup ("finest");
  g_assert_false (ls_experiment_equal (a, b));
  g_clear_pointer (&b->reference, g_free);
  g_assert_true (ls_experiment_equal (a, b));
  g_ptr_array_add (((LsMethodChoice *)b->methods->pdata[0])->options, g_strdup ("x=y"));
  g_assert_false (ls_experiment_equal (a, b));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/model/experiment", test_experiment);
  return g_test_run ();
}
