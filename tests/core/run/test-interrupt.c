/* What takes minutes within one macro step, or without any, ends at once where it is to end. */
#include "core/run/comparison.h"
#include "core/run/macro-step.h"
#include "core/report/solver-table.h"

#include "examples.h"
#include "news.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* An evaluation takes 10 ms from t = 0.5 s on, and the step that begins there some thousands. */
#define STEP 0.25
#define SLOW 0.5
#define STOP 2.0
/* From the wish to the end: one evaluation, and what a busy machine adds. */
#define PATIENCE 10000000 /* µs */

static LsModel *
model_new (const char *solver)
{
  LsModel *model = example_alone ("tests/fmus/slow.fmu", "slow");
  const guint id = ls_model_get_component (model, 0)->id;

  ls_model_set_implementation (model, id, LS_IMPLEMENTATION_MODEL_EXCHANGE, NULL);
  ls_model_set_solver (model, id, solver);
  return model;
}

static LsRun *
run_new (const char *method, const char *solver)
{
  g_autoptr (LsModel) model = model_new (solver);
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (method, NULL);
  const char *const signals[] = { "slow.x", NULL };
  GError *error = NULL;
  LsRun *run = ls_run_new (model, choice, 0, STOP, STEP, signals, &error);

  g_assert_no_error (error);
  return run;
}

static gpointer
execute (gpointer run)
{
  ls_run_execute (run, NULL, news_progress, NULL, NULL);
  return NULL;
}

/* @run has come to the slow part, and some way into its step of thousands of evaluations. */
static void
wait_slow (LsRun *run)
{
  news_wait_rows (run, (gsize)(SLOW / STEP) + 1);
  news_wait_evaluations (10);
}

/* Cancelled, with the rows up to the macro step that was not done. */
static void
check_end (LsRun *run, GThread *thread, gint64 wished)
{
  LsRunResult result;

  g_thread_join (thread);
  g_assert_cmpint (g_get_monotonic_time () - wished, <, PATIENCE);
  ls_run_get_result (run, &result);
  g_assert_cmpint (result.state, ==, LS_RUN_CANCELLED);
  g_assert_nonnull (strstr (result.message, "cancelled at t = 0.5 s"));
  ls_run_result_clear (&result);
  g_assert_cmpuint (ls_trace_get_n_rows (ls_run_get_trace (run)), ==, 3);
  /* Implicit Euler, the least exact here, is off by t h / 2 e^-t = 1.5e-5. */
  g_assert_cmpfloat_with_epsilon (ls_trace_get (ls_run_get_trace (run), 1, 2), exp (-SLOW), 1e-3);
}

static void
test_cancel (gconstpointer data)
{
  g_auto (GStrv) parts = g_strsplit (data, " ", 2);
  g_autoptr (LsRun) run = run_new (parts[0], parts[1]);
  GThread *thread = news_thread_new (execute, run);
  gint64 wished;

  wait_slow (run);
  wished = g_get_monotonic_time ();
  ls_run_cancel (run);
  check_end (run, thread, wished);
}

static gboolean
is_paused (gpointer run)
{
  return ls_run_is_paused (run);
}

/* Held up where it is, led on, held up again, and cancelled while it waits. */
static void
test_pause (void)
{
  g_autoptr (LsRun) run = run_new ("ni-jacobi", "dopri5:max-step=1e-4");
  GThread *thread = news_thread_new (execute, run);
  gint64 wished;

  wait_slow (run);
  ls_run_pause (run);
  news_wait_paused (run, 3);
  /* To the end of the macro step, which is minutes away: no pause for longer than the 0.25 s after
   * which a long step is paused inside. */
  ls_run_take_step (run);
  news_wait_evaluations (1);
  g_assert_false (news_wait_for (is_paused, run, 400000));
  ls_run_continue (run);
  news_wait_evaluations (5);
  ls_run_pause (run);
  news_wait_paused (run, 3);
  wished = g_get_monotonic_time ();
  ls_run_cancel (run);
  check_end (run, thread, wished);
}

/* For what asks whether it shall go on: no longer than 0.2 s in the slow part. */
typedef struct
{
  gint64 start, wished;
  guint calls;
} Patience;

static gboolean
go_on (Patience *self, gboolean slow)
{
  const gint64 now = g_get_monotonic_time ();

  self->calls++;
  if (slow && self->start == 0)
    self->start = now;
  if (self->start == 0 || now - self->start < 200000)
    return TRUE;
  if (self->wished == 0)
    self->wished = now;
  return FALSE;
}

static gboolean
fraction_cb (double fraction, gpointer user_data)
{
  g_assert_true (fraction >= 0 && fraction <= 1);
  return go_on (user_data, fraction > 0.39 * SLOW);
}

static gboolean
time_cb (double time, gpointer user_data)
{
  g_assert_true (time >= 0 && time <= STOP);
  return go_on (user_data, time >= SLOW - 1e-3);
}

static gboolean
entry_cb (int entry, double time, double fraction, gpointer user_data)
{
  g_assert_true (entry >= -1 && time >= 0 && fraction >= 0 && fraction <= 1);
  return go_on (user_data, entry == 1 && time >= SLOW - 1e-3);
}

static void
check_cancelled (const Patience *patience, GError *error)
{
  g_assert_cmpint (g_get_monotonic_time () - patience->wished, <, PATIENCE);
  g_assert_error (error, LS_ERROR, LS_ERROR_CANCELLED);
  g_assert_cmpuint (patience->calls, >, 2);
  g_test_message ("%s", error->message);
  g_error_free (error);
}

static void
test_reference (void)
{
  g_autoptr (LsModel) model = model_new (NULL);
  const char *const signals[] = { "slow.x", NULL };
  const double times[] = { 0, STEP, SLOW, STOP };
  Patience patience = { 0 };
  GError *error = NULL;
  LsReference *reference = ls_reference_new (model, 0.0, times, G_N_ELEMENTS (times), signals, NULL,
                                             fraction_cb, &patience, &error);

  g_assert_null (reference);
  check_cancelled (&patience, error);
}

/* What was recorded is there. */
static void
test_simulation (gconstpointer text)
{
  g_autofree char *path = example_path ("tests/fmus/slow.fmu");
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, NULL);
  Patience patience = { 0 };
  LsSolver solver;
  const LsSimulationSettings settings = { .fmu = fmu,
                                          .name = "slow",
                                          .solver = &solver,
                                          .stop_time = STOP,
                                          .output_interval = STEP,
                                          .tolerance = NAN,
                                          .progress = time_cb,
                                          .progress_data = &patience };
  g_autoptr (LsTrace) trace = NULL;
  LsSimulationResult result;
  GError *error = NULL;

  g_assert_true (ls_solver_parse (text, &solver, NULL));
  g_assert_false (ls_simulation_run (&settings, NULL, &trace, &result, &error));
  check_cancelled (&patience, error);
  g_assert_cmpuint (ls_trace_get_n_rows (trace), ==, 3);
  g_assert_cmpuint (result.counts.ode.evaluations, >, 100);
}

/* The first run is done, the second one is not, the third one has not begun. */
static void
test_solvers (void)
{
  g_autofree char *path = example_path ("tests/fmus/slow.fmu");
  g_autofree char *file = g_build_filename (g_get_tmp_dir (), "lockstep-interrupt.csv", NULL);
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, NULL);
  g_autoptr (GArray) entries = ls_solver_entries_new ();
  const char *const tolerances[] = { "1e-6", NULL };
  Patience patience = { 0 };
  LsSolverTable table = { .settings = { .fmu = fmu,
                                        .name = "slow",
                                        .stop_time = STOP,
                                        .output_interval = STOP / 2,
                                        .tolerance = NAN },
                          .entries = entries,
                          .reference_file = file };
  GError *error = NULL;

  g_assert_true (g_file_set_contents (
      file, "time,x\n0,1\n1,0.36787944117144233\n2,0.1353352832366127\n", -1, NULL));
  g_assert_true (ls_solver_entries_add (
      entries, "explicit-euler:step=0.5,dopri5:max-step=1e-4,radau5", tolerances, &error));
  g_assert_cmpuint (entries->len, ==, 3);
  g_assert_false (ls_solver_table_execute (&table, NULL, entry_cb, &patience, &error));
  check_cancelled (&patience, error);
  g_assert_true (g_array_index (entries, LsSolverEntry, 0).done);
  /* Four digits, of Euler's 1, 1/4 and 1/16 against the file. */
  g_assert_cmpfloat_with_epsilon (ls_solver_table_get_error (&table, 0), 9.252, 0.001);
  g_assert_false (g_array_index (entries, LsSolverEntry, 1).done);
  g_assert_nonnull (g_array_index (entries, LsSolverEntry, 1).run.message);
  g_assert_cmpuint (g_array_index (entries, LsSolverEntry, 2).run.result.counts.ode.steps, ==, 0);
  ls_solver_table_clear (&table);
  g_remove (file);
}

static void
test_macro_step (void)
{
  g_autoptr (LsModel) model = model_new ("dopri5:max-step=1e-4");
  g_autoptr (LsMethodChoice) choice = ls_method_choice_new ("ni-jacobi");
  Patience patience = { 0 };
  GError *error = NULL;
  LsMacroStep *step
      = ls_macro_step_compute (model, choice, 0, STOP, STEP, 1.0, fraction_cb, &patience, &error);

  g_assert_null (step);
  check_cancelled (&patience, error);
}

/* A comparison is cancelled in the reference that a finer run is. */
typedef struct
{
  gint64 wished;
} Finest;

static void
comparison_cb (LsComparison *comparison,
               LsComparisonStage stage,
               guint run G_GNUC_UNUSED,
               double fraction G_GNUC_UNUSED,
               gpointer user_data)
{
  Finest *self = user_data;

  if (stage != LS_COMPARISON_REFERENCE || self->wished != 0)
    return;
  self->wished = g_get_monotonic_time ();
  ls_comparison_cancel (comparison);
}

static void
test_comparison (void)
{
  g_autoptr (LsModel) model = model_new ("explicit-euler:step=0.25");
  g_autoptr (GPtrArray) methods
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);
  g_autoptr (LsComparison) comparison = NULL;
  const double step = STEP;
  Finest finest = { 0 };
  LsRunResult result;
  GError *error = NULL;

  g_ptr_array_add (methods, ls_method_choice_new ("ni-jacobi"));
  comparison = ls_comparison_new (model, methods, &step, 1, 0, STOP, NULL, &error);
  g_assert_no_error (error);
  g_assert_false (ls_comparison_execute (comparison, NULL, comparison_cb, &finest, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_CANCELLED);
  g_error_free (error);
  g_assert_cmpint (g_get_monotonic_time () - finest.wished, <, PATIENCE);
  ls_run_get_result (ls_comparison_get_run (comparison, 0), &result);
  g_assert_cmpint (result.state, ==, LS_RUN_DONE);
  ls_run_result_clear (&result);
}

int
main (int argc, char *argv[])
{
  static const char *const ways[]
      = { "ni-jacobi dopri5:max-step=1e-4",     "ni-jacobi radau5:max-step=1e-4",
          "ni-jacobi rodas:max-step=1e-4",      "ni-jacobi cvode-bdf:max-step=1e-4",
          "ni-jacobi fehlberg78:max-step=1e-4", "ni-jacobi implicit-euler:step=1e-4",
          "ni-jacobi qss2:quantum=1e-9",        "iterated-jacobi dopri5:max-step=1e-4",
          "ifosmondi-jfm rk34:max-step=1e-4",   "missiles dopri5:max-step=1e-4",
          "costarica dopri5:max-step=1e-4",     "qss2:quantum=1e-9 dopri5" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autofree char *name = g_strdelimit (g_strdup (ways[i]), ":= ", '-');
      g_autofree char *path = g_strconcat ("/core/run/interrupt/cancel/", name, NULL);

      g_test_add_data_func (path, ways[i], test_cancel);
    }
  g_test_add_func ("/core/run/interrupt/pause", test_pause);
  g_test_add_func ("/core/run/interrupt/reference", test_reference);
  g_test_add_data_func ("/core/run/interrupt/simulation/dopri5", "dopri5:max-step=1e-4",
                        test_simulation);
  g_test_add_data_func ("/core/run/interrupt/simulation/cvode", "cvode-adams:max-step=1e-4",
                        test_simulation);
  g_test_add_data_func ("/core/run/interrupt/simulation/liqss", "liqss2:quantum=1e-9",
                        test_simulation);
  g_test_add_func ("/core/run/interrupt/solvers", test_solvers);
  g_test_add_func ("/core/run/interrupt/macro-step", test_macro_step);
  g_test_add_func ("/core/run/interrupt/comparison", test_comparison);
  return g_test_run ();
}
