/* What a run tells of its steps over time: sizes, iterations, residuals, refused steps. */
#include "core/run/run.h"

#include "core/base/team.h"

#include "examples.h"

#include <math.h>

enum
{
  TIME,
  SIZE,
  ITERATIONS,
  RESIDUAL,
  REJECTED
};

static LsRun *
do_run (const char *method, double stop, double step, double tolerance)
{
  g_autoptr (LsModel) model = example_lotka_volterra ();
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (method, NULL);
  GError *error = NULL;
  LsRun *run = ls_run_new (model, choice, 0, stop, step, NULL, &error);

  g_assert_no_error (error);
  if (tolerance > 0)
    ls_run_set_tolerance (run, tolerance, &error);
  g_assert_no_error (error);
  ls_run_execute (run, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return run;
}

static double
sum (const LsTrace *trace, guint column)
{
  double total = 0;

  for (gsize i = 0; i < ls_trace_get_n_rows (trace); i++)
    total += ls_trace_get (trace, column, i);
  return total;
}

/* Steps that are all alike take one row, and the shortened last one another. */
static void
test_alike (void)
{
  g_autoptr (LsRun) run = do_run ("ni-jacobi", 10.005, 0.01, 0);
  LsTrace *steps = ls_run_get_steps (run);

  g_assert_cmpint (ls_trace_find (steps, "step_size"), ==, SIZE);
  g_assert_cmpint (ls_trace_find (steps, "iterations"), ==, ITERATIONS);
  g_assert_cmpint (ls_trace_find (steps, "residual"), ==, RESIDUAL);
  g_assert_cmpint (ls_trace_find (steps, "rejected_steps"), ==, REJECTED);
  g_assert_cmpuint (ls_trace_get_n_rows (steps), ==, 2);
  g_assert_cmpfloat (ls_trace_get (steps, TIME, 0), ==, 0);
  g_assert_cmpfloat (ls_trace_get (steps, SIZE, 0), ==, 0.01);
  g_assert_cmpfloat (ls_trace_get (steps, ITERATIONS, 0), ==, 0);
  g_assert_true (isnan (ls_trace_get (steps, RESIDUAL, 0)));
  /* Rounding of times up to 10 s. */
  g_assert_cmpfloat_with_epsilon (ls_trace_get (steps, TIME, 1), 10, 1e-14);
  g_assert_cmpfloat_with_epsilon (ls_trace_get (steps, SIZE, 1), 0.005, 1e-14);
}

/* Every method that iterates tells it for every step, and the sums are its counts. */
static void
test_iterations (void)
{
  static const char *const methods[]
      = { "iterated-jacobi", "iterated-gauss-seidel", "ifosmondi-jfm", "costarica" };

  for (guint m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      g_autoptr (LsRun) run = do_run (methods[m], 1, 0.01, 0);
      LsTrace *steps = ls_run_get_steps (run);
      LsRunResult result;

      ls_run_get_result (run, &result);
      g_test_message ("%s: %g iterations", methods[m], sum (steps, ITERATIONS));
      g_assert_cmpuint (ls_trace_get_n_rows (steps), ==, 100);
      g_assert_cmpfloat (sum (steps, ITERATIONS), ==, (double)result.counts.iterations);
      for (guint i = 0; i < 100; i++)
        {
          g_assert_cmpfloat (ls_trace_get (steps, ITERATIONS, i), >=, 1);
          /* eps is 1e-6 by default; at its first evaluation a guess may be exact */
          g_assert_cmpfloat (ls_trace_get (steps, RESIDUAL, i), <=, 1e-6);
        }
      ls_run_result_clear (&result);
    }
}

/* Chosen steps add up to the interval, and each refused one is in a row. */
static void
test_tolerance (void)
{
  g_autoptr (LsRun) run = do_run ("missiles", 20, 1, 1e-6);
  LsTrace *steps = ls_run_get_steps (run), *trace = ls_run_get_trace (run);
  LsRunResult result;
  gsize n = ls_trace_get_n_rows (steps);

  ls_run_get_result (run, &result);
  g_test_message ("%g of %g steps refused", sum (steps, REJECTED),
                  (double)result.counts.macro_steps);
  g_assert_cmpfloat (sum (steps, REJECTED), ==, (double)result.counts.rejected_steps);
  g_assert_cmpuint (n, >, 2);
  for (gsize i = 0; i < n; i++)
    {
      const double time = ls_trace_get (steps, TIME, i);
      gssize row = ls_trace_find_row (trace, time);

      g_assert_cmpfloat (ls_trace_get (trace, 0, (gsize)row), ==, time);
      /* Rounding of times of up to 10 s. */
      g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 0, (gsize)row + 1) - time,
                                      ls_trace_get (steps, SIZE, i), 1e-14);
    }
  ls_run_result_clear (&result);
}

/* FMUs that compute for 60 µs each in every fmi2DoStep, and a master that has little to do. */
static void
test_division (void)
{
  g_autoptr (LsModel) model
      = example_pair ("tests/fmus/busy-prey.fmu", "tests/fmus/busy-predator.fmu");
  g_autoptr (LsMethodChoice) choice = ls_method_choice_new ("ni-jacobi");
  g_autoptr (LsRun) run = ls_run_new (model, choice, 0, 1, 1e-3, NULL, NULL);
  LsRunResult result;

  /* Threads that wait for each other take processor time, too. */
  ls_team_set_threads (1);
  g_assert_true (ls_run_execute (run, NULL, NULL, NULL, NULL));
  ls_team_set_threads (0);
  ls_run_get_result (run, &result);
  g_test_message ("CPU %g of %g s, wall %g of %g s, %g bytes", result.component_cpu_time,
                  result.cpu_time, result.component_wall_time, result.wall_time,
                  (double)result.peak_memory);
  g_assert_cmpfloat (result.cpu_time, >=, 1000 * 2 * 60e-6);
  /* A step of the master takes a microsecond or two beside 120. */
  g_assert_cmpfloat (result.component_cpu_time, >, 0.95 * result.cpu_time);
  g_assert_cmpfloat (result.component_cpu_time, <=, result.cpu_time);
  g_assert_cmpfloat (result.component_wall_time, >, 0.8 * result.wall_time);
  g_assert_cmpfloat (result.component_wall_time, <=, result.wall_time);
  /* 0 where the system does not tell */
  g_assert_true (result.peak_memory == 0 || result.peak_memory > 1000000);
  ls_run_result_clear (&result);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/steps/alike", test_alike);
  g_test_add_func ("/run/steps/iterations", test_iterations);
  g_test_add_func ("/run/steps/tolerance", test_tolerance);
  g_test_add_func ("/run/steps/division", test_division);
  return g_test_run ();
}
