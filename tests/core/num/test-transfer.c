#include "core/num/linear.h"
#include "core/num/transfer.h"

#include <math.h>

#define N_X 5u
#define N_U 2u
#define N_Y 3u

static void
fill (GRand *random, double *values, guint n)
{
  for (guint i = 0; i < n; i++)
    values[i] = g_rand_double_range (random, -1.0, 1.0);
}

/* c_i (s I - A)^-1 b_j + d_ij by elimination. */
static double
solve (const double a[], const double b[], const double c[], double d, guint j, double s)
{
  g_autoptr (LsLinear) linear = ls_linear_new (N_X);
  double x[N_X], value = d, *matrix = ls_linear_get_matrix (linear);

  for (guint i = 0; i < N_X * N_X; i++)
    matrix[i] = (i % (N_X + 1) == 0 ? s : 0.0) - a[i];
  for (guint i = 0; i < N_X; i++)
    x[i] = b[i * N_U + j];
  g_assert_cmpint (ls_linear_factorise (linear), ==, LS_OK);
  ls_linear_solve (linear, x);
  for (guint i = 0; i < N_X; i++)
    value += c[i] * x[i];
  return value;
}

static void
test_elimination (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  g_autoptr (LsTransfer) transfer = ls_transfer_new (N_X, N_U, N_Y);
  double a[N_X * N_X], b[N_X * N_U], c[N_Y * N_X], d[N_Y * N_U];

  fill (random, a, G_N_ELEMENTS (a));
  fill (random, b, G_N_ELEMENTS (b));
  fill (random, c, G_N_ELEMENTS (c));
  fill (random, d, G_N_ELEMENTS (d));
  /* Badly scaled: one state is counted in thousandths. */
  for (guint i = 0; i < N_X; i++)
    {
      a[i * N_X + 2] *= 1e-3;
      a[2 * N_X + i] *= 1e3;
    }
  g_assert_cmpint (ls_transfer_compute (transfer, a, b, c, d), ==, LS_OK);
  for (guint i = 0; i < N_Y; i++)
    for (guint j = 0; j < N_U; j++)
      for (double s = 3.0; s < 50.0; s *= 1.7)
        {
          double expected = solve (a, b, c + i * N_X, d[i * N_U + j], j, s);

          g_assert_cmpuint (ls_transfer_get_degree (transfer, j), ==, N_X);
          /* Rounding: s from 3 on is well beyond the eigenvalues, of a size of sqrt (5 / 3). */
          g_assert_cmpfloat_with_epsilon (ls_transfer_evaluate (transfer, i, j, s), expected,
                                          1e-12 * (1.0 + fabs (expected)));
        }
}

/* Two integrators in a row after a third state that the input does not reach: 2 / s^2 + 3. */
static void
test_unreached (void)
{
  g_autoptr (LsTransfer) transfer = ls_transfer_new (3, 1, 1);
  const double a[] = { 0, 2, 0, 0, 0, 0, 0, 0, -5 }, b[] = { 0, 1, 0 }, c[] = { 1, 0, 7 };
  const double d[] = { 3 };

  g_assert_cmpint (ls_transfer_compute (transfer, a, b, c, d), ==, LS_OK);
  g_assert_cmpuint (ls_transfer_get_degree (transfer, 0), ==, 2);
  /* Small whole numbers: a rounding or two. */
  for (guint m = 0; m < 2; m++)
    g_assert_cmpfloat_with_epsilon (ls_transfer_get_denominator (transfer, 0)[m], 0.0, 1e-15);
  g_assert_cmpfloat_with_epsilon (ls_transfer_get_denominator (transfer, 0)[2], 1.0, 1e-15);
  g_assert_cmpfloat_with_epsilon (ls_transfer_get_numerator (transfer, 0, 0)[0], 2.0, 1e-15);
  g_assert_cmpfloat_with_epsilon (ls_transfer_get_numerator (transfer, 0, 0)[1], 0.0, 1e-15);
  g_assert_cmpfloat_with_epsilon (ls_transfer_get_numerator (transfer, 0, 0)[2], 3.0, 1e-15);
  g_assert_true (isnan (ls_transfer_evaluate (transfer, 0, 0, 0.0)));
}

/* Nothing reached, no states, not finite. */
static void
test_empty (void)
{
  g_autoptr (LsTransfer) none = ls_transfer_new (0, 1, 1);
  g_autoptr (LsTransfer) idle = ls_transfer_new (1, 1, 1);
  const double zero = 0.0, one = 1.0, two = 2.0, bad = NAN;

  g_assert_cmpint (ls_transfer_compute (none, NULL, NULL, NULL, &two), ==, LS_OK);
  g_assert_cmpfloat (ls_transfer_evaluate (none, 0, 0, 1.0), ==, 2.0);
  g_assert_cmpint (ls_transfer_compute (idle, &one, &zero, &one, &two), ==, LS_OK);
  g_assert_cmpuint (ls_transfer_get_degree (idle, 0), ==, 0);
  g_assert_cmpfloat (ls_transfer_evaluate (idle, 0, 0, 1.0), ==, 2.0);
  g_assert_cmpint (ls_transfer_compute (idle, &bad, &zero, &one, &two), ==, LS_STOP);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/transfer/elimination", test_elimination);
  g_test_add_func ("/num/transfer/unreached", test_unreached);
  g_test_add_func ("/num/transfer/empty", test_empty);
  return g_test_run ();
}
