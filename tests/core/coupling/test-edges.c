/* Models at the edge, by every method: no inputs, no outputs, one output to
 * many inputs, a component that feeds itself, nothing connected. */
#include "unit.h"

#include <math.h>

static double
run (const LsModel *model, const char *method, const char *signal)
{
  g_autoptr (LsMaster) master = unit_start (model, method, 1.0, 1e-3);
  double value = unit_run (master, signal);

  g_test_message ("%s: %s = %.9g", method, signal, value);
  g_assert_true (ls_master_finish (master, NULL));
  return value;
}

static void
for_each_method (const LsModel *model, const char *signal, double expected, double tolerance)
{
  for (guint i = 0; i < ls_coupling_method_get_n (); i++)
    {
      const LsCouplingMethod *method = ls_coupling_method_get (i);

      /* Quanta of 1e-4 of the value; the first order has the greatest error, a few of them. */
      g_assert_cmpfloat_with_epsilon (
          run (model, ls_coupling_method_get_id (method), signal), expected,
          ls_coupling_method_is_asynchronous (method) ? 1e-3 : tolerance);
    }
}

/* With half a predator the prey neither grows nor falls; a second prey, with no outputs, takes it
 * for its predator: p' = p (2/3 - 4/3). */
static void
test_no_outputs (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  guint sink = unit_add (model, "LS_TEST_FMUS", "no-outputs.fmu", "sink");
  guint prey = unit_add (model, "LS_TEST_MODELS", "prey.fmu", "prey");

  unit_set (model, prey, "predators", "0.5");
  unit_connect (model, prey, "population", sink, "predators");
  /* Constant inputs: each FMU integrates to 1e-12. */
  for_each_method (model, "sink.population", exp (-2.0 / 3.0), 1e-10);
}

/* A bouncing ball, that wants to know nothing. */
static void
test_no_inputs (void)
{
  static const char *const choices[]
      = { "ni-jacobi", "ni-jacobi:extrapolation=flexible:smooth=on", "gauss-seidel",
          "iterated-jacobi", "iterated-gauss-seidel",
          /* Linearises; the number of bounces is an output without derivatives. */
          "missiles", "ifosmondi-jfm", "costarica" };
  g_autoptr (LsModel) model = ls_model_new ();
  double first = NAN;

  unit_add (model, "LS_TEST_FMUS", "events.fmu", "ball");
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      double height = run (model, choices[i], "ball.h");

      /* The same steps of the same FMU. */
      if (i == 0)
        first = height;
      g_assert_cmpfloat (height, ==, first);
    }
}

/* The prey is its own predator: logistic growth, p = 1 / (2 - exp (-2/3 t)) from 1 down to 1/2. */
static void
test_self (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  guint prey = unit_add (model, "LS_TEST_MODELS", "prey.fmu", "prey");

  unit_connect (model, prey, "population", prey, "predators");
  /* Held inputs have an error of half the step times the change of the input. */
  for_each_method (model, "prey.population", 1.0 / (2.0 - exp (-2.0 / 3.0)), 3e-4);
}

/* One output to four inputs, of which one is in the loop. */
static void
test_many (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  guint first = unit_add (model, "LS_TEST_MODELS", "predator.fmu", "first");
  guint prey = unit_add (model, "LS_TEST_MODELS", "prey.fmu", "prey");

  unit_connect (model, prey, "population", first, "prey");
  unit_connect (model, first, "population", prey, "predators");
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("copy-%u", i);

      unit_connect (model, prey, "population",
                    unit_add (model, "LS_TEST_MODELS", "predator.fmu", name), "prey");
    }
  /* Lotka-Volterra at t = 1 s, as published with the MISSILES method; methods of first
   * order at 1e-3 s. */
  for_each_method (model, "first.population", 0.777438724767, 1e-3);
  for_each_method (model, "copy-2.population", 0.777438724767, 1e-3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/edges/no-outputs", test_no_outputs);
  g_test_add_func ("/cosim/edges/no-inputs", test_no_inputs);
  g_test_add_func ("/cosim/edges/self", test_self);
  g_test_add_func ("/cosim/edges/many", test_many);
  return g_test_run ();
}
