/* The classical methods: error figures that were computed independently, with
 * exact integration of the subsystems; orders of convergence; what the options
 * do; models at the edge. */
#include "unit.h"

#include <math.h>
#include <string.h>

static void
check_bodies (const char *choice, double at_1e3, double at_1e4)
{
  /* The published figures have five digits. */
  g_assert_cmpfloat (fabs (unit_measure_bodies (choice, 1e-3) / at_1e3 - 1.0), <=, 2e-4);
  g_assert_cmpfloat (fabs (unit_measure_bodies (choice, 1e-4) / at_1e4 - 1.0), <=, 2e-4);
}

static void
test_figures (void)
{
  check_bodies ("ni-jacobi", 5.8008, 0.29329);
  check_bodies ("ni-jacobi:extrapolation=1", 0.16566, 1.6571e-3);
  check_bodies ("gauss-seidel:order=left/right", 1.13231, 0.0972392);
  check_bodies ("gauss-seidel:order=right/left", 1.33522, 0.119750);
}

/* Halving the step divides the error by 2^order; the next term of the error is a twentieth of the
 * first one at these steps, more for held inputs, which are near their limit of stability. */
static void
check_order (const char *choice, double h, double order)
{
  double observed = log2 (unit_measure_bodies (choice, h) / unit_measure_bodies (choice, h / 2));

  g_test_message ("%s: order %.3f", choice, observed);
  /* The next term, as above, in the binary logarithm. */
  g_assert_cmpfloat (fabs (observed - order), <=, 0.15);
}

static void
test_orders (void)
{
  check_order ("ni-jacobi", 1e-4, 1.0);
  check_order ("ni-jacobi:extrapolation=1", 5e-4, 2.0);
  check_order ("ni-jacobi:extrapolation=2", 5e-4, 3.0);
  check_order ("ni-jacobi:smooth=on", 1e-4, 1.0);
  check_order ("ni-jacobi:extrapolation=1:smooth=on", 5e-4, 2.0);
  check_order ("ni-jacobi:extrapolation=2:smooth=on", 5e-4, 3.0);
  check_order ("gauss-seidel", 1e-4, 1.0);
  check_order ("gauss-seidel:interpolation=on", 1e-4, 1.0);
}

/* The order that fits is better than a low one, and not much worse than any. */
static void
test_flexible (void)
{
  double flexible = unit_measure_bodies ("ni-jacobi:extrapolation=flexible", 1e-3);

  g_assert_cmpfloat (flexible, <, 0.1 * unit_measure_bodies ("ni-jacobi:extrapolation=1", 1e-3));
  g_assert_cmpfloat (flexible, <, unit_measure_bodies ("ni-jacobi:extrapolation=2", 1e-3));
}

/* Smooth inputs end each step where their sources were foretold to be: on the line through the two
 * outputs before. */
static void
test_smooth (void)
{
  const char *signals[] = { "prey.population", "predator.prey", NULL };
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  g_autoptr (LsMaster) master
      = unit_start (model, "ni-jacobi:extrapolation=1:smooth=on", 5.0, 0.01);
  double before = 0.0, now = 0.0, values[2] = { 0.0, 0.0 };

  g_assert_true (ls_master_set_signals (master, signals, NULL));
  for (guint k = 0; !ls_master_is_done (master); k++)
    {
      before = now;
      g_assert_true (ls_master_read (master, values, NULL));
      now = values[0];
      g_assert_true (ls_master_step (master, NULL));
      g_assert_true (ls_master_read (master, values, NULL));
      if (k > 0)
        /* Rounding of values of about 1. */
        g_assert_cmpfloat_with_epsilon (values[1], 2.0 * now - before, 1e-13);
      else
        g_assert_cmpfloat (values[1], ==, now);
    }
  /* The exact solution at t = 5 s; second order: h^2 is 1e-4. */
  g_assert_cmpfloat_with_epsilon (values[0], 1.19247711965, 1e-3);
}

/* Components that hold their inputs over a step get the mean of each polynomial: second order
 * for a straight line. */
static void
test_held (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  guint prey = unit_add (model, "LS_TEST_FMUS", "capless-prey.fmu", "prey");
  guint predator = unit_add (model, "LS_TEST_FMUS", "capless-predator.fmu", "predator");
  double errors[2];

  unit_connect (model, prey, "population", predator, "prey");
  unit_connect (model, predator, "population", prey, "predators");
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (LsMaster) master
          = unit_start (model, "ni-jacobi:extrapolation=1:balance=off", 1.0, i == 0 ? 0.02 : 0.01);

      errors[i] = fabs (unit_run (master, "prey.population") - 0.574284670367);
    }
  /* The next term of the error is h times the rates, at most 0.04, of the first. */
  g_assert_cmpfloat (fabs (log2 (errors[0] / errors[1]) - 2.0), <=, 0.15);
}

static void
check_explained (const char *text, const LsSystemInfo *info, gboolean said)
{
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (text, NULL);
  g_autoptr (LsOptions) options = ls_coupling_method_read_options (choice, NULL);
  const LsCouplingMethod *method = ls_coupling_method_find (choice->method, NULL);
  gboolean possible = FALSE;
  g_autofree char *sentence = ls_coupling_method_explain_options (method, info, options, &possible);

  g_assert_true (possible);
  g_assert_cmpint (sentence != NULL, ==, said);
  if (said)
    g_assert_nonnull (strstr (sentence, info->reasons[LS_CAPABILITY_POLYNOMIAL_INPUTS]));
}

static void
test_explanations (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  guint id = unit_add (model, "LS_TEST_FMUS", "capless-prey.fmu", "prey");
  LsSystemInfo *info = ls_system_info_new (ls_model_find_component (model, id), NULL);

  check_explained ("ni-jacobi", info, TRUE);
  check_explained ("ni-jacobi:extrapolation=0", info, FALSE);
  check_explained ("ni-jacobi:extrapolation=1", info, TRUE);
  check_explained ("ni-jacobi:smooth=on", info, TRUE);
  check_explained ("gauss-seidel:balance=off:feed-through=off", info, FALSE);
  check_explained ("gauss-seidel:interpolation=on", info, TRUE);
  ls_system_info_free (info);
}

/* prey -> bad, which is in the model before its source: x' = u - x; with @largest_step it takes
 * no longer ones from t = 0.5 s on. */
static LsModel *
make_chain (const char *largest_step)
{
  LsModel *model = ls_model_new ();
  guint bad = unit_add (model, "LS_TEST_FMUS", "faulty.fmu", "bad");
  guint prey = unit_add (model, "LS_TEST_MODELS", "prey.fmu", "the/prey");

  unit_connect (model, prey, "population", bad, "u");
  unit_set (model, bad, "fault", largest_step != NULL ? "discard" : "none");
  if (largest_step != NULL)
    unit_set (model, bad, "largest_step", largest_step);
  return model;
}

/* Steps of other lengths, as a component demands them, are in the history with their times: the
 * result stays what it is with even steps, up to the error of the method. */
static void
test_uneven_steps (void)
{
  static const char *const choices[]
      = { "ni-jacobi:extrapolation=2", "ni-jacobi:extrapolation=flexible:smooth=on" };

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      g_autoptr (LsModel) chain = make_chain (NULL);
      g_autoptr (LsModel) uneven = make_chain ("0.013");
      g_autoptr (LsMaster) even = unit_start (chain, choices[i], 1.0, 0.1);
      g_autoptr (LsMaster) master = unit_start (uneven, choices[i], 1.0, 0.1);
      double error = unit_run (master, "bad.x") - unit_run (even, "bad.x");
      LsCounts counts;

      ls_master_get_counts (master, &counts);
      g_test_message ("%s: %.3g, %" G_GUINT64_FORMAT " rejected", choices[i], error,
                      counts.rejected_steps);
      g_assert_cmpuint (counts.rejected_steps, >=, 15);
      /* One step with a slope of eight times the right one would make 4e-4. */
      g_assert_cmpfloat (fabs (error), <, 1e-4);
    }
}

static double
run_chain (const char *choice)
{
  g_autoptr (LsModel) model = make_chain (NULL);
  g_autoptr (LsMaster) master = unit_start (model, choice, 1.0, 0.1);

  return unit_run (master, "bad.x");
}

/* The graph has the source first, wherever it is in the model. */
static void
test_graph (void)
{
  double by_graph = run_chain ("gauss-seidel");

  g_assert_cmpfloat (by_graph, ==, run_chain ("gauss-seidel:order=the/prey/bad"));
  g_assert_cmpfloat (by_graph, !=, run_chain ("gauss-seidel:order=bad/the/prey"));
  g_assert_cmpfloat (run_chain ("ni-jacobi"), ==, run_chain ("gauss-seidel:order=bad/the/prey"));
}

static void
check_order_refused (const char *order, const char *part)
{
  g_autoptr (LsModel) model = make_chain (NULL);
  g_autoptr (LsMethodChoice) choice = ls_method_choice_new ("gauss-seidel");
  g_autoptr (LsOptions) options = NULL;
  LsMasterSettings settings = { .method = ls_coupling_method_find ("gauss-seidel", NULL),
                                .stop_time = 1.0,
                                .step_size = 0.1,
                                .tolerance = NAN };
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (choice->options, g_strdup_printf ("order=%s", order));
  settings.options = options = ls_coupling_method_read_options (choice, &error);
  g_assert_no_error (error);
  g_assert_null (ls_master_new (model, &settings, NULL, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
  if (strstr (error->message, part) == NULL)
    g_error ("“%s” does not say “%s”", error->message, part);
}

static void
test_order_refused (void)
{
  check_order_refused ("bad", "missing: the/prey");
  check_order_refused ("bad/prey", "“prey”. There are: bad, the/prey");
  check_order_refused ("ba/the/prey", "“ba”");
  check_order_refused ("bad/the/prey/bad", "“bad” is named twice");
  check_order_refused ("/", "“”");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/classic/figures", test_figures);
  g_test_add_func ("/cosim/classic/orders", test_orders);
  g_test_add_func ("/cosim/classic/flexible", test_flexible);
  g_test_add_func ("/cosim/classic/smooth", test_smooth);
  g_test_add_func ("/cosim/classic/held", test_held);
  g_test_add_func ("/cosim/classic/explanations", test_explanations);
  g_test_add_func ("/cosim/classic/uneven-steps", test_uneven_steps);
  g_test_add_func ("/cosim/classic/graph", test_graph);
  g_test_add_func ("/cosim/classic/order-refused", test_order_refused);
  return g_test_run ();
}
