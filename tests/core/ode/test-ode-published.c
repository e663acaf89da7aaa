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
          /* At 16 s nine decimals are printed. */
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
  /* A unit of the ten decimals printed; the orbit makes rounding some 1e5 times as great. */
  g_assert_cmpfloat_with_epsilon (ls_ode_get_states (ode)[0], 0.9940021016, 1e-10);
  g_assert_cmpfloat_with_epsilon (ls_ode_get_states (ode)[1], 8.911185e-6, 1e-10);
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
  g_assert_cmpuint (counts.evaluations, ==, 2218);
  g_assert_cmpuint (counts.jacobians, ==, 161);
  g_assert_cmpuint (counts.attempts, ==, 275);
  g_assert_cmpuint (counts.steps, ==, 238);
  g_assert_cmpuint (counts.error_failures, ==, 8);
  g_assert_cmpuint (counts.factorisations, ==, 248);
  g_assert_cmpuint (counts.solves, ==, 660);
  /* Seven decimals are printed. */
  g_assert_cmpfloat_with_epsilon (x[0], 1.7061611, 1e-7);
  g_assert_cmpfloat_with_epsilon (x[1], -0.8928075, 1e-7);
}

/* Assimulo's RungeKutta34 takes every step; steps, evaluations and error of an independent
 * implementation of it. */
static void
test_rk34 (void)
{
  static const struct
  {
    double rtol;
    guint steps, evaluations;
    double error;
  } cases[] = { { 1e-4, 111, 556, -3.0e-4 },
                { 1e-6, 346, 1731, -6.7e-7 },
                { 1e-8, 1087, 5436, -2.9e-9 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const LsTestProblem *problem = &ls_test_brusselator;
      g_autoptr (LsOde) ode
          = ls_test_make (ls_ode_method_find ("rk34"), problem, NULL, cases[i].rtol);
      LsOdeCounts counts;
      double x[LS_TEST_MAX_STATES];

      g_assert_cmpint (ls_ode_start (ode, 0.0, problem->start), ==, LS_OK);
      ls_ode_set_rejecting (ode, FALSE);
      ls_ode_set_next_step (ode, 1e-3);
      integrate (ode, problem, x, &counts);
      g_assert_cmpuint (counts.steps, ==, cases[i].steps);
      g_assert_cmpuint (counts.evaluations, ==, cases[i].evaluations);
      g_assert_cmpuint (counts.rejected, ==, 0);
      /* The values have two digits. */
      g_assert_cmpfloat_with_epsilon (x[0] - problem->expected[0], cases[i].error,
                                      0.05 * fabs (cases[i].error));
    }
}

/* SUNDIALS' example cvRoberts_dns to 4e10 s. The first time that CVODE is told bounds the first
 * step it tries: with another one there are between 520 and 680 steps. */
static void
test_cvode (void)
{
  const LsOdeProblem problem
      = { 3, ls_test_robertson.derivatives, ls_test_robertson.jacobian, NULL };
  const double atol[3] = { 1e-8, 1e-14, 1e-6 };
  g_autoptr (LsOde) ode = ls_ode_new (ls_ode_method_find ("cvode-bdf"), &problem, 1e-4, atol, NULL);
  LsOdeCounts counts;
  double x[3], t = 0.0;

  g_assert_cmpint (ls_ode_start (ode, 0.0, ls_test_robertson.start), ==, LS_OK);
  /* As there, steps go beyond the time wanted. */
  while (t < 4e10)
    g_assert_cmpint (ls_ode_step (ode, t > 0.0 ? 1e12 : 0.4, &t), ==, LS_OK);
  ls_ode_interpolate (ode, 4e10, x);
  ls_ode_get_counts (ode, &counts);
  g_test_message ("%u %u %u %u %u %u", (guint)counts.steps, (guint)counts.evaluations,
                  (guint)counts.factorisations, (guint)counts.error_failures,
                  (guint)counts.iterations, (guint)counts.jacobians);
  g_assert_cmpuint (counts.steps, ==, 542);
  g_assert_cmpuint (counts.evaluations, ==, 754);
  g_assert_cmpuint (counts.factorisations, ==, 107);
  g_assert_cmpuint (counts.error_failures, ==, 22);
  g_assert_cmpuint (counts.iterations, ==, 751);
  g_assert_cmpuint (counts.jacobians, ==, 11);
  /* Half a unit of the last of seven digits, and a bit for its rounding. */
  g_assert_cmpfloat_with_epsilon (x[0], 6.934511e-8, 6e-15);
  g_assert_cmpfloat_with_epsilon (x[1], 2.773804e-13, 6e-20);
}

/* What is asked for at the end, relative, and the tolerance of a step that gives it: the errors on
 * the way grow with the problem, and add up in multistep codes. */
#define ASKED 1e-6

static void
check_end (const LsOdeMethod *method, const LsTestProblem *problem)
{
  const double sum = ls_ode_method_is_one_step (method) ? 1.0 : 30.0;
  g_autoptr (LsOde) ode
      = ls_test_make (method, problem, NULL, ASKED / (sum * problem->amplification));
  LsOdeCounts counts;
  double x[LS_TEST_MAX_STATES];

  g_assert_cmpint (ls_ode_start (ode, 0.0, problem->start), ==, LS_OK);
  integrate (ode, problem, x, &counts);
  g_test_message ("%s to %g, %s: error %.1e, %" G_GUINT64_FORMAT " evaluations", problem->name,
                  problem->t_end, ls_ode_method_get_id (method), ls_test_get_error (problem, x),
                  counts.evaluations);
  g_assert_cmpfloat (ls_test_get_error (problem, x), <=, ASKED);
}

static void
check_ends (const LsTestProblem *problem)
{
  static const char *const explicit[] = { "rk34", "dopri5", "cvode-adams", "dop853", "fehlberg78" };
  static const char *const implicit[] = { "radau5", "rodas", "cvode-bdf" };
  const char *const *ids = problem->is_stiff ? implicit : explicit;
  const guint n = problem->is_stiff ? G_N_ELEMENTS (implicit) : G_N_ELEMENTS (explicit);

  for (guint i = 0; i < n; i++)
    check_end (ls_ode_method_find (ids[i]), problem);
}

static void
test_ends (void)
{
  static const LsTestProblem *const problems[] = {
    &ls_test_arenstorf,        &ls_test_brusselator,    &ls_test_pleiades,
    &ls_test_van_der_pol_mild, &ls_test_hires,          &ls_test_oregonator,
    &ls_test_robertson,        &ls_test_robertson_long, &ls_test_van_der_pol,
  };

  for (guint i = 0; i < G_N_ELEMENTS (problems); i++)
    check_ends (problems[i]);
}

/* The same problems from other starts or to other times. */
static void
test_other_ends (void)
{
  static const struct
  {
    const LsTestProblem *problem;
    double t_end;
    double second; /* of the start; NAN: as it is */
    double expected[8];
  } cases[] = {
    { &ls_test_van_der_pol, 1.0, 0.0, { -1.863646254808133889545, 0.753543086543543360 } },
    { &ls_test_van_der_pol, 2.0, 0.0, { 1.706167732170465008478, -0.892809701024816547779 } },
    { &ls_test_van_der_pol, 11.0, 0.0, { -1.590150544829126768391, 1.040279389212387030674 } },
    { &ls_test_van_der_pol, 2.0, -0.6, { 1.706167464327498282579, -0.892809987866875392285 } },
    { &ls_test_robertson,
      40.0,
      NAN,
      { .7158270687194050905, 9.185534764557763904e-6, .2841637457458303518 } },
    { &ls_test_robertson,
      4e5,
      NAN,
      { 4.938274520979815560e-3, 1.984994087954375437e-8, .9950617056290793048960 } },
    { &ls_test_oregonator,
      30.0,
      NAN,
      { 1.000661467180496718, 1512.778937348250419, 10358.54312767227567 } },
    { &ls_test_hires,
      421.8122,
      NAN,
      { 6.703055035818635051e-4, 1.309968469863468930e-4, 4.686223159773258144e-5,
        1.044668020551704804e-3, 5.948838309514850516e-4, 1.399628833942774029e-3,
        1.014492757718479681e-3, 4.685507242281520319e-3 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LsTestProblem problem = *cases[i].problem;

      problem.t_end = cases[i].t_end;
      if (!isnan (cases[i].second))
        problem.start[1] = cases[i].second;
      for (guint j = 0; j < problem.n; j++)
        problem.expected[j] = cases[i].expected[j];
      check_ends (&problem);
    }
}

/* Assimulo's own test of its Radau5: from (2, -0.6), to 1e-4, in less than 300 steps. */
static void
test_assimulo (void)
{
  LsTestProblem problem = ls_test_van_der_pol;
  g_autoptr (LsOde) ode = ls_test_make (ls_ode_method_find ("radau5"), &problem, NULL, 1e-4);
  LsOdeCounts counts;
  double x[LS_TEST_MAX_STATES];

  problem.start[1] = -0.6;
  g_assert_cmpint (ls_ode_start (ode, 0.0, problem.start), ==, LS_OK);
  integrate (ode, &problem, x, &counts);
  /* The bound of that test. */
  g_assert_cmpfloat_with_epsilon (x[0], 1.706168, 1e-4);
  g_assert_cmpuint (counts.steps, <, 300);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/ode-published/dopri5", test_dopri5);
  g_test_add_func ("/num/ode-published/dopri5-tolerances", test_dopri5_tolerances);
  g_test_add_func ("/num/ode-published/radau5", test_radau5);
  g_test_add_func ("/num/ode-published/rk34", test_rk34);
  g_test_add_func ("/num/ode-published/cvode", test_cvode);
  g_test_add_func ("/num/ode-published/ends", test_ends);
  g_test_add_func ("/num/ode-published/other-ends", test_other_ends);
  g_test_add_func ("/num/ode-published/assimulo", test_assimulo);
  return g_test_run ();
}
