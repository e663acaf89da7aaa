#include "core/num/linear.h"

#include <float.h>
#include <gsl/gsl_linalg.h>
#include <math.h>

struct LsLinear
{
  guint n;
  gsl_matrix *matrix; /* %NULL when n is 0 */
  gsl_vector *tau;
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

/* Diagonal of R: its least entry against its greatest. */
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

LsStatus
ls_linear_factorise (LsLinear *self)
{
  if (self->n == 0)
    return LS_OK;
  if (!is_finite (self))
    return LS_STOP;
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
  gsl_linalg_QR_svx (self->matrix, self->tau, &view.vector);
}
