/* Iterated Jacobi and Gauss-Seidel: what they converge to, how fast, what they
 * count, and what they say when they do not converge. */
#include "unit.h"

#include <math.h>
#include <string.h>

/* Halving the step divides the error by 2^order; eps is far below the error of the step. */
static void
check_order (const char *choice, double h, double order, double tolerance)
{
  double observed = log2 (unit_measure_bodies (choice, h) / unit_measure_bodies (choice, h / 2));

  g_test_message ("%s: order %.3f", choice, observed);
  g_assert_cmpfloat (fabs (observed - order), <=, tolerance);
}

static void
test_orders (void)
{
  /* The next term is (w h)^2 = 0.004 of the first one, w = 64 / s. */
  check_order ("iterated-jacobi:eps=1e-12", 1e-3, 2.0, 0.01);
  check_order ("iterated-gauss-seidel:eps=1e-12", 1e-3, 2.0, 0.01);
  /* The next term is a twentieth of the first one. */
  check_order ("iterated-jacobi:eps=1e-12:interpolation=constant", 2.5e-4, 1.0, 0.1);
  check_order ("iterated-gauss-seidel:eps=1e-12:interpolation=constant", 2.5e-4, 1.0, 0.1);
}

/* The solution of the step is one, however it is found. */
static void
test_one_solution (void)
{
  static const char *const choices[] = {
    "iterated-jacobi:eps=1e-13",
    "iterated-jacobi:eps=1e-13:aitken=on",
    "iterated-jacobi:eps=1e-13:relaxation=0.7:max-iterations=100",
    "iterated-gauss-seidel:eps=1e-13",
    "iterated-gauss-seidel:eps=1e-13:order=right/left",
    "iterated-gauss-seidel:eps=1e-13:aitken=on",
  };
  double first = NAN;

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      g_autoptr (LsModel) model = unit_open ("two-bodies.ssp");
      g_autoptr (LsMaster) master = unit_start (model, choices[i], 0.5, 1e-3);
      double x = unit_run (master, "left.x");

      if (i == 0)
        first = x;
      /* eps is 1e-13, on 500 steps, of which most leave much less. */
      g_assert_cmpfloat_with_epsilon (x, first, 1e-12);
    }
}

/* At 4 ms and above held inputs are unstable; iterated ones are not. */
static void
test_stability (void)
{
  /* In %: what is unstable grows beyond all sizes, the second order leaves 0.3 and 1.1. */
  g_assert_cmpfloat (unit_measure_bodies ("ni-jacobi", 5e-3), >, 1e3);
  g_assert_cmpfloat (unit_measure_bodies ("iterated-jacobi", 5e-3), <, 1.0);
  g_assert_cmpfloat (unit_measure_bodies ("iterated-gauss-seidel", 1e-2), <, 2.0);
}

/* Each iteration steps both systems, and each but the first of a step rolls back. */
static void
test_counts (void)
{
  static const char *const choices[] = { "iterated-jacobi", "iterated-gauss-seidel" };
  guint64 iterations[2];

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
      g_autoptr (LsMaster) master = unit_start (model, choices[i], 20.0, 0.1);
      LsCounts counts;

      unit_run (master, "prey.population");
      ls_master_get_counts (master, &counts);
      g_assert_cmpuint (counts.macro_steps, ==, 200);
      g_assert_cmpuint (counts.iterations, >, 400);
      g_assert_cmpuint (counts.rollbacks, ==, counts.iterations - 200);
      g_assert_cmpuint (counts.do_step, ==, 2 * counts.iterations);
      g_assert_cmpuint (counts.rejected_steps, ==, 0);
      iterations[i] = counts.iterations;
    }
  g_assert_cmpuint (iterations[1], <, iterations[0]);
}

/* Direct feed-through on both sides with a gain of -3 a round. Positions at t = 0.5 s by the
 * closed form of the model's description. */
static double
run_feed_through (const char *choice, double h, LsCounts *counts)
{
  g_autoptr (LsModel) model = unit_open ("feed-through.ssp");
  g_autoptr (LsMaster) master = unit_start (model, choice, 0.5, h);
  double error = fabs (unit_run (master, "left.x") + 0.096478526596);

  ls_master_get_counts (master, counts);
  g_test_message ("%s h = %g: %.3g m, %" G_GUINT64_FORMAT " iterations", choice, h, error,
                  counts->iterations);
  return error;
}

/* Methods that start from the last outputs: with loops solved before each step they are of the
 * first order; without, values grow by 3 in each. */
static void
test_resolved (void)
{
  static const char *const choices[] = { "ni-jacobi", "gauss-seidel" };
  static const char *const names[] = { "left", "right" };

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      double errors[2];

      for (guint k = 0; k < 2; k++)
        {
          g_autoptr (LsModel) model = unit_open ("feed-through.ssp");
          g_autoptr (LsMaster) master = NULL;

          for (guint n = 0; n < 2; n++)
            ls_model_set_solver (model, ls_model_find_component_by_name (model, names[n])->id,
                                 "dopri5");
          master = unit_start (model, choices[i], 0.5, k == 0 ? 1e-3 : 5e-4);
          errors[k] = fabs (unit_run (master, "left.x") + 0.096478526596);
        }
      g_test_message ("%s: %.3g %.3g m", choices[i], errors[0], errors[1]);
      g_assert_cmpfloat (errors[0], <=, 0.05);
      /* The next term of the error is about 10 h / s = 0.01 of the first. */
      g_assert_cmpfloat_with_epsilon (log2 (errors[0] / errors[1]), 1.0, 0.2);
    }
}

static void
test_feed_through (void)
{
  const char *aitken = "iterated-gauss-seidel:aitken=on:eps=1e-11";
  LsCounts counts;
  double coarse = run_feed_through (aitken, 0.01, &counts);
  double fine;

  /* One input lags, and the loop is linear: a round to begin with, a relaxed one, the solution. */
  g_assert_cmpuint (counts.iterations, <=, 3 * counts.macro_steps);
  fine = run_feed_through (aitken, 0.005, &counts);
  /* The next term of the error is about (10 h / s)^2 = 0.01 of the first. */
  g_assert_cmpfloat (fabs (log2 (coarse / fine) - 2.0), <=, 0.1);
  g_assert_cmpfloat (
      /* The same solution; 100 steps with 1e-11 are 2e-5 of its error. */
      run_feed_through ("iterated-gauss-seidel:relaxation=0.25:eps=1e-11", 0.005, &counts), <,
      1.01 * fine);
  g_assert_cmpfloat (
      run_feed_through ("iterated-jacobi:relaxation=0.25:eps=1e-11:max-iterations=300", 0.005,
                        &counts),
      <, 1.01 * fine);
}

static void
check_divergence (const char *choice, const char *const *parts)
{
  g_autoptr (LsModel) model = unit_open ("feed-through.ssp");
  g_autoptr (LsMaster) master = unit_start (model, choice, 5.0, 0.01);
  g_autoptr (GError) error = NULL;

  while (ls_master_step (master, &error))
    g_assert_false (ls_master_is_done (master));
  g_assert_error (error, LS_ERROR, LS_ERROR_RUN);
  for (guint i = 0; parts[i] != NULL; i++)
    if (strstr (error->message, parts[i]) == NULL)
      g_error ("“%s” does not say “%s”", error->message, parts[i]);
  g_assert_cmpfloat (ls_master_get_time (master), <, 5.0);
}

/* Passed round without relaxation the values grow by 3: named are step, residual, component, input
 * and what to try. */
static void
test_divergence (void)
{
  const char *jacobi[] = { "iterated-jacobi at t = 0 s",
                           "step of 0.01 s",
                           "after 20 iterations",
                           "residual is",
                           "right",
                           "“F”",
                           "aitken=on",
                           "relaxation below 1",
                           NULL };
  const char *runaway[] = { "step of 0.01 s", "residual is", "aitken=on", NULL };
  const char *gauss_seidel[] = { "left: iterated-gauss-seidel", "“v_joint”", "aitken=on", NULL };
  const char *aitken[] = { "try a relaxation below 1,", NULL };

  check_divergence ("iterated-jacobi", jacobi);
  check_divergence ("iterated-jacobi:max-iterations=100000", runaway);
  check_divergence ("iterated-gauss-seidel", gauss_seidel);
  check_divergence ("iterated-jacobi:aitken=on:max-iterations=3", aitken);
}

/* A step that does not settle, as it is longer than a period, is taken in parts that do: the run
 * comes to its end, as right as with equal steps of a part. Without them it says why it cannot. */
static void
test_shortened (void)
{
  static const char *const choices[] = { "iterated-jacobi", "iterated-gauss-seidel" };
  /* Of the left body after 2 s, by exact propagation of the linear system. */
  const double x = -0.9864696274286;

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      g_autoptr (LsModel) model = unit_open ("two-bodies.ssp");
      g_autoptr (LsMaster) long_steps = unit_start (model, choices[i], 2.0, 0.1);
      g_autoptr (LsMaster) equal = unit_start (model, choices[i], 2.0, 0.025);
      g_autoptr (LsMaster) fixed = NULL;
      g_autoptr (GError) error = NULL;
      const double wrong = fabs (unit_run (long_steps, "left.x") - x);
      LsCounts counts;

      ls_master_get_counts (long_steps, &counts);
      g_assert_cmpuint (counts.macro_steps, ==, 20);
      g_assert_cmpuint (counts.rejected_steps, >=, 20);
      g_assert_cmpfloat (wrong, <, 2.0 * fabs (unit_run (equal, "left.x") - x));
      ls_model_add_without (model, ls_model_get_component (model, 0)->id, "variable-step");
      fixed = unit_start (model, choices[i], 2.0, 0.1);
      g_assert_false (ls_master_step (fixed, &error));
      g_assert_nonnull (
          strstr (error->message, "step of 0.1 s does not converge: after 20 iterations"));
    }
}

static void
check_refused (const char *option, const char *allowed)
{
  g_autoptr (LsMethodChoice) choice = ls_method_choice_new ("iterated-jacobi");
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (choice->options, g_strdup (option));
  g_assert_null (ls_coupling_method_read_options (choice, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
  g_assert_nonnull (strstr (error->message, allowed));
}

static void
test_refused (void)
{
  check_refused ("relaxation=0", "0.001 to 2");
  check_refused ("relaxation=2.1", "0.001 to 2");
  check_refused ("eps=0", "1e-15 to 1");
  check_refused ("eps=nan", "1e-15 to 1");
  check_refused ("max-iterations=0", "1 to 100000");
  check_refused ("interpolation=cubic", "constant, linear");
  check_refused ("order=graph", "max-iterations");
}

/* The predator cannot be rolled back: it is stepped once, the prey until it fits, and the result
 * is of the first order at least. */
static void
test_mixed (void)
{
  static const char *const choices[] = { "iterated-jacobi", "iterated-gauss-seidel" };
  double errors[2];

  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (LsModel) model = ls_model_new ();
      guint prey = unit_add (model, "LS_TEST_MODELS", "prey.fmu", "prey");
      guint predator = unit_add (model, "LS_TEST_FMUS", "capless-predator.fmu", "predator");
      g_autoptr (LsMaster) master = NULL;
      LsCounts counts;

      unit_connect (model, prey, "population", predator, "prey");
      unit_connect (model, predator, "population", prey, "predators");
      master = unit_start (model, choices[i / 2], 1.0, i % 2 == 0 ? 0.02 : 0.01);
      errors[i % 2] = fabs (unit_run (master, "prey.population") - 0.574284670367);
      ls_master_get_counts (master, &counts);
      g_test_message ("%s: %.3g", choices[i / 2], errors[i % 2]);
      g_assert_cmpuint (counts.do_step, ==, counts.macro_steps + counts.iterations);
      if (i % 2 == 1)
        g_assert_cmpfloat (log2 (errors[0] / errors[1]), >, 0.9);
    }
}

static void
test_explanations (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  guint with = unit_add (model, "LS_TEST_MODELS", "prey.fmu", "with");
  guint without = unit_add (model, "LS_TEST_FMUS", "capless-prey.fmu", "without");
  LsSystemInfo *info = ls_system_info_new (ls_model_find_component (model, without), NULL);
  gboolean possible = FALSE;
  g_autofree char *said = ls_coupling_method_explain (
      ls_coupling_method_find ("iterated-jacobi", NULL), info, &possible);

  g_assert_true (possible);
  g_assert_nonnull (strstr (said, info->reasons[LS_CAPABILITY_ROLLBACK]));
  g_assert_nonnull (strstr (said, info->reasons[LS_CAPABILITY_POLYNOMIAL_INPUTS]));
  ls_system_info_free (info);
  info = ls_system_info_new (ls_model_find_component (model, with), NULL);
  g_assert_null (ls_coupling_method_explain (ls_coupling_method_find ("iterated-jacobi", NULL),
                                             info, &possible));
  g_assert_true (possible);
  ls_system_info_free (info);
}

/* A component that takes small steps only from t = 0.5 s on: all go back and take those. */
static void
test_discard (void)
{
  static const char *const choices[]
      = { "iterated-jacobi", "iterated-gauss-seidel:order=bad/prey" };

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      double values[2];

      for (guint fault = 0; fault < 2; fault++)
        {
          g_autoptr (LsModel) model = ls_model_new ();
          guint prey = unit_add (model, "LS_TEST_MODELS", "prey.fmu", "prey");
          guint bad = unit_add (model, "LS_TEST_FMUS", "faulty.fmu", "bad");
          g_autoptr (LsMaster) master = NULL;
          LsCounts counts;

          unit_connect (model, prey, "population", bad, "u");
          unit_set (model, bad, "fault", fault == 0 ? "none" : "discard");
          unit_set (model, bad, "largest_step", "0.03");
          master = unit_start (model, choices[i], 1.0, 0.1);
          values[fault] = unit_run (master, "bad.x");
          ls_master_get_counts (master, &counts);
          g_assert_cmpuint (counts.macro_steps, ==, 10);
          g_assert_cmpint (counts.rejected_steps >= 5, ==, fault == 1);
        }
      /* The error of a straight line between values 0.1 s apart. */
      g_assert_cmpfloat_with_epsilon (values[0], values[1], 1e-4);
    }
}

/* The estimator is exact where components are linear: the same solution, with one integration of
 * each step and no rollback. */
static void
test_estimator (void)
{
  static const char *const choices[] = {
    "iterated-jacobi:eps=1e-13",
    "iterated-jacobi:eps=1e-13:estimator=always",
    "iterated-jacobi:eps=1e-13:interpolation=linear:force=left=estimate",
    "iterated-gauss-seidel:eps=1e-13:estimator=always",
    "iterated-gauss-seidel:eps=1e-13:force=left=estimate/right=estimate",
  };
  double first = NAN;

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      g_autoptr (LsModel) model = unit_open ("two-bodies.ssp");
      g_autoptr (LsMaster) master = unit_start (model, choices[i], 0.5, 1e-3);
      double x = unit_run (master, "left.x");
      LsCounts counts;

      if (i == 0)
        first = x;
      /* eps is 1e-13, on 500 steps, of which most leave much less. */
      g_assert_cmpfloat_with_epsilon (x, first, 1e-12);
      ls_master_get_counts (master, &counts);
      if (strstr (choices[i], "always") != NULL)
        {
          g_assert_cmpuint (counts.do_step, ==, 2 * 500);
          g_assert_cmpuint (counts.rollbacks, ==, 0);
          g_assert_cmpuint (counts.linearisations, ==, 2 * 500);
        }
    }
}

/* Second order without rollback, by the estimator, where the components are not linear. */
static void
test_estimator_order (void)
{
  static const char *const choices[]
      = { "iterated-jacobi:eps=1e-12", "iterated-gauss-seidel:eps=1e-12" };

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      double x[3];

      for (guint k = 0; k < 3; k++)
        {
          g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
          g_autoptr (LsMaster) master = NULL;

          ls_model_add_without (model, ls_model_get_component (model, 0)->id, "rollback");
          ls_model_add_without (model, ls_model_get_component (model, 1)->id, "rollback");
          master = unit_start (model, choices[i], 10.0, 0.04 / (1 << k));
          x[k] = unit_run (master, "prey.population");
        }
      g_test_message ("%s: order %.3f", choices[i], log2 ((x[0] - x[1]) / (x[1] - x[2])));
      /* The next term of the error is h times the rates, about 0.08, of the first. */
      g_assert_cmpfloat_with_epsilon (log2 ((x[0] - x[1]) / (x[1] - x[2])), 2.0, 0.1);
    }
}

static char *
explain (const LsModel *model, guint component, const char *choice, gboolean *possible)
{
  g_autoptr (LsMethodChoice) parsed = ls_method_choice_parse (choice, NULL);
  g_autoptr (LsOptions) options = ls_coupling_method_read_options (parsed, NULL);
  LsSystemInfo *info = ls_system_info_new (ls_model_get_component (model, component), NULL);
  char *text = ls_coupling_method_explain_options (ls_coupling_method_find (parsed->method, NULL),
                                                   info, options, possible);

  ls_system_info_free (info);
  return text;
}

static void
assert_explained (
    const LsModel *model, const char *choice, gboolean possible, const char *part, gboolean has)
{
  gboolean here;
  g_autofree char *text = explain (model, 0, choice, &here);

  g_test_message ("%s: %s", choice, text);
  g_assert_cmpint (here, ==, possible);
  if (part == NULL)
    g_assert_null (text);
  else
    g_assert_cmpint (text != NULL && strstr (text, part) != NULL, ==, has);
}

/* What is done with a component is told before, and what cannot be is no run. */
static void
test_forced (void)
{
  static const char *const methods[]
      = { "iterated-jacobi", "iterated-gauss-seidel", "ifosmondi-jfm", "costarica" };
  g_autoptr (LsModel) able = unit_open ("lotka-volterra.ssp");
  g_autoptr (LsModel) unable = unit_open ("lotka-volterra.ssp");
  guint prey = ls_model_get_component (unable, 0)->id;

  ls_model_add_without (unable, prey, "rollback");
  ls_model_add_without (unable, prey, "linearisation");
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autofree char *estimate = g_strconcat (methods[i], ":force=prey=estimate", NULL);
      g_autofree char *integrate = g_strconcat (methods[i], ":force=prey=integrate", NULL);
      g_autofree char *other = g_strconcat (methods[i], ":force=predator=integrate", NULL);

      assert_explained (able, integrate, TRUE, NULL, FALSE);
      assert_explained (able, estimate, TRUE, "It is estimated", TRUE);
      assert_explained (unable, estimate, FALSE, "cannot be linearised", TRUE);
      assert_explained (unable, integrate, FALSE, "cannot be rolled back", TRUE);
      assert_explained (unable, other, TRUE, "rolled back", TRUE);
    }
}

static void
test_force_text (void)
{
  static const struct
  {
    const char *force, *said;
  } rows[] = { { "hare=estimate", "“hare=estimate”" },
               { "prey=guess", "“prey=guess”" },
               { "prey", "“prey”" },
               { "prey=estimate/predator", "“predator”" },
               { "=estimate", "prey, predator" } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
      g_autofree char *choice = g_strconcat ("iterated-jacobi:force=", rows[i].force, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (LsMethodChoice) parsed = ls_method_choice_parse (choice, &error);
      g_autoptr (LsOptions) options = ls_coupling_method_read_options (parsed, &error);
      LsMasterSettings settings = { .method = ls_coupling_method_find (parsed->method, NULL),
                                    .options = options,
                                    .stop_time = 1.0,
                                    .step_size = 0.1,
                                    .tolerance = NAN };

      g_assert_no_error (error);
      g_assert_null (ls_master_new (model, &settings, NULL, &error));
      g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
      g_assert_nonnull (strstr (error->message, rows[i].said));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/iterated/orders", test_orders);
  g_test_add_func ("/cosim/iterated/one-solution", test_one_solution);
  g_test_add_func ("/cosim/iterated/stability", test_stability);
  g_test_add_func ("/cosim/iterated/counts", test_counts);
  g_test_add_func ("/cosim/iterated/resolved", test_resolved);
  g_test_add_func ("/cosim/iterated/feed-through", test_feed_through);
  g_test_add_func ("/cosim/iterated/divergence", test_divergence);
  g_test_add_func ("/cosim/iterated/shortened", test_shortened);
  g_test_add_func ("/cosim/iterated/refused", test_refused);
  g_test_add_func ("/cosim/iterated/mixed", test_mixed);
  g_test_add_func ("/cosim/iterated/explanations", test_explanations);
  g_test_add_func ("/cosim/iterated/discard", test_discard);
  g_test_add_func ("/cosim/iterated/estimator", test_estimator);
  g_test_add_func ("/cosim/iterated/estimator-order", test_estimator_order);
  g_test_add_func ("/cosim/iterated/forced", test_forced);
  g_test_add_func ("/cosim/iterated/force-text", test_force_text);
  return g_test_run ();
}
