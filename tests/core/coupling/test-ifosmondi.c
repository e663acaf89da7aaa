/* IFOSMONDI-JFM and COSTARICA: error figures against numbers computed apart, with
 * exact integration of the subsystems; solvers against each other; COSTARICA
 * against MISSILES, of which it is the iterative form; a loop that diverges. */
#include "unit.h"

#include "../allocations.h"

#include <math.h>
#include <string.h>

static const char *const solvers[]
    = { "fixed-point", "anderson", "newton-gmres", "interface-newton" };

/* Every solver comes to the same solution, that of exact integration; order 4. */
static void
test_bodies (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (solvers); i++)
    {
      g_autofree char *choice = g_strdup_printf (
          "ifosmondi-jfm:eps=1e-12:max-iterations=50:start-slopes=off:solver=%s", solvers[i]);
      double coarse = unit_measure_bodies (choice, 1e-2), fine = unit_measure_bodies (choice, 1e-3);
      double order = log (unit_measure_bodies (choice, 4e-3) / fine) / log (4.0);

      /* Four digits are given; the FMUs integrate to 1e-12, on up to 2000 steps. */
      unit_assert_near (coarse, 8.995e-3, 0.01);
      unit_assert_near (fine, 7.726e-7, 0.01);
      g_test_message ("order %.3f", order);
      /* At 4 ms (w h)^2 = 0.07 of the error is of higher order. */
      g_assert_cmpfloat (fabs (order - 4.0), <=, 0.2);
    }
}

static void
test_populations (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (solvers); i++)
    {
      g_autofree char *choice
          = g_strdup_printf ("ifosmondi-jfm:eps=1e-12:start-slopes=off:solver=%s", solvers[i]);

      /* 4.68e-9 by exact integration; 1e-12 of the FMUs is 1e-10 %, 2 % of it. */
      unit_assert_near (unit_measure_populations (choice, 1e-2), 4.68e-9, 0.05);
    }
}

/* Error and cost against eps, in the log. */
static void
test_eps (void)
{
  static const char *const values[] = { "1e-2", "1e-4", "1e-5", "1e-6", "1e-8", "1e-10", "1e-12" };
  double error = 0.0;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *choice = g_strdup_printf ("ifosmondi-jfm:eps=%s", values[i]);
      g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
      g_autoptr (LsMaster) master = unit_start (model, choice, 20.0, 1e-2);
      LsCounts counts;

      while (!ls_master_is_done (master))
        g_assert_true (ls_master_step (master, NULL));
      ls_master_get_counts (master, &counts);
      error = unit_measure_populations (choice, 1e-2);
      g_test_message ("eps = %s: %.3g %%, %.2f iterations a step, %.2f rollbacks", values[i], error,
                      (double)counts.iterations / (double)counts.macro_steps,
                      (double)counts.rollbacks / (double)counts.macro_steps);
      /* What is left open on each of the 2000 steps adds up at worst. */
      g_assert_cmpfloat (error, <=, 100.0 * 2000.0 * g_ascii_strtod (values[i], NULL) + 1e-8);
    }
  /* 4.68e-9 % is the error of the step, less with slopes at the start. */
  g_assert_cmpfloat (error, <=, 1e-8);
}

/* Greatest relative difference of all outputs and inputs over a run. */
static double
compare_runs (
    const char *name, const char *one, const char *other, double stop, double h, double *first)
{
  g_autoptr (LsModel) model = unit_open (name);
  g_autoptr (LsMaster) a = unit_start (model, one, stop, h);
  g_autoptr (LsMaster) b = unit_start (model, other, stop, h);
  const char *bodies[] = { "left.x", "left.v", "right.F", "left.F", "right.x", NULL };
  const char *populations[]
      = { "prey.population", "predator.population", "prey.predators", "predator.prey", NULL };
  const char *const *signals = strcmp (name, "two-bodies.ssp") == 0 ? bodies : populations;
  GError *error = NULL;
  double greatest = 0.0, x[5], y[5], sizes[5] = { 0.0 };

  ls_master_set_signals (a, signals, &error);
  g_assert_no_error (error);
  ls_master_set_signals (b, signals, NULL);
  for (guint n = 0; !ls_master_is_done (a); n++)
    {
      g_assert_true (ls_master_step (a, &error) && ls_master_step (b, &error));
      g_assert_true (ls_master_read (a, x, NULL) && ls_master_read (b, y, NULL));
      for (guint i = 0; signals[i] != NULL; i++)
        {
          sizes[i] = fmax (sizes[i], fabs (x[i]));
          greatest = fmax (greatest, fabs (x[i] - y[i]) / fmax (sizes[i], 1e-3));
        }
      if (n == 0)
        *first = greatest;
    }
  return greatest;
}

/* MISSILES solves at once what COSTARICA iterates, with and without the defect. */
static void
test_missiles (void)
{
  static const struct
  {
    const char *model;
    double stop, h;
  } cases[] = { { "two-bodies.ssp", 2.0, 1e-2 },
                { "two-bodies.ssp", 2.0, 1e-3 },
                { "lotka-volterra.ssp", 20.0, 1e-1 },
                { "lotka-volterra.ssp", 20.0, 1e-2 } };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++)
    for (guint k = 0; k < G_N_ELEMENTS (solvers); k++)
      {
        guint at = i / 2;
        const char *defect = i % 2 == 0 ? "off" : "on";
        g_autofree char *one = g_strdup_printf ("missiles:defect=%s", defect);
        g_autofree char *other = g_strdup_printf (
            "costarica:eps=1e-13:max-iterations=50:solver=%s:defect=%s", solvers[k], defect);
        double first = 0.0, all;

        all = compare_runs (cases[at].model, one, other, cases[at].stop, cases[at].h, &first);
        g_test_message ("%s h = %g, %s: %.3g, first step %.3g", cases[at].model, cases[at].h, other,
                        all, first);
        /* eps is 1e-13, on up to 2000 steps, of which most leave much less. */
        g_assert_cmpfloat (first, <=, 1e-12);
        g_assert_cmpfloat (all, <=, 1e-11);
      }
}

/* The matrix of derivatives is one, dense or sparse, from linearisations or differences: the same
 * solution with the same number of evaluations. */
static void
test_sparse (void)
{
  static const char *const names[] = { "chain-10.ssp", "two-bodies.ssp", "feed-through.ssp" };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (names); i++)
    {
      guint64 iterations[2];
      double values[2];

      for (guint k = 0; k < 2; k++)
        {
          g_autoptr (LsModel) model = unit_open (names[i / 2]);
          g_autofree char *choice
              = g_strconcat ("ifosmondi-jfm:eps=1e-12:balance=off:feed-through=off:"
                             "solver=interface-newton:matrix=",
                             k == 0 ? "dense" : "sparse", NULL);
          g_auto (GStrv) signals = ls_model_list_output_signals (model);
          g_autoptr (LsMaster) master = NULL;
          LsCounts counts;

          for (guint c = 0; i % 2 == 1 && c < ls_model_get_n_components (model); c++)
            ls_model_add_without (model, ls_model_get_component (model, c)->id, "linearisation");
          master = unit_start (model, choice, 0.5, 1e-2);
          values[k] = unit_run (master, signals[0]);
          ls_master_get_counts (master, &counts);
          iterations[k] = counts.iterations;
        }
      /* eps is 1e-12; of 50 steps most leave much less. */
      g_assert_cmpfloat_with_epsilon (values[0], values[1], 1e-12);
      g_assert_cmpuint (iterations[0], ==, iterations[1]);
    }
}

/* The guess by MISSILES is the solution where all is linear: one evaluation a step. */
static void
test_guess (void)
{
  g_autoptr (LsModel) model = unit_open ("two-bodies.ssp");
  g_autoptr (LsMaster) master
      = unit_start (model, "ifosmondi-jfm:guess=missiles:eps=1e-10", 2.0, 1e-3);
  LsCounts counts;

  while (!ls_master_is_done (master))
    g_assert_true (ls_master_step (master, NULL));
  ls_master_get_counts (master, &counts);
  g_assert_cmpuint (counts.iterations, ==, counts.macro_steps);
  g_assert_cmpuint (counts.rollbacks, ==, 0);
}

/* Error on Lotka-Volterra where both components lack @lacking, separated by commas. */
static double
measure_without (const char *choice, const char *lacking, double h, LsCounts *counts)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  g_auto (GStrv) parts = g_strsplit (lacking, ",", -1);
  g_autoptr (LsMaster) master = NULL;
  double error;

  for (guint k = 0; k < 2; k++)
    for (guint i = 0; parts[i] != NULL; i++)
      ls_model_add_without (model, ls_model_get_component (model, k)->id, parts[i]);
  master = unit_start (model, choice, 20.0, h);
  while (!ls_master_is_done (master))
    g_assert_true (ls_master_step (master, NULL));
  ls_master_get_counts (master, counts);
  {
    LsOdeProblem problem = { 2, unit_lotka_volterra, NULL, NULL };
    double x[2] = { 1.0, 1.0 };

    error = unit_measure (model, choice, 20.0, h, &problem, x, "prey.population", 0);
  }
  g_test_message ("%s without %s, h = %g: %.4g %%, %.2f integrations a step", choice, lacking, h,
                  error, (double)counts->do_step / (double)counts->macro_steps);
  return error;
}

/* What takes the place of a capability, and what that costs: slopes by the linearisation cost
 * nothing, by differences one order and more; the estimator of 5.5e-6 % without the defect. */
static void
test_without (void)
{
  LsCounts counts;
  double coarse, fine;

  /* As in test_populations(). */
  unit_assert_near (measure_without ("ifosmondi-jfm:eps=1e-12:start-slopes=off",
                                     "output-derivatives", 1e-2, &counts),
                    4.68e-9, 0.05);
  coarse = measure_without ("ifosmondi-jfm:eps=1e-12", "output-derivatives,linearisation", 2e-2,
                            &counts);
  fine = measure_without ("ifosmondi-jfm:eps=1e-12", "output-derivatives,linearisation", 5e-3,
                          &counts);
  g_assert_cmpfloat (log (coarse / fine) / log (4.0), >=, 2.0);
  g_assert_cmpfloat (fine, <=, 1e-5);

  /* Three digits are given. */
  unit_assert_near (measure_without ("ifosmondi-jfm:eps=1e-12:defect=off:start-slopes=off",
                                     "rollback", 1e-2, &counts),
                    5.54e-6, 0.01);
  g_assert_cmpuint (counts.do_step, ==, 2 * counts.macro_steps);
  g_assert_cmpuint (counts.rollbacks, ==, 0);
  g_assert_cmpfloat (measure_without ("ifosmondi-jfm:eps=1e-12", "rollback", 1e-2, &counts), <=,
                     2e-7);
  coarse = measure_without ("ifosmondi-jfm:eps=1e-10", "rollback,linearisation", 2e-2, &counts);
  fine = measure_without ("ifosmondi-jfm:eps=1e-10", "rollback,linearisation", 5e-3, &counts);
  g_assert_cmpuint (counts.do_step, ==, 2 * counts.macro_steps);
  g_assert_cmpfloat (log (coarse / fine) / log (4.0), >=, 1.8);
}

/* A capability that does not exist: an error that lists those that do. */
static void
test_without_unknown (void)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  g_autoptr (GError) error = NULL;
  LsMasterSettings settings = { .stop_time = 1.0, .step_size = 0.1, .tolerance = NAN };

  settings.method = ls_coupling_method_find ("costarica", NULL);
  ls_model_add_without (model, ls_model_get_component (model, 0)->id, "rolback");
  g_assert_null (ls_master_new (model, &settings, NULL, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "prey"));
  g_assert_nonnull (strstr (error->message, "rollback"));
}

/* What is said before a run, per component. */
static void
test_explain (void)
{
  static const struct
  {
    const char *choice, *lacking, *part;
  } cases[] = {
    { "ifosmondi-jfm", "", NULL },
    { "ifosmondi-jfm", "rollback", "estimated" },
    { "ifosmondi-jfm", "rollback,linearisation", "extrapolated" },
    { "ifosmondi-jfm:estimator=never", "rollback", "extrapolated" },
    { "ifosmondi-jfm:estimator=always", "", "estimated" },
    { "ifosmondi-jfm", "output-derivatives", "linearisation" },
    { "ifosmondi-jfm", "output-derivatives,linearisation", "differences" },
    { "ifosmondi-jfm", "polynomial-inputs", "mean" },
    { "costarica", "", "estimated" },
    { "costarica", "linearisation", "trial steps" },
    { "costarica:trials=off", "linearisation", "on the next one" },
    { "costarica", "rollback,linearisation", "on the next one" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
      g_auto (GStrv) parts = g_strsplit (cases[i].lacking, ",", -1);
      g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (cases[i].choice, NULL);
      g_autoptr (LsOptions) options = ls_coupling_method_read_options (choice, NULL);
      const LsComponent *component = ls_model_get_component (model, 0);
      LsSystemInfo *info;
      g_autofree char *text = NULL;
      gboolean possible = FALSE;

      for (guint k = 0; parts[k] != NULL; k++)
        ls_model_add_without (model, component->id, parts[k]);
      info = ls_system_info_new (component, NULL);
      g_assert_nonnull (info);
      text = ls_coupling_method_explain_options (ls_coupling_method_find (choice->method, NULL),
                                                 info, options, &possible);
      g_assert_true (possible);
      g_test_message ("%s without %s: %s", cases[i].choice, cases[i].lacking,
                      text != NULL ? text : "nothing is missing");
      if (cases[i].part == NULL)
        g_assert_null (text);
      else
        g_assert_nonnull (strstr (text, cases[i].part));
      ls_system_info_free (info);
    }
}

/* An algebraic loop with a gain of -3. */
static void
test_loop (void)
{
  const char *signals[] = { "left.x", "right.x", NULL };
  double x[2];

  for (guint i = 1; i < G_N_ELEMENTS (solvers); i++)
    {
      g_autofree char *choice = g_strdup_printf ("ifosmondi-jfm:eps=1e-10:solver=%s", solvers[i]);
      g_autoptr (LsModel) model = unit_open ("feed-through.ssp");
      g_autoptr (LsMaster) master = unit_start (model, choice, 1.0, 1e-3);
      LsCounts counts;

      g_assert_true (ls_master_set_signals (master, signals, NULL));
      while (!ls_master_is_done (master))
        g_assert_true (ls_master_step (master, NULL));
      g_assert_true (ls_master_read (master, x, NULL));
      ls_master_get_counts (master, &counts);
      g_test_message ("%s: %.12f %.12f, %.2f iterations a step", choice, x[0], x[1],
                      (double)counts.iterations / (double)counts.macro_steps);
      /* Twelve digits are given; cubics leave (w h)^4 / 384 of 0.2 m, 5e-12 m, and eps is 1e-10. */
      g_assert_cmpfloat (fabs (x[0] + 0.054374920745), <=, 1e-9);
      g_assert_cmpfloat (fabs (x[1] + 0.054429301433), <=, 1e-9);
    }
}

static void
test_divergence (void)
{
  g_autoptr (LsModel) model = unit_open ("feed-through.ssp");
  g_autoptr (LsMaster) master = unit_start (model, "ifosmondi-jfm:solver=fixed-point", 1.0, 1e-2);
  g_autoptr (GError) error = NULL;
  LsCounts counts;

  g_assert_false (ls_master_step (master, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_RUN);
  g_test_message ("%s", error->message);
  for (guint i = 0; i < 6; i++)
    {
      static const char *const parts[]
          = { "fixed-point",    "t = ", "left.F", "eps is 1e-06", "form algebraic loops. ",
              "solver=anderson" };

      g_assert_nonnull (strstr (error->message, parts[i]));
    }
  ls_master_get_counts (master, &counts);
  g_assert_cmpuint (counts.rejected_steps, >=, 2);
}

/* Loops of 10 and 50 unknowns, which repetition cannot settle in any step: Newton's method takes
 * over. The pressure of the tank by MISSILES, which solves them at once. */
static void
test_large_loops (void)
{
  static const char *const models[] = { "pressure-network-10.ssp", "pressure-network-50.ssp" };
  static const char *const choices[] = { "ifosmondi-jfm", "costarica", "ifosmondi-jfm:eps=1e-9" };

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      g_autoptr (LsModel) model = unit_open (models[i]);
      g_autoptr (LsMaster) master = unit_start (model, "missiles", 1.0, 0.01);
      const double expected = unit_run (master, "tank.p");

      for (guint k = 0; k < G_N_ELEMENTS (choices); k++)
        {
          g_autoptr (LsMaster) other = unit_start (model, choices[k], 1.0, 0.01);
          const double found = unit_run (other, "tank.p");

          g_test_message ("%s %s: %.9g, %.9g", models[i], choices[k], found, expected);
          /* eps is 1e-6 at most. */
          g_assert_cmpfloat_with_epsilon (found / expected, 1.0, 1e-6);
        }
    }
}

/* Too few iterations for the step that is asked for, enough for a part of it. */
static void
test_rejected (void)
{
  g_autoptr (LsModel) model = unit_open ("two-bodies.ssp");
  g_autoptr (LsMaster) master
      = unit_start (model, "ifosmondi-jfm:solver=fixed-point:max-iterations=8:eps=1e-8", 2.0, 5e-2);
  LsCounts counts;

  while (!ls_master_is_done (master))
    g_assert_true (ls_master_step (master, NULL));
  g_assert_cmpfloat (ls_master_get_time (master), ==, 2.0);
  ls_master_get_counts (master, &counts);
  g_assert_cmpuint (counts.rejected_steps, >, 0);
  g_assert_cmpuint (counts.macro_steps, ==, 40);
}

/* Without inputs, without outputs, with nothing but Co-Simulation itself, with many components. */
static void
test_examples (void)
{
  static const char *const models[] = { "time-only-terms.ssp",
                                        "lotka-volterra-basic.ssp",
                                        "lotka-volterra-time.ssp",
                                        "behaviour-change.ssp",
                                        "chain-10.ssp",
                                        "stiff-soft.ssp",
                                        "feed-through.ssp" };
  static const char *const choices[]
      = { "ifosmondi-jfm", "ifosmondi-jfm:estimator=always", "ifosmondi-jfm:estimator=never",
          "ifosmondi-jfm:solver=interface-newton:guess=missiles", "costarica" };

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    for (guint k = 0; k < G_N_ELEMENTS (choices); k++)
      {
        g_autoptr (LsModel) model = unit_open (models[i]);
        g_autoptr (LsMaster) master = unit_start (model, choices[k], 0.2, 1e-3);
        GError *error = NULL;

        g_test_message ("%s %s", models[i], choices[k]);
        while (!ls_master_is_done (master))
          {
            ls_master_step (master, &error);
            g_assert_no_error (error);
          }
        g_assert_true (ls_master_finish (master, NULL));
      }
}

static void
test_options (void)
{
  static const char *const wrong[]
      = { "ifosmondi-jfm:eps=0", "ifosmondi-jfm:eps=2", "ifosmondi-jfm:solver=snes",
          "ifosmondi-jfm:depth=0", "costarica:estimator=auto" };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (wrong[i], NULL);

      g_assert_null (ls_coupling_method_read_options (choice, &error));
      g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
    }
}

static void
test_allocation (void)
{
  static const char *const choices[] = { "ifosmondi-jfm",
                                         "ifosmondi-jfm:solver=fixed-point",
                                         "ifosmondi-jfm:solver=newton-gmres",
                                         "ifosmondi-jfm:solver=interface-newton",
                                         "ifosmondi-jfm:guess=missiles",
                                         "costarica" };

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
      g_autoptr (LsMaster) master = unit_start (model, choices[i], 1.0, 1e-2);
      gint before;

      for (guint k = 0; k < 3; k++)
        g_assert_true (ls_master_step (master, NULL));
      before = n_allocations;
      while (!ls_master_is_done (master))
        if (!ls_master_step (master, NULL))
          g_assert_not_reached ();
      before = n_allocations - before;
      g_test_message ("%s: %d allocations", choices[i], before);
      g_assert_cmpint (before, ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/ifosmondi/two-bodies", test_bodies);
  g_test_add_func ("/cosim/ifosmondi/lotka-volterra", test_populations);
  g_test_add_func ("/cosim/ifosmondi/eps", test_eps);
  g_test_add_func ("/cosim/ifosmondi/missiles", test_missiles);
  g_test_add_func ("/cosim/ifosmondi/sparse", test_sparse);
  g_test_add_func ("/cosim/ifosmondi/guess", test_guess);
  g_test_add_func ("/cosim/ifosmondi/without", test_without);
  g_test_add_func ("/cosim/ifosmondi/without-unknown", test_without_unknown);
  g_test_add_func ("/cosim/ifosmondi/explain", test_explain);
  g_test_add_func ("/cosim/ifosmondi/loop", test_loop);
  g_test_add_func ("/cosim/ifosmondi/divergence", test_divergence);
  g_test_add_func ("/cosim/ifosmondi/large-loops", test_large_loops);
  g_test_add_func ("/cosim/ifosmondi/rejected", test_rejected);
  g_test_add_func ("/cosim/ifosmondi/examples", test_examples);
  g_test_add_func ("/cosim/ifosmondi/options", test_options);
  g_test_add_func ("/cosim/ifosmondi/allocation", test_allocation);
  return g_test_run ();
}
