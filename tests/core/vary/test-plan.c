/* Plans of variations: kept with a model, and followed when a component is renamed. */
#include "core/ssp/ssp.h"
#include "core/vary/varied.h"

#include <glib/gstdio.h>

static LsVariationPlan *
make_plan (void)
{
  LsVariationPlan *plan = ls_variation_plan_new ();

  ls_variation_plan_set (plan, "left.k", "left.k=1:2:log");
  ls_variation_plan_set (plan, "right.d[1]", "right.d[1]=1,2,4");
  g_ptr_array_add (plan->measures, g_strdup ("peak=max(left.x)"));
  g_ptr_array_add (plan->measures, g_strdup ("final(right.x)"));
  g_free (plan->sample);
  plan->sample = g_strdup ("saltelli:64");
  plan->seed = 7;
  plan->n_jobs = 3;
  plan->traces = FALSE;
  plan->method = g_strdup ("missiles:laplace=exact");
  plan->step_size = 1.0 / 3;
  plan->tolerance = 1e-5;
  plan->data = g_strdup ("/data/measured & more.csv");
  return plan;
}

static void
test_set (void)
{
  g_autoptr (LsVariationPlan) plan = make_plan ();
  g_autofree char *name = ls_variation_plan_get_name (plan, 1);

  g_assert_cmpstr (name, ==, "right.d[1]");
  g_assert_cmpint (ls_variation_plan_find (plan, "left.k"), ==, 0);
  g_assert_cmpint (ls_variation_plan_find (plan, "left"), ==, -1);
  ls_variation_plan_set (plan, "left.k", "left.k=3:4");
  g_assert_cmpuint (plan->parameters->len, ==, 2);
  g_assert_cmpstr (plan->parameters->pdata[0], ==, "left.k=3:4");
  ls_variation_plan_set (plan, "left.k", NULL);
  g_assert_cmpint (ls_variation_plan_find (plan, "right.d[1]"), ==, 0);
}

static void
test_rename (void)
{
  g_autoptr (LsVariationPlan) plan = make_plan ();

  ls_variation_plan_rename (plan, "left", "first");
  g_assert_cmpstr (plan->parameters->pdata[0], ==, "first.k=1:2:log");
  g_assert_cmpstr (plan->parameters->pdata[1], ==, "right.d[1]=1,2,4");
  g_assert_cmpstr (plan->measures->pdata[0], ==, "peak=max(first.x)");
  g_assert_cmpstr (plan->measures->pdata[1], ==, "final(right.x)");
}

/* Written, read, and written once more without it. */
static void
test_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("plan-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "model.ssp", NULL);
  g_autoptr (LsModel) model = ls_model_new ();
  g_autoptr (LsModel) again = NULL;
  g_autoptr (LsModel) plain = NULL;
  g_autoptr (GError) error = NULL;
  LsExperiment *experiment = ls_model_get_experiment (model);

  ls_variation_plan_free (experiment->variation);
  experiment->variation = make_plan ();
  g_assert_true (ls_ssp_write (model, path, &error));
  g_assert_no_error (error);
  again = ls_ssp_read (path, &error);
  g_assert_no_error (error);
  g_assert_true (ls_experiment_equal (experiment, ls_model_get_experiment (again)));

  experiment = ls_model_get_experiment (again);
  ls_variation_plan_free (experiment->variation);
  experiment->variation = ls_variation_plan_new ();
  g_assert_true (ls_ssp_write (again, path, &error));
  plain = ls_ssp_read (path, &error);
  g_assert_no_error (error);
  g_assert_true (ls_variation_plan_is_default (ls_model_get_experiment (plain)->variation));
  g_unlink (path);
  g_rmdir (folder);
}

/* What the plan says comes before the experiment; its step size alone means fixed steps. */
static void
test_steps (void)
{
  static const struct
  {
    double planned[2], chosen[2];
  } cases[] = { { { 0, 0 }, { 0.1, 1e-3 } },
                { { 0.2, 0 }, { 0.2, 0 } },
                { { 0, 1e-4 }, { 0.1, 1e-4 } },
                { { 0.2, 1e-4 }, { 0.2, 1e-4 } } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsVariationPlan) plan = ls_variation_plan_new ();
      double step = 0.1, tolerance = 1e-3;

      plan->step_size = cases[i].planned[0];
      plan->tolerance = cases[i].planned[1];
      ls_variation_plan_choose_steps (plan, &step, &tolerance);
      g_assert_cmpfloat (step, ==, cases[i].chosen[0]);
      g_assert_cmpfloat (tolerance, ==, cases[i].chosen[1]);
    }
}

/* The text form reads back to the same range. */
static void
test_text (void)
{
  static const char *const texts[] = { "a.b=0.1:0.3",      "a.b=1e-30:7:log",   "a.b=-2:5:9",
                                       "a.b=1:1000:log:3", "a.b=1,-2.5,1e+300", "a.b=false,true" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (LsVaried) varied = ls_varied_parse (texts[i], NULL);
      g_autofree char *text = ls_varied_to_text (varied);

      g_assert_cmpstr (text, ==, texts[i]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vary/plan/set", test_set);
  g_test_add_func ("/vary/plan/rename", test_rename);
  g_test_add_func ("/vary/plan/file", test_file);
  g_test_add_func ("/vary/plan/steps", test_steps);
  g_test_add_func ("/vary/plan/text", test_text);
  return g_test_run ();
}
