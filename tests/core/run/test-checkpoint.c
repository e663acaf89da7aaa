/* A run whose FMU dies once goes on from its last checkpoint to the very numbers of a run without
 * the death. */
#include "core/run/comparison.h"

#include "core/base/executable.h"
#include "core/helper/isolation.h"
#include "core/model/bond.h"

#include "examples.h"
#include "unit.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STOP 20.0
#define STEP 2e-3
/* Long enough for a checkpoint, on any machine. */
#define PACE 20.0

/* Ends the processes of the FMUs, once. */
static void
kill_helpers (void)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/task/%d/children", (int)gettid ());
  g_autofree char *text = NULL;
  g_auto (GStrv) processes = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  processes = g_strsplit (g_strstrip (text), " ", -1);
  g_assert_cmpuint (g_strv_length (processes), >, 0);
  for (guint i = 0; processes[i] != NULL; i++)
    kill ((pid_t)atoi (processes[i]), SIGKILL);
}

/* Time of the checkpoint at which the FMU is killed, s; NaN: not yet. */
static void
die_once (LsRun *run, gpointer user_data)
{
  double *died = user_data;
  g_autofree char *why = NULL;
  const double time = ls_run_get_checkpoint (run, &why);

  /* The first: where the machine was busy while it was taken, the next one is far away. */
  if (isnan (*died) && time > 0)
    {
      *died = time;
      kill_helpers ();
    }
}

/* Time of the first news, s. */
static void
look (LsRun *run, gpointer user_data)
{
  double *seen = user_data;

  if (isnan (*seen))
    *seen = ls_run_get_time (run);
}

static void
assert_same (const LsTrace *a, const LsTrace *b)
{
  g_assert_cmpuint (ls_trace_get_n_rows (a), ==, ls_trace_get_n_rows (b));
  for (gsize i = 0; i < ls_trace_get_n_rows (a); i++)
    for (guint k = 0; k < ls_trace_get_n_columns (a); k++)
      {
        const double x = ls_trace_get (a, k, i), y = ls_trace_get (b, k, i);

        g_assert_true (memcmp (&x, &y, sizeof x) == 0);
      }
}

static LsModel *
open_model (void)
{
  LsModel *model = unit_open ("lotka-volterra.ssp");
  const LsComponent *prey = ls_model_find_component_by_name (model, "prey");
  const LsComponent *predator = ls_model_find_component_by_name (model, "predator");

  ls_model_set_bond (model, ls_model_find_source (model, predator->id, "prey")->id,
                     ls_model_find_source (model, prey->id, "predators")->id);
  return model;
}

static void
assert_same_bonds (const LsTrace *a, const LsTrace *b)
{
  const gsize last = ls_trace_get_n_rows (a) - 1;

  g_assert_cmpuint (ls_trace_get_n_rows (b) - 1, ==, last);
  /* The same but for the step after the checkpoint, over which outputs are lines instead of cubics:
   * off by h^3 y'' / 12 of a product of about 1. */
  for (guint k = 0; k < ls_trace_get_n_columns (a); k++)
    g_assert_cmpfloat_with_epsilon (ls_trace_get (a, k, last), ls_trace_get (b, k, last), 1e-8);
}

static LsRun *
run_new (LsModel *model, const char *method)
{
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (method, NULL);
  g_autoptr (GError) error = NULL;
  LsRun *run = ls_run_new (model, choice, 0, STOP, STEP, NULL, &error);

  g_assert_no_error (error);
  ls_run_keep_checkpoints (run);
  ls_run_set_pace (run, PACE);
  return run;
}

static void
test_method (gconstpointer method)
{
  g_autoptr (LsModel) model = open_model ();
  g_autoptr (LsRun) plain = run_new (model, method);
  g_autoptr (LsRun) killed = run_new (model, method);
  g_autoptr (LsRun) resumed = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *why = NULL;
  LsRunResult result, of_plain;
  double died = NAN, seen = NAN, from;

  ls_run_set_pace (plain, 0);
  g_assert_true (ls_run_execute (plain, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_false (ls_run_execute (killed, NULL, die_once, &died, &error));
  ls_run_get_result (killed, &result);
  g_assert_cmpstr (ls_error_get_fault_id (result.fault), ==, "crashed");
  ls_run_result_clear (&result);
  g_clear_error (&error);
  from = ls_run_get_checkpoint (killed, &why);
  g_assert_cmpfloat (from, >=, died);
  g_assert_null (why);

  resumed = ls_run_new_resumed (killed, &error);
  g_assert_no_error (error);
  g_assert_true (ls_run_execute (resumed, NULL, look, &seen, &error));
  g_assert_no_error (error);
  /* What was there before is there before the first step. */
  g_assert_cmpfloat (seen, >=, from);
  assert_same (ls_run_get_trace (plain), ls_run_get_trace (resumed));
  assert_same (ls_run_get_steps (plain), ls_run_get_steps (resumed));
  assert_same_bonds (ls_run_get_bonds (plain), ls_run_get_bonds (resumed));
  ls_run_get_result (plain, &of_plain);
  ls_run_get_result (resumed, &result);
  g_assert_cmpuint (result.counts.macro_steps, ==, of_plain.counts.macro_steps);
  g_assert_cmpuint (result.counts.do_step, ==, of_plain.counts.do_step);
  ls_run_result_clear (&result);
  ls_run_result_clear (&of_plain);
  /* Its memory is not held any longer than it may be needed. */
  g_assert_true (isnan (ls_run_get_checkpoint (resumed, &why)));
}

static void
test_comparison (void)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  g_autoptr (GPtrArray) methods
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);
  g_autoptr (LsComparison) first = NULL;
  g_autoptr (LsComparison) resumed = NULL;
  g_autoptr (GError) error = NULL;
  double died = NAN;

  g_ptr_array_add (methods, ls_method_choice_parse ("ni-jacobi", NULL));
  g_ptr_array_add (methods, ls_method_choice_parse ("gauss-seidel", NULL));
  first = ls_comparison_new (model, methods, (const double[]){ STEP }, 1, 0, STOP, NULL, &error);
  g_assert_no_error (error);
  ls_comparison_keep_checkpoints (first);
  ls_run_set_pace (ls_comparison_get_run (first, 1), PACE);
  g_assert_true (ls_run_execute (ls_comparison_get_run (first, 0), NULL, NULL, NULL, &error));
  g_assert_false (ls_run_execute (ls_comparison_get_run (first, 1), NULL, die_once, &died, NULL));
  resumed = ls_comparison_new_resumed (first, &error);
  g_assert_no_error (error);
  /* The complete one is taken as it is, the other one goes on. */
  g_assert_true (ls_comparison_get_run (resumed, 0) == ls_comparison_get_run (first, 0));
  g_assert_true (ls_comparison_execute (resumed, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  /* Both are first-order methods with a step of 2e-3 s: far below a percent. */
  for (guint i = 0; i < 2; i++)
    g_assert_cmpfloat (ls_comparison_get_error (resumed, i, 0), <, 1);
}

/* Where a component cannot do it the reason is known, and the run as it would be. */
static void
test_reason (void)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra-basic.ssp");
  g_autoptr (LsRun) run = run_new (model, "ni-jacobi");
  g_autoptr (LsRun) changed = NULL;
  g_autoptr (LsModel) able = unit_open ("lotka-volterra.ssp");
  g_autofree char *why = NULL;

  g_assert_true (ls_run_execute (run, NULL, NULL, NULL, NULL));
  g_assert_true (isnan (ls_run_get_checkpoint (run, &why)));
  g_assert_nonnull (strstr (why, "cannot save its state"));
  changed = run_new (able, "ni-jacobi");
  ls_run_set_value (changed, "prey.alpha", 1.1);
  g_assert_true (ls_run_execute (changed, NULL, NULL, NULL, NULL));
  g_assert_true (ls_run_is_changed (changed));
}

int
main (int argc, char **argv)
{
  static const char *const methods[] = { "ni-jacobi:extrapolation=2", "missiles", "ifosmondi-jfm" };

  g_autofree char *host = ls_executable_find_helper ("host", "lockstep-host");

  g_test_init (&argc, &argv, NULL);
  if (!g_file_test (host, G_FILE_TEST_IS_EXECUTABLE))
    {
      g_print ("1..0 # SKIP a build with sanitizers has no helper program\n");
      return 0;
    }
  ls_isolation_set (LS_ISOLATION_GROUPED);
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autofree char *path = g_strconcat ("/checkpoint/", methods[i], NULL);

      g_test_add_data_func (path, methods[i], test_method);
    }
  g_test_add_func ("/checkpoint/comparison", test_comparison);
  g_test_add_func ("/checkpoint/reason", test_reason);
  return g_test_run ();
}
