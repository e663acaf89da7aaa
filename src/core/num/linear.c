#include "core/num/linear.h"

#include <float.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

/* Sweeps over rows and columns; each halves the orders of magnitude between the entries. */
#define SWEEPS 8u

struct LsLinear
{
  guint n;
  gsl_matrix *matrix; /* %NULL when n is 0 */
  gsl_vector *tau;
  double *given;        /* n x n: the matrix before factorisation */
  double *row, *column; /* n: scale factors, powers of two */
  gboolean scaled;
};

LsLinear *
ls_linear_new (guint n)
{
  LsLinear *self = g_new0 (LsLinear, 1);

  self->n = n;
  if (n > 0)
    {
      self->matrix = gsl_matrix_calloc (n, n);
      self->tau = gsl_vector_calloc (n);
      self->given = g_new0 (double, (gsize)n *n + 2 * n);
      self->row = self->given + (gsize)n * n;
      self->column = self->row + n;
    }
  return self;
}

void
ls_linear_free (LsLinear *self)
{
  if (self == NULL)
    return;
  if (self->n > 0)
    {
      gsl_matrix_free (self->matrix);
      gsl_vector_free (self->tau);
      g_free (self->given);
    }
  g_free (self);
}

double *
ls_linear_get_matrix (LsLinear *self)
{
  return self->n > 0 ? self->matrix->data : NULL;
}

static gboolean
is_finite (const LsLinear *self)
{
  for (gsize i = 0; i < (gsize)self->n * self->n; i++)
    if (!isfinite (self->matrix->data[i]))
      return FALSE;
  return TRUE;
}

/* Whether the diagonal of R is not singular to working precision: least entry relative to the
 * greatest. */
static gboolean
is_regular (const LsLinear *self)
{
  double greatest = 0.0, least = INFINITY;

  for (guint i = 0; i < self->n; i++)
    {
      double entry = fabs (gsl_matrix_get (self->matrix, i, i));

      if (!isfinite (entry))
        return FALSE;
      greatest = fmax (greatest, entry);
      least = fmin (least, entry);
    }
  return least > greatest * 16.0 * DBL_EPSILON * self->n;
}

/* Returns: the power of two nearest to the inverse square root of the greatest of @n magnitudes,
 * @stride apart. */
static double
get_factor (const double a[], guint n, guint stride)
{
  double greatest = 0.0;

  for (guint i = 0; i < n; i++)
    greatest = fmax (greatest, fabs (a[(gsize)i * stride]));
  return greatest > 0.0 ? exp2 (-rint (0.5 * log2 (greatest))) : 1.0;
}

/* Scales rows and columns alternately so that their greatest entries tend to 1 (after Ruiz
 * 2001). */
static void
equilibrate (LsLinear *self)
{
  const guint n = self->n;
  double *a = self->matrix->data;

  memcpy (a, self->given, (gsize)n * n * sizeof (double));
  for (guint i = 0; i < n; i++)
    self->row[i] = self->column[i] = 1.0;
  for (guint i = 0; i < SWEEPS * n; i++)
    {
      const gsize k = i % n;
      const double row = get_factor (a + k * n, n, 1);
      double column;

      for (guint j = 0; j < n; j++)
        a[k * n + j] *= row;
      column = get_factor (a + k, n, n);
      for (guint j = 0; j < n; j++)
        a[j * n + k] *= column;
      self->row[k] *= row;
      self->column[k] *= column;
    }
}

LsStatus
ls_linear_factorise (LsLinear *self)
{
  if (self->n == 0)
    return LS_OK;
  if (!is_finite (self))
    return LS_STOP;
  memcpy (self->given, self->matrix->data, (gsize)self->n * self->n * sizeof (double));
  self->scaled = FALSE;
  gsl_linalg_QR_decomp (self->matrix, self->tau);
  if (is_regular (self))
    return LS_OK;
  /* Bad scaling (units of very different size) cannot be distinguished from a singular matrix. */
  equilibrate (self);
  self->scaled = TRUE;
  gsl_linalg_QR_decomp (self->matrix, self->tau);
  return is_regular (self) ? LS_OK : LS_STOP;
}

void
ls_linear_solve (LsLinear *self, double b[])
{
  gsl_vector_view view;

  if (self->n == 0)
    return;
  view = gsl_vector_view_array (b, self->n);
  for (guint i = 0; self->scaled && i < self->n; i++)
    b[i] *= self->row[i];
  gsl_linalg_QR_svx (self->matrix, self->tau, &view.vector);
  for (guint i = 0; self->scaled && i < self->n; i++)
    b[i] *= self->column[i];
}
