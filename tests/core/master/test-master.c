#include "unit.h"

#include "../allocations.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* After fmi2Fatal no function of an FMU may be called: what it holds cannot be freed. */
const char *__lsan_default_suppressions (void);

const char *
__lsan_default_suppressions (void)
{
  return "leak:faulty.so\n";
}

static void
test_settings (void)
{
  static const struct
  {
    double start, stop, h;
    const char *part;
  } cases[] = {
    { 0.0, 1.0, 0.0, "is 0 s" },       { 0.0, 1.0, -0.1, "negative" },
    { 0.0, 1.0, NAN, "not a number" }, { 0.0, 1.0, INFINITY, "infinite" },
    { 0.0, 1.0, 2.0, "longer than" },  { 0.0, NAN, 0.1, "stop time" },
    { 1.0, 1.0, 0.1, "not after" },    { -1.0, 1.0, 0.1, "start time" },
    { 0.0, 1.0, 1e-300, "too small" }, { NAN, 1.0, 0.1, "start time" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LsMasterSettings settings = {
        &ls_coupling_ni_jacobi, NULL, cases[i].start, cases[i].stop, cases[i].h, NAN, 0.0, NULL
      };
      GError *error = NULL;

      g_assert_false (ls_master_check_settings (&settings, &error));
      g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
      g_assert_nonnull (strstr (error->message, cases[i].part));
      g_clear_error (&error);
    }
}

/* Times are multiples of the step, the last step is what remains, and rounding is no step. */
static void
test_grid (void)
{
  static const struct
  {
    double stop, h;
    guint64 n;
  } cases[] = { { 1.0, 0.1, 10 }, { 1.0, 0.3, 4 }, { 0.3, 0.1, 3 }, { 0.2, 0.2, 1 } };
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint method = 0; method < ls_coupling_method_get_n (); method++)
      {
        const char *id = ls_coupling_method_get_id (ls_coupling_method_get (method));
        g_autoptr (LsMaster) master = unit_start (model, id, cases[i].stop, cases[i].h);
        LsCounts counts;

        g_assert_cmpuint (ls_master_get_n_steps (master), ==, cases[i].n);
        for (guint64 k = 1; !ls_master_is_done (master); k++)
          {
            g_assert_true (ls_master_step (master, NULL));
            g_assert_cmpfloat (ls_master_get_time (master), ==,
                               k == cases[i].n ? cases[i].stop : (double)k * cases[i].h);
          }
        ls_master_get_counts (master, &counts);
        g_assert_cmpuint (counts.macro_steps, ==, cases[i].n);
        /* A method that iterates rolls back before it steps again. */
        if (!ls_coupling_method_is_asynchronous (ls_coupling_method_get (method)))
          g_assert_cmpuint (counts.do_step, ==, 2 * (cases[i].n + counts.rollbacks));
        g_assert_false (ls_master_step (master, NULL));
      }
}

/* Nothing is taken from the heap inside a macro step, once the first ones are done. */
static void
test_allocations (void)
{
  static const char *const choices[] = {
    "ni-jacobi",
    "ni-jacobi:extrapolation=flexible:smooth=on",
    "gauss-seidel:interpolation=on",
    "iterated-jacobi:aitken=on",
    "iterated-gauss-seidel",
    "missiles",
  };
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      const char *signals[] = { "prey.population", "prey.der(population)", NULL };
      g_autoptr (LsMaster) master = unit_start (model, choices[i], 20.0, 0.01);
      double values[2];
      guint before;

      g_assert_true (ls_master_set_signals (master, signals, NULL));
      for (guint k = 0; k < 200; k++)
        g_assert_true (ls_master_step (master, NULL));
      before = n_allocations;
      for (guint k = 0; k < 500; k++)
        if (!ls_master_step (master, NULL) || !ls_master_read (master, values, NULL))
          g_assert_not_reached ();
      g_assert_cmpuint (n_allocations, ==, before);
    }
}

static LsModel *
make_faulty (const char *fault, const char *largest_step)
{
  LsModel *model = ls_model_new ();
  guint prey = unit_add (model, "LS_TEST_MODELS", "prey.fmu", "prey");
  guint faulty = unit_add (model, "LS_TEST_FMUS", "faulty.fmu", "bad");

  unit_connect (model, prey, "population", faulty, "u");
  unit_set (model, faulty, "fault", fault);
  if (largest_step != NULL)
    unit_set (model, faulty, "largest_step", largest_step);
  return model;
}

/* Each fault ends the run with a message that names the component; what was reached stays. */
static void
test_faults (void)
{
  static const struct
  {
    const char *fault, *part;
  } cases[] = {
    { "discard", "bad" },    { "error", "fmi2DoStep" },      { "fatal", "fmi2DoStep" },
    { "not-a-number", "x" }, { "get-error", "fmi2GetReal" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint method = 0; method < ls_coupling_method_get_n (); method++)
      {
        const char *id = ls_coupling_method_get_id (ls_coupling_method_get (method));
        g_autoptr (LsModel) model = make_faulty (cases[i].fault, NULL);
        g_autoptr (LsMaster) master = NULL;
        g_autoptr (GError) error = NULL;

        /* These faults are of slaves. */
        if (ls_coupling_method_is_asynchronous (ls_coupling_method_get (method)))
          continue;
        master = unit_start (model, id, 1.0, 0.1);
        while (ls_master_step (master, &error))
          g_assert_false (ls_master_is_done (master));
        g_assert_nonnull (error);
        g_test_message ("%s: %s", id, error->message);
        g_assert_nonnull (strstr (error->message, "bad"));
        g_assert_nonnull (strstr (error->message, cases[i].part));
        g_assert_cmpfloat (ls_master_get_time (master), <, 0.6);
        g_assert_cmpfloat (ls_master_get_time (master), >, 0.3);
      }
}

/* A component that takes small steps only from t = 0.5 s on: the steps are halved,
 * and the result is that of a component without the fault. */
static void
test_discard (void)
{
  double values[2];

  for (guint i = 0; i < 2; i++)
    {
      const char *signals[] = { "bad.x", NULL };
      g_autoptr (LsModel) model = make_faulty (i == 0 ? "none" : "discard", "0.03");
      g_autoptr (LsMaster) master = unit_start (model, "missiles", 1.0, 0.1);
      GError *error = NULL;
      LsCounts counts;

      ls_master_set_signals (master, signals, &error);
      g_assert_no_error (error);
      while (!ls_master_is_done (master))
        {
          ls_master_step (master, &error);
          g_assert_no_error (error);
        }
      ls_master_read (master, &values[i], &error);
      ls_master_get_counts (master, &counts);
      g_assert_cmpuint (counts.macro_steps, ==, 10);
      if (i == 0)
        g_assert_cmpuint (counts.rejected_steps, ==, 0);
      else
        g_assert_cmpuint (counts.rejected_steps, >=, 5);
    }
  /* The prey falls with exp (-2/3 t): a cubic through it is wrong by h^4 u'''' / 384 = 5e-8. */
  g_assert_cmpfloat_with_epsilon (values[0], values[1], 1e-6);
}

/* u = y of the same component, y = gain u: solved whether or not passing it round would converge.
 */
static void
test_loop (void)
{
  for (guint i = 0; i < 2; i++)
    {
      const char *signals[] = { "types.real_in", "types.real_out", NULL };
      g_autoptr (LsModel) model = ls_model_new ();
      guint id = unit_add (model, "LS_TEST_FMUS", "types.fmu", "types");
      LsMasterSettings settings = { &ls_coupling_ni_jacobi, NULL, 0.0, 1.0, 0.1, NAN, 0.0, NULL };
      g_autoptr (LsMaster) master = NULL;
      g_autoptr (GError) error = NULL;
      double values[2];

      unit_connect (model, id, "real_out", id, "real_in");
      unit_set (model, id, "real_in", "1");
      unit_set (model, id, "gain", i == 0 ? "0.5" : "-2");
      master = ls_master_new (model, &settings, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (ls_master_set_signals (master, signals, NULL));
      g_assert_true (ls_master_read (master, values, NULL));
      /* The solution is 0: rounding of the start value, 1. */
      g_assert_cmpfloat (fabs (values[0]), <=, 1e-15);
      g_assert_cmpfloat (fabs (values[1]), <=, 1e-15);
      g_assert_true (ls_master_step (master, NULL));
    }
}

/* Values of other types than Real are passed on after each macro step. */
static void
test_other_types (void)
{
  const char *signals[] = { "b.integer_in", "b.boolean_in", NULL };
  g_autoptr (LsModel) model = ls_model_new ();
  guint a = unit_add (model, "LS_TEST_FMUS", "types.fmu", "a");
  guint b = unit_add (model, "LS_TEST_FMUS", "types.fmu", "b");
  g_autoptr (LsMaster) master = NULL;
  double values[2], sent[2];
  const char *senders[] = { "a.integer_out", "a.boolean_out", NULL };

  unit_connect (model, a, "integer_out", b, "integer_in");
  unit_connect (model, a, "boolean_out", b, "boolean_in");
  unit_connect (model, a, "string_out", b, "string_in");
  unit_set (model, a, "integer_in", "7");
  master = unit_start (model, "ni-jacobi", 1.0, 0.1);
  for (guint k = 0; k < 3; k++)
    {
      g_assert_true (ls_master_set_signals (master, senders, NULL));
      g_assert_true (ls_master_read (master, sent, NULL));
      g_assert_true (ls_master_set_signals (master, signals, NULL));
      g_assert_true (ls_master_read (master, values, NULL));
      g_assert_cmpfloat (values[0], ==, sent[0]);
      g_assert_cmpfloat (values[1], ==, sent[1]);
      g_assert_true (ls_master_step (master, NULL));
    }
}

/* Components without capabilities still run; what is done instead is said. */
static void
test_black_boxes (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  guint prey = unit_add (model, "LS_TEST_FMUS", "capless-prey.fmu", "prey");
  guint predator = unit_add (model, "LS_TEST_FMUS", "capless-predator.fmu", "predator");
  g_autoptr (LsMaster) master = NULL;
  LsSystemInfo *info = ls_system_info_new (ls_model_find_component (model, prey), NULL);
  const char *signals[] = { "prey.population", "predator.population", NULL };
  gboolean possible;
  double values[2];
  g_autofree char *said = ls_coupling_method_explain (&ls_coupling_missiles, info, &possible);

  g_assert_true (possible);
  g_assert_nonnull (said);
  g_assert_nonnull (info->reasons[LS_CAPABILITY_LINEARISATION]);
  ls_system_info_free (info);
  unit_connect (model, prey, "population", predator, "prey");
  unit_connect (model, predator, "population", prey, "predators");
  master = unit_start (model, "missiles", 1.0, 1e-3);
  g_assert_true (ls_master_set_signals (master, signals, NULL));
  while (!ls_master_is_done (master))
    g_assert_true (ls_master_step (master, NULL));
  g_assert_true (ls_master_read (master, values, NULL));
  /* Lotka-Volterra at t = 1 s; a start without slopes leaves one step of second order: h^2 =
   * 1e-6. */
  g_assert_cmpfloat_with_epsilon (values[0], 0.574284670367, 5e-6);
  g_assert_cmpfloat_with_epsilon (values[1], 0.777438724767, 5e-6);
}

/* One component, no connection: inputs keep their start values. */
static void
test_alone (void)
{
  for (guint method = 0; method < ls_coupling_method_get_n (); method++)
    {
      const char *id = ls_coupling_method_get_id (ls_coupling_method_get (method));
      const char *signals[] = { "prey.population", NULL };
      g_autoptr (LsModel) model = ls_model_new ();
      guint prey = unit_add (model, "LS_TEST_MODELS", "prey.fmu", "prey");
      g_autoptr (LsMaster) master = NULL;
      double value;

      unit_set (model, prey, "predators", "0.25");
      unit_set (model, prey, "population", "2");
      master = unit_start (model, id, 1.0, 0.25);
      g_assert_true (ls_master_set_signals (master, signals, NULL));
      while (!ls_master_is_done (master))
        g_assert_true (ls_master_step (master, NULL));
      g_assert_true (ls_master_read (master, &value, NULL));
      /* The growth rate is 2/3 - 4/3 / 4 = 1/3. The FMU integrates to 1e-12; quanta are 1e-4
       * of values up to 3. */
      g_assert_cmpfloat_with_epsilon (
          value, 2.0 * exp (1.0 / 3.0),
          ls_coupling_method_is_asynchronous (ls_coupling_method_get (method)) ? 1e-3 : 1e-10);
      g_assert_true (ls_master_finish (master, NULL));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/master/settings", test_settings);
  g_test_add_func ("/cosim/master/grid", test_grid);
  g_test_add_func ("/cosim/master/allocations", test_allocations);
  g_test_add_func ("/cosim/master/faults", test_faults);
  g_test_add_func ("/cosim/master/discard", test_discard);
  g_test_add_func ("/cosim/master/loop", test_loop);
  g_test_add_func ("/cosim/master/other-types", test_other_types);
  g_test_add_func ("/cosim/master/black-boxes", test_black_boxes);
  g_test_add_func ("/cosim/master/alone", test_alone);
  return g_test_run ();
}
