/* Systems found from their responses, and the values to hold on them. */
#include "core/num/holding.h"
#include "core/num/phi.h"
#include "core/num/realise.h"

#include <math.h>
#include <string.h>

#define N_STEPS 7u

/* Rotation by an angle below pi, and growth: log is known. */
static void
test_logarithm (void)
{
  const double angles[] = { 1e-3, 0.5, 2.0, 3.1 };

  for (guint k = 0; k < G_N_ELEMENTS (angles); k++)
    {
      const double c = 0.7 * cos (angles[k]), s = 0.7 * sin (angles[k]);
      const double e[] = { c, -s, s, c };
      double log_e[4];

      g_assert_cmpint (ls_matrix_logarithm (2, e, log_e), ==, LS_OK);
      /* Conditioning grows as the angle nears pi, where there is none. */
      g_assert_cmpfloat_with_epsilon (log_e[0], log (0.7), 1e-12);
      g_assert_cmpfloat_with_epsilon (log_e[1], -angles[k], 1e-12);
      g_assert_cmpfloat_with_epsilon (log_e[2], angles[k], 1e-12);
    }
}

/* A block of Jordan has no basis of eigenvectors, but a logarithm. */
static void
test_defective (void)
{
  const double e[] = { 1.0, 0.0, 0.25, 1.0 }, negative[] = { -1.0 }, none[] = { 0.0 };
  double result[4];

  g_assert_cmpint (ls_matrix_logarithm (2, e, result), ==, LS_OK);
  /* Rounding. */
  g_assert_cmpfloat_with_epsilon (result[2], 0.25, 1e-15);
  g_assert_cmpfloat_with_epsilon (result[0], 0.0, 1e-15);
  g_assert_cmpint (ls_matrix_logarithm (1, negative, result), ==, LS_STOP);
  g_assert_cmpint (ls_matrix_logarithm (1, none, result), ==, LS_STOP);
}

/* x'' = -900 x - 2 x' + u: pulse responses of x and x' in closed form, from those of a step. */
static void
fill_oscillator (double h, double markov[])
{
  const double w = sqrt (900.0 - 1.0);

  for (guint k = 0; k < N_STEPS; k++)
    {
      double value[2][2];

      for (guint i = 0; i < 2; i++)
        {
          const double t = (k + i) * h, fading = exp (-t);

          value[i][0] = (1.0 - fading * (cos (w * t) + sin (w * t) / w)) / 900.0;
          value[i][1] = fading * sin (w * t) / w;
        }
      markov[2 * k] = value[1][0] - value[0][0];
      markov[2 * k + 1] = value[1][1] - value[0][1];
    }
}

static void
test_realise (void)
{
  g_autoptr (LsRealisation) self = ls_realisation_new (2, 1, 4);
  double markov[2 * N_STEPS], trace = 0.0, determinant;
  gboolean full;

  fill_oscillator (0.01, markov);
  g_assert_cmpint (ls_realise (self, 3, markov, 0.01, 1e-8, &full), ==, LS_OK);
  g_assert_cmpuint (self->n, ==, 2);
  g_assert_false (full);
  /* Invariants of A, C B and C A B do not depend on the coordinates. Rounding by 1 / (w h)^2, and
   * by h. */
  for (guint i = 0; i < 2; i++)
    trace += self->a[i * 5];
  determinant = self->a[0] * self->a[5] - self->a[1] * self->a[4];
  g_assert_cmpfloat_with_epsilon (trace, -2.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (determinant, 900.0, 1e-7);
  g_assert_cmpfloat_with_epsilon (self->c[0] * self->b[0] + self->c[1] * self->b[1], 0.0, 1e-11);
  g_assert_cmpfloat_with_epsilon (self->c[4] * self->b[0] + self->c[5] * self->b[1], 1.0, 1e-10);
}

/* Responses of no linear system, as behind a switch, are refused. */
static void
test_refused (void)
{
  g_autoptr (LsRealisation) self = ls_realisation_new (1, 1, 2);
  const double switched[] = { 0.05, 0.046, -2.3, 0.05, 3.0, 0.05, 0.05 };
  gboolean full;

  g_assert_true (ls_realise (self, 3, switched, 1.0, 1e-8, &full) != LS_OK || full);
}

/* Largest deviation of position and speed of a mass from those with u = sin (w t), after two
 * periods. */
static double
hold_sine (double h, gboolean means)
{
  g_autoptr (LsRealisation) mass = ls_realisation_new (1, 1, 2);
  g_autoptr (LsHolding) self = ls_holding_new (2, 1);
  const double scale = 1.0;
  double deviation[2] = { 0.0, 0.0 }, worst = 0.0;

  /* x' = v, v' = u */
  mass->n = 2;
  mass->a[1] = 1.0;
  mass->b[1] = 1.0;
  mass->c[0] = 1.0;
  g_assert_cmpint (ls_holding_prepare (self, mass, &scale, h), ==, LS_OK);
  g_assert_true (ls_holding_steers (self));
  for (double t = 0.0; t < 4.0 * G_PI; t += h)
    {
      const double a[] = { sin (t), cos (t), -sin (t) / 2.0, -cos (t) / 6.0 };
      double held;

      ls_holding_choose (self, 3, a, deviation, &held);
      if (means)
        held = a[0] + h * (a[1] / 2.0 + h * (a[2] / 3.0 + h * a[3] / 4.0));
      ls_holding_deviate (self, 3, a, &held, deviation);
      worst = fmax (worst, fabs (deviation[0]));
    }
  return worst;
}

/* Positions are of third order, with means of second. */
static void
test_holding (void)
{
  const double coarse = hold_sine (0.1, FALSE), fine = hold_sine (0.05, FALSE);
  const double mean = hold_sine (0.1, TRUE), means = hold_sine (0.05, TRUE);

  g_test_message ("chosen %g, %g; means %g, %g", coarse, fine, mean, means);
  /* The next term of the error is h^2 of the first. */
  g_assert_cmpfloat_with_epsilon (log2 (coarse / fine), 3.0, 0.2);
  g_assert_cmpfloat_with_epsilon (log2 (mean / means), 2.0, 0.1);
  g_assert_cmpfloat (coarse, <, 0.2 * mean);
}

/* x' = -1000 x + 1000 u on steps of 0.1 s: x is what is held, so that is the end of the polynomial.
 */
static void
test_stiff (void)
{
  g_autoptr (LsRealisation) lag = ls_realisation_new (1, 1, 1);
  g_autoptr (LsHolding) self = ls_holding_new (1, 1);
  const double scale = 1.0, a[] = { 2.0, 3.0 };
  double deviation = 0.0, held;

  lag->n = 1;
  lag->a[0] = -1000.0;
  lag->b[0] = 1000.0;
  lag->c[0] = 1.0;
  g_assert_cmpint (ls_holding_prepare (self, lag, &scale, 0.1), ==, LS_OK);
  ls_holding_choose (self, 1, a, &deviation, &held);
  /* u (h) less the lag of 3 / 1000. */
  g_assert_cmpfloat_with_epsilon (held, 2.3 - 0.003, 1e-12);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/realise/logarithm", test_logarithm);
  g_test_add_func ("/realise/defective", test_defective);
  g_test_add_func ("/realise/oscillator", test_realise);
  g_test_add_func ("/realise/refused", test_refused);
  g_test_add_func ("/holding/mass", test_holding);
  g_test_add_func ("/holding/stiff", test_stiff);
  return g_test_run ();
}
