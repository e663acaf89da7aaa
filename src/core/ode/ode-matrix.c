#include "core/ode/ode-matrix.h"

#include "core/num/dense-lu.h"
#include "core/num/sparse-complex.h"
#include "core/num/sparse.h"

#include <string.h>

struct LsOdeMatrix
{
  const LsOdeJacobian *jacobian;
  gboolean is_complex;
  /* Dense. */
  double *a; /* row-major; complex numbers as pairs */
  guint *pivots;
  /* Sparse: one of the two. */
  LsSparse *real;
  LsSparseComplex *complex;
};

static gboolean
set_up_real (LsOdeMatrix *self)
{
  const LsOdeJacobian *jacobian = self->jacobian;
  g_autofree guint *columns = g_new (guint, jacobian->n_values);
  g_autofree gsize *positions = g_new (gsize, jacobian->n_values);

  for (guint j = 0; j < jacobian->n; j++)
    for (guint i = jacobian->starts[j]; i < jacobian->starts[j + 1]; i++)
      columns[i] = j;
  self->real = ls_sparse_new (jacobian->n, jacobian->rows, columns, jacobian->n_values, positions);
  /* Both are sorted by columns, then by rows, so positions[i] == i. */
  return self->real != NULL;
}

static gboolean
set_up (LsOdeMatrix *self)
{
  const LsOdeJacobian *jacobian = self->jacobian;

  if (jacobian->starts == NULL)
    {
      self->a = g_try_new (double, (self->is_complex ? 2 : 1) * jacobian->n_values);
      self->pivots = g_new (guint, jacobian->n);
      return self->a != NULL;
    }
  if (!self->is_complex)
    return set_up_real (self);
  self->complex = ls_sparse_complex_new (jacobian->n, jacobian->starts, jacobian->rows);
  return self->complex != NULL;
}

LsOdeMatrix *
ls_ode_matrix_new (const LsOdeJacobian *jacobian, gboolean is_complex)
{
  LsOdeMatrix *self = g_new0 (LsOdeMatrix, 1);

  self->jacobian = jacobian;
  self->is_complex = is_complex;
  if (set_up (self))
    return self;
  ls_ode_matrix_free (self);
  return NULL;
}

void
ls_ode_matrix_free (LsOdeMatrix *self)
{
  if (self == NULL)
    return;
  g_free (self->a);
  g_free (self->pivots);
  ls_sparse_free (self->real);
  ls_sparse_complex_free (self->complex);
  g_free (self);
}

static LsStatus
factorise_dense (LsOdeMatrix *self, const double values[], double re, double im)
{
  const gsize n = self->jacobian->n;

  if (!self->is_complex)
    {
      for (gsize i = 0; i < n * n; i++)
        self->a[i] = -values[i];
      for (gsize i = 0; i < n; i++)
        self->a[i * (n + 1)] += re;
      return ls_dense_factorise (self->jacobian->n, self->a, self->pivots);
    }
  for (gsize i = 0; i < n * n; i++)
    {
      self->a[2 * i] = -values[i];
      self->a[2 * i + 1] = 0.0;
    }
  for (gsize i = 0; i < n; i++)
    {
      self->a[2 * i * (n + 1)] += re;
      self->a[2 * i * (n + 1) + 1] += im;
    }
  return ls_dense_complex_factorise (self->jacobian->n, self->a, self->pivots);
}

static LsStatus
factorise_sparse (LsOdeMatrix *self, const double values[], double re, double im)
{
  const LsOdeJacobian *jacobian = self->jacobian;
  const guint stride = self->is_complex ? 2 : 1;
  double *a = self->is_complex ? ls_sparse_complex_get_values (self->complex)
                               : ls_sparse_get_values (self->real, NULL);

  memset (a, 0, stride * jacobian->n_values * sizeof (double));
  for (guint j = 0; j < jacobian->n; j++)
    for (guint i = jacobian->starts[j]; i < jacobian->starts[j + 1]; i++)
      {
        const gboolean on_diagonal = jacobian->rows[i] == j;

        a[stride * i] = (on_diagonal ? re : 0.0) - values[i];
        if (self->is_complex && on_diagonal)
          a[stride * i + 1] = im;
      }
  return self->is_complex ? ls_sparse_complex_factorise (self->complex)
                          : ls_sparse_factorise (self->real);
}

LsStatus
ls_ode_matrix_factorise (LsOdeMatrix *self, const double values[], double re, double im)
{
  return self->a != NULL ? factorise_dense (self, values, re, im)
                         : factorise_sparse (self, values, re, im);
}

void
ls_ode_matrix_solve (LsOdeMatrix *self, double b_re[], double b_im[])
{
  const guint n = self->jacobian->n;

  if (self->real != NULL)
    ls_sparse_solve (self->real, b_re);
  else if (self->complex != NULL)
    ls_sparse_complex_solve (self->complex, b_re, b_im);
  else if (self->is_complex)
    ls_dense_complex_solve (n, self->a, self->pivots, b_re, b_im);
  else
    ls_dense_solve (n, self->a, self->pivots, b_re);
}
