/* Orders of the steps and of what is between them, measured on a first step. */
#include "core/ode/ode.h"

#include <float.h>
#include <math.h>

#define OMEGA 4.0

static double
phi (double t)
{
  return 2.0 + sin (OMEGA * t);
}

static double
phi_prime (double t)
{
  return OMEGA * cos (OMEGA * t);
}

/* x' = phi' + phi^2 - x^2 has the solution phi. It depends on time in explicit form:
 * a Rosenbrock method that does not know df/dt loses its order on it. */
static LsStatus
riccati (double t, const double x[], double dx[], gpointer user_data G_GNUC_UNUSED)
{
  dx[0] = phi_prime (t) + phi (t) * phi (t) - x[0] * x[0];
  return LS_OK;
}

static LsStatus
riccati_jacobian (double t G_GNUC_UNUSED,
                  const double x[],
                  const double dx[] G_GNUC_UNUSED,
                  double jacobian[],
                  gpointer user_data G_GNUC_UNUSED)
{
  jacobian[0] = -2.0 * x[0];
  return LS_OK;
}

static LsStatus
riccati_time (double t,
              const double x[] G_GNUC_UNUSED,
              double dfdt[],
              gpointer user_data G_GNUC_UNUSED)
{
  dfdt[0] = OMEGA * OMEGA * (2.0 - phi (t)) + 2.0 * phi (t) * phi_prime (t);
  return LS_OK;
}

/* The same solution of a linear equation: where the tolerance is to take any step, it also ends a
 * Newton iteration early, except that here the first iterate is exact. */
static LsStatus
linear (double t, const double x[], double dx[], gpointer user_data G_GNUC_UNUSED)
{
  dx[0] = phi_prime (t) - 2.0 * (x[0] - phi (t));
  return LS_OK;
}

static LsStatus
linear_jacobian (double t G_GNUC_UNUSED,
                 const double x[] G_GNUC_UNUSED,
                 const double dx[] G_GNUC_UNUSED,
                 double jacobian[],
                 gpointer user_data G_GNUC_UNUSED)
{
  jacobian[0] = -2.0;
  return LS_OK;
}

static const LsOdeProblem nonlinear_problem = { 1, riccati, riccati_jacobian, NULL };
static const LsOdeProblem linear_problem = { 1, linear, linear_jacobian, NULL };

typedef struct
{
  double step, dense;
} Errors;

/* Of one step of @h from t = 0.3, whatever its error. */
static Errors
measure (const LsOdeMethod *method,
         const LsOdeProblem *problem,
         const LsOdeDetails *details,
         double h)
{
  const double t_0 = 0.3, x_0 = phi (t_0), atol = 1e6;
  g_autoptr (LsOde) ode = ls_ode_new_full (method, problem, details, 1e-3, &atol, NULL);
  Errors errors = { 0.0, 0.0 };
  double t, x;

  g_assert_cmpint (ls_ode_start (ode, t_0, &x_0), ==, LS_OK);
  ls_ode_set_fixed_step (ode, h);
  ls_ode_set_max_step (ode, h);
  ls_ode_set_next_step (ode, h);
  g_assert_cmpint (ls_ode_step (ode, 10.0, &t), ==, LS_OK);
  /* Rounding of t_0 + h. */
  g_assert_cmpfloat_with_epsilon (t, t_0 + h, 1e-14);
  errors.step = fabs (ls_ode_get_states (ode)[0] - phi (t));
  for (guint i = 1; i < 16; i++)
    {
      const double between = t_0 + h * i / 16.0;

      ls_ode_interpolate (ode, between, &x);
      errors.dense = fmax (errors.dense, fabs (x - phi (between)));
    }
  return errors;
}

static void
check (const char *id, const LsOdeProblem *problem, const LsOdeDetails *details, double h)
{
  const LsOdeMethod *method = ls_ode_method_find (id);
  const guint order = ls_ode_method_get_order (method);
  const guint dense_order = ls_ode_method_get_dense_order (method);
  const Errors coarse = measure (method, problem, details, h);
  const Errors fine = measure (method, problem, details, 0.5 * h);
  const double step = log2 (coarse.step / fine.step), dense = log2 (coarse.dense / fine.dense);

  g_test_message ("%s: step h^%.2f (%g), between h^%.2f (%g)", id, step, fine.step, dense,
                  fine.dense);
  /* Local errors: one power more. The next power of h adds some per cent. */
  g_assert_cmpfloat_with_epsilon (step, order + 1.0, 0.35);
  g_assert_cmpfloat_with_epsilon (dense, dense_order + 1.0, 0.35);
}

static void
test_explicit (void)
{
  check ("explicit-euler", &nonlinear_problem, NULL, 0.004);
  check ("rk34", &nonlinear_problem, NULL, 0.008);
  check ("dopri5", &nonlinear_problem, NULL, 0.02);
  check ("dop853", &nonlinear_problem, NULL, 0.06);
  check ("fehlberg78", &nonlinear_problem, NULL, 0.06);
}

/* The derivative of (t - 1)^degree. */
static LsStatus
power (double t, const double x[] G_GNUC_UNUSED, double dx[], gpointer user_data)
{
  const guint *degree = user_data;

  dx[0] = *degree * pow (t - 1.0, *degree - 1.0);
  return LS_OK;
}

/* Polynomials in time up to the order are had to rounding, between the ends as well: a digit of a
 * coefficient that is wrong, whichever, is not. */
static void
check_powers (const char *id)
{
  const LsOdeMethod *method = ls_ode_method_find (id);

  for (guint degree = 1; degree <= ls_ode_method_get_dense_order (method); degree++)
    {
      const LsOdeProblem problem = { 1, power, NULL, &degree };
      const double atol = 1e6, start = pow (-1.0, degree);
      g_autoptr (LsOde) ode = ls_ode_new (method, &problem, 1e-3, &atol, NULL);
      double t, x, worst = 0.0;

      g_assert_cmpint (ls_ode_start (ode, 0.0, &start), ==, LS_OK);
      ls_ode_set_next_step (ode, 2.0);
      g_assert_cmpint (ls_ode_step (ode, 2.0, &t), ==, LS_OK);
      g_assert_cmpfloat (t, ==, 2.0);
      for (guint i = 1; i < 32; i++)
        {
          g_assert_cmpint (ls_ode_interpolate (ode, i / 16.0, &x), ==, LS_OK);
          worst = fmax (worst, fabs (x - pow (i / 16.0 - 1.0, degree)));
        }
      g_test_message ("%s, degree %u: %.1e", id, degree, worst);
      /* Coefficients up to 500, two of them of a size. */
      g_assert_cmpfloat (worst, <, 2000.0 * DBL_EPSILON * degree);
    }
}

static void
test_powers (void)
{
  check_powers ("rk34");
  check_powers ("dopri5");
  check_powers ("dop853");
  check_powers ("fehlberg78");
}

static void
test_implicit (void)
{
  check ("implicit-euler", &linear_problem, NULL, 0.004);
  check ("radau5", &linear_problem, NULL, 0.05);
}

/* By differences, and told what they are. */
static void
test_rodas (void)
{
  const LsOdeDetails details = { .time_derivative = riccati_time };
  LsOdeProblem without = nonlinear_problem;

  without.jacobian = NULL;
  check ("rodas", &nonlinear_problem, &details, 0.02);
  check ("rodas", &nonlinear_problem, NULL, 0.02);
  check ("rodas", &without, NULL, 0.02);
}

/* Multistep codes control the local error, whose sum is some tens of it. */
static double
get_dense_bound (const LsOdeMethod *method)
/* Euler's methods at the default step h = 0.01: h / 2 |phi''| / (2 x) <= 0.04, which is 4e6
 * tolerances. */
{
  return ls_ode_method_has_fixed_step (method) ? 1e7 : 300.0;
}

/* Between the steps the solution is about as good as at their ends, for every method, and does
 * not jump there. */
static void
check_dense (const LsOdeMethod *method)
{
  const double tolerance = 1e-8, x_0 = 2.0;
  g_autoptr (LsOde) ode = ls_ode_new (method, &nonlinear_problem, tolerance, &tolerance, NULL);
  double greatest = 0.0, t = 0.0, x;

  g_assert_cmpint (ls_ode_start (ode, 0.0, &x_0), ==, LS_OK);
  ls_ode_interpolate (ode, 0.0, &x);
  g_assert_cmpfloat (x, ==, 2.0);
  while (t < 10.0)
    {
      const double t_old = t, x_old = ls_ode_get_states (ode)[0];

      g_assert_cmpint (ls_ode_step (ode, 10.0, &t), ==, LS_OK);
      g_assert_cmpfloat (ls_ode_get_previous_time (ode), ==, t_old);
      g_assert_cmpfloat (ls_ode_get_time (ode), ==, t);
      ls_ode_interpolate (ode, t_old, &x);
      g_assert_cmpfloat (x, ==, x_old);
      ls_ode_interpolate (ode, t, &x);
      g_assert_cmpfloat (x, ==, ls_ode_get_states (ode)[0]);
      for (guint i = 0; i <= 16; i++)
        {
          const double between = t_old + (t - t_old) * (0.001 + 0.998 * i / 16.0);

          ls_ode_interpolate (ode, between, &x);
          greatest = fmax (greatest, fabs (x - phi (between)));
        }
    }
  g_assert_cmpfloat (t, ==, 10.0);
  g_test_message ("%s: %g", ls_ode_method_get_id (method), greatest);
  g_assert_cmpfloat (greatest, <, get_dense_bound (method) * tolerance);
}

static void
test_dense (void)
{
  for (guint i = 0; i < ls_ode_method_get_n (); i++)
    check_dense (ls_ode_method_get (i));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/ode-order/explicit", test_explicit);
  g_test_add_func ("/num/ode-order/implicit", test_implicit);
  g_test_add_func ("/num/ode-order/rodas", test_rodas);
  g_test_add_func ("/num/ode-order/powers", test_powers);
  g_test_add_func ("/num/ode-order/dense", test_dense);
  return g_test_run ();
}
