#include "ode-problems.h"

#include <math.h>

/* Every test runs over all methods, or all that keep to a tolerance. */
static void
for_each_method (void (*test) (const LsOdeMethod *method))
{
  for (guint i = 0; i < ls_ode_method_get_n (); i++)
    test (ls_ode_method_get (i));
}

static void
for_each_controlled (void (*test) (const LsOdeMethod *method))
{
  for (guint i = 0; i < ls_ode_method_get_n (); i++)
    if (!ls_ode_method_has_fixed_step (ls_ode_method_get (i)))
      test (ls_ode_method_get (i));
}

static LsOde *
make (const LsOdeMethod *method, const LsOdeProblem *problem, double tolerance)
{
  g_autofree double *atol = g_new (double, problem->n + 1);
  GError *error = NULL;
  LsOde *self;

  for (guint i = 0; i < problem->n; i++)
    atol[i] = tolerance;
  self = ls_ode_new (method, problem, tolerance, atol, &error);
  g_assert_no_error (error);
  return self;
}

static LsStatus
decay (double t G_GNUC_UNUSED, const double x[], double dx[], gpointer user_data)
{
  const double *rate = user_data;

  dx[0] = *rate * x[0];
  return LS_OK;
}

static LsStatus
decay_jacobian (double t G_GNUC_UNUSED,
                const double x[] G_GNUC_UNUSED,
                const double dx[] G_GNUC_UNUSED,
                double jacobian[],
                gpointer user_data)
{
  const double *rate = user_data;

  jacobian[0] = *rate;
  return LS_OK;
}

static LsStatus
oscillator (double t G_GNUC_UNUSED, const double x[], double dx[], gpointer user_data G_GNUC_UNUSED)
{
  dx[0] = x[1];
  dx[1] = -x[0];
  return LS_OK;
}

static LsStatus
lotka_volterra (double t G_GNUC_UNUSED,
                const double x[],
                double dx[],
                gpointer user_data G_GNUC_UNUSED)
{
  dx[0] = x[0] * (2.0 / 3.0 - 4.0 / 3.0 * x[1]);
  dx[1] = x[1] * (x[0] - 1.0);
  return LS_OK;
}

/* Multistep codes control the local error; the error of a whole run is some tens of it. */
static double
get_factor (const LsOdeMethod *method)
{
  return ls_ode_method_is_implicit (method) ? 300.0 : 30.0;
}

static void
check_decay (const LsOdeMethod *method)
{
  double rate = -1.0, x = 1.0;
  LsOdeProblem problem = { 1, decay, decay_jacobian, &rate };
  g_autoptr (LsOde) ode = make (method, &problem, 1e-10);

  g_assert_cmpint (ls_ode_start (ode, 2.0, &x), ==, LS_OK);
  for (guint i = 1; i <= 10; i++)
    {
      g_assert_cmpint (ls_ode_advance (ode, 2.0 + 0.3 * i, &x), ==, LS_OK);
      /* The tolerance, and what get_factor() says. */
      g_assert_cmpfloat_with_epsilon (x, exp (-0.3 * i), get_factor (method) * 1e-10);
    }
}

static void
test_decay (void)
{
  for_each_controlled (check_decay);
}

static void
check_oscillator (const LsOdeMethod *method)
{
  LsOdeProblem problem = { 2, oscillator, NULL, NULL };
  g_autoptr (LsOde) ode = make (method, &problem, 1e-10);
  double x[2] = { 1.0, 0.0 };

  g_assert_cmpint (ls_ode_start (ode, 0.0, x), ==, LS_OK);
  g_assert_cmpint (ls_ode_advance (ode, 10.0, x), ==, LS_OK);
  /* The tolerance, and what get_factor() says. */
  g_assert_cmpfloat_with_epsilon (x[0], cos (10.0), get_factor (method) * 1e-10);
  g_assert_cmpfloat_with_epsilon (x[1], -sin (10.0), get_factor (method) * 1e-10);
}

static void
test_oscillator (void)
{
  for_each_controlled (check_oscillator);
}

/* Values of an independent computation at 1e-13. */
static void
check_lotka_volterra (const LsOdeMethod *method)
{
  static const double expected[][3] = {
    { 1.0, 0.574284670367, 0.777438724767 },  { 5.0, 1.19247711965, 0.211939487783 },
    { 10.0, 0.489149182545, 0.484395032658 }, { 15.0, 1.70714871863, 0.672032870635 },
    { 20.0, 0.790321729807, 0.217120162282 },
  };
  LsOdeProblem problem = { 2, lotka_volterra, NULL, NULL };
  gboolean tight = !ls_ode_method_is_implicit (method);
  g_autoptr (LsOde) ode = make (method, &problem, tight ? 1e-13 : 1e-11);
  double x[2] = { 1.0, 1.0 };

  g_assert_cmpint (ls_ode_start (ode, 0.0, x), ==, LS_OK);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      /* The values have 12 digits. Implicit solvers, at 1e-11: 300 tolerances, as get_factor(),
       * with a factor of 3 for the growth of errors in 20 s. */
      double tolerance = tight ? 1.2e-11 : 1e-8;

      g_assert_cmpint (ls_ode_advance (ode, expected[i][0], x), ==, LS_OK);
      g_assert_cmpfloat_with_epsilon (x[0], expected[i][1], tolerance);
      g_assert_cmpfloat_with_epsilon (x[1], expected[i][2], tolerance);
    }
}

static void
test_lotka_volterra (void)
{
  for_each_controlled (check_lotka_volterra);
}

/* A tolerance a thousand times smaller gives an error much smaller, and more work. */
static void
check_tolerance (const LsOdeMethod *method)
{
  LsOdeProblem problem = { 2, oscillator, NULL, NULL };
  double errors[3];
  guint64 evaluations[3];

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (LsOde) ode = make (method, &problem, pow (10.0, -5.0 - 3.0 * i));
      LsOdeCounts counts;
      double x[2] = { 1.0, 0.0 };

      g_assert_cmpint (ls_ode_start (ode, 0.0, x), ==, LS_OK);
      g_assert_cmpint (ls_ode_advance (ode, 20.0, x), ==, LS_OK);
      errors[i] = hypot (x[0] - cos (20.0), x[1] + sin (20.0));
      ls_ode_get_counts (ode, &counts);
      evaluations[i] = counts.evaluations;
      g_assert_cmpuint (counts.steps, >, 0);
    }
  /* RADAU5 works with the power 2/3 of the tolerance, which is a hundredth; a factor of 2 is
   * left. */
  g_assert_cmpfloat (errors[1], <, errors[0] / 50.0);
  g_assert_cmpfloat (errors[2], <, errors[1] / 50.0);
  g_assert_cmpuint (evaluations[1], >, evaluations[0]);
  g_assert_cmpuint (evaluations[2], >, evaluations[1]);
}

static void
test_tolerance (void)
{
  for_each_controlled (check_tolerance);
}

/* With an order of 8 the steps grow like tolerance^(-1/8). */
static void
check_order (const char *id)
{
  LsOdeProblem problem = { 2, oscillator, NULL, NULL };
  guint64 steps[2];
  double observed;

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (LsOde) ode = make (ls_ode_method_find (id), &problem, i == 0 ? 1e-8 : 1e-12);
      LsOdeCounts counts;
      double x[2] = { 1.0, 0.0 };

      g_assert_cmpint (ls_ode_start (ode, 0.0, x), ==, LS_OK);
      g_assert_cmpint (ls_ode_advance (ode, 200.0, x), ==, LS_OK);
      ls_ode_get_counts (ode, &counts);
      steps[i] = counts.steps;
    }
  observed = log (1e4) / log ((double)steps[1] / (double)steps[0]);
  g_test_message ("%s: %.2f", id, observed);
  g_assert_cmpfloat (observed, >, 7.0);
  g_assert_cmpfloat (observed, <, 10.0);
}

static void
test_order (void)
{
  check_order ("dop853");
  check_order ("fehlberg78");
}

/* Ends exactly where it is told, on grids that are not exact in binary. */
static void
check_grid (const LsOdeMethod *method)
{
  double rate = -1.0, x = 1.0;
  LsOdeProblem problem = { 1, decay, NULL, &rate };
  g_autoptr (LsOde) ode = make (method, &problem, 1e-9);
  /* Euler's methods: t h / 2 exp (-t) in steps of a thousandth, then of a hundredth: 1.2e-4.
   * Others: 3000 steps of one tolerance each. */
  double tolerance = ls_ode_method_has_fixed_step (method) ? 4e-4 : 3000.0 * 1e-9;

  g_assert_cmpint (ls_ode_start (ode, 0.0, &x), ==, LS_OK);
  for (guint i = 1; i <= 3000; i++)
    g_assert_cmpint (ls_ode_advance (ode, i * 1e-3, &x), ==, LS_OK);
  g_assert_cmpfloat_with_epsilon (x, exp (-3.0), tolerance);
  /* The same time up to rounding is no step. */
  g_assert_cmpint (ls_ode_advance (ode, nextafter (3.0, 4.0), &x), ==, LS_OK);
  g_assert_cmpint (ls_ode_advance (ode, 3.5, &x), ==, LS_OK);
  g_assert_cmpfloat_with_epsilon (x, exp (-3.5), tolerance);
  g_assert_cmpint (ls_ode_advance (ode, 1.0, &x), ==, LS_STOP);
  g_assert_cmpint (ls_ode_advance (ode, NAN, &x), ==, LS_STOP);
}

static void
test_grid (void)
{
  for_each_method (check_grid);
}

typedef struct
{
  double furthest;
  guint failures;
} Leash;

/* x' = 2 t, to be had only a little beyond where it was had before. */
static LsStatus
leash (double t, const double x[] G_GNUC_UNUSED, double dx[], gpointer user_data)
{
  Leash *self = user_data;

  if (t > self->furthest + 0.05)
    {
      self->failures++;
      return LS_RETRY;
    }
  self->furthest = fmax (self->furthest, t);
  dx[0] = 2.0 * t;
  return LS_OK;
}

static void
check_recoverable (const LsOdeMethod *method)
{
  Leash data = { 0.0, 0 };
  LsOdeProblem problem = { 1, leash, NULL, &data };
  g_autoptr (LsOde) ode = make (method, &problem, 1e-6);
  double x = 0.0;

  g_assert_cmpint (ls_ode_start (ode, 0.0, &x), ==, LS_OK);
  g_assert_cmpint (ls_ode_advance (ode, 10.0, &x), ==, LS_OK);
  /* Euler's methods are off by t h = 0.1, the others by far less. */
  g_assert_cmpfloat_with_epsilon (x, 100.0, ls_ode_method_has_fixed_step (method) ? 0.101 : 0.1);
  if (!ls_ode_method_has_fixed_step (method))
    g_assert_cmpuint (data.failures, >, 0);
}

static void
test_recoverable (void)
{
  for_each_method (check_recoverable);
}

typedef struct
{
  double until;
  LsStatus status;
  double value;
} Wall;

static LsStatus
wall (double t, const double x[] G_GNUC_UNUSED, double dx[], gpointer user_data)
{
  const Wall *self = user_data;

  dx[0] = t > self->until ? self->value : 1.0;
  return t > self->until ? self->status : LS_OK;
}

/* Nothing beyond a time: the run ends, with the right status, and leaves the result alone. */
static void
check_wall (const LsOdeMethod *method)
{
  static const struct
  {
    Wall wall;
    LsStatus expected;
  } cases[] = {
    { { 0.5, LS_RETRY, 1.0 }, LS_RETRY }, { { 0.5, LS_STOP, 1.0 }, LS_STOP },
    { { 0.5, LS_OK, NAN }, LS_RETRY },    { { -1.0, LS_OK, INFINITY }, LS_RETRY },
    { { -1.0, LS_STOP, 0.0 }, LS_STOP },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Wall data = cases[i].wall;
      LsOdeProblem problem = { 1, wall, NULL, &data };
      g_autoptr (LsOde) ode = make (method, &problem, 1e-6);
      double x = 0.0, untouched = 42.0;

      g_assert_cmpint (ls_ode_start (ode, 0.0, &x), ==, LS_OK);
      g_assert_cmpint (ls_ode_advance (ode, 1.0, &untouched), ==, cases[i].expected);
      g_assert_cmpfloat (untouched, ==, 42.0);
    }
}

static void
test_wall (void)
{
  for_each_method (check_wall);
}

static void
check_max_steps (const LsOdeMethod *method)
{
  LsOdeProblem problem = { 2, oscillator, NULL, NULL };
  g_autoptr (LsOde) ode = make (method, &problem, 1e-9);
  double x[2] = { 1.0, 0.0 };

  ls_ode_set_max_steps (ode, 5);
  g_assert_cmpint (ls_ode_start (ode, 0.0, x), ==, LS_OK);
  g_assert_cmpint (ls_ode_advance (ode, 1000.0, x), ==, LS_RETRY);
  ls_ode_set_max_steps (ode, 0);
  x[0] = 1.0;
  x[1] = 0.0;
  g_assert_cmpint (ls_ode_start (ode, 0.0, x), ==, LS_OK);
  g_assert_cmpint (ls_ode_advance (ode, 100.0, x), ==, LS_OK);
  /* The tolerance, 1e-9, times a factor for 100 s: the phase drifts, and so the error of a step
   * stays. */
  g_assert_cmpfloat_with_epsilon (x[0], cos (100.0), 2e-5);
}

static void
test_max_steps (void)
{
  for_each_controlled (check_max_steps);
}

static void
check_empty (const LsOdeMethod *method)
{
  LsOdeProblem problem = { 0, oscillator, NULL, NULL };
  g_autoptr (LsOde) ode = make (method, &problem, 1e-9);
  double x = 0.0;
  LsOdeCounts counts;

  g_assert_cmpint (ls_ode_start (ode, 0.0, &x), ==, LS_OK);
  g_assert_cmpint (ls_ode_advance (ode, 1.0, &x), ==, LS_OK);
  ls_ode_get_counts (ode, &counts);
  g_assert_cmpuint (counts.evaluations, ==, 0);
}

static void
test_empty (void)
{
  for_each_method (check_empty);
}

/* Robertson's reaction, with and without its Jacobian. */
static void
test_stiff (void)
{
  for (guint i = 0; i < 2; i++)
    {
      const LsTestProblem *test = &ls_test_robertson;
      LsOdeProblem problem = { 3, test->derivatives, i == 0 ? test->jacobian : NULL, NULL };
      double atol[3] = { 1e-12, 1e-15, 1e-12 };
      double x[3] = { 1.0, 0.0, 0.0 };
      g_autoptr (LsOde) ode
          = ls_ode_new (ls_ode_method_find ("cvode-bdf"), &problem, 1e-9, atol, NULL);
      LsOdeCounts counts;

      g_assert_cmpint (ls_ode_start (ode, 0.0, x), ==, LS_OK);
      g_assert_cmpint (ls_ode_advance (ode, test->t_end, x), ==, LS_OK);
      /* 1e-9, times 30 for the sum in multistep codes, times the amplification of 10; a factor of 3
       * is left. */
      g_assert_cmpfloat (ls_test_get_error (test, x), <=, 1e-6);
      ls_ode_get_counts (ode, &counts);
      g_assert_cmpuint (counts.steps, <, 3000);
      g_assert_cmpuint (counts.jacobians, >, 0);
    }
}

static void
test_arguments (void)
{
  double rate = 1.0, atol = -1.0;
  LsOdeProblem problem = { 1, decay, NULL, &rate };
  GError *error = NULL;

  g_assert_null (ls_ode_method_find ("no-such-method"));
  g_assert_null (ls_ode_new (ls_ode_method_get (0), &problem, 1e-6, &atol, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
  g_clear_error (&error);
  atol = 1e-6;
  g_assert_null (ls_ode_new (ls_ode_method_get (0), &problem, NAN, &atol, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
  g_clear_error (&error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/ode/decay", test_decay);
  g_test_add_func ("/num/ode/oscillator", test_oscillator);
  g_test_add_func ("/num/ode/lotka-volterra", test_lotka_volterra);
  g_test_add_func ("/num/ode/tolerance", test_tolerance);
  g_test_add_func ("/num/ode/order", test_order);
  g_test_add_func ("/num/ode/grid", test_grid);
  g_test_add_func ("/num/ode/recoverable", test_recoverable);
  g_test_add_func ("/num/ode/wall", test_wall);
  g_test_add_func ("/num/ode/max-steps", test_max_steps);
  g_test_add_func ("/num/ode/empty", test_empty);
  g_test_add_func ("/num/ode/stiff", test_stiff);
  g_test_add_func ("/num/ode/arguments", test_arguments);
  return g_test_run ();
}
