/* What happened when, and values at every event: of quantised states and of coupled components. */
#include "core/ssp/ssp.h"
#include "core/run/comparison.h"
#include "core/run/run.h"

#include "examples.h"
#include "unit.h"

#include <math.h>
#include <string.h>

/* Of a ball that falls from 1 m, with 9.81 m/s² and a coefficient of restitution of 0.7. */
static const double bounce_times[] = { 0.4515236409857309, 1.083656738365754, 1.52614990653177 };

static LsRun *
do_run (const LsModel *model, const char *method, double stop, double step)
{
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (method, NULL);
  GError *error = NULL;
  LsRun *run = ls_run_new (model, choice, 0, stop, step, NULL, &error);

  g_assert_no_error (error);
  ls_run_execute (run, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return run;
}

static guint
find_source (const LsActivity *activity, const char *name)
{
  for (guint i = 0; i < ls_activity_get_n (activity); i++)
    if (strcmp (ls_activity_get_name (activity, i), name) == 0)
      return i;
  g_error ("there is no source %s", name);
}

/* Times of the events of a source, in order. */
static GArray *
list_times (LsActivity *activity, guint source)
{
  const LsTrace *trace = ls_activity_get_trace (activity);
  GArray *times = g_array_new (FALSE, FALSE, sizeof (double));
  double last = -INFINITY;

  for (gsize i = 0; i < ls_trace_get_n_rows (trace); i++)
    {
      const double time = ls_trace_get (trace, 0, i);

      g_assert_cmpfloat (time, >=, last);
      last = time;
      if (ls_trace_get (trace, 1, i) == source)
        g_array_append_val (times, time);
    }
  return times;
}

/* Kofman's stiff pair: 20 events of one state and 15995 of the other (paper 003, section 2). */
static void
test_stiff (void)
{
  g_autoptr (LsModel) model = unit_open ("stiff-pair.ssp");
  g_autoptr (LsRun) run = do_run (model, "qss1:quantum=1e-14:absolute-quantum=1", 500, 5);
  LsActivity *activity = ls_run_get_activity (run);
  LsRunResult result;
  guint64 counts[2];

  g_assert_cmpuint (ls_activity_get_n (activity), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GArray) times = list_times (activity, i);

      counts[i] = ls_activity_get_count (activity, i);
      g_assert_cmpuint (times->len, ==, counts[i]);
    }
  ls_run_get_result (run, &result);
  g_assert_cmpuint (counts[0] + counts[1], ==, result.counts.requantisations);
  ls_run_result_clear (&result);
  /* Both begin with one that no change of a quantum has made. */
  /* As in test_stiff_counts() of test-qss.c. */
  g_assert_cmpfloat_with_epsilon ((double)MIN (counts[0], counts[1]), 21, 1);
  g_assert_cmpfloat_with_epsilon ((double)MAX (counts[0], counts[1]), 15995, 5);
}

/* State events are there beside the states, at the times of the closed form. */
static void
test_bounces (void)
{
  g_autoptr (LsModel) model = example_alone ("models/bouncing-ball.fmu", "ball");
  g_autoptr (LsRun) run = do_run (model, "qss3:quantum=1e-6", 1.6, 0.4);
  LsActivity *activity = ls_run_get_activity (run);
  g_autoptr (GArray) times = list_times (activity, find_source (activity, "ball"));

  g_assert_cmpuint (times->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    /* The ball falls on parabolas, which qss2 follows: rounding of times up to 1.6 s. */
    g_assert_cmpfloat_with_epsilon (g_array_index (times, double, i), bounce_times[i], 1e-13);
  g_assert_cmpuint (ls_activity_get_count (activity, find_source (activity, "ball.h")), >, 3);
}

/* A component that a solver of ours integrates tells of its events in a coupled run too. */
static void
test_coupled (void)
{
  g_autoptr (LsModel) model = example_alone ("models/bouncing-ball.fmu", "ball");
  LsComponent *ball = (LsComponent *)ls_model_get_component (model, 0);
  g_autoptr (LsRun) slave = do_run (model, "ni-jacobi", 1.6, 0.05);
  g_autoptr (LsRun) run = NULL;
  g_autoptr (GArray) times = NULL;

  g_assert_cmpuint (ls_activity_get_n (ls_run_get_activity (slave)), ==, 0);
  ball->solver = g_strdup ("dopri5:tolerance=1e-9:absolute-tolerance=1e-12");
  run = do_run (model, "ni-jacobi", 1.6, 0.05);
  g_assert_cmpuint (ls_activity_get_n (ls_run_get_activity (run)), ==, 1);
  times = list_times (ls_run_get_activity (run), 0);
  g_assert_cmpuint (times->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    /* A parabola, of which the solver makes no error: the locator ends within 1e-13 of the time. */
    g_assert_cmpfloat_with_epsilon (g_array_index (times, double, i), bounce_times[i], 1e-12);
}

/* Values on both sides of a bounce, at every event of a state, and the rows of the grid as without.
 */
static void
test_dense (void)
{
  g_autoptr (LsModel) model = example_alone ("models/bouncing-ball.fmu", "ball");
  g_autoptr (LsRun) sparse = do_run (model, "qss2:quantum=1e-4", 1.6, 0.4);
  g_autoptr (LsRun) run = do_run (model, "qss2:quantum=1e-4:dense=on", 1.6, 0.4);
  const LsTrace *trace = ls_run_get_trace (run), *grid = ls_run_get_trace (sparse);
  LsActivity *activity = ls_run_get_activity (run);
  const guint h = (guint)ls_trace_find (trace, "ball.h"),
              v = (guint)ls_trace_find (trace, "ball.v");
  gsize row = 0, n_between = 0;
  guint n_bounces = 0;

  g_assert_cmpuint (ls_activity_get_total (activity), ==,
                    ls_activity_get_total (ls_run_get_activity (sparse)));
  g_assert_cmpuint (ls_trace_get_n_rows (trace), >, 100);
  for (gsize i = 0; i < ls_trace_get_n_rows (trace); i++)
    {
      const double t = ls_trace_get (trace, 0, i);

      if (i > 0 && t == ls_trace_get (trace, 0, i - 1))
        {
          /* A parabola, which qss2 follows: rounding of times up to 1.6 s. */
          g_assert_cmpfloat_with_epsilon (t, bounce_times[n_bounces], 1e-13);
          /* Rounding of speeds up to 4.4 m/s and of a fall of 1 m. */
          g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, v, i),
                                          -0.7 * ls_trace_get (trace, v, i - 1), 1e-14);
          g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, h, i - 1), 0.0, 1e-14);
          n_bounces++;
        }
      n_between += ls_trace_is_between (trace, i);
      if (row < ls_trace_get_n_rows (grid) && t == ls_trace_get (grid, 0, row))
        {
          for (guint j = 0; j < ls_trace_get_n_columns (trace); j++)
            g_assert_cmpfloat (ls_trace_get (trace, j, i), ==, ls_trace_get (grid, j, row));
          row++;
        }
      /* Free fall between bounces: a parabola, which qss2 follows. */
      if (t < bounce_times[0])
        /* Rounding of two terms of up to 1 m. */
        g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, h, i), 1 - 0.5 * 9.81 * t * t, 1e-14);
    }
  g_assert_cmpuint (n_bounces, ==, 3);
  g_assert_cmpuint (row, ==, 5);
  g_assert_cmpuint (n_between, ==, ls_trace_get_n_rows (trace) - 5);
}

/* The same from a process of its own, and figures of error without what is between. */
static void
test_process (void)
{
  g_autoptr (LsModel) model = unit_open ("two-bodies.ssp");
  g_autoptr (GPtrArray) methods
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);
  g_autoptr (LsComparison) comparison = NULL;
  g_autoptr (LsRun) run = do_run (model, "qss3:activity=100", 0.5, 0.01);
  GError *error = NULL;

  g_ptr_array_add (methods, ls_method_choice_parse ("qss3:activity=100", NULL));
  g_ptr_array_add (methods, ls_method_choice_parse ("qss3:dense=on", NULL));
  comparison
      = ls_comparison_new (model, methods, (const double[]){ 0.01 }, 1, 0, 0.5, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (ls_comparison_execute (comparison, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < 2; i++)
    {
      LsActivity *activity = ls_run_get_activity (ls_comparison_get_run (comparison, i));

      g_assert_cmpuint (ls_activity_get_total (activity), ==,
                        ls_activity_get_total (ls_run_get_activity (run)));
      g_assert_cmpuint (ls_trace_get_n_rows (ls_activity_get_trace (activity)), ==,
                        i == 0 ? 100 : ls_activity_get_total (activity));
    }
  for (guint s = 0; s < 2; s++)
    g_assert_cmpfloat (ls_comparison_get_error (comparison, 0, s), ==,
                       ls_comparison_get_error (comparison, 1, s));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/run/activity/stiff", test_stiff);
  g_test_add_func ("/core/run/activity/bounces", test_bounces);
  g_test_add_func ("/core/run/activity/coupled", test_coupled);
  g_test_add_func ("/core/run/activity/dense", test_dense);
  g_test_add_func ("/core/run/activity/process", test_process);
  return g_test_run ();
}
