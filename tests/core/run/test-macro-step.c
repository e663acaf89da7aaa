/* What is seen within a macro step is what a run does. */
#include "core/run/macro-step.h"
#include <math.h>
#include <string.h>
#include "core/base/status.h"
#include "core/ssp/ssp.h"
#include "core/run/macro-walk.h"
#include "core/run/run.h"

#include "unit.h"

#define STEP 0.1
#define TIME 4.0

static LsMacroStep *
compute (const LsModel *model, const char *method, double stop, double h, double time)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (method, &error);
  LsMacroStep *step = ls_macro_step_compute (model, choice, 0, stop, h, time, NULL, NULL, &error);

  g_assert_no_error (error);
  return step;
}

static const LsMacroStepIteration *
round_of (const LsMacroStep *step, guint index)
{
  g_assert_cmpuint (index, <, step->iterations->len);
  return g_ptr_array_index (step->iterations, index);
}

/* An undisturbed run has the very same numbers at both ends, for every method. */
static void
test_same (void)
{
  static const char *const methods[] = { "ni-jacobi",     "ni-jacobi:extrapolation=2",
                                         "gauss-seidel",  "iterated-jacobi",
                                         "ifosmondi-jfm", "costarica",
                                         "missiles" };
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");

  for (guint m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (methods[m], &error);
      g_autoptr (LsRun) run = ls_run_new (model, choice, 0, 20, STEP, NULL, &error);
      g_autoptr (LsMacroStep) step = compute (model, methods[m], 20, STEP, TIME);
      LsTrace *trace;

      g_assert_true (ls_run_execute (run, NULL, NULL, NULL, &error));
      g_assert_no_error (error);
      trace = ls_run_get_trace (run);
      g_assert_cmpuint (step->index, ==, 40);
      g_assert_cmpuint (step->n_steps, ==, 200);
      /* Rounding of the difference of times of 4 s. */
      g_assert_cmpfloat_with_epsilon (step->h, STEP, 1e-14);
      for (guint i = 0; i < step->n_out; i++)
        {
          const int column = ls_trace_find (trace, step->outputs[i]);

          g_assert_cmpint (column, >, 0);
          g_assert_cmpfloat (step->y_start[i], ==, ls_trace_get (trace, (guint)column, 40));
          g_assert_cmpfloat (step->y_end[i], ==, ls_trace_get (trace, (guint)column, 41));
          g_assert_cmpfloat (step->y_end[i], ==, round_of (step, step->iterations->len - 1)->y[i]);
        }
    }
}

/* With a held input the prey goes p exp ((alpha - beta P) tau): its inner trajectory, up to the
 * tolerance of the component's solver. */
static void
test_inner (void)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  g_autoptr (LsMacroStep) step = compute (model, "ni-jacobi", 20, STEP, TIME);
  const LsMacroStepIteration *round = round_of (step, 0);
  double predators;

  g_assert_cmpuint (step->iterations->len, ==, 1);
  g_assert_cmpstr (step->inputs[0], ==, "prey.predators");
  g_assert_cmpstr (step->outputs[0], ==, "prey.population");
  predators = ls_macro_step_get_input (round, 0, 0.7);
  /* Held at what the other one gave last. */
  g_assert_cmpfloat (predators, ==, step->y_start[step->source[0]]);
  for (guint p = 0; p < LS_MACRO_STEP_POINTS; p++)
    {
      const double tau = STEP * p / (LS_MACRO_STEP_POINTS - 1);
      const double exact = step->y_start[0] * exp ((2.0 / 3.0 - 4.0 / 3.0 * predators) * tau);

      /* The solver inside works to 1e-12, and to rounding in so short a step. */
      g_assert_cmpfloat_with_epsilon (round->inner[p], exact, 1e-14 * exact);
    }
  /* Both populations have a nominal value of 1. */
  g_assert_cmpfloat_with_epsilon (
      round->residual,
      /* Rounding of differences. */
      fmax (fabs (step->y_end[1] - step->y_start[1]), fabs (step->y_end[0] - step->y_start[0])),
      1e-12);
  g_assert_cmpuint (step->n_matrix, ==, 0);
}

static void
test_iteration (void)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  g_autoptr (LsMacroStep) step = compute (model, "ifosmondi-jfm:eps=1e-10", 20, STEP, TIME);
  const guint n = step->iterations->len;

  g_assert_cmpuint (n, >=, 3);
  for (guint r = 0; r < n; r++)
    for (guint k = 0; k < step->n_systems; k++)
      g_assert_cmpint (round_of (step, r)->kinds[k], ==, LS_MACRO_STEP_INTEGRATED);
  g_assert_cmpfloat (round_of (step, n - 1)->residual, <, 1e-3 * round_of (step, 0)->residual);
  /* eps is 1e-10. */
  g_assert_cmpfloat (round_of (step, n - 1)->residual, <, 1e-9);
  /* Each round was followed, since the components can go back. */
  g_assert_true (isfinite (round_of (step, 0)->inner[LS_MACRO_STEP_POINTS - 1]));
}

/* Estimators iterate, the components integrate once; on linear components both agree. */
static void
test_estimated (void)
{
  g_autoptr (LsModel) model = unit_open ("two-bodies.ssp");
  g_autoptr (LsMacroStep) step = compute (model, "costarica", 2, 1e-3, 0.5);
  const guint n = step->iterations->len;

  g_assert_cmpuint (n, >=, 2);
  for (guint r = 0; r < n; r++)
    for (guint k = 0; k < step->n_systems; k++)
      g_assert_cmpint (round_of (step, r)->kinds[k], ==,
                       r + 1 < n ? LS_MACRO_STEP_ESTIMATED : LS_MACRO_STEP_INTEGRATED);
  /* Rounding: the estimators, too, integrate exponentials of matrices. */
  for (guint i = 0; i < step->n_out; i++)
    g_assert_cmpfloat_with_epsilon (round_of (step, n - 2)->y[i], round_of (step, n - 1)->y[i],
                                    1e-13 * fmax (1.0, fabs (step->y_end[i])));
}

/* I - G: with small steps the components hardly answer within the step, and it is near I. */
static void
test_matrix (void)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  g_autoptr (LsMacroStep) large = compute (model, "missiles", 20, STEP, TIME);
  g_autoptr (LsMacroStep) small = compute (model, "missiles", 20, 1e-4, 1e-2);

  g_assert_cmpuint (large->n_matrix, ==, 4);
  g_assert_cmpfloat (large->condition, >, small->condition);
  /* G is of the size of the step, 1e-4. */
  g_assert_cmpfloat_with_epsilon (small->condition, 1.0, 1e-3);
  for (guint i = 0; i < 4; i++)
    for (guint j = 0; j < 4; j++)
      g_assert_cmpfloat_with_epsilon (small->matrix[4 * i + j], i == j ? 1.0 : 0.0, 1e-3);
  g_assert_cmpfloat (round_of (large, large->iterations->len - 1)->residual, <, 1e-4);
}

static gboolean
cancel_cb (G_GNUC_UNUSED double fraction, G_GNUC_UNUSED gpointer user_data)
{
  return FALSE;
}

static void
test_refused (void)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  g_autoptr (LsMethodChoice) held = ls_method_choice_new ("ni-jacobi");
  g_autoptr (LsMethodChoice) quantised = ls_method_choice_new ("qss2");
  g_autoptr (GError) error = NULL;

  g_assert_null (ls_macro_step_compute (model, held, 0, 20, STEP, 20, NULL, NULL, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
  g_clear_error (&error);
  g_assert_null (ls_macro_step_compute (model, held, 0, 20, STEP, -1, NULL, NULL, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
  g_clear_error (&error);
  g_assert_null (ls_macro_step_compute (model, quantised, 0, 20, STEP, 1, NULL, NULL, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
  g_clear_error (&error);
  g_assert_null (ls_macro_step_compute (model, held, 0, 20, STEP, 10, cancel_cb, NULL, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_CANCELLED);
}

/* ---- Step by step ----------------------------------------------------------------------- */

static LsMacroWalk *
walk_new (const LsModel *model, const char *method, double h, double tolerance, GArray *changes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (method, &error);
  const LsMacroWalkSettings settings = { .model = model,
                                         .choice = choice,
                                         .stop = 200.0 * h,
                                         .step = h,
                                         .tolerance = tolerance,
                                         .changes = changes };
  LsMacroWalk *walk = ls_macro_walk_new (&settings, &error);

  g_assert_no_error (error);
  return walk;
}

static LsMacroStep *
look (LsMacroWalk *walk, double time, LsMacroStart way)
{
  g_autoptr (GError) error = NULL;
  LsMacroStep *step = ls_macro_walk_look (walk, time, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (step->way, ==, way);
  return step;
}

/* All numbers, to the last digit. */
static void
assert_same (const LsMacroStep *a, const LsMacroStep *b)
{
  g_assert_cmpuint (a->index, ==, b->index);
  g_assert_cmpfloat (a->time, ==, b->time);
  g_assert_cmpuint (a->iterations->len, ==, b->iterations->len);
  g_assert_cmpmem (a->y_start, a->n_out * sizeof (double), b->y_start, b->n_out * sizeof (double));
  g_assert_cmpmem (a->y_end, a->n_out * sizeof (double), b->y_end, b->n_out * sizeof (double));
  for (guint r = 0; r < a->iterations->len; r++)
    {
      const LsMacroStepIteration *x = round_of (a, r), *y = round_of (b, r);

      g_assert_cmpmem (x->u, 4 * a->n_in * sizeof (double), y->u, 4 * a->n_in * sizeof (double));
      g_assert_cmpmem (x->y, a->n_out * sizeof (double), y->y, a->n_out * sizeof (double));
      g_assert_cmpmem (x->inner, a->n_out * LS_MACRO_STEP_POINTS * sizeof (double), y->inner,
                       a->n_out * LS_MACRO_STEP_POINTS * sizeof (double));
    }
}

static void
test_walk (gconstpointer method)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  g_autoptr (LsMacroWalk) walk = walk_new (model, method, STEP, 0.0, NULL);
  g_autoptr (LsMacroStep) first = look (walk, TIME, LS_MACRO_START_RERUN);
  g_autoptr (LsMacroStep) next = look (walk, TIME + 1.5 * STEP, LS_MACRO_START_CONTINUED);
  g_autoptr (LsMacroStep) back = look (walk, TIME + 0.5 * STEP, LS_MACRO_START_RESTORED);
  g_autoptr (LsMacroStep) further = look (walk, TIME - 9.5 * STEP, LS_MACRO_START_RESTORED);
  g_autoptr (LsMacroStep) ahead = look (walk, TIME + 1.5 * STEP, LS_MACRO_START_CONTINUED);
  g_autoptr (LsMacroStep) anew = compute (model, method, 20, STEP, TIME + 1.5 * STEP);
  g_autoptr (LsMacroStep) early = compute (model, method, 20, STEP, TIME - 9.5 * STEP);

  assert_same (first, back);
  assert_same (next, ahead);
  assert_same (next, anew);
  assert_same (further, early);
  g_assert_cmpuint (next->index, ==, first->index + 1);
}

/* Where states cannot be saved the same numbers come by another way, and it says why. */
static void
test_walk_again (void)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  const char *const without[] = { "rollback", NULL };
  const LsComponent *predator = ls_model_find_component_by_name (model, "predator");

  ls_model_set_without (model, predator->id, without);
  {
    g_autoptr (LsMacroWalk) walk = walk_new (model, "missiles", STEP, 0.0, NULL);
    g_autoptr (LsMacroStep) first = look (walk, TIME, LS_MACRO_START_RERUN);
    g_autoptr (LsMacroStep) next = look (walk, TIME + 1.5 * STEP, LS_MACRO_START_CONTINUED);
    g_autoptr (LsMacroStep) back = look (walk, TIME, LS_MACRO_START_RERUN);

    assert_same (first, back);
    g_assert_nonnull (strstr (back->reason, "predator"));
    g_assert_cmpuint (next->index, ==, 41);
  }
}

/* @folder: where @left is; the right body is the example's */
static LsMacroStep *
look_at_bodies (const char *folder, const char *left, const char *method)
{
  g_autoptr (LsModel) model = ls_model_new ();
  const guint a = unit_add (model, folder, left, "left");
  const guint b = unit_add (model, "LS_TEST_MODELS", "right-body.fmu", "right");
  g_autoptr (LsMacroWalk) walk = NULL;

  unit_connect (model, a, "x", b, "x_left");
  unit_connect (model, a, "v", b, "v_left");
  unit_connect (model, b, "F", a, "F");
  walk = walk_new (model, method, 1e-3, 0.0, NULL);
  return look (walk, 0.05, LS_MACRO_START_RERUN);
}

/* A step that may be taken back does not move this body: no state is held, and the run is the same.
 */
static void
test_walk_committing (void)
{
  static const char *const methods[] = { "ni-jacobi", "iterated-jacobi", "missiles" };

  for (guint m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      g_autoptr (LsMacroStep) clean
          = look_at_bodies ("LS_TEST_MODELS", "left-body.fmu", methods[m]);
      g_autoptr (LsMacroStep) odd = look_at_bodies ("LS_TEST_FMUS", "committing.fmu", methods[m]);
      const guint last = clean->iterations->len - 1;

      g_assert_null (clean->reason);
      g_assert_nonnull (strstr (odd->reason, "left loses steps"));
      g_assert_cmpuint (odd->iterations->len, ==, clean->iterations->len);
      g_assert_cmpmem (clean->y_start, clean->n_out * sizeof (double), odd->y_start,
                       odd->n_out * sizeof (double));
      g_assert_cmpmem (clean->y_end, clean->n_out * sizeof (double), odd->y_end,
                       odd->n_out * sizeof (double));
      /* Within the step as well, where it is integrated last. */
      g_assert_cmpmem (
          round_of (clean, last)->inner, clean->n_out * LS_MACRO_STEP_POINTS * sizeof (double),
          round_of (odd, last)->inner, odd->n_out * LS_MACRO_STEP_POINTS * sizeof (double));
    }
}

/* What a slider did to a run is done on the way: the master itself with the same change. */
static void
test_walk_changes (void)
{
  g_autoptr (LsModel) model = unit_open ("two-bodies.ssp");
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (LsRunChange));
  const LsRunChange change = { 0.003, (char *)"left.m", 7.5 };
  const LsMasterSettings settings = { .method = ls_coupling_method_find ("ni-jacobi", NULL),
                                      .stop_time = 0.2,
                                      .step_size = 1e-3,
                                      .tolerance = NAN };
  g_autoptr (LsMaster) master = ls_master_new (model, &settings, NULL, NULL);
  g_autoptr (LsMacroWalk) plain = walk_new (model, "ni-jacobi", 1e-3, 0.0, NULL);
  g_autoptr (LsMacroWalk) walk = NULL;
  g_autoptr (LsMacroStep) before = NULL;
  g_autoptr (LsMacroStep) after = NULL;
  g_autoptr (LsMacroStep) other = NULL;
  g_autoptr (LsMacroStep) back = NULL;
  static const char *const signals[] = { "left.x", "left.v", NULL };
  double values[2];

  g_array_append_val (changes, change);
  walk = walk_new (model, "ni-jacobi", 1e-3, 0.0, changes);
  before = look (walk, 0.002, LS_MACRO_START_RERUN);
  after = look (walk, 0.0105, LS_MACRO_START_CONTINUED);
  other = look (plain, 0.0105, LS_MACRO_START_RERUN);
  back = look (walk, 0.002, LS_MACRO_START_RESTORED);
  assert_same (before, back);
  g_clear_pointer (&back, ls_macro_step_free);
  back = look (walk, 0.0105, LS_MACRO_START_CONTINUED);
  assert_same (after, back);
  g_assert_true (ls_master_set_signals (master, signals, NULL));
  for (guint i = 0; i < 11; i++)
    {
      if (i == 3)
        g_assert_true (ls_master_set_value (master, "left.m", 7.5, NULL));
      g_assert_true (ls_master_step (master, NULL));
    }
  g_assert_true (ls_master_read (master, values, NULL));
  for (guint i = 0; i < after->n_out; i++)
    if (g_str_equal (after->outputs[i], "left.x"))
      {
        g_assert_cmpfloat (after->y_end[i], ==, values[0]);
        g_assert_cmpfloat (other->y_end[i], !=, values[0]);
      }
}

/* Steps of any size: those that a run with the same tolerance takes. */
static void
test_walk_tolerance (void)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  g_autoptr (LsMethodChoice) choice = ls_method_choice_new ("missiles");
  g_autoptr (LsRun) run = ls_run_new (model, choice, 0, 20, STEP, NULL, NULL);
  g_autoptr (LsMacroWalk) walk = walk_new (model, "missiles", STEP, 1e-5, NULL);
  g_autoptr (LsMacroStep) step = NULL;
  g_autoptr (LsMacroStep) next = NULL;
  g_autoptr (LsMacroStep) back = NULL;
  LsTrace *trace;

  g_assert_true (ls_run_set_tolerance (run, 1e-5, NULL));
  g_assert_true (ls_run_execute (run, NULL, NULL, NULL, NULL));
  trace = ls_run_get_trace (run);
  step = look (walk, 1.0, LS_MACRO_START_RERUN);
  next = look (walk, step->time + 1.5 * step->h, LS_MACRO_START_CONTINUED);
  back = look (walk, 1.0, LS_MACRO_START_RESTORED);
  assert_same (step, back);
  g_assert_cmpfloat (step->time, <=, 1.0);
  g_assert_cmpfloat (step->time + step->h, >, 1.0);
  g_assert_cmpfloat (ls_trace_get (trace, 0, step->index), ==, step->time);
  g_assert_cmpfloat (ls_trace_get (trace, 0, next->index + 1), ==, next->time + next->h);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/macro-step/same", test_same);
  g_test_add_func ("/macro-step/inner", test_inner);
  g_test_add_func ("/macro-step/iteration", test_iteration);
  g_test_add_func ("/macro-step/estimated", test_estimated);
  g_test_add_func ("/macro-step/matrix", test_matrix);
  g_test_add_func ("/macro-step/refused", test_refused);
  g_test_add_data_func ("/macro-step/walk/ni-jacobi", "ni-jacobi", test_walk);
  g_test_add_data_func ("/macro-step/walk/ifosmondi-jfm", "ifosmondi-jfm", test_walk);
  g_test_add_data_func ("/macro-step/walk/missiles", "missiles", test_walk);
  g_test_add_func ("/macro-step/walk/again", test_walk_again);
  g_test_add_func ("/macro-step/walk/committing", test_walk_committing);
  g_test_add_func ("/macro-step/walk/changes", test_walk_changes);
  g_test_add_func ("/macro-step/walk/tolerance", test_walk_tolerance);
  return g_test_run ();
}
