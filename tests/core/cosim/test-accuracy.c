/* Error figures of the MISSILES paper's two examples. The expected numbers were
 * computed independently, with exact integration of the linear subsystems and
 * a reference at 1e-13. */
#include "unit.h"

#include <math.h>

static LsStatus
lotka_volterra (double t G_GNUC_UNUSED, const double x[], double dx[], gpointer data G_GNUC_UNUSED)
{
  dx[0] = x[0] * (2.0 / 3.0 - 4.0 / 3.0 * x[1]);
  dx[1] = x[1] * (x[0] - 1.0);
  return LS_OK;
}

static double
measure_populations (const char *choice, double step_size)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  LsOdeProblem problem = { 2, lotka_volterra, NULL, NULL };
  double x[2] = { 1.0, 1.0 };
  double error = unit_measure (model, choice, 20.0, step_size, &problem, x, "prey.population", 0);

  g_test_message ("lotka-volterra %s h = %g: %.6g %%", choice, step_size, error);
  return error;
}

static void
assert_near (double value, double expected, double tolerance)
{
  g_assert_cmpfloat (fabs (value / expected - 1.0), <=, tolerance);
}

static void
test_bodies_jacobi (void)
{
  assert_near (unit_measure_bodies ("ni-jacobi", 1e-3), 5.8008, 1e-3);
  assert_near (unit_measure_bodies ("ni-jacobi", 1e-4), 0.29329, 1e-3);
}

static void
test_bodies_missiles (void)
{
  double coarse = unit_measure_bodies ("missiles", 4e-3),
         fine = unit_measure_bodies ("missiles", 1e-3);

  /* 7.7e-7 and 7.6e-11 are what exact integration gives; the FMUs integrate to 1e-12. */
  g_assert_cmpfloat (fine, <=, 1e-5);
  assert_near (fine, 7.726e-7, 0.01);
  assert_near (coarse, 2.094e-4, 0.01);
  g_assert_cmpfloat (log (coarse / fine) / log (4.0), >=, 3.8);
  g_assert_cmpfloat (unit_measure_bodies ("missiles", 1e-4), <=, 1e-8);
}

static void
test_populations_jacobi (void)
{
  assert_near (measure_populations ("ni-jacobi", 1e-3), 0.13757, 5e-3);
  assert_near (measure_populations ("ni-jacobi", 1e-4), 0.013721, 5e-3);
}

static void
test_populations_missiles (void)
{
  g_assert_cmpfloat (measure_populations ("missiles", 1e-3), <=, 1e-7);
  assert_near (measure_populations ("missiles", 1e-2), 5.54e-6, 0.02);
}

static void
test_populations_as_published (void)
{
  assert_near (measure_populations ("missiles:affine-term=off", 1e-3), 0.21544, 0.01);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/accuracy/two-bodies/ni-jacobi", test_bodies_jacobi);
  g_test_add_func ("/cosim/accuracy/two-bodies/missiles", test_bodies_missiles);
  g_test_add_func ("/cosim/accuracy/lotka-volterra/ni-jacobi", test_populations_jacobi);
  g_test_add_func ("/cosim/accuracy/lotka-volterra/missiles", test_populations_missiles);
  g_test_add_func ("/cosim/accuracy/lotka-volterra/as-published", test_populations_as_published);
  return g_test_run ();
}
