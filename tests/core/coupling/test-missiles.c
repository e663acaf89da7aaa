/* What MISSILES does on models of many components and how often it linearises. */
#include "unit.h"

#include <math.h>

/* Body @i of @n: by normal modes, as in the README of the chain. */
static double
get_chain_position (guint n, guint i, double t)
{
  double sum = 0.0, damping = 0.1;

  for (guint k = 1; k <= n; k++)
    {
      double a = k * G_PI / (n + 1), root = sin (0.5 * a);
      double square = 40.0 * root * root - damping * damping;
      double w = sqrt (fabs (square));
      double mode = square > 0.0 ? cos (w * t) + damping / w * sin (w * t)
                                 : cosh (w * t) + damping / w * sinh (w * t);

      sum += sin (a) * sin (i * a) * exp (-damping * t) * mode;
    }
  return 2.0 / (n + 1) * sum;
}

static double
run_chain (const char *choice, double h, LsCounts *counts)
{
  g_autoptr (LsModel) model = unit_open ("chain-100.ssp");
  g_autoptr (LsMaster) master = unit_start (model, choice, 5.0, h);
  double value = unit_run (master, "body_002.x");

  if (counts != NULL)
    ls_master_get_counts (master, counts);
  return value;
}

/* Sparse and dense matrices give the same, and what the chain really does. */
static void
test_chain (void)
{
  double exact = get_chain_position (100, 2, 5.0);
  double sparse = run_chain ("missiles:matrix=sparse", 0.02, NULL);
  double dense = run_chain ("missiles:matrix=dense", 0.1, NULL);
  double fine = run_chain ("missiles", 0.01, NULL);

  /* Twelve decimals are given. */
  g_assert_cmpfloat_with_epsilon (exact, 0.012891941557, 1e-12);
  /* The same numbers in another order: rounding over 50 steps. */
  g_assert_cmpfloat_with_epsilon (run_chain ("missiles:matrix=sparse", 0.1, NULL), dense, 1e-14);
  g_test_message ("errors %g at 0.02 s, %g at 0.01 s", sparse - exact, fine - exact);
  /* The fastest wave has w = 2 sqrt (10) / s: (w h)^4 / 384 of 1 m is 7e-7, and the next term of
   * the error (w h)^2 = 0.016 of the first, 0.02 in the order. */
  g_assert_cmpfloat (fabs (sparse - exact), <=, 1e-6);
  g_assert_cmpfloat_with_epsilon (log2 ((sparse - exact) / (fine - exact)), 4.0, 0.03);
}

static double
run_populations (const char *choice, LsCounts *counts)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  g_autoptr (LsMaster) master = unit_start (model, choice, 20.0, 0.01);
  double value = unit_run (master, "prey.population");

  ls_master_get_counts (master, counts);
  return value;
}

/* Kept matrices: never missed on a linear model, at a price on another one, which is told. */
static void
test_relinearise (void)
{
  LsCounts always, rarely, chain;
  /* (p, P) at 20 s, computed independently. */
  const double exact = 0.790321729807;
  double wrong = fabs (run_populations ("missiles", &always) - exact);
  double kept = fabs (run_populations ("missiles:relinearise=1e-5", &rarely) - exact);

  g_test_message ("error %.3g and %.3g, linearised %.0f and %.0f times, told %.3g", wrong, kept,
                  (double)always.linearisations, (double)rarely.linearisations,
                  rarely.linearisation_error);
  g_assert_cmpuint (always.linearisations, ==, 4000);
  g_assert_cmpfloat (always.linearisation_error, ==, 0.0);
  g_assert_cmpuint (rarely.linearisations, <, 1000);
  g_assert_cmpfloat (rarely.linearisation_error, >, 0.0);
  /* What relinearise allows. */
  g_assert_cmpfloat (rarely.linearisation_error, <=, 1e-5);
  /* Of the outputs, which it moves much less. */
  g_assert_cmpfloat (kept, <=, 1e-6);
  run_chain ("missiles:relinearise=1e-9", 0.02, &chain);
  g_assert_cmpuint (chain.linearisations, ==, 100);
}

/* Components that depend on time are asked for it on every step, others now and then. */
static void
test_time_counts (void)
{
  LsCounts counts;
  g_autoptr (LsModel) model = unit_open ("lotka-volterra-time.ssp");
  g_autoptr (LsMaster) master = unit_start (model, "missiles", 2.0, 0.01);

  unit_run (master, "prey.population");
  ls_master_get_counts (master, &counts);
  g_assert_cmpuint (counts.time_derivatives, ==, 400);
  run_populations ("missiles", &counts);
  g_assert_cmpuint (counts.time_derivatives, <=, 100);
  g_assert_cmpuint (counts.time_derivatives, >=, 4);
  run_populations ("missiles:time-derivative=off", &counts);
  g_assert_cmpuint (counts.time_derivatives, ==, 0);
}

/* Odd numbers of terms. */
static void
test_options (void)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  g_autoptr (GError) error = NULL;
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse ("missiles:stehfest-terms=7", NULL);
  g_autoptr (LsOptions) options = ls_coupling_method_read_options (choice, &error);
  LsMasterSettings settings = { .options = options, .stop_time = 1.0, .step_size = 0.1 };

  g_assert_no_error (error);
  settings.method = ls_coupling_method_find ("missiles", NULL);
  settings.tolerance = NAN;
  g_assert_null (ls_master_new (model, &settings, NULL, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/missiles/chain", test_chain);
  g_test_add_func ("/cosim/missiles/relinearise", test_relinearise);
  g_test_add_func ("/cosim/missiles/time-counts", test_time_counts);
  g_test_add_func ("/cosim/missiles/options", test_options);
  return g_test_run ();
}
