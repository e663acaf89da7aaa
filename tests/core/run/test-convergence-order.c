/* The observed order, on errors whose order is known. */
#include "core/run/convergence-order.h"

#include <math.h>

static void
test_power (void)
{
  const double steps[] = { 1e-3, 8e-3, 2e-3, 4e-3 };
  double errors[4];
  LsOrderFit fit;

  for (guint i = 0; i < 4; i++)
    errors[i] = 2.5e6 * pow (steps[i], 3);
  g_assert_true (ls_order_fit (steps, errors, 4, 0, &fit));
  /* Rounding of logarithms and of sums of four. */
  g_assert_cmpfloat_with_epsilon (fit.order, 3, 1e-14);
  /* 4e-14 of it: rounding, of a logarithm of 15. */
  g_assert_cmpfloat_with_epsilon (fit.constant, 2.5e6, 1e-7);
  g_assert_cmpuint (fit.n_points, ==, 4);
  g_assert_cmpfloat (fit.h_min, ==, 1e-3);
  g_assert_cmpfloat (fit.h_max, ==, 8e-3);
}

/* Least squares by hand: x = ln h = (0, 1, 2), y = (0, 1, 3): slope 3/2. */
static void
test_least_squares (void)
{
  const double e = exp (1);
  const double steps[] = { 1, e, e * e };
  const double errors[] = { 1e-3, 1e-3 * e, 1e-3 * e * e * e };
  LsOrderFit fit;

  g_assert_true (ls_order_fit (steps, errors, 3, 0, &fit));
  /* Rounding of logarithms; the same below. */
  g_assert_cmpfloat_with_epsilon (fit.order, 1.5, 1e-14);
  g_assert_cmpfloat_with_epsilon (log (fit.constant / 1e-3), -1.0 / 6, 1e-14);
}

/* What lies at the reference's floor, is saturated or unknown does not bend the line. */
static void
test_range (void)
{
  const double steps[] = { 1, 0.5, 0.25, 0.125, 0.0625, 0.03125 };
  const double errors[] = { 900, 40, 4, 1, 0.25, 0.11 };
  const double nothing[] = { NAN, 40, NAN, 1, NAN, 0.1 };
  LsOrderFit fit;

  g_assert_true (ls_order_fit (steps, errors, 6, 0.15, &fit));
  /* Rounding of logarithms. */
  g_assert_cmpfloat_with_epsilon (fit.order, 2, 1e-14);
  g_assert_cmpuint (fit.n_points, ==, 3);
  g_assert_cmpfloat (fit.h_max, ==, 0.25);
  g_assert_cmpfloat (fit.h_min, ==, 0.0625);
  g_assert_false (ls_order_fit (steps, nothing, 6, 0.15, &fit));
  g_assert_true (isnan (fit.order));
  g_assert_cmpuint (fit.n_points, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/order/power", test_power);
  g_test_add_func ("/run/order/least-squares", test_least_squares);
  g_test_add_func ("/run/order/range", test_range);
  return g_test_run ();
}
