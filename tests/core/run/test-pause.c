/* Runs held up, led step by step, and changed on the way. */
#include "core/run/comparison.h"

#include "examples.h"
#include "news.h"

#include <math.h>
#include <string.h>

#define STEP 1e-3
#define STOP 0.5

static gpointer
execute (gpointer run)
{
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);

  ls_run_execute (run, log, news_progress, NULL, NULL);
  return NULL;
}

static LsRun *
run_new (const char *method)
{
  g_autoptr (LsModel) model = example_alone ("models/left-body.fmu", "left");
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (method, NULL);
  const char *const signals[] = { "left.x", "left.v", NULL };
  GError *error = NULL;
  LsRun *run = ls_run_new (model, choice, 0, STOP, STEP, signals, &error);

  g_assert_no_error (error);
  return run;
}

/* m x'' = -c x - d x' + F with m = 5, d = 10, from (@x, @v), after @t. */
static void
oscillate (double c, double force, double t, double *x, double *v)
{
  const double s = 1, w = sqrt (c / 5 - s * s), rest = force / c;
  const double a = *x - rest, b = (*v + s * a) / w;

  *x = rest + exp (-s * t) * (a * cos (w * t) + b * sin (w * t));
  *v = exp (-s * t)
       * (-s * (a * cos (w * t) + b * sin (w * t)) + w * (b * cos (w * t) - a * sin (w * t)));
}

/* Every step is one row, no more; what is changed half-way holds from there on. */
static void
test_steps_and_values (gconstpointer method)
{
  g_autoptr (LsRun) run = run_new (method);
  LsTrace *trace = ls_run_get_trace (run);
  LsRunResult result;
  double x = 1, v = 0;
  GThread *thread;
  gsize n;

  ls_run_pause (run);
  thread = news_thread_new (execute, run);
  news_wait_paused (run, 1);
  for (guint i = 0; i < 20; i++)
    {
      /* Whoever leads takes time to look, here more than the 0.25 s that a step has before it is
       * paused inside: that is no pause within the step that comes. */
      if (i == 1)
        g_usleep (300000);
      ls_run_take_step (run);
      news_wait_paused (run, i + 2);
    }
  /* Rounding of 20 sums. */
  g_assert_cmpfloat_with_epsilon (ls_run_get_time (run), 20 * STEP, 1e-12);
  g_assert_false (ls_run_is_changed (run));
  ls_run_set_value (run, "left.c", 2500);
  ls_run_set_value (run, "left.F", 1000);
  ls_run_set_value (run, "left.x", 3);       /* an output: refused */
  ls_run_set_value (run, "left.nothing", 3); /* refused */
  ls_run_continue (run);
  g_thread_join (thread);
  ls_run_get_result (run, &result);
  g_assert_cmpint (result.state, ==, LS_RUN_DONE);
  ls_run_result_clear (&result);
  g_assert_true (ls_run_is_changed (run));

  oscillate (10000, 0, 20 * STEP, &x, &v);
  /* Steps of 1e-3 s leave nothing but rounding to the solver of the FMU, 1e-16 in each of 500. */
  g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 1, 20), x, 1e-13);
  oscillate (2500, 1000, STOP - 20 * STEP, &x, &v);
  n = ls_trace_get_n_rows (trace);
  g_assert_cmpuint (n, ==, (gsize)lround (STOP / STEP) + 1);
  /* As above; nothing is coupled, so that the method has no error of its own. */
  g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 1, n - 1), x, 1e-13);
  /* Speeds are sqrt (c / m) = 45 times positions. */
  g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 2, n - 1), v, 1e-11);
}

/* Who waits can be cancelled, at once; the time of waiting is not that of the run. */
static void
test_cancel (void)
{
  g_autoptr (LsRun) run = run_new ("ni-jacobi");
  gint64 start = g_get_monotonic_time ();
  LsRunResult result;
  GThread *thread;
  gint64 pause;

  ls_run_pause (run);
  thread = news_thread_new (execute, run);
  news_wait_paused (run, 1);
  /* Ten times as long as the rest has taken, on this machine. */
  pause = MAX (500000, 10 * (g_get_monotonic_time () - start));
  g_usleep ((gulong)pause);
  ls_run_cancel (run);
  g_thread_join (thread);
  ls_run_get_result (run, &result);
  g_assert_cmpint (result.state, ==, LS_RUN_CANCELLED);
  g_assert_cmpfloat (1e6 * result.wall_time, <, (double)pause);
  ls_run_result_clear (&result);
  /* Not a step more. */
  g_assert_cmpuint (ls_trace_get_n_rows (ls_run_get_trace (run)), ==, 1);
}

static void
comparison_cb (LsComparison *comparison G_GNUC_UNUSED,
               LsComparisonStage stage G_GNUC_UNUSED,
               guint run G_GNUC_UNUSED,
               double fraction G_GNUC_UNUSED,
               gpointer nothing G_GNUC_UNUSED)
{
  news_progress (NULL, NULL);
}

static gpointer
execute_comparison (gpointer comparison)
{
  ls_comparison_execute (comparison, NULL, comparison_cb, NULL, NULL);
  return NULL;
}

/* The reference is of the model as it was: a changed run has no error. */
static void
test_comparison (void)
{
  g_autoptr (LsModel) model = example_two_bodies ();
  g_autoptr (GPtrArray) methods
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);
  g_autoptr (LsComparison) comparison = NULL;
  const double step = 1e-3;
  LsRun *first;
  GThread *thread;

  g_ptr_array_add (methods, ls_method_choice_new ("ni-jacobi"));
  g_ptr_array_add (methods, ls_method_choice_new ("missiles"));
  comparison = ls_comparison_new (model, methods, &step, 1, 0, 0.5, NULL, NULL);
  first = ls_comparison_get_run (comparison, 0);
  ls_comparison_pause (comparison);
  thread = news_thread_new (execute_comparison, comparison);
  news_wait_paused (first, 1);
  g_assert_true (ls_comparison_get_paused (comparison) == first);
  ls_run_set_value (first, "left.m", 6);
  /* One that is fed by a connection stays as it is. */
  ls_run_set_value (first, "left.F", 6);
  ls_comparison_continue (comparison);
  g_thread_join (thread);
  g_assert_null (ls_comparison_get_paused (comparison));
  g_assert_true (isnan (ls_comparison_get_error (comparison, 0, 0)));
  g_assert_true (isfinite (ls_comparison_get_error (comparison, 1, 0)));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/core/run/pause/values/ni-jacobi", "ni-jacobi", test_steps_and_values);
  g_test_add_data_func ("/core/run/pause/values/missiles", "missiles", test_steps_and_values);
  g_test_add_data_func ("/core/run/pause/values/ifosmondi", "ifosmondi-jfm", test_steps_and_values);
  g_test_add_func ("/core/run/pause/cancel", test_cancel);
  g_test_add_func ("/core/run/pause/comparison", test_comparison);
  return g_test_run ();
}
