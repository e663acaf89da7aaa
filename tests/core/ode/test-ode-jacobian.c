/* Jacobians by every means give the same solution; what each costs; the matrices behind them. */
#include "core/num/dense-lu.h"
#include "core/ode/ode.h"
#include "core/num/sparse-complex.h"

#include <math.h>
#include <string.h>

#define N 60

/* Heat in a rod with a source that depends on time: tridiagonal, stiff, all eigenvalues known.
 * Bent a little, so that Jacobians grow old. */
static LsStatus
rod (double t, const double x[], double dx[], gpointer user_data G_GNUC_UNUSED)
{
  for (guint i = 0; i < N; i++)
    {
      const double left = i > 0 ? x[i - 1] : 1.0, right = i + 1 < N ? x[i + 1] : 0.0;

      dx[i] = 3600.0 * (left - 2.0 * x[i] + right) - x[i] * x[i] + sin (t);
    }
  return LS_OK;
}

static void
fill (const double x[], double jacobian[])
{
  memset (jacobian, 0, N * N * sizeof (double));
  for (guint i = 0; i < N; i++)
    {
      jacobian[i * N + i] = -7200.0 - 2.0 * x[i];
      if (i > 0)
        jacobian[i * N + i - 1] = jacobian[(i - 1) * N + i] = 3600.0;
    }
}

static LsStatus
rod_jacobian (double t G_GNUC_UNUSED,
              const double x[],
              const double dx[] G_GNUC_UNUSED,
              double jacobian[],
              gpointer user_data G_GNUC_UNUSED)
{
  fill (x, jacobian);
  return LS_OK;
}

static LsStatus
rod_directional (double t G_GNUC_UNUSED,
                 const double x[],
                 const double seed[],
                 double product[],
                 gpointer user_data G_GNUC_UNUSED)
{
  for (guint i = 0; i < N; i++)
    {
      const double left = i > 0 ? seed[i - 1] : 0.0, right = i + 1 < N ? seed[i + 1] : 0.0;

      product[i] = 3600.0 * (left - 2.0 * seed[i] + right) - 2.0 * x[i] * seed[i];
    }
  return LS_OK;
}

/* Places of the rod, some twice, without the diagonal: it is always there. */
static gsize
list_places (guint rows[], guint columns[])
{
  gsize n = 0;

  for (guint i = 0; i + 1 < N; i++)
    for (guint turn = 0; turn < 3; turn++)
      {
        rows[n] = turn < 2 ? i : i + 1;
        columns[n++] = turn < 2 ? i + 1 : i;
      }
  return n;
}

typedef struct
{
  gboolean jacobian, directional, pattern, nominals;
} Means;

static void
solve (const LsOdeMethod *method, Means means, double x[N], LsOdeCounts *counts)
{
  guint rows[3 * N], columns[3 * N];
  double nominals[N], atol[N];
  LsOdeProblem problem = { N, rod, means.jacobian ? rod_jacobian : NULL, NULL };
  LsOdeDetails details = { 0 };
  g_autoptr (LsOde) ode = NULL;
  GError *error = NULL;

  for (guint i = 0; i < N; i++)
    {
      nominals[i] = 1.0;
      atol[i] = 1e-8;
      x[i] = 0.0;
    }
  details.directional = means.directional ? rod_directional : NULL;
  details.nominals = means.nominals ? nominals : NULL;
  if (means.pattern)
    {
      details.n_entries = list_places (rows, columns);
      details.rows = rows;
      details.columns = columns;
    }
  ode = ls_ode_new_full (method, &problem, &details, 1e-8, atol, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ls_ode_start (ode, 0.0, x), ==, LS_OK);
  ls_ode_set_fixed_step (ode, 0.002);
  g_assert_cmpint (ls_ode_advance (ode, 0.2, x), ==, LS_OK);
  ls_ode_get_counts (ode, counts);
}

/* Columns in three colours. */
static void
check_means (const LsOdeMethod *method)
{
  static const Means means[] = {
    { .jacobian = TRUE },
    { .jacobian = TRUE, .pattern = TRUE },
    { .directional = TRUE },
    { .directional = TRUE, .pattern = TRUE },
    { .pattern = TRUE },
    { .pattern = TRUE, .nominals = TRUE },
    { 0 },
  };
  double expected[N];

  for (guint i = 0; i < G_N_ELEMENTS (means); i++)
    {
      LsOdeCounts counts;
      double x[N];

      solve (method, means[i], x, &counts);
      g_assert_cmpuint (counts.jacobians, >, 0);
      g_assert_cmpuint (counts.factorisations, >, 0);
      if (i == 0)
        memcpy (expected, x, sizeof x);
      for (guint j = 0; j < N; j++)
        /* Each variant solves at 1e-8, not to the same rounding: errors of some tens of it add
         * up. */
        g_assert_cmpfloat_with_epsilon (x[j], expected[j], 1e-6);
      if (g_strcmp0 (ls_ode_method_get_id (method), "rodas") == 0)
        counts.difference_evaluations -= counts.steps; /* for df/dt */
      if (means[i].jacobian || means[i].directional)
        g_assert_cmpuint (counts.difference_evaluations, ==, 0);
      else
        g_assert_cmpuint (counts.difference_evaluations, ==,
                          (means[i].pattern ? 3 : N) * counts.jacobians);
    }
}

static void
test_means (void)
{
  static const char *const ids[]
      = { "implicit-euler", "radau5", "rodas", "cvode-bdf", "cvode-adams" };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    check_means (ls_ode_method_find (ids[i]));
}

/* x' = -sqrt (1 - x): nothing beyond 1, where it starts. Differences go to the other side. */
static LsStatus
edge (double t G_GNUC_UNUSED, const double x[], double dx[], gpointer user_data G_GNUC_UNUSED)
{
  if (x[0] > 1.0)
    return LS_RETRY;
  dx[0] = -x[0];
  return LS_OK;
}

static void
test_other_side (void)
{
  static const char *const ids[] = { "implicit-euler", "radau5", "rodas" };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      const LsOdeProblem problem = { 1, edge, NULL, NULL };
      const double atol = 1e-6;
      g_autoptr (LsOde) ode = ls_ode_new (ls_ode_method_find (ids[i]), &problem, 1e-6, &atol, NULL);
      double x = 1.0;

      g_assert_cmpint (ls_ode_start (ode, 0.0, &x), ==, LS_OK);
      g_assert_cmpint (ls_ode_advance (ode, 1.0, &x), ==, LS_OK);
      /* Implicit Euler: t h / 2 e^-t = 1.84e-3 with steps of 0.01. At 1e-6 RADAU5 controls its
       * errors to 0.1 (1e-6)^(2/3) = 1e-5. */
      g_assert_cmpfloat_with_epsilon (x, exp (-1.0), i == 0 ? 2e-3 : 1e-5);
    }
}

/* Matrices that need an exchange of rows; a[i][j] = 1 / (i + j + 1) + i (i == n - 1 - j) */
static void
fill_complex (guint n, double a[])
{
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      {
        a[2 * (i * n + j)] = i == 0 && j == 0 ? 0.0 : 1.0 / (i + j + 1.0);
        a[2 * (i * n + j) + 1] = i + j + 1 == n ? 1.0 : 0.0;
      }
}

static void
test_dense_complex (void)
{
  enum
  {
    SIZE = 9
  };
  double a[2 * SIZE * SIZE], re[SIZE] = { 0.0 }, im[SIZE] = { 0.0 };
  guint pivots[SIZE];

  fill_complex (SIZE, a);
  for (guint i = 0; i < SIZE; i++)
    for (guint j = 0; j < SIZE; j++)
      {
        const double *entry = &a[2 * (i * SIZE + j)];

        /* Times j + 1 - i j. */
        re[i] += entry[0] * (j + 1.0) + entry[1] * j;
        im[i] += entry[1] * (j + 1.0) - entry[0] * j;
      }
  g_assert_cmpint (ls_dense_complex_factorise (SIZE, a, pivots), ==, LS_OK);
  ls_dense_complex_solve (SIZE, a, pivots, re, im);
  for (guint j = 0; j < SIZE; j++)
    {
      /* Rounding in nine equations with numbers up to 9. */
      g_assert_cmpfloat_with_epsilon (re[j], j + 1.0, 1e-12);
      g_assert_cmpfloat_with_epsilon (im[j], -1.0 * j, 1e-12);
    }
}

static void
test_dense (void)
{
  double a[9] = { 0.0, 2.0, 1.0, 1.0, 1.0, 1.0, 4.0, 0.0, 3.0 };
  double b[3] = { 7.0, 6.0, 13.0 }, singular[4] = { 1.0, 2.0, 2.0, 4.0 };
  double zero[2] = { 0.0, 0.0 }, infinite[1] = { INFINITY };
  guint pivots[3];

  g_assert_cmpint (ls_dense_factorise (3, a, pivots), ==, LS_OK);
  ls_dense_solve (3, a, pivots, b);
  for (guint i = 0; i < 3; i++)
    /* Rounding: three equations with integers up to 4. */
    g_assert_cmpfloat_with_epsilon (b[i], i + 1.0, 1e-14);
  g_assert_cmpint (ls_dense_factorise (2, singular, pivots), ==, LS_STOP);
  g_assert_cmpint (ls_dense_complex_factorise (1, zero, pivots), ==, LS_STOP);
  g_assert_cmpint (ls_dense_factorise (1, infinite, pivots), ==, LS_STOP);
}

/* A ring with i on the diagonal. */
static void
test_sparse_complex (void)
{
  enum
  {
    SIZE = 50
  };
  guint starts[SIZE + 1], rows[2 * SIZE];
  double re[SIZE], im[SIZE], *values;
  g_autoptr (LsSparseComplex) matrix = NULL;

  for (guint j = 0; j < SIZE; j++)
    {
      const guint next = (j + 1) % SIZE;

      starts[j] = 2 * j;
      rows[2 * j] = MIN (j, next);
      rows[2 * j + 1] = MAX (j, next);
    }
  starts[SIZE] = 2 * SIZE;
  matrix = ls_sparse_complex_new (SIZE, starts, rows);
  g_assert_nonnull (matrix);
  values = ls_sparse_complex_get_values (matrix);
  /* The second time with the pivots of the first. */
  for (double diagonal = 3.0; diagonal < 5.0; diagonal += 1.0)
    {
      for (guint j = 0; j < SIZE; j++)
        for (guint i = 2 * j; i < 2 * j + 2; i++)
          {
            values[2 * i] = rows[i] == j ? 0.0 : 1.0;
            values[2 * i + 1] = rows[i] == j ? diagonal : 0.0;
          }
      g_assert_cmpint (ls_sparse_complex_factorise (matrix), ==, LS_OK);
      /* For x[j] = j: i diagonal j + (j - 1). */
      for (guint j = 0; j < SIZE; j++)
        {
          re[j] = (j + SIZE - 1) % SIZE;
          im[j] = diagonal * j;
        }
      ls_sparse_complex_solve (matrix, re, im);
      for (guint j = 0; j < SIZE; j++)
        {
          /* Rounding: numbers up to 4 * 49, a condition of at most (4 + 1) / (4 - 1) or (3 + 1) /
           * (3 - 1). */
          g_assert_cmpfloat_with_epsilon (re[j], j, 1e-12);
          g_assert_cmpfloat_with_epsilon (im[j], 0.0, 1e-12);
        }
    }
  memset (values, 0, 4 * SIZE * sizeof (double));
  g_assert_cmpint (ls_sparse_complex_factorise (matrix), ==, LS_STOP);
  values[0] = NAN;
  g_assert_cmpint (ls_sparse_complex_factorise (matrix), ==, LS_STOP);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/ode-jacobian/means", test_means);
  g_test_add_func ("/num/ode-jacobian/other-side", test_other_side);
  g_test_add_func ("/num/ode-jacobian/dense", test_dense);
  g_test_add_func ("/num/ode-jacobian/dense-complex", test_dense_complex);
  g_test_add_func ("/num/ode-jacobian/sparse-complex", test_sparse_complex);
  return g_test_run ();
}
