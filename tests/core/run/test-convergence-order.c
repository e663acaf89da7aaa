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

/* Least squares by hand: x = ln h = (0, 1, 2), y = (0, 1.4, 3): slope 3/2. */
static void
test_least_squares (void)
{
  const double e = exp (1);
  const double steps[] = { 1, e, e * e };
  const double errors[] = { 1e-3, 1e-3 * pow (e, 1.4), 1e-3 * e * e * e };
  LsOrderFit fit;

  g_assert_true (ls_order_fit (steps, errors, 3, 0, &fit));
  /* Rounding of logarithms; the same below. */
  g_assert_cmpfloat_with_epsilon (fit.order, 1.5, 1e-14);
  g_assert_cmpfloat_with_epsilon (log (fit.constant / 1e-3), -1.0 / 30, 1e-14);
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
  g_assert_cmpuint (fit.n_points, ==, 0);
  g_assert_cmpint (fit.state, ==, LS_ORDER_LIMITED);
}

static void
assert_none (const double steps[], const double errors[], guint n, double floor, LsOrderState state)
{
  LsOrderFit fit;

  g_assert_false (ls_order_fit (steps, errors, n, floor, &fit));
  g_assert_cmpint (fit.state, ==, state);
  g_assert_nonnull (ls_order_explain (&fit));
  g_assert_true (isnan (fit.order) && isnan (fit.constant));
}

/* Order two with an error of the solvers of 1e-4 below and an instability above: only the steps
 * between them are used. */
static void
test_asymptotic (void)
{
  double steps[8], errors[8];
  LsOrderFit fit;

  for (guint i = 0; i < 8; i++)
    {
      steps[i] = pow (2, i - 7.0);
      errors[i] = i < 3 ? 1e-4 : 1e-4 * pow (4, i - 2.0);
    }
  errors[7] = 9;
  g_assert_true (ls_order_fit (steps, errors, 8, 0, &fit));
  g_assert_null (ls_order_explain (&fit));
  /* Rounding of logarithms. */
  g_assert_cmpfloat_with_epsilon (fit.order, 2, 1e-14);
  g_assert_cmpuint (fit.n_points, ==, 5);
  g_assert_cmpfloat (fit.h_min, ==, steps[2]);
  g_assert_cmpfloat (fit.h_max, ==, steps[6]);
}

/* Of two parts of the same length the shorter steps count. */
static void
test_finest (void)
{
  const double steps[] = { 1, 2, 4, 8, 16 };
  const double errors[] = { 1e-5, 2e-5, 4e-5, 3.2e-4, 2.56e-3 };
  LsOrderFit fit;

  g_assert_true (ls_order_fit (steps, errors, 5, 0, &fit));
  /* Rounding of logarithms. */
  g_assert_cmpfloat_with_epsilon (fit.order, 1, 1e-14);
  g_assert_cmpfloat (fit.h_max, ==, 4);
}

static void
test_none (void)
{
  const double steps[] = { 1, 2, 4, 8 };

  assert_none (steps, (const double[]){ NAN, 1e-3, NAN, NAN }, 4, 0, LS_ORDER_FEW);
  assert_none (steps, (const double[]){ 1e-3, 1e-3, 2e-3, 4 }, 4, 1e-2, LS_ORDER_LIMITED);
  assert_none (steps, (const double[]){ 0.1, 20, 40, INFINITY }, 4, 1e-2, LS_ORDER_SATURATED);
  assert_none (steps, (const double[]){ 1e-3, 1e-3, 1.1e-3, 0.9e-3 }, 4, 0, LS_ORDER_NOT_FALLING);
  assert_none (steps, (const double[]){ 4e-3, 1e-3 }, 2, 0, LS_ORDER_NOT_FALLING);
  assert_none (steps, (const double[]){ 1e-3, 2e-3, 8e-3, 8e-3 }, 4, 0, LS_ORDER_BENT);
  /* The same step twice has no slope. */
  assert_none ((const double[]){ 1, 1 }, (const double[]){ 1, 2 }, 2, 0, LS_ORDER_NOT_FALLING);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/order/power", test_power);
  g_test_add_func ("/run/order/least-squares", test_least_squares);
  g_test_add_func ("/run/order/range", test_range);
  g_test_add_func ("/run/order/asymptotic", test_asymptotic);
  g_test_add_func ("/run/order/finest", test_finest);
  g_test_add_func ("/run/order/none", test_none);
  return g_test_run ();
}
