/* Events within macro steps are two rows: both limits at the time of the event, whatever the step.
 * Times and values are closed forms. */
#include "core/run/comparison.h"
#include "core/run/grid.h"

#include "core/ssp/ssp.h"
#include "examples.h"
#include "unit.h"

#include <math.h>

static LsTrace *
run_model (LsModel *model, const char *method, double stop, double step, const char *const *signals)
{
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (method, NULL);
  GError *error = NULL;
  g_autoptr (LsRun) run = ls_run_new (model, choice, 0, stop, step, signals, &error);

  g_assert_no_error (error);
  ls_run_execute (run, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return ls_trace_ref (ls_run_get_trace (run));
}

static LsModel *
open_elevator (const char *solver)
{
  g_autofree char *path = example_path ("models/ball-in-elevator.ssp");
  GError *error = NULL;
  LsModel *model = ls_ssp_read (path, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    ls_model_set_solver (model, ls_model_get_component (model, i)->id, solver);
  return model;
}

static const char *const SOLVERS[]
    = { "dopri5:tolerance=1e-12",      "rk34:tolerance=1e-12",   "fehlberg78:tolerance=1e-12",
        "cvode-adams:tolerance=1e-12", "radau5:tolerance=1e-12", "rodas:tolerance=1e-12",
        "cvode-bdf:tolerance=1e-12",   "dop853:tolerance=1e-12" };

/* The first row of a pair at @time, within 1e-10 times @slack: solvers run at 1e-12. */
static gsize
find_pair (const LsTrace *trace, double time, double slack)
{
  for (gsize row = 1; row < ls_trace_get_n_rows (trace); row++)
    if (ls_trace_get (trace, 0, row) == ls_trace_get (trace, 0, row - 1)
        /* A hundred tolerances of the solvers, whose errors add up. */
        && fabs (ls_trace_get (trace, 0, row) - time) <= 1e-10 * slack)
      return row - 1;
  g_error ("no two rows at %.12g s", time);
  return 0;
}

/* Seen from the elevator the ball falls with 10.81 m/s2 until 1 s, with 9.81 then: bounce number
 * two from z = a t1 (t - t1) + ... in closed form. */
static void
test_bounces (void)
{
  const char *const signals[]
      = { "ball.h", "ball.v", "ball.floor", "elevator.z", "ball.bounces", "ball.der(w)", NULL };
  const double first = sqrt (2 / 10.81), e = 0.7;

  for (guint i = 0; i < G_N_ELEMENTS (SOLVERS); i++)
    {
      g_autoptr (LsModel) model = open_elevator (SOLVERS[i]);
      g_autoptr (LsTrace) trace = run_model (model, "ifosmondi-jfm", 1.4, 0.1, signals);
      gsize row = find_pair (trace, first, 1.0);
      /* Ball and floor just before. */
      const double v = -9.81 * first, w = first, after = w - e * (v - w);
      /* Relative to the floor: until 1 s with 10.81, then 9.81. */
      const double left = 1.0 - first, u_1 = after - w - 10.81 * left;
      const double d_1 = (after - w) * left - 0.5 * 10.81 * left * left;
      const double second = 1.0 + (u_1 + sqrt (u_1 * u_1 + 2 * 9.81 * d_1)) / 9.81;

      /* 1e-11 s, ten tolerances, at speeds of up to 4.3 m/s. */
      g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 1, row), 0.5 * first * first, 5e-11);
      g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 2, row), v, 5e-11);
      g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 2, row + 1), after, 5e-11);
      /* The input of the component, as it is there; the other one between its macro steps. */
      g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 3, row), 0.5 * first * first, 5e-11);
      /* A straight line over a macro step h of 0.1 s at an acceleration of 1: h^2 / 8 = 0.00125. */
      g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 4, row), 0.5 * first * first, 0.002);
      g_assert_cmpfloat (ls_trace_get (trace, 5, row), ==, 0);
      g_assert_cmpfloat (ls_trace_get (trace, 5, row + 1), ==, 1);
      g_assert_cmpfloat (ls_trace_get (trace, 6, row + 1), ==, -9.81);
      row = find_pair (trace, second, 1.0);
      g_assert_cmpfloat (ls_trace_get (trace, 5, row), ==, 1);
      g_assert_cmpfloat (ls_trace_get (trace, 5, row + 1), ==, 2);
      /* Rows of the grid and two pairs; at 1 s nothing of this changes. */
      g_assert_cmpuint (ls_trace_get_n_rows (trace), ==, 15 + 4);
    }
}

/* The elevator's change at 1 s is at the end of a macro step: one row more there, not two. */
static void
test_grid (void)
{
  const char *const signals[] = { "elevator.acceleration", NULL };
  g_autoptr (LsModel) model = open_elevator ("dopri5");
  g_autoptr (LsTrace) trace = run_model (model, "ni-jacobi", 1.5, 0.1, signals);
  const gsize row = find_pair (trace, 1.0, 1.0);

  g_assert_cmpfloat (ls_trace_get (trace, 1, row), ==, 1);
  g_assert_cmpfloat (ls_trace_get (trace, 1, row + 1), ==, 0);
  g_assert_cmpfloat (ls_trace_get (trace, 0, row + 2), >, 1);
  for (gsize i = 1; i < ls_trace_get_n_rows (trace); i++)
    g_assert_cmpfloat (ls_trace_get (trace, 0, i), >=, ls_trace_get (trace, 0, i - 1));
}

static guint
add (LsModel *model, const char *below_build, const char *name, const char *solver)
{
  const guint id = unit_add (model, "LS_BUILD_DIR", below_build, name);

  ls_model_set_solver (model, id, solver);
  return id;
}

/* x = 1.1 + sin (w t) / w, upside down and moved on the way, takes the threshold through zero and
 * back. The input is recorded as its source gives it. */
static void
test_threshold (void)
{
  const char *const signals[] = { "threshold.on", "threshold.u", "threshold.x", "source.x", NULL };
  const double w = 2 * 3.14 / 2.5, first = asin (0.2 * w) / w, second = G_PI / w - first;

  for (guint i = 0; i < G_N_ELEMENTS (SOLVERS); i++)
    {
      g_autoptr (LsModel) model = ls_model_new ();
      const guint source = add (model, "models/state-event.fmu", "source", SOLVERS[i]);
      const guint threshold = add (model, "models/threshold.fmu", "threshold", SOLVERS[i]);
      /* Errors of many short steps add up. */
      const double slack = i == 3 || i == 6 ? 10.0 : 1.0;
      GError *error = NULL;
      const guint id = ls_model_connect (model, source, "x", threshold, "u", &error);
      g_autoptr (LsTrace) trace = NULL;
      gsize row;

      g_assert_no_error (error);
      g_assert_true (ls_model_set_connection_transformation (model, id, -2.0, 2.6, &error));
      trace = run_model (model, "ifosmondi-jfm:eps=1e-13", 1.2, 0.002, signals);
      row = find_pair (trace, first, slack);
      g_assert_cmpfloat (ls_trace_get (trace, 1, row), ==, 1);
      g_assert_cmpfloat (ls_trace_get (trace, 1, row + 1), ==, 0);
      /* Its own threshold, located within 1e-13 of the time, at slopes of up to 1. */
      g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 2, row), 1.3, 1e-12);
      /* A straight line over a macro step h of 2 ms, with x'' of up to 2.5: 2.5 h^2 / 8. */
      g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 4, row), 1.3, 1e-5);
      g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 3, row),
                                      0.4 * first - 2 * (1 - cos (w * first)) / (w * w), 1e-9);
      row = find_pair (trace, second, slack);
      g_assert_cmpfloat (ls_trace_get (trace, 1, row), ==, 0);
      g_assert_cmpfloat (ls_trace_get (trace, 1, row + 1), ==, 1);
    }
}

/* Rows at events between the times of the grid have no part in the error: runs with other steps
 * find them at other times. The elevator changes at two times of the grid, which have both limits.
 */
static void
test_error (void)
{
  g_autoptr (LsModel) model = open_elevator ("dopri5:tolerance=1e-12");
  g_autoptr (GPtrArray) methods
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);
  const double steps[] = { 0.1, 0.05 };
  g_autoptr (LsComparison) comparison = NULL;
  GError *error = NULL;
  const LsTrace *reference;

  g_ptr_array_add (methods, ls_method_choice_parse ("ni-jacobi", NULL));
  g_ptr_array_add (methods, ls_method_choice_parse ("ifosmondi-jfm", NULL));
  comparison = ls_comparison_new (model, methods, steps, 2, 0, 2.5, NULL, &error);
  g_assert_no_error (error);
  ls_comparison_execute (comparison, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  reference = ls_reference_get_trace (ls_comparison_get_reference (comparison));
  g_assert_cmpuint (ls_trace_get_n_rows (reference), ==, 51 + 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/event-rows/bounces", test_bounces);
  g_test_add_func ("/run/event-rows/grid", test_grid);
  g_test_add_func ("/run/event-rows/threshold", test_threshold);
  g_test_add_func ("/run/event-rows/error", test_error);
  return g_test_run ();
}
