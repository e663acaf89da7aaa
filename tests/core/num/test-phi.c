#include "core/num/phi.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Quadruple precision where the compiler has it; elsewhere long double is wide enough. */
#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 Wide;
#else
typedef long double Wide;
#endif

#define N_MAX 12
#define K_MAX 4

typedef struct
{
  guint n;
  Wide phi[K_MAX + 1][N_MAX * N_MAX];
} Reference;

static double
norm_1 (guint n, const double *a)
{
  double norm = 0.0;

  for (guint j = 0; j < n; j++)
    {
      double sum = 0.0;

      for (guint i = 0; i < n; i++)
        sum += fabs (a[i * n + j]);
      norm = fmax (norm, sum);
    }
  return norm;
}

static void
wide_multiply (guint n, const Wide *a, const Wide *b, Wide *c)
{
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      {
        Wide sum = 0;

        for (guint k = 0; k < n; k++)
          sum += a[i * n + k] * b[k * n + j];
        c[i * n + j] = sum;
      }
}

static Wide
wide_factorial (guint k)
{
  Wide result = 1;

  for (guint i = 2; i <= k; i++)
    result *= i;
  return result;
}

/* The plain series of every phi on its own, at Z / 2^s with norm below 1/64. */
static void
reference_series (Reference *self, const Wide *z)
{
  Wide term[N_MAX * N_MAX], next[N_MAX * N_MAX];
  guint n = self->n;

  memset (self->phi, 0, sizeof self->phi);
  memset (term, 0, sizeof term);
  for (guint i = 0; i < n; i++)
    term[i * (n + 1)] = 1;
  for (guint j = 0; j < 24; j++)
    {
      for (guint k = 0; k <= K_MAX; k++)
        for (guint i = 0; i < n * n; i++)
          self->phi[k][i] += term[i] / wide_factorial (j + k);
      wide_multiply (n, term, z, next);
      memcpy (term, next, n * n * sizeof (Wide));
    }
}

static void
reference_double (Reference *self)
{
  Wide work[N_MAX * N_MAX];
  guint n = self->n;

  for (guint k = K_MAX + 1; k-- > 0;)
    {
      wide_multiply (n, self->phi[0], self->phi[k], work);
      for (guint i = 0; i < n * n; i++)
        {
          for (guint j = 1; j <= k; j++)
            work[i] += self->phi[j][i] / wide_factorial (k - j);
          self->phi[k][i] = work[i] / (Wide)(1u << k);
        }
    }
}

static void
reference_compute (Reference *self, guint n, const double *a, double h)
{
  Wide z[N_MAX * N_MAX];
  double norm = fabs (h) * norm_1 (n, a);
  guint s = 0;

  for (; norm > 1.0 / 64.0; norm /= 2.0)
    s++;
  for (guint i = 0; i < n * n; i++)
    {
      z[i] = (Wide)a[i] * (Wide)h;
      for (guint k = 0; k < s; k++)
        z[i] /= 2;
    }
  self->n = n;
  reference_series (self, z);
  for (guint i = 0; i < s; i++)
    reference_double (self);
}

/* Greatest normwise relative difference over all phi. */
static double
compare (const LsPhi *phi, const Reference *reference)
{
  guint n = reference->n;
  double worst = 0.0;

  for (guint k = 0; k <= K_MAX; k++)
    {
      double difference[N_MAX * N_MAX], value[N_MAX * N_MAX];

      for (guint i = 0; i < n * n; i++)
        {
          value[i] = (double)reference->phi[k][i];
          difference[i] = (double)((Wide)ls_phi_get (phi, k)[i] - reference->phi[k][i]);
        }
      worst = fmax (worst, norm_1 (n, difference) / norm_1 (n, value));
    }
  return worst;
}

static void
assert_matches (guint n, const double *a, double h, double tolerance)
{
  g_autoptr (LsPhi) phi = ls_phi_new (n, K_MAX);
  Reference reference;

  g_assert_cmpint (ls_phi_compute (phi, a, h), ==, LS_OK);
  reference_compute (&reference, n, a, h);
  g_assert_cmpfloat (compare (phi, &reference), <=, tolerance);
}

static void
test_scalar (void)
{
  static const double values[]
      = { 0.0, 1e-300, 1e-12, -1e-5, 0.03, -0.7, 1.0, 5.0, -20.0, 100.0, -600.0 };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autoptr (LsPhi) phi = ls_phi_new (1, K_MAX);
      double z = values[i];
      /* e^z has the condition number |z|: halving s times loses as much. */
      double tolerance = 4.0 * DBL_EPSILON * (1.0 + fabs (z));

      g_assert_cmpint (ls_phi_compute (phi, &z, 1.0), ==, LS_OK);
      g_assert_cmpfloat (fabs (ls_phi_get (phi, 0)[0] / exp (z) - 1.0), <=, tolerance);
      if (z != 0.0)
        g_assert_cmpfloat (fabs (ls_phi_get (phi, 1)[0] / (expm1 (z) / z) - 1.0), <=, tolerance);
      assert_matches (1, &z, 1.0, tolerance);
    }
}

/* Entries far apart on one diagonal: each is as exact as alone. */
static void
test_diagonal (void)
{
  static const double entries[] = { 0.0, 1e-9, -1e-3, -2.0, 30.0, -80.0 };
  enum
  {
    N = G_N_ELEMENTS (entries)
  };
  g_autoptr (LsPhi) phi = ls_phi_new (N, K_MAX);
  double a[N * N] = { 0.0 };

  for (guint i = 0; i < N; i++)
    a[i * (N + 1)] = entries[i];
  g_assert_cmpint (ls_phi_compute (phi, a, 0.5), ==, LS_OK);
  for (guint i = 0; i < N; i++)
    for (guint j = 0; j < N; j++)
      {
        double expected = i == j ? exp (0.5 * entries[i]) : 0.0;
        /* The largest entry, 40, is halved six times: squaring as often makes one rounding 2^6. */
        double tolerance = 4.0 * DBL_EPSILON * (64.0 + fabs (entries[i]));

        g_assert_cmpfloat (fabs (ls_phi_get (phi, 0)[i * N + j] - expected), <=,
                           tolerance * expected);
      }
}

/* phi_k (Z) = sum of finitely many terms, whatever the size of the entries. */
static void
test_nilpotent (void)
{
  static const double sizes[] = { 1e-8, 1.0, 1e4, 1e9 };

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      g_autoptr (LsPhi) phi = ls_phi_new (3, K_MAX);
      double b = sizes[s], c = 3.0;
      double a[9] = { 0.0, b, 7.0, 0.0, 0.0, c, 0.0, 0.0, 0.0 };
      double factorial = 1.0;

      g_assert_cmpint (ls_phi_compute (phi, a, 1.0), ==, LS_OK);
      for (guint k = 0; k <= K_MAX; k++)
        {
          double expected[9]
              = { 1.0, b / (k + 1.0), 7.0 / (k + 1.0) + b * c / ((k + 1.0) * (k + 2.0)),
                  0.0, 1.0,           c / (k + 1.0),
                  0.0, 0.0,           1.0 };

          /* Positive terms: rounding in each of the few doublings. */
          for (guint i = 0; i < 9; i++)
            g_assert_cmpfloat (fabs (ls_phi_get (phi, k)[i] * factorial - expected[i]), <=,
                               64.0 * DBL_EPSILON * fabs (expected[i]));
          factorial *= k + 1.0;
        }
    }
}

static void
test_rotation (void)
{
  static const double angles[] = { 1e-6, 0.06, 1.0, 3.0, 40.0 };

  for (guint i = 0; i < G_N_ELEMENTS (angles); i++)
    {
      g_autoptr (LsPhi) phi = ls_phi_new (2, K_MAX);
      double w = angles[i];
      double a[4] = { 0.0, w, -w, 0.0 };
      /* As for a number: the condition is |Z| = w. */
      double tolerance = 4.0 * DBL_EPSILON * (1.0 + w);

      g_assert_cmpint (ls_phi_compute (phi, a, 1.0), ==, LS_OK);
      g_assert_cmpfloat_with_epsilon (ls_phi_get (phi, 0)[0], cos (w), tolerance);
      g_assert_cmpfloat_with_epsilon (ls_phi_get (phi, 0)[1], sin (w), tolerance);
      g_assert_cmpfloat_with_epsilon (ls_phi_get (phi, 1)[0], sin (w) / w, tolerance);
      g_assert_cmpfloat_with_epsilon (ls_phi_get (phi, 1)[1], 2.0 * pow (sin (w / 2.0), 2.0) / w,
                                      tolerance);
      assert_matches (2, a, 1.0, tolerance);
    }
}

/* A stiff spring: rows of very different size. Every entry is exact, not only the large ones. */
static void
test_unbalanced (void)
{
  g_autoptr (LsPhi) phi = ls_phi_new (2, K_MAX);
  double a[4] = { 0.0, 1.0, -4.0e6, -2.0 };
  Reference reference;

  g_assert_cmpint (ls_phi_compute (phi, a, 1e-3), ==, LS_OK);
  reference_compute (&reference, 2, a, 1e-3);
  for (guint k = 0; k <= K_MAX; k++)
    for (guint i = 0; i < 4; i++)
      {
        double expected = (double)reference.phi[k][i];

        /* The balanced matrix has a norm of a few units: rounding over as few halvings. */
        g_assert_cmpfloat (fabs (ls_phi_get (phi, k)[i] - expected), <=, 5e-15 * fabs (expected));
      }
}

/* Two close eigenvalues and a huge coupling: e^Z = [[e^p, c (e^p - e^q) / (p - q)], [0, e^q]]. */
static void
test_non_normal (void)
{
  g_autoptr (LsPhi) phi = ls_phi_new (2, K_MAX);
  double p = -1.0, q = -2.0, c = 1e6;
  double a[4] = { p, c, 0.0, q };

  g_assert_cmpint (ls_phi_compute (phi, a, 1.0), ==, LS_OK);
  /* Powers of two balance c away, which leaves a norm of a few units and as few halvings. */
  g_assert_cmpfloat (fabs (ls_phi_get (phi, 0)[1] / (c * (exp (p) - exp (q))) - 1.0), <=, 1e-14);
  g_assert_cmpfloat (fabs (ls_phi_get (phi, 0)[0] / exp (p) - 1.0), <=, 1e-14);
  g_assert_cmpfloat (fabs (ls_phi_get (phi, 0)[3] / exp (q) - 1.0), <=, 1e-14);
}

static void
fill_random (GRand *random, guint n, double *a)
{
  for (guint i = 0; i < n * n; i++)
    a[i] = g_rand_double_range (random, -1.0, 1.0);
}

/* Over all degrees of the series and numbers of halvings. */
static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint n = 1; n <= N_MAX; n += n < 5 ? 1 : 7)
    for (double h = 1e-7; h < 30.0; h *= 1.9)
      {
        double a[N_MAX * N_MAX];

        fill_random (random, n, a);
        /* One unit round-off per sum and product, doubled with every halving. */
        assert_matches (n, a, h, DBL_EPSILON * (2.0 + n) * (2.0 + 4.0 * h * norm_1 (n, a)));
      }
}

/* Z phi_{k+1} = phi_k - I / k!, to what the subtraction leaves. */
static void
test_identity (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  g_autoptr (LsPhi) phi = ls_phi_new (5, LS_PHI_MAX);
  double a[25], factorial = 1.0;

  fill_random (random, 5, a);
  g_assert_cmpint (ls_phi_compute (phi, a, 1.7), ==, LS_OK);
  for (guint k = 0; k < LS_PHI_MAX; k++)
    {
      const double *low = ls_phi_get (phi, k), *high = ls_phi_get (phi, k + 1);

      for (guint i = 0; i < 5; i++)
        for (guint j = 0; j < 5; j++)
          {
            double sum = 0.0;

            for (guint l = 0; l < 5; l++)
              sum += 1.7 * a[i * 5 + l] * high[l * 5 + j];
            /* Rounding of five products of phi, known to some |Z| eps, with entries up to 1.7. */
            g_assert_cmpfloat_with_epsilon (sum, low[i * 5 + j] - (i == j) / factorial, 2e-14);
          }
      factorial *= k + 1.0;
    }
}

/* e^(s A) e^(t A) = e^((s + t) A). */
static void
test_semigroup (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_autoptr (LsPhi) first = ls_phi_new (4, 0);
  g_autoptr (LsPhi) second = ls_phi_new (4, 0);
  g_autoptr (LsPhi) both = ls_phi_new (4, 0);
  double a[16];

  fill_random (random, 4, a);
  g_assert_cmpint (ls_phi_compute (first, a, 0.25), ==, LS_OK);
  g_assert_cmpint (ls_phi_compute (second, a, 2.0), ==, LS_OK);
  g_assert_cmpint (ls_phi_compute (both, a, 2.25), ==, LS_OK);
  for (guint i = 0; i < 4; i++)
    for (guint j = 0; j < 4; j++)
      {
        double sum = 0.0;

        for (guint k = 0; k < 4; k++)
          sum += ls_phi_get (first, 0)[i * 4 + k] * ls_phi_get (second, 0)[k * 4 + j];
        /* As for a number, 4 eps (1 + |Z|): with four entries of up to 1, times 2.25, |Z| is 9 at
         * most. */
        g_assert_cmpfloat_with_epsilon (sum, ls_phi_get (both, 0)[i * 4 + j],
                                        1e-14 * norm_1 (4, ls_phi_get (both, 0)));
      }
}

static void
test_cache (void)
{
  g_autoptr (LsPhi) phi = ls_phi_new (2, 2);
  double a[4] = { 1.0, 2.0, 3.0, 4.0 };

  g_assert_cmpint (ls_phi_compute (phi, a, 0.1), ==, LS_OK);
  g_assert_cmpint (ls_phi_compute (phi, a, 0.1), ==, LS_OK);
  g_assert_cmpuint (ls_phi_get_count (phi), ==, 1);
  a[3] = nextafter (4.0, 5.0);
  g_assert_cmpint (ls_phi_compute (phi, a, 0.1), ==, LS_OK);
  g_assert_cmpint (ls_phi_compute (phi, a, 0.2), ==, LS_OK);
  g_assert_cmpuint (ls_phi_get_count (phi), ==, 3);
}

static void
test_limits (void)
{
  g_autoptr (LsPhi) empty = ls_phi_new (0, 4);
  g_autoptr (LsPhi) phi = ls_phi_new (2, 4);
  double bad[4] = { 1.0, NAN, 0.0, 1.0 };
  double large[4] = { 800.0, 0.0, 0.0, 1.0 };
  double huge[4] = { -1e200, 1e200, 1e200, -1e200 };
  double good[4] = { 0.0 };

  g_assert_cmpint (ls_phi_compute (empty, good, 1.0), ==, LS_OK);
  g_assert_nonnull (ls_phi_get (empty, 4));
  g_assert_cmpint (ls_phi_compute (phi, bad, 1.0), ==, LS_STOP);
  g_assert_cmpint (ls_phi_compute (phi, good, INFINITY), ==, LS_STOP);
  g_assert_cmpint (ls_phi_compute (phi, large, 1.0), ==, LS_STOP);
  g_assert_cmpint (ls_phi_compute (phi, huge, 1e200), ==, LS_STOP);
  g_assert_cmpint (ls_phi_compute (phi, huge, 1.0), !=, LS_RETRY);
  g_assert_cmpint (ls_phi_compute (phi, good, 1.0), ==, LS_OK);
  g_assert_cmpfloat (ls_phi_get (phi, 4)[0], ==, 1.0 / 24.0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/phi/scalar", test_scalar);
  g_test_add_func ("/num/phi/diagonal", test_diagonal);
  g_test_add_func ("/num/phi/nilpotent", test_nilpotent);
  g_test_add_func ("/num/phi/rotation", test_rotation);
  g_test_add_func ("/num/phi/unbalanced", test_unbalanced);
  g_test_add_func ("/num/phi/non-normal", test_non_normal);
  g_test_add_func ("/num/phi/random", test_random);
  g_test_add_func ("/num/phi/identity", test_identity);
  g_test_add_func ("/num/phi/semigroup", test_semigroup);
  g_test_add_func ("/num/phi/cache", test_cache);
  g_test_add_func ("/num/phi/limits", test_limits);
  return g_test_run ();
}
