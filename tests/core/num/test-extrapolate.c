/* Extrapolation: polynomials are continued exactly, smooth functions to their
 * order, and the order that is chosen is the one that fits. */
#include "core/num/extrapolate.h"

#include <math.h>

static const double times[] = { 0.0, 0.3, 0.4, 0.9, 1.1, 1.6, 1.7 };

static double
cubic (double t)
{
  return 2.0 - 3.0 * t + 0.5 * t * t - 0.25 * t * t * t;
}

static double
evaluate (const double c[], guint degree, double tau)
{
  double sum = 0.0;

  for (guint p = degree + 1; p-- > 0;)
    sum = sum * tau + c[p];
  return sum;
}

/* A polynomial of degree q is continued by order q without error, at any spacing of points. */
static void
test_exact (void)
{
  for (guint q = 0; q <= 3; q++)
    {
      g_autoptr (LsExtrapolate) self = ls_extrapolate_new (2, q, FALSE);
      double c[8];

      for (guint i = 0; i < G_N_ELEMENTS (times); i++)
        {
          double t = times[i], values[2] = { pow (t, q), q == 3 ? cubic (t) : 7.0 };

          ls_extrapolate_add (self, t, values);
          g_assert_cmpuint (ls_extrapolate_get_order (self, 0), ==, MIN (i, q));
        }
      ls_extrapolate_get (self, 3, c);
      /* Rounding only, over differences of up to 1/0.1^3. */
      g_assert_cmpfloat_with_epsilon (evaluate (c, 3, 0.5), pow (2.2, q), 5e-13);
      g_assert_cmpfloat_with_epsilon (evaluate (c + 4, 3, 0.5), q == 3 ? cubic (2.2) : 7.0, 5e-13);
      g_assert_cmpfloat (evaluate (c, 3, 0.0), ==, pow (1.7, q));
      /* Coefficients above the order are nothing. */
      for (guint p = q + 1; p <= 3; p++)
        g_assert_cmpfloat (c[p], ==, 0.0);
    }
}

/* The slope is a coefficient: that of x^2 at 1.7. */
static void
test_slope (void)
{
  g_autoptr (LsExtrapolate) self = ls_extrapolate_new (1, 2, FALSE);
  double c[3];

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      double value = times[i] * times[i];

      ls_extrapolate_add (self, times[i], &value);
    }
  ls_extrapolate_get (self, 2, c);
  /* Rounding of values up to 3, over gaps of 0.1 s and 0.6 s: 1e-14. */
  g_assert_cmpfloat_with_epsilon (c[1], 3.4, 1e-12);
  g_assert_cmpfloat_with_epsilon (c[2], 1.0, 1e-12);
}

static double
error_of (guint order, guint n)
{
  g_autoptr (LsExtrapolate) self = ls_extrapolate_new (1, order, FALSE);
  double h = 1.0 / n, c[4];

  for (guint i = 0; i <= n; i++)
    {
      double value = exp (-h * i);

      ls_extrapolate_add (self, i * h, &value);
    }
  ls_extrapolate_get (self, 3, c);
  return fabs (evaluate (c, 3, h) - exp (-1.0 - h));
}

/* Order q has an error of h^(q+1); the next term of the expansion is small at h = 1/256. */
static void
test_order (void)
{
  for (guint q = 0; q <= 3; q++)
    /* The next term of the expansion, h times a number of about 1. */
    g_assert_cmpfloat_with_epsilon (log2 (error_of (q, 256) / error_of (q, 512)), q + 1.0, 0.02);
}

/* Constants, lines, parabolas and cubics each get the lowest order that is exact. */
static void
test_flexible (void)
{
  g_autoptr (LsExtrapolate) self = ls_extrapolate_new (5, 3, TRUE);
  double c[20];

  for (guint i = 0; i < 16; i++)
    {
      double t = 0.25 * i; /* exact in binary, as are all the values: no rounding to choose by */
      double values[5] = { 3.0, 1.0 - t, t * t, t * t * t, 0.0 };

      ls_extrapolate_add (self, t, values);
      /* Two points judge order 0 alone, and so on. */
      for (guint k = 0; k < 5; k++)
        g_assert_cmpuint (ls_extrapolate_get_order (self, k), <=, i > 0 ? i - 1 : 0);
    }
  for (guint k = 0; k < 4; k++)
    g_assert_cmpuint (ls_extrapolate_get_order (self, k), ==, k);
  g_assert_cmpuint (ls_extrapolate_get_order (self, 4), ==, 0);
  ls_extrapolate_get (self, 3, c);
  g_assert_cmpfloat (evaluate (c + 12, 3, 0.25), ==, 64.0);
}

/* Noise about a constant is not followed: order 0 foretells it best. */
static void
test_noise (void)
{
  g_autoptr (LsExtrapolate) self = ls_extrapolate_new (1, 3, TRUE);
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  guint low = 0;

  for (guint i = 0; i < 400; i++)
    {
      double value = 1.0 + 1e-3 * g_rand_double_range (random, -1.0, 1.0);

      ls_extrapolate_add (self, 0.01 * i, &value);
      low += ls_extrapolate_get_order (self, 0) == 0;
    }
  g_assert_cmpuint (low, >, 200);
}

/* A steady choice begins with the highest degree, keeps it on a sine, and leaves it for noise. */
static void
test_steady (void)
{
  g_autoptr (LsExtrapolate) self = ls_extrapolate_new_steady (2, 2);
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  guint low = 0;

  for (guint i = 0; i < 400; i++)
    {
      double values[2] = { sin (0.1 * i), 1.0 + 1e-3 * g_rand_double_range (random, -1.0, 1.0) };

      ls_extrapolate_add (self, 0.1 * i, values);
      g_assert_cmpuint (ls_extrapolate_get_order (self, 0), ==, MIN (i, 2));
      low += ls_extrapolate_get_order (self, 1) == 0;
    }
  g_assert_cmpuint (low, >, 300);
  ls_extrapolate_reset (self);
  for (guint i = 0; i < 3; i++)
    ls_extrapolate_add (self, i, (double[]){ 0.0, i * i });
  g_assert_cmpuint (ls_extrapolate_get_order (self, 1), ==, 2);
}

static double
get_cubic (double t)
{
  return 1.0 + t * (2.0 + t * (-3.0 + t));
}

static double
integrate_cubic (double a, double b)
{
  return (b + b * b - b * b * b + 0.25 * pow (b, 4)) - (a + a * a - a * a * a + 0.25 * pow (a, 4));
}

/* Degree 2 has one point more than it extrapolates by: both integrals are exact for a cubic, over
 * steps of any lengths. */
static void
test_integrals (void)
{
  static const double moments[] = { 0.0, 0.3, 0.5, 1.2, 1.5 };
  g_autoptr (LsExtrapolate) self = ls_extrapolate_new_steady (1, 2);

  for (guint i = 0; i < G_N_ELEMENTS (moments); i++)
    {
      const double value = get_cubic (moments[i]);
      const double h = i > 0 ? moments[i] - moments[i - 1] : 0.0;
      double c[4], integral;

      if (i >= 3)
        ls_extrapolate_lead_to (self, 0, h, value, c);
      if (i >= 3)
        /* Rounding of a few values of about 1. */
        g_assert_cmpfloat_with_epsilon (
            h * (c[0] + h * (c[1] / 2.0 + h * (c[2] / 3.0 + h * c[3] / 4.0))),
            integrate_cubic (moments[i - 1], moments[i]), 1e-13);
      if (i >= 3)
        /* As above. */
        g_assert_cmpfloat_with_epsilon (h * ls_extrapolate_get_mean_to (self, 0, h, value),
                                        integrate_cubic (moments[i - 1], moments[i]), 1e-13);
      ls_extrapolate_add_and_integrate (self, moments[i], &value, h, &integral);
      g_assert_cmpfloat (integral, ==, ls_extrapolate_integrate_back (self, 0, h));
      if (i >= 3)
        /* Rounding of a few values of about 1. */
        g_assert_cmpfloat_with_epsilon (
            ls_extrapolate_integrate_back (self, 0, moments[i] - moments[i - 1]),
            integrate_cubic (moments[i - 1], moments[i]), 1e-13);
    }
}

/* Means over the next step, of any length, of parabolas that are known: none is extrapolated with
 * fewer than three points. */
static void
test_means (void)
{
  static const double moments[] = { 0.0, 0.3, 0.5, 1.2, 1.5 };
  g_autoptr (LsExtrapolate) self = ls_extrapolate_new_steady (2, 2);

  for (guint i = 0; i < G_N_ELEMENTS (moments); i++)
    {
      const double t = moments[i], h = 0.1 * (i + 1.0), values[] = { 2.0 * t * t - t, 3.0 };
      const double end = t + h;
      const double mean = 2.0 / 3.0 * (t * t + t * end + end * end) - 0.5 * (t + end);

      ls_extrapolate_add (self, t, values);
      /* Rounding of a few values of about 1. */
      if (i >= 2)
        g_assert_cmpfloat_with_epsilon (ls_extrapolate_get_mean (self, 0, h), mean, 1e-13);
      g_assert_cmpfloat_with_epsilon (ls_extrapolate_get_mean (self, 1, h), 3.0, 1e-13);
      if (i >= 1)
        g_assert_cmpfloat_with_epsilon (
            ls_extrapolate_get_mean_to (self, 0, h, 2.0 * end * end - end), mean, 1e-13);
      /* Through one point and the end: a straight line. */
      else
        g_assert_cmpfloat_with_epsilon (ls_extrapolate_get_mean_to (self, 0, h, 4.0),
                                        0.5 * (values[0] + 4.0), 1e-13);
    }
}

/* What is known ahead of a step gives both means, and a sequence that is only led has the integrals
 * of one with a choice of degree. */
static void
test_ahead (void)
{
  static const double moments[] = { 0.0, 0.3, 0.5, 1.2, 1.5 };
  g_autoptr (LsExtrapolate) self = ls_extrapolate_new_steady (2, 2);

  ls_extrapolate_lead_only (self, 1);
  for (guint i = 0; i < 2 * G_N_ELEMENTS (moments); i++)
    {
      const double value = get_cubic (moments[i % 5]), values[] = { value, value };
      const double h = 0.1 * (i + 1.0), end = 0.7;
      double means[2], integrals[2], share;

      if (i == G_N_ELEMENTS (moments))
        ls_extrapolate_reset (self);
      ls_extrapolate_add_and_integrate (self, moments[i % 5], values, 0.1, integrals);
      g_assert_cmpfloat (integrals[0], ==, integrals[1]);
      if (ls_extrapolate_look_ahead (self, h, means, &share))
        {
          g_assert_cmpuint (i % 5, >=, 2);
          g_assert_cmpfloat (means[0], ==, ls_extrapolate_get_mean (self, 0, h));
          /* Rounding of a few values of about 1, where a compiler joins product and sum. */
          g_assert_cmpfloat_with_epsilon (means[1] + share * end,
                                          ls_extrapolate_get_mean_to (self, 0, h, end), 1e-13);
        }
      else
        g_assert_cmpuint (i % 5, <, 2);
    }
}

/* After a reset nothing is known of what was before. */
static void
test_reset (void)
{
  g_autoptr (LsExtrapolate) self = ls_extrapolate_new (1, 3, TRUE);
  double c[4], value;

  for (guint i = 0; i < 8; i++)
    {
      value = 0.25 * i;
      ls_extrapolate_add (self, 0.25 * i, &value);
    }
  g_assert_cmpuint (ls_extrapolate_get_order (self, 0), ==, 1);
  ls_extrapolate_reset (self);
  g_assert_cmpuint (ls_extrapolate_get_n_points (self), ==, 0);
  value = -5.0;
  ls_extrapolate_add (self, 2.0, &value);
  g_assert_cmpuint (ls_extrapolate_get_order (self, 0), ==, 0);
  ls_extrapolate_get (self, 3, c);
  g_assert_cmpfloat (c[0], ==, -5.0);
  g_assert_cmpfloat (c[1], ==, 0.0);
}

/* Values with noise of 1e-12: a point 1e-9 s after the last one would make a slope wrong by 1e-3.
 * It counts, as what takes the place of the last one; short steps that follow each other do as
 * well. */
static void
test_near (void)
{
  static const double noisy[] = { 0.0, 0.1, 0.2, 0.3, 0.3 + 1e-9 };

  for (guint q = 1; q <= 3; q++)
    {
      g_autoptr (LsExtrapolate) self = ls_extrapolate_new (1, q, FALSE);
      double value, c[4];

      for (guint i = 0; i < G_N_ELEMENTS (noisy); i++)
        {
          value = 2.0 * noisy[i] + (i % 2 == 0 ? 1e-12 : 0.0);
          ls_extrapolate_add (self, noisy[i], &value);
        }
      ls_extrapolate_get (self, 3, c);
      g_assert_cmpfloat (c[0], ==, value);
      /* The noise times 15 = 4 + 6 + 4 + 1, the weights of a cubic one interval ahead. */
      g_assert_cmpfloat_with_epsilon (evaluate (c, 3, 0.1), 2.0 * (noisy[4] + 0.1), 1e-10);
      for (guint i = 1; i <= 4; i++)
        {
          const double t = 0.3 + 1e-9 + 1e-6 * i;

          value = 2.0 * noisy[4] - 5e-6 * i;
          ls_extrapolate_add (self, t, &value);
        }
      ls_extrapolate_get (self, 3, c);
      /* Rounding over steps of 1e-6 s is 1e-9; the noise over 1e-9 s would be 1e-3. */
      g_assert_cmpfloat_with_epsilon (c[1], -5.0, 1e-8);
    }
}

static void
test_empty (void)
{
  g_autoptr (LsExtrapolate) self = ls_extrapolate_new (0, 3, TRUE);
  g_autoptr (LsExtrapolate) one = ls_extrapolate_new (1, 1, FALSE);
  double c[2] = { 1.0, 1.0 };

  ls_extrapolate_add (self, 0.0, NULL);
  ls_extrapolate_get (self, 3, NULL);
  ls_extrapolate_get (one, 1, c);
  g_assert_cmpfloat (c[0], ==, 0.0);
}

/* A value that replaces the newest one leaves what adding it at once does. */
static void
test_replace (void)
{
  g_autoptr (LsExtrapolate) replaced = ls_extrapolate_new (2, 3, FALSE);
  g_autoptr (LsExtrapolate) once = ls_extrapolate_new (2, 3, FALSE);

  for (guint k = 0; k < 8; k++)
    {
      const double t = 0.1 * k * (k + 1), values[] = { t * t * t, cos (t) },
                   wrong[] = { 7.0, -3.0 };
      double a[8], b[8];

      ls_extrapolate_add (replaced, t, wrong);
      ls_extrapolate_replace (replaced, values);
      ls_extrapolate_add (once, t, values);
      ls_extrapolate_get (replaced, 3, a);
      ls_extrapolate_get (once, 3, b);
      /* Differences are recovered: rounding of 7 over cubes of steps of 0.2 and more. */
      for (guint i = 0; i < 8; i++)
        g_assert_cmpfloat_with_epsilon (a[i], b[i], 1e-11);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/extrapolate/exact", test_exact);
  g_test_add_func ("/num/extrapolate/slope", test_slope);
  g_test_add_func ("/num/extrapolate/order", test_order);
  g_test_add_func ("/num/extrapolate/flexible", test_flexible);
  g_test_add_func ("/num/extrapolate/noise", test_noise);
  g_test_add_func ("/num/extrapolate/steady", test_steady);
  g_test_add_func ("/num/extrapolate/integrals", test_integrals);
  g_test_add_func ("/num/extrapolate/means", test_means);
  g_test_add_func ("/num/extrapolate/ahead", test_ahead);
  g_test_add_func ("/num/extrapolate/near", test_near);
  g_test_add_func ("/num/extrapolate/reset", test_reset);
  g_test_add_func ("/num/extrapolate/empty", test_empty);
  g_test_add_func ("/num/extrapolate/replace", test_replace);
  return g_test_run ();
}
