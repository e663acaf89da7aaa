/* Factor and offset of a connection, against the same equations with other parameters. */
#include "core/reference/reference.h"
#include "core/run/run.h"

#include "examples.h"

#include <math.h>

#define FACTOR 2.5
#define OFFSET -0.25

/* Prey, gamma and delta that the example has. */
static double
get_value (const LsModel *model, guint id, const char *name)
{
  return g_ascii_strtod (ls_model_get_value (model, id, name), NULL);
}

static void
set_value (LsModel *model, guint id, const char *name, double value)
{
  g_autofree char *text = g_strdup_printf ("%.17g", value);
  GError *error = NULL;

  ls_model_set_value (model, id, name, text, &error);
  g_assert_no_error (error);
}

/* Predators see FACTOR × prey + OFFSET: y' = y (delta (F x + O) - gamma), which is the example with
 * delta F for delta and gamma - delta O for gamma. @wired: by the connection, else by parameters.
 */
static LsModel *
make (gboolean wired)
{
  LsModel *model = example_lotka_volterra ();
  guint predator = ls_model_get_component (model, 1)->id;
  double gamma = get_value (model, predator, "gamma");
  double delta = get_value (model, predator, "delta");
  GError *error = NULL;

  if (wired)
    {
      ls_model_set_connection_transformation (model, ls_model_get_connection (model, 0)->id, FACTOR,
                                              OFFSET, &error);
      g_assert_no_error (error);
      return model;
    }
  set_value (model, predator, "delta", delta * FACTOR);
  set_value (model, predator, "gamma", gamma - delta * OFFSET);
  return model;
}

static const char *const signals[] = { "prey.population", "predator.population", NULL };

static LsRun *
run (LsModel *model, const char *method)
{
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (method, NULL);
  GError *error = NULL;
  LsRun *self = ls_run_new (model, choice, 0, 5, 0.05, signals, &error);

  g_assert_no_error (error);
  ls_run_execute (self, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return self;
}

static double
compare (LsTrace *a, LsTrace *b)
{
  double difference = 0;

  g_assert_cmpuint (ls_trace_get_n_rows (a), ==, ls_trace_get_n_rows (b));
  for (guint i = 0; i < ls_trace_get_n_rows (a); i++)
    for (guint k = 1; k <= 2; k++)
      difference = fmax (difference, fabs (ls_trace_get (a, k, i) - ls_trace_get (b, k, i)));
  return difference;
}

static void
test_methods (void)
{
  for (guint m = 0; m < ls_coupling_method_get_n (); m++)
    {
      const char *method = ls_coupling_method_get_id (ls_coupling_method_get (m));
      g_autoptr (LsModel) wired = make (TRUE);
      g_autoptr (LsModel) plain = make (FALSE);
      g_autoptr (LsRun) a = run (wired, method);
      g_autoptr (LsRun) b = run (plain, method);
      double difference = compare (ls_run_get_trace (a), ls_run_get_trace (b));

      g_test_message ("%s: %.1e", method, difference);
      /* The solvers inside work to 1e-12, on inputs that are scaled differently. */
      g_assert_cmpfloat (difference, <, 1e-11);
    }
}

static void
test_reference (void)
{
  double times[101];
  g_autoptr (LsModel) wired = make (TRUE);
  g_autoptr (LsModel) plain = make (FALSE);
  g_autoptr (LsReference) a = NULL;
  g_autoptr (LsReference) b = NULL;
  GError *error = NULL;

  for (guint i = 0; i <= 100; i++)
    times[i] = 0.05 * i;
  a = ls_reference_new (wired, 0.0, times, 101, signals, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  b = ls_reference_new (plain, 0.0, times, 101, signals, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  /* The same equations but for products and quotients: rounding. */
  g_assert_cmpfloat (compare (ls_reference_get_trace (a), ls_reference_get_trace (b)), <, 1e-13);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/run/transform/methods", test_methods);
  g_test_add_func ("/core/run/transform/reference", test_reference);
  return g_test_run ();
}
