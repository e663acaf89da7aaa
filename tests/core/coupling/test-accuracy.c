/* Error figures of the MISSILES paper's two examples. The expected numbers were
 * computed independently, with exact integration of the linear subsystems and
 * a reference at 1e-13; five digits of methods of first order, three or four of others. */
#include "unit.h"

#include <math.h>

static void
test_bodies_jacobi (void)
{
  /* Figures of five digits; the first of them has its last one off by half a unit at most. */
  unit_assert_near (unit_measure_bodies ("ni-jacobi", 1e-3), 5.8008, 2e-5);
  unit_assert_near (unit_measure_bodies ("ni-jacobi", 1e-4), 0.29329, 2e-5);
}

static void
test_bodies_missiles (void)
{
  double coarse = unit_measure_bodies ("missiles:start-slopes=off", 4e-3),
         fine = unit_measure_bodies ("missiles:start-slopes=off", 1e-3);

  /* Four digits of what exact integration gives; at 4 ms (w h)^2 = 0.07 of the error is of higher
   * order. */
  unit_assert_near (fine, 7.726e-7, 3e-4);
  unit_assert_near (coarse, 2.094e-4, 3e-4);
  g_assert_cmpfloat (log (coarse / fine) / log (4.0), >=, 3.8);
  g_assert_cmpfloat (unit_measure_bodies ("missiles", 1e-3), <, fine);
  /* 7e-11 by exact integration; the 1e-12 of the FMUs, 1e-10 %, adds up. */
  g_assert_cmpfloat (unit_measure_bodies ("missiles", 1e-4), <=, 1e-8);
}

static void
test_populations_jacobi (void)
{
  /* Five digits. */
  unit_assert_near (unit_measure_populations ("ni-jacobi", 1e-3), 0.13757, 5e-5);
  unit_assert_near (unit_measure_populations ("ni-jacobi", 1e-4), 0.013721, 5e-5);
}

static double
get_order (double coarse, double fine, double ratio)
{
  return log (coarse / fine) / log (ratio);
}

/* The complete estimator without the defect: third order. */
static void
test_populations_affine (void)
{
  double coarse = unit_measure_populations ("missiles:defect=off:start-slopes=off", 1e-2);
  double fine = unit_measure_populations ("missiles:defect=off:start-slopes=off", 1e-3);

  /* Three digits; 1e-12 of the FMUs is 1e-10 %, 2 % of the finer error and 0.01 in the order, to
   * which the second term of the coarser one adds as much. */
  unit_assert_near (coarse, 5.54e-6, 1e-3);
  unit_assert_near (fine, 5.53e-9, 0.02);
  g_assert_cmpfloat (fine, <=, 1e-8);
  g_assert_cmpfloat_with_epsilon (get_order (coarse, fine, 10.0), 3.0, 0.1);
}

/* With it: fourth order. */
static void
test_populations_defect (void)
{
  static const double steps[] = { 0.1, 0.05, 0.025, 0.0125 };
  double errors[4];

  for (guint i = 0; i < 4; i++)
    errors[i] = unit_measure_populations ("missiles", steps[i]);
  /* At 0.1 s the next term of the error is a tenth or two of the first: 0.09 in the order. */
  g_assert_cmpfloat_with_epsilon (get_order (errors[0], errors[3], 8.0), 4.0, 0.2);
  g_assert_cmpfloat (unit_measure_populations ("missiles:defect=off:start-slopes=off", 0.025), >=,
                     10.0 * errors[2]);
}

/* As in the paper: first order. */
static void
test_populations_as_published (void)
{
  /* Five digits; the preset has more than affine-term=off, by the last of them. */
  unit_assert_near (unit_measure_populations ("missiles:preset=as-published", 1e-3), 0.21544, 3e-5);
  unit_assert_near (unit_measure_populations ("missiles:preset=as-published", 1e-4), 0.021625,
                    3e-5);
  unit_assert_near (unit_measure_populations ("missiles:affine-term=off", 1e-3), 0.21544, 1e-4);
}

/* Both products times s (t) = 0.55 + 0.45 sin (2 pi t / 2.4), constants of COSTARICA table 5. */
static LsStatus
with_time (double t, const double x[], double dx[], gpointer data G_GNUC_UNUSED)
{
  double s = 0.55 + 0.45 * sin (2.0 * G_PI * t / 2.4);

  dx[0] = x[0] * (0.67 - 1.33 * s * x[1]);
  dx[1] = x[1] * (s * x[0] - 1.0);
  return LS_OK;
}

static double
measure_with_time (const char *choice, double step_size)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra-time.ssp");
  LsOdeProblem problem = { 2, with_time, NULL, NULL };
  double x[2] = { 0.8, 0.8 };
  double error
      = unit_measure_worst (model, choice, 20.0, step_size, &problem, x, "prey.population", 0);

  g_test_message ("lotka-volterra-time %s h = %g: %.6g %%", choice, step_size, error);
  return error;
}

static void
test_time (void)
{
  double without = measure_with_time ("missiles:defect=off:time-derivative=off", 0.0125);
  double with = measure_with_time ("missiles:defect=off:start-slopes=off", 0.0125);
  double both = measure_with_time ("missiles", 0.0125);

  /* Of the largest prey, with three digits. */
  unit_assert_near (without, 2.02e-2, 0.01);
  unit_assert_near (with, 8.85e-4, 0.01);
  /* The next term of the error is 2 pi / 2.4 s times 0.025 s, 0.065, of the first: 0.05 in the
   * order. */
  g_assert_cmpfloat_with_epsilon (
      get_order (measure_with_time ("missiles:defect=off:time-derivative=off", 0.025), without,
                 2.0),
      2.0, 0.1);
  g_assert_cmpfloat_with_epsilon (
      get_order (measure_with_time ("missiles:defect=off:start-slopes=off", 0.025), with, 2.0), 3.0,
      0.1);
  g_assert_cmpfloat (get_order (measure_with_time ("missiles", 0.025), both, 2.0), >=, 2.9);
  g_assert_cmpfloat (both, <, with);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/accuracy/two-bodies/ni-jacobi", test_bodies_jacobi);
  g_test_add_func ("/cosim/accuracy/two-bodies/missiles", test_bodies_missiles);
  g_test_add_func ("/cosim/accuracy/lotka-volterra/ni-jacobi", test_populations_jacobi);
  g_test_add_func ("/cosim/accuracy/lotka-volterra/affine", test_populations_affine);
  g_test_add_func ("/cosim/accuracy/lotka-volterra/defect", test_populations_defect);
  g_test_add_func ("/cosim/accuracy/lotka-volterra/time", test_time);
  g_test_add_func ("/cosim/accuracy/lotka-volterra/as-published", test_populations_as_published);
  return g_test_run ();
}
