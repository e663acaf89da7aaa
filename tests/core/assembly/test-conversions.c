/* Booleans, Integers and Enumerations that feed Real inputs, by everything that runs a model,
 * against closed forms. */
#include "core/coupling/coupling.h"
#include "core/reference/reference.h"

#include "unit.h"

#include <math.h>
#include <string.h>

static const char *const signals[]
    = { "count.x", "affine.x", "odd.x", "last.x", "count.y", "last.u", NULL };

#define N_SIGNALS 6

/* The clock counts quarters of a second k. All are x' = u - x, y = 2 u + v:
 * count: u = k, v = 1 + k mod 3; affine: u = 3 k - 1; odd: u = k mod 2; last: u = 2 y of count,
 * over a component that only passes on. */
static LsModel *
make_model (const char *solver)
{
  static const char *const names[] = { "clock", "count", "affine", "odd", "last" };
  LsModel *model = ls_model_new ();
  guint ids[G_N_ELEMENTS (names)], pass;
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      ids[i] = unit_add (model, "LS_TEST_FMUS", "steps.fmu", names[i]);
      if (solver != NULL)
        ls_model_set_solver (model, ids[i], solver);
    }
  pass = unit_add (model, "LS_TEST_FMUS", "types.fmu", "pass");
  /* Against the direction in which values flow: the order has to be found. */
  unit_connect (model, pass, "real_out", ids[4], "u");
  unit_connect (model, ids[1], "y", pass, "real_in");
  unit_connect (model, ids[0], "count", ids[1], "u");
  unit_connect (model, ids[0], "mode", ids[1], "v");
  unit_connect (model, ids[0], "count", ids[2], "u");
  unit_connect (model, ids[0], "odd", ids[3], "u");
  ls_model_set_connection_transformation (model, ls_model_find_source (model, ids[2], "u")->id, 3.0,
                                          -1.0, &error);
  g_assert_no_error (error);
  return model;
}

/* After the event at @t, a multiple of a quarter of a second. */
static void
solve (double t, double values[])
{
  const double rest = exp (-0.25);

  for (guint i = 0; i < N_SIGNALS; i++)
    values[i] = 0.0;
  for (int k = 0;; k++)
    {
      const double y = 2 * k + 1 + k % 3, u[] = { k, 3 * k - 1, k % 2, 2 * y };

      values[4] = y;
      values[5] = 2 * y;
      if (0.25 * k >= t)
        return;
      for (guint i = 0; i < G_N_ELEMENTS (u); i++)
        values[i] = u[i] + (values[i] - u[i]) * rest;
    }
}

static void
check_run (const char *choice, const char *solver, double h, double tolerance)
{
  g_autoptr (LsModel) model = make_model (solver);
  g_autoptr (LsMaster) master = unit_start (model, choice, 2.0, h);
  double values[N_SIGNALS], exact[N_SIGNALS];
  guint n_checked = 0;

  g_assert_true (ls_master_set_signals (master, signals, NULL));
  while (TRUE)
    {
      const double t = ls_master_get_time (master);

      g_assert_true (ls_master_read (master, values, NULL));
      solve (t, exact);
      for (guint i = 0; i < N_SIGNALS && fmod (4.0 * t, 1.0) == 0.0; i++, n_checked++)
        {
          if (!(fabs (values[i] - exact[i]) <= tolerance))
            g_error ("%s, %s at %g s: %s is %.12g, not %.12g", choice,
                     solver != NULL ? solver : "itself", t, signals[i], values[i], exact[i]);
        }
      if (ls_master_is_done (master))
        break;
      g_assert_true (ls_master_step (master, NULL));
    }
  g_assert_cmpuint (n_checked, ==, 9 * N_SIGNALS);
  g_assert_true (ls_master_finish (master, NULL));
}

/* All events lie on the grid: held inputs are exact, but for what the components' solvers leave at
 * their tolerance of 1e-12. */
static void
test_methods (void)
{
  for (guint i = 0; i < ls_coupling_method_get_n (); i++)
    if (!ls_coupling_method_is_asynchronous (ls_coupling_method_get (i)))
      check_run (ls_coupling_method_get_id (ls_coupling_method_get (i)), NULL, 0.125, 1e-9);
  check_run ("ni-jacobi:extrapolation=2", NULL, 0.125, 1e-9);
}

/* Our solvers see events where inputs that are not continuous jump; 1e-6 is their tolerance, and
 * what steps leave decays. BDF begins with order 1 and short steps after each event. */
static void
test_exchange (void)
{
  check_run ("missiles", "dopri5", 0.125, 1e-5);
  check_run ("ni-jacobi", "cvode-bdf", 0.125, 1e-4);
  check_run ("ifosmondi-jfm", "radau5", 0.125, 1e-5);
}

/* At their own times, whatever the grid: a quantum relative to nominals of 1, and values up to 30.
 */
static void
test_quantised (void)
{
  check_run ("qss2:quantum=1e-6", NULL, 0.25, 1e-4);
  check_run ("qss3:quantum=1e-6", NULL, 0.125, 1e-4);
  check_run ("liqss2:quantum=1e-6", NULL, 0.25, 1e-4);
}

static void
test_reference (void)
{
  g_autoptr (LsModel) model = make_model (NULL);
  double times[9], exact[N_SIGNALS];
  g_autoptr (LsReference) reference = NULL;
  GError *error = NULL;
  LsTrace *trace;

  for (guint i = 0; i < 9; i++)
    times[i] = 0.25 * i;
  reference = ls_reference_new (model, 0.0, times, 9, signals, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  trace = ls_reference_get_trace (reference);
  for (gsize row = 0; row < ls_trace_get_n_rows (trace); row++)
    {
      const double t = ls_trace_get (trace, 0, row);

      /* Of two rows at an event the second has what comes after it. */
      if (row + 1 < ls_trace_get_n_rows (trace) && ls_trace_get (trace, 0, row + 1) == t)
        continue;
      solve (t, exact);
      for (guint i = 0; i < N_SIGNALS; i++)
        /* The reference is integrated to 1e-13; a factor of ten for values up to 40. */
        g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, i + 1, row), exact[i], 1e-12);
    }
}

/* A Boolean that turns where a state comes above 0.5: at ln 2, between points of the grid. */
static LsModel *
make_switch (void)
{
  LsModel *model = ls_model_new ();
  guint a = unit_add (model, "LS_TEST_FMUS", "steps.fmu", "a");
  guint b = unit_add (model, "LS_TEST_FMUS", "steps.fmu", "b");

  unit_set (model, a, "u", "1");
  unit_connect (model, a, "above", b, "u");
  return model;
}

static void
test_state_event (void)
{
  static const char *const names[] = { "b.x", NULL };
  static const double times[] = { 0.0, 0.5, 1.0 };
  const double exact = 1.0 - 2.0 * exp (-1.0);
  g_autoptr (LsModel) model = make_switch ();
  g_autoptr (LsMaster) held = unit_start (model, "ni-jacobi", 1.0, 0.1);
  g_autoptr (LsMaster) quantised = unit_start (model, "qss3:quantum=1e-7", 1.0, 0.1);
  GError *error = NULL;
  g_autoptr (LsReference) reference
      = ls_reference_new (model, 0.0, times, 3, names, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (
      ls_trace_get (ls_reference_get_trace (reference), 1,
                    ls_trace_get_n_rows (ls_reference_get_trace (reference)) - 1),
      /* The reference is integrated to 1e-13. */
      exact, 1e-12);
  /* The quantum over the slope of a.x at its event, 0.5: the event is off by 2e-7 s at most. */
  g_assert_cmpfloat_with_epsilon (unit_run (quantised, "b.x"), exact, 2e-7);
  /* Coupling methods exchange it at the end of the macro step, here at 0.7 s; steps of 0.1 s leave
   * rounding to the FMUs' solvers. */
  g_assert_cmpfloat_with_epsilon (unit_run (held, "b.x"), 1.0 - exp (-0.3), 1e-14);
}

/* A Real is no Boolean, and a Boolean no Enumeration. */
static void
test_refused (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  guint a = unit_add (model, "LS_TEST_FMUS", "steps.fmu", "a");
  guint b = unit_add (model, "LS_TEST_FMUS", "types.fmu", "b");
  static const char *const pairs[][2] = {
    { "x", "integer_in" }, { "y", "boolean_in" }, { "odd", "colour_in" }, { "count", "boolean_in" }
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_cmpuint (ls_model_connect (model, a, pairs[i][0], b, pairs[i][1], &error), ==, 0);
      g_assert_error (error, LS_ERROR, LS_ERROR_MODEL);
      g_assert_nonnull (strstr (error->message, pairs[i][1]));
    }
}

/* The way of values is said in words. */
static void
test_words (void)
{
  g_autoptr (LsModel) model = make_model (NULL);
  const guint affine = ls_model_get_component (model, 2)->id;
  g_autofree char *way
      = ls_model_describe_transform (model, ls_model_find_source (model, affine, "u"));

  g_assert_cmpstr (way, ==, "converted from Integer to Real, then times 3 minus 1");
}

/* A Boolean for an Integer. */
static void
test_integer (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  guint clock = unit_add (model, "LS_TEST_FMUS", "steps.fmu", "clock");
  guint pass = unit_add (model, "LS_TEST_FMUS", "types.fmu", "pass");
  g_autoptr (LsMaster) master = NULL;

  unit_connect (model, clock, "odd", pass, "integer_in");
  master = unit_start (model, "ni-jacobi", 0.25, 0.125);
  g_assert_cmpfloat (unit_run (master, "pass.integer_in"), ==, 1.0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/conversions/methods", test_methods);
  g_test_add_func ("/conversions/exchange", test_exchange);
  g_test_add_func ("/conversions/quantised", test_quantised);
  g_test_add_func ("/conversions/reference", test_reference);
  g_test_add_func ("/conversions/state-event", test_state_event);
  g_test_add_func ("/conversions/refused", test_refused);
  g_test_add_func ("/conversions/words", test_words);
  g_test_add_func ("/conversions/integer", test_integer);
  return g_test_run ();
}
