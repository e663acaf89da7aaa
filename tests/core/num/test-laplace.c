#include "core/num/laplace.h"

#include <math.h>

static void
test_weights (void)
{
  static const double six[] = { 1, -49, 366, -858, 810, -270 };
  double weights[LS_STEHFEST_MAX];

  ls_stehfest_get_weights (6, weights);
  for (guint k = 0; k < 6; k++)
    /* Whole numbers: rounding of 858 is 1e-13. */
    g_assert_cmpfloat_with_epsilon (weights[k], six[k], 1e-12);
  ls_stehfest_get_weights (8, weights);
  /* One rounding of 1/3, and of 14376.7. */
  g_assert_cmpfloat_with_epsilon (weights[0], -1.0 / 3.0, 1e-15);
  g_assert_cmpfloat_with_epsilon (weights[4], -14376.0 - 2.0 / 3.0, 1e-11);
  for (guint n = LS_STEHFEST_MIN; n <= LS_STEHFEST_MAX; n += 2)
    {
      double sum = 0.0, size = 0.0;

      ls_stehfest_get_weights (n, weights);
      for (guint k = 0; k < n; k++)
        {
          sum += weights[k];
          size += fabs (weights[k]);
        }
      /* Rounding of each weight and of the sum: a few eps of their sizes. */
      g_assert_cmpfloat (fabs (sum), <=, 1e-15 * size);
    }
}

static double
decay (double s)
{
  return 1.0 / (s + 1.0);
}

static double
cube (double s)
{
  return 6.0 / (s * s * s * s);
}

static double
sine (double s)
{
  return 1.0 / (s * s + 1.0);
}

/* f (@t) of the transform @function by the weights. */
static double
invert (guint n, double (*function) (double s), double t)
{
  double weights[LS_STEHFEST_MAX], sum = 0.0;

  ls_stehfest_get_weights (n, weights);
  for (guint k = 1; k <= n; k++)
    sum += weights[k - 1] * function (k * G_LN2 / t);
  return sum * G_LN2 / t;
}

/* Relative errors for 8 to 20 terms, measured independently in doubles. Where rounding decides
 * they depend on the order of operations: below is always good. */
static void
test_errors (void)
{
  static const struct
  {
    double (*function) (double s);
    double t, exact, errors[7];
  } cases[] = {
    { decay, 1.0, 0.36787944117144233, { 2e-3, 3e-4, 3e-5, 3e-6, 2e-7, 4e-6, 6e-5 } },
    { cube, 1.0, 1.0, { 7e-2, 6e-3, 1e-4, 4e-5, 6e-6, 3e-8, 5e-8 } },
    { sine, 0.1, 0.09983341664682815, { 2e-4, 5e-5, 1e-6, 4e-7, 5e-8, 4e-8, 3e-6 } },
    { sine, 1.0, 0.8414709848078965, { 3e-2, 6e-3, 2e-3, 8e-5, 8e-5, 1e-7, 4e-6 } },
    { sine, 3.0, 0.1411200080598672, { 2, 2, 0.8, 7e-2, 0.1, 8e-2, 9e-3 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint k = 0; k < 7; k++)
      {
        double value = invert (8 + 2 * k, cases[i].function, cases[i].t);
        double error = fabs (value / cases[i].exact - 1.0);

        g_test_message ("case %u, %u terms: %.3g, published %.3g", i, 8 + 2 * k, error,
                        cases[i].errors[k]);

        /* A figure of one digit may be half as much again, and rounding differ by a factor of 2. */
        g_assert_cmpfloat (error, <=, 3.0 * cases[i].errors[k]);
        /* Up to 14 terms the formula decides, beyond it rounding. */
        if (k < 4)
          g_assert_cmpfloat (error, >=, cases[i].errors[k] / 3.0);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/laplace/weights", test_weights);
  g_test_add_func ("/num/laplace/errors", test_errors);
  return g_test_run ();
}
