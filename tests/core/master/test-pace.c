/* Runs of components that take several steps in each macro step. */
#include "unit.h"

#include <math.h>
#include <string.h>

static void
set_inner_steps (LsModel *model, const char *component, const char *inner_steps)
{
  ls_model_set_inner_steps (model, ls_model_find_component_by_name (model, component)->id,
                            inner_steps);
}

static void
add_without (LsModel *model, const char *component, const char *capability)
{
  ls_model_add_without (model, ls_model_find_component_by_name (model, component)->id, capability);
}

/* Lotka-Volterra whose components hold their inputs. */
static LsModel *
make_populations (const char *inner_steps)
{
  static const char *const names[] = { "prey", "predator" };
  LsModel *model = unit_open ("lotka-volterra.ssp");

  for (guint i = 0; i < 2; i++)
    {
      add_without (model, names[i], "polynomial-inputs");
      set_inner_steps (model, names[i], inner_steps);
    }
  return model;
}

static double
measure (const char *choice, const char *inner_steps)
{
  static const double x[] = { 1.0, 1.0 };
  g_autoptr (LsModel) model = make_populations (inner_steps);
  const LsOdeProblem problem = { .n = 2, .derivatives = unit_lotka_volterra };

  return unit_measure (model, choice, 20.0, 0.1, &problem, x, "prey.population", 0);
}

/* With the coupling solved, by rollback of all inner steps, what is left is the shape of the inputs
 * within them, and the slopes at the end: with eight of them the run is one of components that
 * follow polynomials (2.79e-5 %), where one step with the mean loses more than the method has. */
static void
test_shape (void)
{
  static const double x[] = { 1.0, 1.0 };
  static const char *const numbers[] = { "1", "2", "4", "8" };
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  const LsOdeProblem problem = { .n = 2, .derivatives = unit_lotka_volterra };
  const double full
      = unit_measure (model, "ifosmondi-jfm", 20.0, 0.1, &problem, x, "prey.population", 0);
  double errors[4];

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      errors[i] = measure ("ifosmondi-jfm", numbers[i]);
      g_test_message ("%s: %.4g %%", numbers[i], errors[i]);
    }
  g_assert_cmpfloat (errors[0], >, 100.0 * full);
  g_assert_cmpfloat (errors[1], <, errors[0] / 30.0);
  g_assert_cmpfloat (errors[2], <, errors[1] / 3.0);
  /* 3.07e-5 to 2.79e-5. */
  g_assert_cmpfloat_with_epsilon (errors[3] / full, 1.0, 0.15);
}

/* Every step of a component is counted, and the number chosen is within its bound. */
static void
test_counts (void)
{
  static const struct
  {
    const char *number;
    guint64 least, most;
  } cases[] = { { "1", 1, 1 }, { "4", 4, 4 }, { "auto", 2, 8 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsModel) model = make_populations (cases[i].number);
      g_autoptr (LsMaster) master = unit_start (model, "ni-jacobi:extrapolation=2", 20.0, 0.1);
      LsCounts counts;

      unit_run (master, "prey.population");
      ls_master_get_counts (master, &counts);
      g_assert_cmpuint (counts.macro_steps, ==, 200);
      g_assert_cmpuint (counts.do_step, >=, 2 * 200 * cases[i].least);
      g_assert_cmpuint (counts.do_step, <=, 2 * 200 * cases[i].most);
    }
}

static LsModel *
make_faulty (const char *fault, const char *largest_step, const char *inner_steps)
{
  LsModel *model = ls_model_new ();
  guint prey = unit_add (model, "LS_TEST_MODELS", "prey.fmu", "prey");
  guint faulty = unit_add (model, "LS_TEST_FMUS", "faulty.fmu", "bad");

  unit_connect (model, prey, "population", faulty, "u");
  unit_set (model, faulty, "fault", fault);
  unit_set (model, faulty, "largest_step", largest_step);
  set_inner_steps (model, "bad", inner_steps);
  return model;
}

/* A step inside the macro step that is discarded is named with its own time and length: the fault
 * is one of steps to beyond 0.5 s. */
static void
test_discard (void)
{
  g_autoptr (LsModel) model = make_faulty ("discard", "0.01", "4");
  g_autoptr (LsMaster) master = NULL;
  g_autoptr (GError) error = NULL;

  add_without (model, "bad", "rollback");
  master = unit_start (model, "ni-jacobi", 1.0, 0.2);
  while (ls_master_step (master, &error))
    g_assert_false (ls_master_is_done (master));
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, "bad"));
  g_assert_nonnull (strstr (error->message, "t = 0.45 s"));
  g_assert_nonnull (strstr (error->message, "0.05 s"));
}

/* With rollback the macro step is halved until its inner steps are taken: with four of them twice,
 * from 0.4 s to 0.05 s. */
static void
test_discard_again (void)
{
  double values[2];

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (LsModel) model = make_faulty (i == 0 ? "none" : "discard", "0.03", "4");
      g_autoptr (LsMaster) master = unit_start (model, "missiles", 1.2, 0.4);
      LsCounts counts;

      values[i] = unit_run (master, "bad.x");
      ls_master_get_counts (master, &counts);
      g_assert_cmpuint (counts.macro_steps, ==, 3);
      if (i > 0)
        g_assert_cmpuint (counts.rollbacks, >, 0);
    }
  /* Shorter macro steps have another error of coupling: of the range of 1, at this step. */
  g_assert_cmpfloat_with_epsilon (values[0], values[1], 1e-3);
}

static double
measure_slow (
    const char *choice, const char *slow, const char *own_step, double h, LsCounts *counts)
{
  static const double x[] = { 1.0, 1.0 };
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  const LsOdeProblem problem = { .n = 2, .derivatives = unit_lotka_volterra };
  g_autoptr (LsMaster) master = NULL;

  ls_model_set_own_step (model, ls_model_find_component_by_name (model, slow)->id, own_step);
  master = unit_start (model, choice, 20.0, h);
  unit_run (master, "prey.population");
  ls_master_get_counts (master, counts);
  return unit_measure (model, choice, 20.0, h, &problem, x, "prey.population", 0);
}

/* A component that steps at every tenth macro step keeps the order of the method, measured over
 * three steps, whichever it is, and takes a tenth of the calls. Held inputs have the error of the
 * single-rate run. */
static void
test_slow (void)
{
  static const struct
  {
    const char *choice;
    double order, h;
  } cases[] = { { "ni-jacobi:extrapolation=0", 1.0, 2e-3 },
                { "ni-jacobi:extrapolation=1:balance=off", 2.0, 2e-3 },
                { "ni-jacobi:extrapolation=2:balance=off", 3.0, 2e-3 },
                { "gauss-seidel:interpolation=on:balance=off:feed-through=off", 1.0, 2e-3 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint slow = 0; slow < 2; slow++)
      {
        double errors[3], single;
        LsCounts counts;

        for (guint k = 0; k < 3; k++)
          {
            const double h = cases[i].h / (1 << k);
            const guint64 n = (guint64)round (20.0 / h);

            errors[k] = measure_slow (cases[i].choice, slow == 0 ? "prey" : "predator", "10x", h,
                                      &counts);
            /* And those that begin the history. */
            g_assert_cmpuint (counts.do_step, ==, n + n / 10 + 4);
          }
        single = measure_slow (cases[i].choice, "prey", NULL, cases[i].h, &counts);
        g_test_message ("%s, %u: %.4g, %.4g, %.4g %%; single rate %.4g %%", cases[i].choice, slow,
                        errors[0], errors[1], errors[2], single);
        /* A tenth of an order is what is left of higher terms on these steps. */
        g_assert_cmpfloat (0.5 * log2 (errors[0] / errors[2]), >, cases[i].order - 0.1);
        if (cases[i].order == 1.0)
          g_assert_cmpfloat_with_epsilon (errors[0] / single, 1.0, 0.01);
      }
}

/* The step of a component in seconds: with inner steps where it divides the macro step, at every so
 * many of them where it is longer, as nothing where it is the same. */
static void
test_in_seconds (void)
{
  static const struct
  {
    const char *own_step;
    double h;
    guint64 n; /* steps of prey in 1 s */
  } cases[] = {
    { "0.01", 0.01, 100 },
    { "0.01", 0.02, 100 },
    { "0.015", 0.02, 100 },
    /* 1, 2, 4, 5 and then every 5 */
    { "0.05", 0.01, 23 },
    /* Rounded to three macro steps: 1, 2, 3, 6, ... 48, and the end. */
    { "0.05", 0.02, 19 },
    { "macro", 0.02, 50 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
      g_autoptr (LsMaster) master = NULL;
      LsCounts counts;

      ls_model_set_own_step (model, ls_model_find_component_by_name (model, "prey")->id,
                             cases[i].own_step);
      master = unit_start (model, "ni-jacobi", 1.0, cases[i].h);
      unit_run (master, "prey.population");
      ls_master_get_counts (master, &counts);
      g_test_message ("%s in %g", cases[i].own_step, cases[i].h);
      g_assert_cmpuint (counts.do_step, ==, counts.macro_steps + cases[i].n);
    }
}

/* Where the step is fixed, or a solver of Lockstep integrates, the model says so. */
static void
test_refused (void)
{
  static const struct
  {
    const char *solver, *without, *inner_steps, *own_step, *part;
  } cases[] = {
    { NULL, "variable-step", "2", NULL, "switched off" },
    { "dopri5", NULL, "auto", NULL, "solver of Lockstep" },
    { NULL, NULL, "3", NULL, "1, 2, 4, 8, auto" },
    { "dopri5", NULL, NULL, "0.1", "solver of Lockstep" },
    { NULL, NULL, "2", "0.1", "exclude" },
    { NULL, NULL, NULL, "-1", "macro steps (10x)" },
    { NULL, NULL, NULL, "1.5x", "macro steps (10x)" },
    { NULL, NULL, NULL, "nan", "macro steps (10x)" },
    { NULL, NULL, NULL, "x", "macro steps (10x)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
      const LsComponent *prey = ls_model_find_component_by_name (model, "prey");
      g_autoptr (GError) error = NULL;

      ls_model_set_solver (model, prey->id, cases[i].solver);
      if (cases[i].without != NULL)
        ls_model_add_without (model, prey->id, cases[i].without);
      g_assert_true (ls_model_check (model, NULL));
      ls_model_set_inner_steps (model, prey->id, cases[i].inner_steps);
      ls_model_set_own_step (model, prey->id, cases[i].own_step);
      g_assert_false (ls_model_check (model, &error));
      g_assert_error (error, LS_ERROR, LS_ERROR_MODEL);
      g_assert_true (g_str_has_prefix (error->message, "prey: "));
      g_assert_nonnull (strstr (error->message, cases[i].part));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/master/pace/shape", test_shape);
  g_test_add_func ("/master/pace/counts", test_counts);
  g_test_add_func ("/master/pace/discard", test_discard);
  g_test_add_func ("/master/pace/discard-again", test_discard_again);
  g_test_add_func ("/master/pace/slow", test_slow);
  g_test_add_func ("/master/pace/in-seconds", test_in_seconds);
  g_test_add_func ("/master/pace/refused", test_refused);
  return g_test_run ();
}
