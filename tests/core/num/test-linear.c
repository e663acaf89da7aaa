#include "core/num/linear.h"

#include <float.h>
#include <math.h>

/* The residual of a random system is of the size of rounding. */
static void
test_residual (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint n = 0; n <= 20; n++)
    {
      g_autoptr (LsLinear) linear = ls_linear_new (n);
      double a[400], b[20], x[20], *matrix = ls_linear_get_matrix (linear);

      for (guint i = 0; i < n * n; i++)
        matrix[i] = a[i] = g_rand_double_range (random, -1.0, 1.0);
      for (guint i = 0; i < n; i++)
        x[i] = b[i] = g_rand_double_range (random, -1.0, 1.0);
      g_assert_cmpint (ls_linear_factorise (linear), ==, LS_OK);
      ls_linear_solve (linear, x);
      for (guint i = 0; i < n; i++)
        {
          double residual = b[i], size = 1.0;

          for (guint j = 0; j < n; j++)
            {
              residual -= a[i * n + j] * x[j];
              size += fabs (x[j]);
            }
          /* Elimination with pivots: n eps, n up to 20, and 2.5 for the growth of the entries. */
          g_assert_cmpfloat (fabs (residual), <=, 50.0 * DBL_EPSILON * size);
        }
    }
}

/* Hilbert's matrix of order 4 against its inverse, which has whole numbers. */
static void
test_hilbert (void)
{
  static const double first_column[4] = { 16.0, -120.0, 240.0, -140.0 };
  g_autoptr (LsLinear) linear = ls_linear_new (4);
  double *matrix = ls_linear_get_matrix (linear), x[4] = { 1.0 };

  for (guint i = 0; i < 4; i++)
    for (guint j = 0; j < 4; j++)
      matrix[i * 4 + j] = 1.0 / (i + j + 1.0);
  g_assert_cmpint (ls_linear_factorise (linear), ==, LS_OK);
  ls_linear_solve (linear, x);
  /* Condition 1.6e4. */
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat_with_epsilon (x[i] / first_column[i], 1.0, 1.6e4 * DBL_EPSILON);
}

static void
test_singular (void)
{
  static const double cases[][4] = {
    { 1.0, 2.0, 2.0, 4.0 },
    { 0.0, 0.0, 0.0, 0.0 },
    { 1.0, NAN, 0.0, 1.0 },
    { INFINITY, 0.0, 0.0, 1.0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsLinear) linear = ls_linear_new (2);

      for (guint j = 0; j < 4; j++)
        ls_linear_get_matrix (linear)[j] = cases[i][j];
      g_assert_cmpint (ls_linear_factorise (linear), ==, LS_STOP);
    }
}

/* A ring of eight with factors of 1e7 and 1e-8 in turn, 1e-4 all round: x_i = k_i x_{i-1} + b_i,
 * with the solution x_i = 1 for even and 1e7 for odd i. A column of zeros stays one,
 * however scaled. */
static void
test_units (void)
{
  const double k[] = { 1e-8, 1e7 }, x[] = { 1.0, 1e7 };
  g_autoptr (LsLinear) linear = ls_linear_new (8);
  double *m = ls_linear_get_matrix (linear), b[8];

  for (guint i = 0; i < 8; i++)
    {
      m[8 * i + i] = 1.0;
      m[8 * i + (i + 7) % 8] = -k[i % 2];
      b[i] = x[i % 2] - k[i % 2] * x[(i + 7) % 2];
    }
  g_assert_cmpint (ls_linear_factorise (linear), ==, LS_OK);
  ls_linear_solve (linear, b);
  for (guint i = 0; i < 8; i++)
    /* Rounding; between scaled unknowns the gains are 0.1 and 1, a condition of some 10. */
    g_assert_cmpfloat_with_epsilon (b[i] / x[i % 2], 1.0, 1e-14);
  for (guint i = 0; i < 64; i++)
    m[i] = i % 9 == 0 ? 1e-20 : 0.0;
  m[8] = 3e12;
  m[9] = 0.0;
  g_assert_cmpint (ls_linear_factorise (linear), ==, LS_STOP);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/linear/residual", test_residual);
  g_test_add_func ("/num/linear/hilbert", test_hilbert);
  g_test_add_func ("/num/linear/singular", test_singular);
  g_test_add_func ("/num/linear/units", test_units);
  return g_test_run ();
}
