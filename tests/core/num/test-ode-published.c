/* Solvers against what their authors published: counts to the last one, and end values. */
#include "ode-problems.h"

#include <math.h>

static void
integrate (LsOde *ode, const LsTestProblem *problem, double x[], LsOdeCounts *counts)
{
  for (guint i = 0; i < problem->n; i++)
    x[i] = problem->start[i];
  g_assert_cmpint (ls_ode_advance (ode, problem->t_end, x), ==, LS_OK);
  ls_ode_get_counts (ode, counts);
}

/* What Hairer's driver of DOPRI5 prints for Arenstorf's orbit, with its points in between. */
static void
test_dopri5 (void)
{
  static const double expected[][3] = {
    { 2.0, -0.57987814108, 0.60907752507 },
    { 8.0, -1.1745533505, -0.2759466982 },
    { 16.0, 0.242711100, -0.389994883 },
  };
  const LsTestProblem *problem = &ls_test_arenstorf;
  g_autoptr (LsOde) ode = ls_test_make (ls_ode_method_find ("dopri5"), problem, NULL, 1e-7);
  LsOdeCounts counts;
  double x[LS_TEST_MAX_STATES], t = 0.0;
  guint found = 0;

  g_assert_cmpint (ls_ode_start (ode, 0.0, problem->start), ==, LS_OK);
  while (t < problem->t_end)
    {
      g_assert_cmpint (ls_ode_step (ode, problem->t_end, &t), ==, LS_OK);
      for (; found < G_N_ELEMENTS (expected) && expected[found][0] <= t; found++)
        {
          ls_ode_interpolate (ode, expected[found][0], x);
          g_assert_cmpfloat_with_epsilon (x[0], expected[found][1], 1e-9);
          g_assert_cmpfloat_with_epsilon (x[1], expected[found][2], 1e-9);
        }
    }
  g_assert_cmpuint (found, ==, G_N_ELEMENTS (expected));
  ls_ode_get_counts (ode, &counts);
  g_assert_cmpuint (counts.evaluations, ==, 1442);
  g_assert_cmpuint (counts.attempts, ==, 240);
  g_assert_cmpuint (counts.steps, ==, 216);
  g_assert_cmpuint (counts.error_failures, ==, 22);
  g_assert_cmpuint (counts.start_failures, ==, 2);
  g_assert_cmpuint (counts.rejected, ==, 24);
  g_assert_cmpfloat_with_epsilon (ls_ode_get_states (ode)[0], 0.9940021016, 1e-9);
  g_assert_cmpfloat_with_epsilon (ls_ode_get_states (ode)[1], 8.911185e-6, 1e-9);
}

static void
test_dopri5_tolerances (void)
{
  static const struct
  {
    const LsTestProblem *problem;
    double rtol;
    guint evaluations, attempts;
    double error; /* of the first state */
  } cases[] = {
    { &ls_test_brusselator, 1e-4, 416, 69, -1.4e-4 },
    { &ls_test_brusselator, 1e-6, 830, 138, -2.0e-6 },
    { &ls_test_brusselator, 1e-8, 1772, 295, -1.9e-8 },
    { &ls_test_brusselator, 1e-10, 4118, 686, -1.3e-10 },
    { &ls_test_pleiades, 1e-6, 1250, 208, -1.5e-3 },
    { &ls_test_pleiades, 1e-8, 2462, 410, -4.1e-6 },
    { &ls_test_pleiades, 1e-10, 5642, 940, -3.2e-9 },
    { &ls_test_arenstorf, 1e-9, 3212, 535, NAN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const LsTestProblem *problem = cases[i].problem;
      g_autoptr (LsOde) ode
          = ls_test_make (ls_ode_method_find ("dopri5"), problem, NULL, cases[i].rtol);
      LsOdeCounts counts;
      double x[LS_TEST_MAX_STATES];

      g_assert_cmpint (ls_ode_start (ode, 0.0, problem->start), ==, LS_OK);
      integrate (ode, problem, x, &counts);
      g_test_message ("%s %g: %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %g", problem->name,
                      cases[i].rtol, counts.evaluations, counts.attempts,
                      x[0] - problem->expected[0]);
      g_assert_cmpuint (counts.evaluations, ==, cases[i].evaluations);
      g_assert_cmpuint (counts.attempts, ==, cases[i].attempts);
      /* The values have two digits. */
      if (!isnan (cases[i].error))
        g_assert_cmpfloat_with_epsilon (x[0] - problem->expected[0], cases[i].error,
                                        0.05 * fabs (cases[i].error));
    }
}

/* What Hairer's driver of RADAU5 prints for the oscillator of Van der Pol. */
static void
test_radau5 (void)
{
  const LsTestProblem *problem = &ls_test_van_der_pol;
  g_autoptr (LsOde) ode = ls_test_make (ls_ode_method_find ("radau5"), problem, NULL, 1e-4);
  LsOdeCounts counts;
  double x[LS_TEST_MAX_STATES];

  g_assert_cmpint (ls_ode_start (ode, 0.0, problem->start), ==, LS_OK);
  ls_ode_set_next_step (ode, 1e-6);
  integrate (ode, problem, x, &counts);
  g_test_message ("%u %u %u %u %u %u %u", (guint)counts.evaluations, (guint)counts.jacobians,
                  (guint)counts.attempts, (guint)counts.steps, (guint)counts.error_failures,
                  (guint)counts.factorisations, (guint)counts.solves);
  g_assert_cmpuint (counts.evaluations, ==, 2218);
  g_assert_cmpuint (counts.jacobians, ==, 161);
  g_assert_cmpuint (counts.attempts, ==, 275);
  g_assert_cmpuint (counts.steps, ==, 238);
  g_assert_cmpuint (counts.error_failures, ==, 8);
  g_assert_cmpuint (counts.factorisations, ==, 248);
  g_assert_cmpuint (counts.solves, ==, 660);
  g_assert_cmpfloat_with_epsilon (x[0], 1.7061611, 1e-7);
  g_assert_cmpfloat_with_epsilon (x[1], -0.8928075, 1e-7);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/ode-published/dopri5", test_dopri5);
  g_test_add_func ("/num/ode-published/dopri5-tolerances", test_dopri5_tolerances);
  g_test_add_func ("/num/ode-published/radau5", test_radau5);
  return g_test_run ();
}
