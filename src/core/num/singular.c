#include "core/num/singular.h"

#include "core/num/singular-gsl.h"

#include <gsl/gsl_linalg.h>
#include <math.h>

static gboolean
is_finite (guint n, const double a[])
{
  for (gsize i = 0; i < (gsize)n * n; i++)
    if (!isfinite (a[i]))
      return FALSE;
  return TRUE;
}

static double
decompose (gsl_matrix *a, double right[])
{
  const gsize n = a->size1;
  gsl_matrix *v = gsl_matrix_alloc (n, n);
  gsl_vector *values = gsl_vector_alloc (n);
  gsl_vector *work = gsl_vector_alloc (n);
  double greatest, least;

  gsl_linalg_SV_decomp (a, v, values, work);
  for (gsize i = 0; i < n; i++)
    right[i] = gsl_matrix_get (v, i, n - 1);
  greatest = gsl_vector_get (values, 0);
  least = gsl_vector_get (values, n - 1);
  gsl_vector_free (work);
  gsl_vector_free (values);
  gsl_matrix_free (v);
  return least > 0.0 ? fmax (greatest, 1.0) / least : INFINITY;
}

static double
estimate (gsl_matrix *a, double right[])
{
  const gsize n = a->size1;
  gsl_vector *tau = gsl_vector_alloc (n), *norm = gsl_vector_alloc (n);
  gsl_vector *work = gsl_vector_alloc (3 * n);
  gsl_permutation *order = gsl_permutation_alloc (n);
  double reciprocal = 0.0;
  int sign;

  gsl_linalg_QRPT_decomp (a, tau, order, &sign, norm);
  if (gsl_matrix_get (a, n - 1, n - 1) != 0.0)
    gsl_linalg_QRPT_rcond (a, &reciprocal, work);
  for (gsize i = 0; i < n; i++)
    right[i] = 1.0 / sqrt ((double)n);
  gsl_permutation_free (order);
  gsl_vector_free (work);
  gsl_vector_free (norm);
  gsl_vector_free (tau);
  return reciprocal > 0.0 ? 1.0 / reciprocal : INFINITY;
}

double
ls_singular_analyse (guint n, double a[], double right[])
{
  gsl_matrix_view view;

  if (n == 0)
    return 1.0;
  if (!is_finite (n, a))
    return NAN;
  view = gsl_matrix_view_array (a, n, n);
  return n <= LS_SINGULAR_MAX ? decompose (&view.matrix, right) : estimate (&view.matrix, right);
}

gboolean
ls_factorise_singular (gsl_matrix *matrix, gsl_matrix *v, gsl_vector *s)
{
  gsl_error_handler_t *handler = gsl_set_error_handler_off ();
  const int failed = gsl_linalg_SV_decomp_jacobi (matrix, v, s);

  gsl_set_error_handler (handler);
  return failed == GSL_SUCCESS;
}
