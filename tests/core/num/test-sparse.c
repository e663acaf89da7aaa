#include "core/num/linear.h"
#include "core/num/sparse.h"

#include <math.h>

#define N 60u
#define N_ENTRIES 400u

/* Random entries, some named twice, against the dense solution. */
static void
test_dense (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_autoptr (LsLinear) dense = ls_linear_new (N);
  g_autoptr (LsSparse) sparse = NULL;
  guint rows[N_ENTRIES], columns[N_ENTRIES];
  gsize positions[N_ENTRIES], n_values;
  double *values;

  for (guint i = 0; i < N_ENTRIES; i++)
    {
      rows[i] = i < N ? i : (guint)g_rand_int_range (random, 0, N);
      columns[i] = i < N ? i : (guint)g_rand_int_range (random, 0, N);
    }
  sparse = ls_sparse_new (N, rows, columns, N_ENTRIES, positions);
  g_assert_nonnull (sparse);
  values = ls_sparse_get_values (sparse, &n_values);
  g_assert_cmpuint (n_values, <=, N_ENTRIES);
  /* Again with other numbers: the first pivots are used again, or not. */
  for (guint turn = 0; turn < 5; turn++)
    {
      double *matrix = ls_linear_get_matrix (dense), a[N], b[N];

      for (guint i = 0; i < N * N; i++)
        matrix[i] = 0.0;
      for (gsize i = 0; i < n_values; i++)
        values[i] = 0.0;
      for (guint i = 0; i < N_ENTRIES; i++)
        {
          double value = g_rand_double_range (random, -1.0, 1.0);

          matrix[rows[i] * N + columns[i]] += value;
          values[positions[i]] += value;
        }
      for (guint i = 0; i < N; i++)
        a[i] = b[i] = g_rand_double_range (random, -1.0, 1.0);
      g_assert_cmpint (ls_linear_factorise (dense), ==, LS_OK);
      g_assert_cmpint (ls_sparse_factorise (sparse), ==, LS_OK);
      ls_linear_solve (dense, a);
      ls_sparse_solve (sparse, b);
      for (guint i = 0; i < N; i++)
        /* Pivots in another order: rounding times the condition, for which this leaves 4e6. */
        g_assert_cmpfloat_with_epsilon (a[i], b[i], 1e-9 * (1.0 + fabs (a[i])));
    }
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
  const guint rows[] = { 0, 1, 0, 1 }, columns[] = { 0, 0, 1, 1 };
  gsize positions[4];
  g_autoptr (LsSparse) sparse = ls_sparse_new (2, rows, columns, 4, positions);
  double b[] = { 3.0, 4.0 };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      for (guint k = 0; k < 4; k++)
        ls_sparse_get_values (sparse, NULL)[positions[k]] = cases[i][k];
      g_assert_cmpint (ls_sparse_factorise (sparse), ==, LS_STOP);
    }
  /* And it can be used again. */
  for (guint k = 0; k < 4; k++)
    ls_sparse_get_values (sparse, NULL)[positions[k]] = k == 1 || k == 2 ? 2.0 : 0.0;
  g_assert_cmpint (ls_sparse_factorise (sparse), ==, LS_OK);
  ls_sparse_solve (sparse, b);
  g_assert_cmpfloat (b[0], ==, 2.0);
  g_assert_cmpfloat (b[1], ==, 1.5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/sparse/dense", test_dense);
  g_test_add_func ("/num/sparse/singular", test_singular);
  return g_test_run ();
}
