/* Runs that keep pace with the clock. */
#include "core/run/run.h"

#include "examples.h"
#include "news.h"

#include <math.h>

static LsRun *
run_new (double pace, double step, double stop)
{
  g_autoptr (LsModel) model = example_alone ("models/left-body.fmu", "left");
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse ("ni-jacobi", NULL);
  const char *const signals[] = { "left.x", NULL };
  GError *error = NULL;
  LsRun *run = ls_run_new (model, choice, 0, stop, step, signals, &error);

  g_assert_no_error (error);
  ls_run_set_pace (run, pace);
  return run;
}

static gpointer
execute (gpointer run)
{
  ls_run_execute (run, NULL, news_progress, NULL, NULL);
  return NULL;
}

static double
now (void)
{
  return 1e-6 * (double)g_get_monotonic_time ();
}

/* The last step begins at its time, no earlier; values are those of a run without. */
static void
test_clock (void)
{
  g_autoptr (LsRun) paced = run_new (4, 0.1, 1), fast = run_new (0, 0.1, 1);
  const double start = now ();
  LsRunResult result;

  execute (paced);
  g_assert_cmpfloat (now () - start, >=, 0.9 / 4);
  execute (fast);
  g_assert_cmpuint (ls_trace_get_n_rows (ls_run_get_trace (paced)), ==, 11);
  for (gsize i = 0; i < 11; i++)
    g_assert_cmpfloat (ls_trace_get (ls_run_get_trace (paced), 1, i), ==,
                       ls_trace_get (ls_run_get_trace (fast), 1, i));
  ls_run_get_result (paced, &result);
  /* Waiting is no work of the run: ten steps take microseconds. */
  g_assert_cmpfloat (result.wall_time, <, 0.9 / 4);
  g_assert_cmpuint (result.n_late, <=, 10);
  ls_run_result_clear (&result);
}

/* During a wait of 100 s: single steps at once, and the end. */
static void
test_requests (void)
{
  g_autoptr (LsRun) run = run_new (0.01, 1, 10);
  GThread *thread = news_thread_new (execute, run);
  LsRunResult result;

  news_wait_rows (run, 2);
  ls_run_pause (run);
  news_wait_paused (run, 2);
  ls_run_take_step (run);
  news_wait_paused (run, 3);
  ls_run_take_step (run);
  news_wait_paused (run, 4);
  ls_run_continue (run);
  ls_run_cancel (run);
  g_thread_join (thread);
  ls_run_get_result (run, &result);
  g_assert_cmpint (result.state, ==, LS_RUN_CANCELLED);
  g_assert_cmpuint (ls_trace_get_n_rows (ls_run_get_trace (run)), ==, 4);
  ls_run_result_clear (&result);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/pace/clock", test_clock);
  g_test_add_func ("/run/pace/requests", test_requests);
  return g_test_run ();
}
