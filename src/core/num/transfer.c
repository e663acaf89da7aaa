#include "core/num/transfer.h"

#include <float.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

struct LsTransfer
{
  guint n_x, n_u, n_y;
  guint *degrees;                    /* n_u */
  double *denominators, *numerators; /* n_u, n_y x n_u; n_x + 1 each */
  double *balanced, *h;              /* n_x x n_x */
  double *scale, *b, *v;             /* n_x */
  double *c;                         /* n_y x n_x */
  double *p;                         /* n_x + 1 polynomials of n_x + 1 coefficients */
  double *memory;
};

LsTransfer *
ls_transfer_new (guint n_x, guint n_u, guint n_y)
{
  LsTransfer *self = g_new0 (LsTransfer, 1);
  gsize n = n_x, length = n + 1;
  double *next;

  self->n_x = n_x;
  self->n_u = n_u;
  self->n_y = n_y;
  self->degrees = g_new0 (guint, n_u + 1);
  self->memory = g_new0 (double, ((gsize)n_u + (gsize)n_y * n_u + length) * length + 2 * n * n
                                     + 3 * n + n_y * n + 1);
  self->denominators = next = self->memory;
  self->numerators = next += n_u * length;
  self->p = next += (gsize)n_y * n_u * length;
  self->balanced = next += length * length;
  self->h = next += n * n;
  self->scale = next += n * n;
  self->b = next += n;
  self->v = next += n;
  self->c = next + n;
  return self;
}

void
ls_transfer_free (LsTransfer *self)
{
  if (self == NULL)
    return;
  g_free (self->degrees);
  g_free (self->memory);
  g_free (self);
}

/* Computes the Householder vector @v that reflects the entries of @x (with stride) from @first on
 * to a multiple (@beta) of the first unit vector. Returns: the factor 2 / v'v, 0 if there is
 * nothing to do. */
static double
reflect (guint n, guint first, const double *x, guint stride, double *v, double *beta)
{
  double norm = 0.0, square = 0.0;

  for (guint i = first; i < n; i++)
    norm = hypot (norm, x[(gsize)i * stride]);
  *beta = x[(gsize)first * stride] > 0.0 ? -norm : norm;
  for (guint i = 0; i < n; i++)
    v[i] = i < first ? 0.0 : x[(gsize)i * stride];
  v[first] -= *beta;
  for (guint i = first; i < n; i++)
    square += v[i] * v[i];
  if (square <= 0.0)
    return 0.0;
  return 2.0 / square;
}

/* Multiplies @m (@n_rows x @n) from the right by I - factor v v'. */
static void
apply_right (guint n_rows, guint n, double *m, const double *v, double factor)
{
  for (guint i = 0; i < n_rows; i++)
    {
      double *row = m + (gsize)i * n, sum = 0.0;

      for (guint j = 0; j < n; j++)
        sum += row[j] * v[j];
      for (guint j = 0; j < n; j++)
        row[j] -= factor * sum * v[j];
    }
}

static void
apply_left (guint n, double *m, const double *v, double factor)
{
  for (guint j = 0; j < n; j++)
    {
      double sum = 0.0;

      for (guint i = 0; i < n; i++)
        sum += v[i] * m[(gsize)i * n + j];
      for (guint i = 0; i < n; i++)
        m[(gsize)i * n + j] -= factor * sum * v[i];
    }
}

/* H = Q' A Q upper Hessenberg with Q' b = beta e1, c Q. Returns: beta. */
static double
reduce (LsTransfer *self)
{
  guint n = self->n_x;
  double beta, ignored;
  double factor = reflect (n, 0, self->b, 1, self->v, &beta);

  for (guint k = 0;; k++)
    {
      apply_left (n, self->h, self->v, factor);
      apply_right (n, n, self->h, self->v, factor);
      apply_right (self->n_y, n, self->c, self->v, factor);
      if (k + 2 >= n)
        return beta;
      factor = reflect (n, k + 1, self->h + k, n, self->v, &ignored);
    }
}

/* Number of states of the Hessenberg form reachable from the input: up to a zero below the
 * diagonal. */
static guint
count_reached (const LsTransfer *self, double beta)
{
  guint n = self->n_x, r = 1;
  double norm = 0.0;

  for (gsize i = 0; i < (gsize)n * n; i++)
    norm = fmax (norm, fabs (self->h[i]));
  if (beta == 0.0)
    return 0;
  while (r < n && fabs (self->h[(gsize)r * n + r - 1]) > 8.0 * DBL_EPSILON * norm)
    r++;
  return r;
}

/* p_k = (s - h_kk) p_{k-1} - sum_i h_{k-i,k} (prod_{l=k-i+1..k} h_{l,l-1}) p_{k-i-1} + @start, with
 * p_0 ... p_{k-1} in self->p. */
static void
extend (LsTransfer *self, guint k, double constant)
{
  guint n = self->n_x;
  gsize length = (gsize)n + 1;
  const double *previous = self->p + (k - 1) * length;
  double *p = self->p + k * length;
  double product = 1.0;

  memset (p, 0, length * sizeof (double));
  p[0] = constant;
  for (guint m = 0; m < k; m++)
    p[m + 1] = previous[m];
  /* The diagonal is the term i = 0, with an empty product. */
  for (guint i = 0; i < k; i++)
    {
      const double *below = self->p + (k - i - 1) * length;
      double entry = self->h[(gsize)(k - i - 1) * n + k - 1] * product;

      for (guint m = 0; m < k - i; m++)
        p[m] -= entry * below[m];
      if (k - i >= 2)
        product *= self->h[(gsize)(k - i - 1) * n + k - i - 2];
    }
}

/* det (s I - H) of the first @r states. */
static void
compute_denominator (LsTransfer *self, guint r, double *denominator)
{
  memset (self->p, 0, ((gsize)self->n_x + 1) * sizeof (double));
  self->p[0] = 1.0;
  for (guint k = 1; k <= r; k++)
    extend (self, k, 0.0);
  memcpy (denominator, self->p + r * ((gsize)self->n_x + 1), (r + 1) * sizeof (double));
}

/* det (s I - H + beta e1 c) - det (s I - H): the same recursion for the difference, which starts
 * from 0 and only adds beta c_k prod_{l=2..k} h_{l,l-1} from the first row: no cancellation. */
static void
compute_numerator (LsTransfer *self, guint r, const double c[], double beta, double *numerator)
{
  guint n = self->n_x;
  double product = beta;

  memset (self->p, 0, ((gsize)n + 1) * sizeof (double));
  for (guint k = 1; k <= r; k++)
    {
      if (k >= 2)
        product *= self->h[(gsize)(k - 1) * n + k - 2];
      extend (self, k, product * c[k - 1]);
    }
  memcpy (numerator, self->p + r * ((gsize)n + 1), (r + 1) * sizeof (double));
}

static void
compute_input (LsTransfer *self, guint j, const double b[], const double c[], const double d[])
{
  guint n = self->n_x, r = 0;
  gsize length = (gsize)n + 1;
  double *denominator = self->denominators + j * length;
  double beta = 0.0;

  memcpy (self->h, self->balanced, (gsize)n * n * sizeof (double));
  for (guint k = 0; k < n; k++)
    self->b[k] = b[(gsize)k * self->n_u + j] / self->scale[k];
  for (guint i = 0; i < self->n_y; i++)
    for (guint k = 0; k < n; k++)
      self->c[(gsize)i * n + k] = c[(gsize)i * n + k] * self->scale[k];
  if (n > 0)
    {
      beta = reduce (self);
      r = count_reached (self, beta);
    }
  self->degrees[j] = r;
  compute_denominator (self, r, denominator);
  for (guint i = 0; i < self->n_y; i++)
    {
      double *numerator = self->numerators + ((gsize)i * self->n_u + j) * length;

      compute_numerator (self, r, self->c + (gsize)i * n, beta, numerator);
      for (guint m = 0; m <= r; m++)
        numerator[m] += d[(gsize)i * self->n_u + j] * denominator[m];
    }
}

static gboolean
is_finite (const double values[], gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (!isfinite (values[i]))
      return FALSE;
  return TRUE;
}

LsStatus
ls_transfer_compute (
    LsTransfer *self, const double a[], const double b[], const double c[], const double d[])
{
  g_return_val_if_fail (self != NULL, LS_STOP);

  gsize n = self->n_x, n_u = self->n_u, n_y = self->n_y;

  if (!is_finite (a, n * n) || !is_finite (b, n * n_u) || !is_finite (c, n_y * n)
      || !is_finite (d, n_y * n_u))
    return LS_STOP;
  if (n > 0)
    {
      gsl_matrix_view matrix = gsl_matrix_view_array (self->balanced, n, n);
      gsl_vector_view scale = gsl_vector_view_array (self->scale, n);

      memcpy (self->balanced, a, n * n * sizeof (double));
      gsl_linalg_balance_matrix (&matrix.matrix, &scale.vector);
    }
  for (guint j = 0; j < self->n_u; j++)
    compute_input (self, j, b, c, d);
  return LS_OK;
}

guint
ls_transfer_get_degree (const LsTransfer *self, guint j)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->degrees[j];
}

const double *
ls_transfer_get_denominator (const LsTransfer *self, guint j)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->denominators + j * ((gsize)self->n_x + 1);
}

const double *
ls_transfer_get_numerator (const LsTransfer *self, guint i, guint j)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->numerators + ((gsize)i * self->n_u + j) * ((gsize)self->n_x + 1);
}

static double
evaluate (const double coefficients[], guint degree, double s)
{
  double value = 0.0;

  for (guint m = degree + 1; m-- > 0;)
    value = value * s + coefficients[m];
  return value;
}

double
ls_transfer_evaluate (const LsTransfer *self, guint i, guint j, double s)
{
  guint degree = self->degrees[j];
  double below = evaluate (ls_transfer_get_denominator (self, j), degree, s);

  if (below == 0.0)
    return NAN;
  return evaluate (ls_transfer_get_numerator (self, i, j), degree, s) / below;
}
