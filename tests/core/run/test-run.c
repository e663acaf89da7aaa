/* Runs: settings, failures, cancelling, memory. */
#include "core/run/run.h"

#include "examples.h"
#include "news.h"

#include <errno.h>
#include <malloc.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>

static LsRun *
try_new (LsModel *model,
         const char *method,
         double stop,
         double step,
         const char *signal,
         GError **error)
{
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (method, error);
  const char *const signals[] = { signal, NULL };

  if (choice == NULL)
    return NULL;
  return ls_run_new (model, choice, 0, stop, step, signal != NULL ? signals : NULL, error);
}

static void
check_refused (const char *method, double stop, double step, const char *signal, const char *says)
{
  g_autoptr (LsModel) model = example_two_bodies ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LsRun) run = try_new (model, method, stop, step, signal, &error);

  g_assert_null (run);
  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, says));
}

static void
test_settings (void)
{
  check_refused ("ni-jacobi", 2, 0, NULL, "0");
  check_refused ("ni-jacobi", 2, -0.1, NULL, "-0.1");
  check_refused ("ni-jacobi", 2, NAN, NULL, "");
  check_refused ("ni-jacobi", 2, INFINITY, NULL, "");
  check_refused ("ni-jacobi", 2, 3, NULL, "3");
  check_refused ("ni-jacobi", -1, 0.1, NULL, "");
  check_refused ("ni-jacobi", NAN, 0.1, NULL, "");
  check_refused ("nojacobi", 2, 0.1, NULL, "ni-jacobi");
  check_refused ("missiles:affine=off", 2, 0.1, NULL, "affine-term");
  check_refused ("missiles:affine-term=perhaps", 2, 0.1, NULL, "perhaps");
  check_refused ("missiles", 2, 0.1, "left.y", "left.y");
  check_refused ("missiles", 2, 0.1, "middle.x", "middle");
}

/* The recorded times are multiples of the step, and the last step is shortened. */
static void
test_times (void)
{
  g_autoptr (LsModel) model = example_two_bodies ();
  GError *error = NULL;
  g_autoptr (LsRun) run = try_new (model, "missiles", 0.0105, 1e-3, "left.x", &error);
  LsTrace *trace = ls_run_get_trace (run);
  LsRunResult result;

  g_assert_no_error (error);
  ls_run_execute (run, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ls_trace_get_n_rows (trace), ==, 12);
  for (guint i = 0; i < 11; i++)
    /* Rounding of the product. */
    g_assert_cmpfloat_with_epsilon (ls_trace_get (trace, 0, i), i * 1e-3, 1e-15);
  g_assert_cmpfloat (ls_trace_get (trace, 0, 11), ==, 0.0105);
  g_assert_cmpfloat (ls_run_get_time (run), ==, 0.0105);
  ls_run_get_result (run, &result);
  g_assert_cmpint (result.state, ==, LS_RUN_DONE);
  g_assert_null (result.message);
  g_assert_cmpuint (result.counts.macro_steps, ==, 11);
  g_assert_cmpuint (result.counts.do_step, ==, 22);
  g_assert_cmpfloat (result.wall_time, >, 0);
  ls_run_result_clear (&result);
}

/* What was recorded before the fault is kept; the message names component and time. */
static void
check_fails (const char *fault, const char *says)
{
  g_autoptr (LsModel) model = example_faulty (fault, "0.5");
  g_autoptr (GError) error = NULL;
  g_autoptr (LsRun) run = try_new (model, "ni-jacobi", 1, 0.125, "faulty.x", &error);
  LsTrace *trace;
  LsRunResult result;

  g_assert_no_error (error);
  g_assert_false (ls_run_execute (run, NULL, NULL, NULL, &error));
  g_assert_nonnull (error);
  g_test_message ("%s: %s", fault, error->message);
  g_assert_nonnull (strstr (error->message, "faulty"));
  g_assert_nonnull (strstr (error->message, says));
  trace = ls_run_get_trace (run);
  g_assert_cmpuint (ls_trace_get_n_rows (trace), >=, 4);
  for (guint i = 0; i < ls_trace_get_n_rows (trace); i++)
    g_assert_true (isfinite (ls_trace_get (trace, 1, i)));
  ls_run_get_result (run, &result);
  g_assert_cmpint (result.state, ==, LS_RUN_FAILED);
  g_assert_cmpstr (result.message, ==, error->message);
  ls_run_result_clear (&result);
}

static void
test_failures (void)
{
  check_fails ("error", "fmi2DoStep");
  check_fails ("fatal", "fmi2DoStep");
  check_fails ("discard", "fmi2DoStep");
  check_fails ("not-a-number", "x");
  check_fails ("get-error", "fmi2GetReal");
}

static void
test_null_instance (void)
{
  g_autoptr (LsModel) model = example_alone ("tests/fmus/null-instance.fmu", "nothing");
  g_autoptr (GError) error = NULL;
  g_autoptr (LsRun) run = try_new (model, "ni-jacobi", 1, 0.125, NULL, &error);

  g_assert_no_error (error);
  g_assert_false (ls_run_execute (run, NULL, NULL, NULL, &error));
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, "nothing"));
}

static gpointer
execute (gpointer data)
{
  GError *error = NULL;

  ls_run_execute (data, NULL, news_progress, NULL, &error);
  return error;
}

/* Steps that take 100 ms each: a cancelled run ends within one of them. */
static void
test_cancel (void)
{
  g_autoptr (LsModel) model = example_faulty ("slow", "0");
  g_autoptr (GError) error = NULL;
  g_autoptr (LsRun) run = try_new (model, "ni-jacobi", 1e4, 1, "faulty.x", &error);
  GThread *thread;
  LsRunResult result;
  gsize n_rows;

  g_assert_no_error (error);
  thread = news_thread_new (execute, run);
  news_wait_rows (run, 4);
  ls_run_cancel (run);
  n_rows = ls_trace_get_n_rows (ls_run_get_trace (run));
  error = g_thread_join (thread);
  g_assert_error (error, LS_ERROR, LS_ERROR_CANCELLED);
  ls_run_get_result (run, &result);
  g_assert_cmpint (result.state, ==, LS_RUN_CANCELLED);
  g_assert_nonnull (result.message);
  g_assert_cmpuint (n_rows, >=, 4);
  /* The step that was under way. */
  g_assert_cmpuint (ls_trace_get_n_rows (ls_run_get_trace (run)), <=, n_rows + 1);
  ls_run_result_clear (&result);
}

static gsize
get_heap (void)
{
  const struct mallinfo2 info = mallinfo2 ();

  return info.uordblks + info.hblkhd;
}

/* 8 bytes per recorded number and at most 10 % more, measured at the heap. */
static void
test_memory (void)
{
  g_autoptr (LsModel) model = example_lotka_volterra ();
  GError *error = NULL;
  g_autoptr (LsRun) run = try_new (model, "ni-jacobi", 20, 5e-5, NULL, &error);
  LsTrace *trace = ls_run_get_trace (run);
  gsize before, after, numbers;

  g_assert_no_error (error);
  before = get_heap ();
  ls_run_execute (run, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  after = get_heap ();
  numbers = ls_trace_get_n_rows (trace) * ls_trace_get_n_columns (trace);
  g_test_message ("%" G_GSIZE_FORMAT " numbers, %.3f times 8 bytes each", numbers,
                  (double)(after - before) / (8.0 * (double)numbers));
  g_assert_cmpfloat ((double)(after - before), <=, 1.1 * 8.0 * (double)numbers);
}

/* No room for more on the disk, as a limit for files has it: the run says so and keeps what there
 * is, exact as ever. */
static void
test_full (void)
{
  g_autoptr (LsModel) model = example_lotka_volterra ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LsRun) run = try_new (model, "ni-jacobi", 20, 5e-5, NULL, &error);
  g_autoptr (LsRun) other = try_new (model, "ni-jacobi", 20, 5e-5, NULL, &error);
  const LsTrace *trace = ls_run_get_trace (run), *whole = ls_run_get_trace (other);
  struct rlimit usual, small;
  LsRunResult result;

  g_assert_no_error (error);
  g_assert_true (ls_run_execute (other, NULL, NULL, NULL, &error));
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &usual), ==, 0);
  small = (struct rlimit){ 2 << 20, usual.rlim_max };
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  ls_trace_set_memory_limit (1);
  g_assert_false (ls_run_execute (run, NULL, NULL, NULL, &error));
  ls_trace_set_memory_limit (0);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &usual), ==, 0);
  g_assert_error (error, LS_ERROR, LS_ERROR_RUN);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, g_strerror (EFBIG)));
  ls_run_get_result (run, &result);
  g_assert_cmpint (result.state, ==, LS_RUN_FAILED);
  g_assert_cmpstr (result.message, ==, error->message);
  ls_run_result_clear (&result);
  /* 3 MiB of the 9.6 MB */
  g_assert_cmpuint (ls_trace_get_n_rows (trace), >, 120000);
  g_assert_cmpuint (ls_trace_get_n_rows (trace), <, 140000);
  for (gsize i = 0; i < ls_trace_get_n_rows (trace); i++)
    for (guint k = 0; k < ls_trace_get_n_columns (trace); k++)
      g_assert_cmpfloat (ls_trace_get (trace, k, i), ==, ls_trace_get (whole, k, i));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/run/settings", test_settings);
  g_test_add_func ("/run/run/times", test_times);
  g_test_add_func ("/run/run/failures", test_failures);
  g_test_add_func ("/run/run/null-instance", test_null_instance);
  g_test_add_func ("/run/run/cancel", test_cancel);
  g_test_add_func ("/run/run/memory", test_memory);
  g_test_add_func ("/run/run/full", test_full);
  return g_test_run ();
}
