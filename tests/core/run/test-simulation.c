/* Single FMUs: times of events in closed form with every solver, inputs from files. */
#include "core/run/simulation.h"

#include "unit.h"

#include <glib/gstdio.h>
#include <math.h>

/* @solver: (nullable): %NULL for a slave */
static LsTrace *
simulate (LsFmu *fmu,
          const char *solver,
          double stop_time,
          const LsInputTable *input,
          const char *const *start_values,
          LsSimulationResult *result)
{
  LsSolver chosen;
  LsSimulationSettings settings = { .fmu = fmu,
                                    .name = "unit",
                                    .stop_time = stop_time,
                                    .output_interval = 0.01,
                                    .tolerance = 1e-12,
                                    .input = input,
                                    .start_values = start_values };
  LsTrace *trace = NULL;
  GError *error = NULL;

  if (solver != NULL)
    {
      g_assert_true (ls_solver_parse (solver, &chosen, &error));
      settings.solver = &chosen;
    }
  ls_simulation_run (&settings, NULL, &trace, result, &error);
  g_assert_no_error (error);
  return trace;
}

/* All that choose their step. */
static void
for_each_solver (void (*check) (const char *solver))
{
  for (guint i = 0; i < ls_ode_method_get_n (); i++)
    {
      const LsOdeMethod *method = ls_ode_method_get (i);
      g_autofree char *text
          = g_strdup_printf ("%s:tolerance=1e-13:max-step=0.005", ls_ode_method_get_id (method));

      if (ls_ode_method_has_fixed_step (method))
        continue;
      g_test_message ("%s", text);
      check (text);
    }
}

/* Where @name takes a new value; each of these rows has to be the second of its time.
 * Returns: how many there are. */
static guint
list_changes (const LsTrace *trace, const char *name, double times[], guint most)
{
  int column = ls_trace_find (trace, name);
  guint n = 0;

  g_assert_cmpint (column, >=, 0);
  for (gsize row = 1; row < ls_trace_get_n_rows (trace); row++)
    if (ls_trace_get (trace, (guint)column, row) != ls_trace_get (trace, (guint)column, row - 1))
      {
        g_assert_cmpuint (n, <, most);
        times[n++] = ls_trace_get (trace, 0, row);
        g_assert_cmpfloat (ls_trace_get (trace, 0, row - 1), ==, times[n - 1]);
      }
  return n;
}

static void
check_ball (const char *solver)
{
  g_autoptr (LsFmu) fmu = unit_open_fmu ("LS_TEST_MODELS", "bouncing-ball.fmu");
  LsSimulationResult result;
  g_autoptr (LsTrace) trace = simulate (fmu, solver, 3.0, NULL, NULL, &result);
  double times[20], t = sqrt (2.0 / 9.81), flight = 1.4 * t;
  guint n = list_changes (trace, "bounces", times, G_N_ELEMENTS (times));
  gsize last = ls_trace_get_n_rows (trace) - 1;

  g_assert_cmpuint (n, ==, 11);
  g_assert_cmpuint (result.counts.state_events, ==, 11);
  for (guint i = 0; i < n; i++)
    {
      /* Relative, here and below: solvers run at 1e-13, as in test-hybrid.c. */
      g_assert_cmpfloat (fabs (times[i] / t - 1.0), <=, 1e-10);
      t += flight;
      flight *= 0.7;
    }
  g_assert_cmpfloat (ls_trace_get (trace, 0, last), ==, 3.0);
  g_assert_cmpfloat (ls_trace_get (trace, (guint)ls_trace_find (trace, "h"), last), ==, 0.0);
  /* Every output time, and both sides of every event. */
  g_assert_cmpuint (last + 1, ==, 301 + 2 * 11);
}

static void
test_ball (void)
{
  for_each_solver (check_ball);
}

static void
check_wave (const char *solver)
{
  static const double expected[] = { 1.35171674446, 2.40018530999, 3.85298478076, 4.90145334629,
                                     6.35425281705, 7.40272138258, 8.85552085335, 9.90398941888 };
  g_autoptr (LsFmu) fmu = unit_open_fmu ("LS_TEST_MODELS", "state-event.fmu");
  LsSimulationResult result;
  g_autoptr (LsTrace) trace = simulate (fmu, solver, 10.0, NULL, NULL, &result);
  double times[20];
  guint n = list_changes (trace, "changes", times, G_N_ELEMENTS (times));

  g_assert_cmpuint (n, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < n; i++)
    /* Relative, as above. */
    g_assert_cmpfloat (fabs (times[i] / expected[i] - 1.0), <=, 1e-10);
}

static void
test_wave (void)
{
  for_each_solver (check_wave);
}

static LsInputTable *
make_input (LsFmu *fmu, const char *text)
{
  g_autofree char *path = NULL;
  GError *error = NULL;
  LsInputTable *input;
  int file = g_file_open_tmp ("lockstep-XXXXXX.csv", &path, &error);

  g_assert_no_error (error);
  g_close (file, NULL);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  input = ls_input_table_new (ls_fmu_get_description (fmu), path, &error);
  g_remove (path);
  g_assert_no_error (error);
  return input;
}

/* The input reaches zero at 0.375 and stays, leaves it upwards at 0.6, and jumps below at 0.8. */
static void
check_threshold (const char *solver)
{
  static const double expected[] = { 0.375, 0.6, 0.8 };
  g_autoptr (LsFmu) fmu = unit_open_fmu ("LS_TEST_MODELS", "threshold.fmu");
  g_autoptr (LsInputTable) input
      = make_input (fmu, "time,u\n0,1\n0.375,0\n0.6,0\n0.8,2\n0.8,-1\n1,-1\n");
  LsSimulationResult result;
  g_autoptr (LsTrace) trace = simulate (fmu, solver, 1.0, input, NULL, &result);
  double times[20];
  guint n = list_changes (trace, "changes", times, G_N_ELEMENTS (times));

  g_assert_cmpuint (n, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < n; i++)
    /* The inputs are straight lines, which the solvers follow: what is left is the locator's
     * 1e-13. */
    g_assert_cmpfloat_with_epsilon (times[i], expected[i], 1e-12);
  g_assert_cmpfloat (times[2], ==, 0.8);
  g_assert_cmpuint (result.counts.external_events, ==, 1);
  g_assert_cmpuint (result.counts.events, ==, 3);
  /* The areas of two triangles. */
  /* An event time off by 1e-13 s, as above, at an input of up to 2. */
  g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 1, ls_trace_get_n_rows (trace) - 1),
                                  0.5 * 0.375 + 0.5 * 0.2 * 2.0, 1e-12);
}

static void
test_threshold (void)
{
  for_each_solver (check_threshold);
}

/* Events in time to the last bit. */
static void
check_elevator (const char *solver)
{
  g_autoptr (LsFmu) fmu = unit_open_fmu ("LS_TEST_MODELS", "elevator.fmu");
  LsSimulationResult result;
  g_autoptr (LsTrace) trace = simulate (fmu, solver, 3.0, NULL, NULL, &result);
  double times[20];
  guint n = list_changes (trace, "acceleration", times, G_N_ELEMENTS (times));
  gsize last = ls_trace_get_n_rows (trace) - 1;

  g_assert_cmpuint (n, ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat (times[i], ==, i + 1.0);
  /* The solvers run at 1e-13; a factor of 100 for the errors of 600 steps. */
  g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 1, last), 2.0, 1e-11);
}

static void
test_elevator (void)
{
  for_each_solver (check_elevator);
}

static void
test_start_values (void)
{
  g_autoptr (LsFmu) fmu = unit_open_fmu ("LS_TEST_MODELS", "bouncing-ball.fmu");
  const char *const values[] = { "h", "2", "e", "0", NULL };
  LsSimulationResult result;
  g_autoptr (LsTrace) trace = simulate (fmu, "dopri5", 1.0, NULL, values, &result);
  double times[4];

  g_assert_cmpfloat (ls_trace_get (trace, 1, 0), ==, 2.0);
  g_assert_cmpuint (list_changes (trace, "bounces", times, 4), ==, 1);
  /* A parabola, of which the solver makes no error: the locator ends within 1e-13 of the time. */
  g_assert_cmpfloat_with_epsilon (times[0], sqrt (4.0 / 9.81), 1e-12);
}

/* As a slave there are no rows at events, but the same values. */
static void
test_slave (void)
{
  g_autoptr (LsFmu) fmu = unit_open_fmu ("LS_TEST_MODELS", "threshold.fmu");
  g_autoptr (LsInputTable) input = make_input (fmu, "time,u\n0,1\n0.375,0\n0.6,0\n0.8,2\n1,2\n");
  LsSimulationResult result;
  g_autoptr (LsTrace) trace = simulate (fmu, NULL, 1.0, input, NULL, &result);

  g_assert_cmpuint (ls_trace_get_n_rows (trace), ==, 101 + 1);
  g_assert_cmpuint (result.do_step, ==, 101);
  /* A hundred roundings: the solver of the FMU follows the straight lines of the input. */
  g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 1, ls_trace_get_n_rows (trace) - 1),
                                  0.5 * 0.375 + 0.5 * 0.2 * 2.0 + 0.4, 1e-13);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/simulation/ball", test_ball);
  g_test_add_func ("/run/simulation/wave", test_wave);
  g_test_add_func ("/run/simulation/threshold", test_threshold);
  g_test_add_func ("/run/simulation/elevator", test_elevator);
  g_test_add_func ("/run/simulation/start-values", test_start_values);
  g_test_add_func ("/run/simulation/slave", test_slave);
  return g_test_run ();
}
