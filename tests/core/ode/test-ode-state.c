/* Going back, going on, staying within bounds: what a run does with a solver besides stepping. */
#include "../allocations.h"
#include "ode-problems.h"

#include <math.h>
#include <string.h>

#define N_STEPS 20

static void
for_each_method (void (*test) (const LsOdeMethod *method))
{
  for (guint i = 0; i < ls_ode_method_get_n (); i++)
    test (ls_ode_method_get (i));
}

static gboolean
is_own (const LsOdeMethod *method)
{
  const char *id = ls_ode_method_get_id (method);

  return !g_str_has_prefix (id, "cvode");
}

static const LsTestProblem *
choose_problem (const LsOdeMethod *method)
{
  return ls_ode_method_is_implicit (method) && !ls_ode_method_has_fixed_step (method)
                 && g_strcmp0 (ls_ode_method_get_id (method), "cvode-adams") != 0
             ? &ls_test_van_der_pol
             : &ls_test_brusselator;
}

static void
take_steps (LsOde *ode, double times[N_STEPS], double states[N_STEPS][LS_TEST_MAX_STATES])
{
  for (guint i = 0; i < N_STEPS; i++)
    {
      g_assert_cmpint (ls_ode_step (ode, 1e3, &times[i]), ==, LS_OK);
      ls_ode_interpolate (ode, 0.5 * (ls_ode_get_previous_time (ode) + times[i]), states[i]);
    }
}

/* The same to the last bit, also between the steps, and also before the first step after. */
static void
check_restored (const LsOdeMethod *method)
{
  const LsTestProblem *problem = choose_problem (method);
  g_autoptr (LsOde) ode = ls_test_make (method, problem, NULL, 1e-6);
  g_autofree char *saved = g_malloc (ls_ode_get_saved_size (ode));
  double first[N_STEPS], again[N_STEPS], middle, before[2], after[2];
  static double first_states[N_STEPS][LS_TEST_MAX_STATES];
  static double states[N_STEPS][LS_TEST_MAX_STATES];

  g_assert_cmpint (ls_ode_start (ode, 0.0, problem->start), ==, LS_OK);
  take_steps (ode, first, first_states);
  ls_ode_save (ode, saved);
  middle = 0.3 * ls_ode_get_previous_time (ode) + 0.7 * ls_ode_get_time (ode);
  ls_ode_interpolate (ode, middle, before);
  take_steps (ode, first, first_states);
  for (guint turn = 0; turn < 2; turn++)
    {
      g_assert_cmpint (ls_ode_restore (ode, saved), ==, LS_OK);
      ls_ode_interpolate (ode, middle, after);
      g_assert_cmpmem (before, sizeof before, after, sizeof after);
      take_steps (ode, again, states);
      g_assert_cmpmem (first, sizeof first, again, sizeof again);
      g_assert_cmpmem (first_states, sizeof first_states, states, sizeof states);
    }
}

/* To the tolerance. */
static void
check_restarted (const LsOdeMethod *method)
{
  const LsTestProblem *problem = &ls_test_brusselator;
  g_autoptr (LsOde) ode = ls_test_make (method, problem, NULL, 1e-9);
  g_autofree char *saved = g_malloc (ls_ode_get_saved_size (ode));
  double x[2];

  g_assert_cmpint (ls_ode_start (ode, 0.0, problem->start), ==, LS_OK);
  g_assert_cmpint (ls_ode_advance (ode, 7.0, x), ==, LS_OK);
  ls_ode_save (ode, saved);
  for (guint turn = 0; turn < 3; turn++)
    {
      g_assert_cmpint (ls_ode_advance (ode, problem->t_end, x), ==, LS_OK);
      /* As in test-ode-published.c: 30 tolerances of 1e-9 for the sum in multistep codes, times the
       * amplification of 10; the rest is for the restarts. */
      g_assert_cmpfloat (ls_test_get_error (problem, x), <, 1e-6);
      g_assert_cmpint (ls_ode_restore (ode, saved), ==, LS_OK);
      g_assert_cmpfloat (ls_ode_get_time (ode), ==, 7.0);
      g_assert_cmpfloat (ls_ode_get_next_step (ode), >, 1e-4);
    }
}

static void
check_save (const LsOdeMethod *method)
{
  if (is_own (method))
    check_restored (method);
  else
    check_restarted (method);
}

static void
test_save (void)
{
  for_each_method (check_save);
}

/* Soft: the step stays; hard: it is found anew. */
static void
check_restart (const LsOdeMethod *method)
{
  const LsTestProblem *problem = &ls_test_brusselator;
  g_autoptr (LsOde) ode = ls_test_make (method, problem, NULL, 1e-6);
  LsOdeCounts counts;
  double x[2], t, wanted;

  g_assert_cmpint (ls_ode_start (ode, 0.0, problem->start), ==, LS_OK);
  g_assert_cmpint (ls_ode_advance (ode, 10.0, x), ==, LS_OK);
  x[0] += 1e-9;
  wanted = ls_ode_get_next_step (ode);
  g_assert_cmpint (ls_ode_restart (ode, 10.0, x, TRUE), ==, LS_OK);
  g_assert_cmpfloat (ls_ode_get_next_step (ode), ==, wanted);
  g_assert_cmpfloat (ls_ode_get_states (ode)[0], ==, x[0]);
  g_assert_cmpfloat (ls_ode_get_previous_time (ode), ==, 10.0);
  g_assert_cmpint (ls_ode_step (ode, 20.0, &t), ==, LS_OK);
  if (is_own (method))
    g_assert_cmpfloat (t - 10.0, >, 0.2 * wanted);
  /* Back into the last step, as for an event in it. */
  ls_ode_interpolate (ode, 0.5 * (10.0 + t), x);
  g_assert_cmpint (ls_ode_restart (ode, 0.5 * (10.0 + t), x, FALSE), ==, LS_OK);
  if (!ls_ode_method_has_fixed_step (method))
    g_assert_cmpfloat (ls_ode_get_next_step (ode), ==, 0.0);
  g_assert_cmpint (ls_ode_advance (ode, problem->t_end, x), ==, LS_OK);
  if (!ls_ode_method_has_fixed_step (method))
    /* Likewise, of 1e-6. */
    g_assert_cmpfloat (ls_test_get_error (problem, x), <, 1e-3);
  ls_ode_get_counts (ode, &counts);
  g_assert_cmpuint (counts.restarts, ==, 2);
  /* From anywhere else. */
  g_assert_cmpint (ls_ode_start (ode, -5.0, problem->start), ==, LS_OK);
  g_assert_cmpint (ls_ode_step (ode, 20.0, &t), ==, LS_OK);
  x[0] = NAN;
  g_assert_cmpint (ls_ode_restart (ode, t, x, TRUE), ==, LS_STOP);
}

static void
test_restart (void)
{
  for_each_method (check_restart);
}

static void
check_bounds (const LsOdeMethod *method)
{
  const LsTestProblem *problem = &ls_test_brusselator;
  g_autoptr (LsOde) ode = ls_test_make (method, problem, NULL, 1e-3);
  double t = 0.0, last = 0.0;

  g_assert_cmpint (ls_ode_start (ode, 0.0, problem->start), ==, LS_OK);
  ls_ode_set_max_step (ode, 0.005);
  ls_ode_set_next_step (ode, 0.001);
  g_assert_cmpint (ls_ode_step (ode, 1.0, &t), ==, LS_OK);
  g_assert_cmpfloat (t, <=, ls_ode_method_has_fixed_step (method) ? 0.005 : 0.00102);
  while (t < 1.0)
    {
      last = t;
      g_assert_cmpint (ls_ode_step (ode, 1.0, &t), ==, LS_OK);
      /* Rounding of two times up to 1, over 0.005, is 4e-14. */
      g_assert_cmpfloat (t - last, <=, 0.005 * (1.0 + 1e-9));
      g_assert_cmpfloat (t, >, last);
    }
  g_assert_cmpfloat (t, ==, 1.0);
  /* Nothing happens in no time. */
  g_assert_cmpint (ls_ode_step (ode, 1.0, &t), ==, LS_OK);
  g_assert_cmpfloat (t, ==, 1.0);
  g_assert_cmpint (ls_ode_step (ode, 0.5, &t), ==, LS_STOP);
  g_assert_cmpint (ls_ode_step (ode, INFINITY, &t), ==, LS_STOP);
  /* An end that a step nearly reaches leaves no last step of rounding only. */
  g_assert_cmpint (ls_ode_advance (ode, nextafter (1.01, 2.0), (double[2]){ 0 }), ==, LS_OK);
}

static void
test_bounds (void)
{
  for_each_method (check_bounds);
}

static LsStatus
decay (double t G_GNUC_UNUSED, const double x[], double dx[], gpointer user_data G_GNUC_UNUSED)
{
  dx[0] = -x[0];
  return LS_OK;
}

/* Also after a stop in between and a restart, and without adding up. */
static void
check_grid (const LsOdeMethod *method)
{
  const LsTestProblem problem = { .n = 1, .derivatives = decay, .start = { 1.0 }, .atol = 1.0 };
  g_autoptr (LsOde) ode = ls_test_make (method, &problem, NULL, 1e-6);
  double t, x[1];

  if (!ls_ode_method_has_fixed_step (method))
    return;
  g_assert_cmpint (ls_ode_start (ode, 0.5, problem.start), ==, LS_OK);
  ls_ode_set_fixed_step (ode, 0.1);
  g_assert_cmpint (ls_ode_step (ode, 9.0, &t), ==, LS_OK);
  g_assert_cmpfloat (t, ==, 0.5 + 1.0 * 0.1);
  g_assert_cmpint (ls_ode_advance (ode, 0.637, x), ==, LS_OK);
  g_assert_cmpint (ls_ode_step (ode, 9.0, &t), ==, LS_OK);
  g_assert_cmpfloat (t, ==, 0.5 + 2.0 * 0.1);
  ls_ode_interpolate (ode, 0.66, x);
  g_assert_cmpint (ls_ode_restart (ode, 0.66, x, FALSE), ==, LS_OK);
  for (guint k = 2; k <= 85; k++)
    {
      g_assert_cmpint (ls_ode_step (ode, 9.0, &t), ==, LS_OK);
      /* Rounding of a product and a sum. */
      g_assert_cmpfloat_with_epsilon (t, 0.5 + k * 0.1, 1e-15 * t);
    }
  g_assert_cmpfloat (t, ==, 9.0);
}

static void
test_grid (void)
{
  for_each_method (check_grid);
}

/* Our own take memory when they are made only. */
static void
check_allocations (const LsOdeMethod *method)
{
  const LsTestProblem *problem = choose_problem (method);
  g_autoptr (LsOde) ode = ls_test_make (method, problem, NULL, 1e-6);
  g_autofree char *saved = g_malloc (ls_ode_get_saved_size (ode));
  double x[LS_TEST_MAX_STATES];
  int before;

  if (!is_own (method))
    return;
  g_assert_cmpint (ls_ode_start (ode, 0.0, problem->start), ==, LS_OK);
  before = g_atomic_int_get (&n_allocations);
  for (guint i = 0; i < 200; i++)
    {
      double t;

      if (ls_ode_step (ode, 1e3, &t) != LS_OK)
        break;
      ls_ode_interpolate (ode, 0.5 * t, x);
      if (i % 50 == 7)
        ls_ode_save (ode, saved);
      if (i % 50 == 12)
        ls_ode_restore (ode, saved);
      if (i % 50 == 20)
        ls_ode_restart (ode, t, ls_ode_get_states (ode), i == 20);
    }
  g_assert_cmpint (g_atomic_int_get (&n_allocations), ==, before);
}

static void
test_allocations (void)
{
  for_each_method (check_allocations);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/ode-state/save", test_save);
  g_test_add_func ("/num/ode-state/restart", test_restart);
  g_test_add_func ("/num/ode-state/bounds", test_bounds);
  g_test_add_func ("/num/ode-state/grid", test_grid);
  g_test_add_func ("/num/ode-state/allocations", test_allocations);
  return g_test_run ();
}
