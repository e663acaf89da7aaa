#include "core/num/sparse-complex.h"

#include <float.h>
#include <math.h>
#include <suitesparse/klu.h>

struct LsSparseComplex
{
  int n, n_values;
  int *starts, *rows; /* compressed columns */
  double *values;     /* pairs */
  double *b;          /* pairs */
  klu_common common;
  klu_symbolic *symbolic;
  klu_numeric *numeric;
};

LsSparseComplex *
ls_sparse_complex_new (guint n, const guint starts[], const guint rows[])
{
  g_autoptr (LsSparseComplex) self = NULL;

  g_return_val_if_fail (n > 0 && n <= G_MAXINT && starts[n] <= G_MAXINT, NULL);

  self = g_new0 (LsSparseComplex, 1);
  self->n = (int)n;
  self->n_values = (int)starts[n];
  self->starts = g_new (int, (gsize)n + 1);
  self->rows = g_new (int, (gsize)starts[n] + 1);
  for (guint j = 0; j <= n; j++)
    self->starts[j] = (int)starts[j];
  for (guint i = 0; i < starts[n]; i++)
    self->rows[i] = (int)rows[i];
  self->values = g_new0 (double, 2 * ((gsize)starts[n] + 1));
  self->b = g_new0 (double, 2 * (gsize)n);
  klu_defaults (&self->common);
  self->symbolic = klu_analyze (self->n, self->starts, self->rows, &self->common);
  return self->symbolic != NULL ? g_steal_pointer (&self) : NULL;
}

void
ls_sparse_complex_free (LsSparseComplex *self)
{
  if (self == NULL)
    return;
  klu_z_free_numeric (&self->numeric, &self->common);
  klu_free_symbolic (&self->symbolic, &self->common);
  g_free (self->starts);
  g_free (self->rows);
  g_free (self->values);
  g_free (self->b);
  g_free (self);
}

double *
ls_sparse_complex_get_values (LsSparseComplex *self)
{
  return self->values;
}

/* Whether the factors are accurate enough for solving. */
static gboolean
is_regular (LsSparseComplex *self, double least)
{
  return klu_z_rcond (self->symbolic, self->numeric, &self->common) && isfinite (self->common.rcond)
         && self->common.rcond > least;
}

static gboolean
is_finite (const LsSparseComplex *self)
{
  for (int i = 0; i < 2 * self->n_values; i++)
    if (!isfinite (self->values[i]))
      return FALSE;
  return TRUE;
}

/* Refactorises with the pivots of the last factorisation. Bad pivots show in a wide range of
 * diagonal entries and in growth. */
static gboolean
refactorise (LsSparseComplex *self)
{
  if (self->numeric == NULL)
    return FALSE;
  return klu_z_refactor (self->starts, self->rows, self->values, self->symbolic, self->numeric,
                         &self->common)
         && self->common.status == KLU_OK && is_regular (self, 1e-10)
         && klu_z_rgrowth (self->starts, self->rows, self->values, self->symbolic, self->numeric,
                           &self->common)
         && self->common.rgrowth > 1e-6;
}

LsStatus
ls_sparse_complex_factorise (LsSparseComplex *self)
{
  if (!is_finite (self))
    return LS_STOP;
  if (refactorise (self))
    return LS_OK;
  klu_z_free_numeric (&self->numeric, &self->common);
  self->numeric
      = klu_z_factor (self->starts, self->rows, self->values, self->symbolic, &self->common);
  if (self->numeric == NULL || self->common.status != KLU_OK)
    return LS_STOP;
  return is_regular (self, 16.0 * DBL_EPSILON) ? LS_OK : LS_STOP;
}

void
ls_sparse_complex_solve (LsSparseComplex *self, double b_re[], double b_im[])
{
  for (int i = 0; i < self->n; i++)
    {
      self->b[2 * i] = b_re[i];
      self->b[2 * i + 1] = b_im[i];
    }
  klu_z_solve (self->symbolic, self->numeric, self->n, 1, self->b, &self->common);
  for (int i = 0; i < self->n; i++)
    {
      b_re[i] = self->b[2 * i];
      b_im[i] = self->b[2 * i + 1];
    }
}
