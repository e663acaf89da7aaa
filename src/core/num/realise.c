#include "core/num/realise.h"

#include "core/num/dense-lu.h"
#include "core/num/phi.h"
#include "core/num/singular-gsl.h"

#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

/* Square roots of a matrix until it is near 1: eigenvalues of a modulus down to some 1e-300. */
#define MOST_ROOTS 40u
#define MOST_ITERATIONS 30u
/* Responses that no linear system has: of their greatest. */
#define WRONG 1e-3
/* Distance from 1 at which the series is short. */
#define NEAR 0.25

LsRealisation *
ls_realisation_new (guint n_y, guint n_u, guint n_most)
{
  LsRealisation *self = g_new0 (LsRealisation, 1);

  self->n_y = n_y;
  self->n_u = n_u;
  self->n_most = n_most;
  self->a = g_new0 (double, (gsize)n_most *n_most + 1);
  self->b = g_new0 (double, (gsize)n_most *n_u + 1);
  self->c = g_new0 (double, (gsize)n_y *n_most + 1);
  return self;
}

void
ls_realisation_free (LsRealisation *self)
{
  if (self == NULL)
    return;
  g_free (self->a);
  g_free (self->b);
  g_free (self->c);
  g_free (self);
}

/* ---- Logarithm -------------------------------------------------------------------------- */

/* @result = @factor @a @b, @a: n x n, @b: n x m */
static void
multiply_into (guint n, guint m, const double a[], const double b[], double factor, double result[])
{
  memset (result, 0, (gsize)n * m * sizeof (double));
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < n; k++)
      for (guint j = 0; j < m; j++)
        result[(gsize)i * m + j] += factor * a[(gsize)i * n + k] * b[(gsize)k * m + j];
}

/* @result = @a @b */
static void
multiply (guint n, const double a[], const double b[], double result[])
{
  multiply_into (n, n, a, b, 1.0, result);
}

/* @result = @a^-1; @work: n x n + n; overwritten */
static LsStatus
invert (guint n, const double a[], double result[], double work[], guint pivots[])
{
  double *column = work + (gsize)n * n;

  memcpy (work, a, (gsize)n * n * sizeof (double));
  if (ls_dense_factorise (n, work, pivots) != LS_OK)
    return LS_STOP;
  for (guint j = 0; j < n; j++)
    {
      memset (column, 0, n * sizeof (double));
      column[j] = 1.0;
      ls_dense_solve (n, work, pivots, column);
      for (guint i = 0; i < n; i++)
        result[(gsize)i * n + j] = column[i];
    }
  return LS_OK;
}

/* Greatest sum of a row of |a - 1|; infinite where it is not finite. */
static double
get_distance (guint n, const double a[])
{
  double greatest = 0.0;

  for (guint i = 0; i < n; i++)
    {
      double sum = 0.0;

      for (guint j = 0; j < n; j++)
        sum += fabs (a[(gsize)i * n + j] - (i == j));
      if (!isfinite (sum))
        return INFINITY;
      greatest = fmax (greatest, sum);
    }
  return greatest;
}

/* Replaces @root by its square root: M, X := (2 + M + M^-1) / 4, X (1 + M^-1) / 2, M to 1.
 * @work: 4 n x n + n */
static LsStatus
take_root (guint n, double root[], double work[], guint pivots[])
{
  const gsize size = (gsize)n * n;
  double *m = work, *inverse = m + size, *next = inverse + size, *space = next + size;
  double last = INFINITY;

  memcpy (m, root, size * sizeof (double));
  for (guint round = 0; round < MOST_ITERATIONS; round++)
    {
      const double distance = get_distance (n, m);

      if (distance <= 1e-15 * n || (round > 4 && distance < 1e-10 && !(distance < 0.5 * last)))
        return LS_OK;
      last = distance;
      if (!isfinite (distance) || invert (n, m, inverse, space, pivots) != LS_OK)
        return LS_STOP;
      for (gsize i = 0; i < size; i++)
        {
          const double one = i % (n + 1) == 0;

          m[i] = 0.25 * (2.0 * one + m[i] + inverse[i]);
          inverse[i] = 0.5 * (one + inverse[i]);
        }
      multiply (n, root, inverse, next);
      memcpy (root, next, size * sizeof (double));
    }
  return LS_STOP;
}

/* log (e) = 2 atanh (Z) = 2 (Z + Z^3 / 3 + ...), Z = (e - 1) (e + 1)^-1. */
static LsStatus
sum_series (guint n, const double e[], double log[], double work[], guint pivots[])
{
  const gsize size = (gsize)n * n;
  double *z = work, *square = z + size, *power = square + size, *space = power + size;

  for (gsize i = 0; i < size; i++)
    power[i] = e[i] + (i % (n + 1) == 0);
  if (invert (n, power, square, space, pivots) != LS_OK)
    return LS_STOP;
  for (gsize i = 0; i < size; i++)
    power[i] = e[i] - (i % (n + 1) == 0);
  multiply (n, power, square, z);
  multiply (n, z, z, square);
  memcpy (power, z, size * sizeof (double));
  memset (log, 0, size * sizeof (double));
  /* |Z| is at most 1/7, and so its 19th power below the last digit. */
  for (guint k = 1; k <= 19; k += 2)
    {
      for (gsize i = 0; i < size; i++)
        log[i] += 2.0 * power[i] / k;
      multiply (n, power, square, space);
      memcpy (power, space, size * sizeof (double));
    }
  return LS_OK;
}

LsStatus
ls_matrix_logarithm (guint n, const double e[], double log[])
{
  const gsize size = (gsize)n * n;
  g_autofree double *root = g_memdup2 (e, size * sizeof (double));
  g_autofree double *work = g_new0 (double, 5 * size + n + 1);
  g_autofree guint *pivots = g_new0 (guint, n + 1);
  guint n_roots = 0;

  if (!isfinite (get_distance (n, e)))
    return LS_STOP;
  while (get_distance (n, root) > NEAR)
    if (++n_roots > MOST_ROOTS || take_root (n, root, work, pivots) != LS_OK)
      return LS_STOP;
  if (sum_series (n, root, log, work, pivots) != LS_OK)
    return LS_STOP;
  for (gsize i = 0; i < size; i++)
    log[i] *= pow (2.0, n_roots);
  return LS_OK;
}

/* ---- Realisation ------------------------------------------------------------------------ */

/* Hankel matrix of the Markov parameters = U S V^T; @u has at least as many rows as columns, so
 * that it is that of the transposed one if @turned. */
typedef struct
{
  gsl_matrix *u, *v;
  gsl_vector *s;
  gboolean turned;
} Factors;

static void
clear_factors (Factors *self)
{
  g_clear_pointer (&self->u, gsl_matrix_free);
  g_clear_pointer (&self->v, gsl_matrix_free);
  g_clear_pointer (&self->s, gsl_vector_free);
}

static gboolean
factorise (Factors *self, guint n_y, guint n_u, guint blocks, const double markov[])
{
  const guint rows = n_y * blocks, columns = n_u * blocks, least = MIN (rows, columns);

  g_assert (least > 0);
  self->turned = rows < columns;
  self->u = gsl_matrix_alloc (MAX (rows, columns), least);
  self->v = gsl_matrix_alloc (least, least);
  self->s = gsl_vector_alloc (least);
  for (guint i = 0; i < rows; i++)
    for (guint j = 0; j < columns; j++)
      {
        const gsize block = i / n_y + j / n_u;
        const double value = markov[(block * n_y + i % n_y) * n_u + j % n_u];

        if (!isfinite (value))
          return FALSE;
        gsl_matrix_set (self->u, self->turned ? j : i, self->turned ? i : j, value);
      }
  return ls_factorise_singular (self->u, self->v, self->s);
}

/* Row @i of O = U S^1/2, column @k. */
static double
get_left (const Factors *self, guint i, guint k)
{
  return gsl_matrix_get (self->turned ? self->v : self->u, i, k)
         * sqrt (gsl_vector_get (self->s, k));
}

/* Column @j of R = S^1/2 V^T, row @k. */
static double
get_right (const Factors *self, guint j, guint k)
{
  return gsl_matrix_get (self->turned ? self->u : self->v, j, k)
         * sqrt (gsl_vector_get (self->s, k));
}

/* The discrete A, n x n, from O without its last block times A = O without its first, in the least
 * squares sense: QR. */
static gboolean
shift (const Factors *self, guint n, guint n_y, guint blocks, double a[])
{
  const guint rows = n_y * (blocks - 1);
  gsl_matrix *upper = gsl_matrix_alloc (rows, n);
  gsl_vector *tau = gsl_vector_alloc (n), *lower = gsl_vector_alloc (rows);
  gsl_vector *x = gsl_vector_alloc (n), *rest = gsl_vector_alloc (rows);
  gboolean done = TRUE;

  for (guint i = 0; i < rows; i++)
    for (guint k = 0; k < n; k++)
      gsl_matrix_set (upper, i, k, get_left (self, i, k));
  gsl_linalg_QR_decomp (upper, tau);
  for (guint k = 0; k < n && done; k++)
    done = fabs (gsl_matrix_get (upper, k, k)) > 1e-14 * fabs (gsl_matrix_get (upper, 0, 0));
  for (guint k = 0; k < n && done; k++)
    {
      for (guint i = 0; i < rows; i++)
        gsl_vector_set (lower, i, get_left (self, i + n_y, k));
      done = gsl_linalg_QR_lssolve (upper, tau, lower, x, rest) == GSL_SUCCESS;
      for (guint i = 0; i < n && done; i++)
        a[(gsize)i * n + k] = gsl_vector_get (x, i);
    }
  gsl_matrix_free (upper);
  gsl_vector_free (tau);
  gsl_vector_free (lower);
  gsl_vector_free (x);
  gsl_vector_free (rest);
  return done;
}

/* B = (h phi_1 (h A))^-1 B of the discrete system, n x n_u. */
static LsStatus
undo_hold (LsRealisation *self, guint n, const double a[], double h, const Factors *factors)
{
  g_autoptr (LsPhi) phi = ls_phi_new (n, 1);
  g_autofree double *held = NULL, *column = g_new0 (double, n + 1);
  g_autofree guint *pivots = g_new0 (guint, n + 1);

  if (ls_phi_compute (phi, a, h) != LS_OK)
    return LS_STOP;
  held = g_memdup2 (ls_phi_get (phi, 1), (gsize)n * n * sizeof (double));
  if (ls_dense_factorise (n, held, pivots) != LS_OK)
    return LS_STOP;
  for (guint j = 0; j < self->n_u; j++)
    {
      for (guint k = 0; k < n; k++)
        column[k] = get_right (factors, j, k);
      ls_dense_solve (n, held, pivots, column);
      for (guint k = 0; k < n; k++)
        self->b[(gsize)k * self->n_u + j] = column[k] / h;
    }
  return LS_OK;
}

/* With the first @n singular values. */
static LsStatus
realise_order (LsRealisation *self, const Factors *factors, guint n, guint blocks, double h)
{
  g_autofree double *discrete = g_new0 (double, (gsize)n *n + 1);
  g_autofree double *a = g_new0 (double, (gsize)n *n + 1);

  memset (self->a, 0, (gsize)self->n_most * self->n_most * sizeof (double));
  memset (self->b, 0, (gsize)self->n_most * self->n_u * sizeof (double));
  memset (self->c, 0, (gsize)self->n_y * self->n_most * sizeof (double));
  self->n = n;
  if (n == 0)
    return LS_OK;
  if (!shift (factors, n, self->n_y, blocks, discrete)
      || ls_matrix_logarithm (n, discrete, a) != LS_OK)
    return LS_STOP;
  for (gsize i = 0; i < (gsize)n * n; i++)
    a[i] /= h;
  for (guint i = 0; i < n; i++)
    memcpy (self->a + (gsize)i * self->n_most, a + (gsize)i * n, n * sizeof (double));
  for (guint i = 0; i < self->n_y; i++)
    for (guint k = 0; k < n; k++)
      self->c[(gsize)i * self->n_most + k] = get_left (factors, i, k);
  return undo_hold (self, n, a, h, factors);
}

/* Greatest difference between @markov and the responses of the system that was found, relative to
 * the greatest response of the same output. */
static double
find_misfit (const LsRealisation *self, guint n_steps, const double markov[], double h)
{
  const guint n = self->n_most, n_u = self->n_u;
  g_autoptr (LsPhi) phi = ls_phi_new (n, 1);
  g_autofree double *x = g_new0 (double, 2 * (gsize)n * n_u + 1),
                    *greatest = g_new0 (double, self->n_y + 1);
  double *next = x + (gsize)n * n_u, worst = 0.0;

  if (ls_phi_compute (phi, self->a, h) != LS_OK)
    return INFINITY;
  for (gsize i = 0; i < (gsize)n_steps * self->n_y * n_u; i++)
    greatest[i / n_u % self->n_y] = fmax (greatest[i / n_u % self->n_y], fabs (markov[i]));
  multiply_into (n, n_u, ls_phi_get (phi, 1), self->b, h, x);
  for (guint k = 0; k < n_steps; k++)
    {
      for (guint i = 0; i < self->n_y; i++)
        for (guint j = 0; j < n_u && greatest[i] > 0.0; j++)
          {
            double value = -markov[((gsize)k * self->n_y + i) * n_u + j];

            for (guint l = 0; l < self->n; l++)
              value += self->c[(gsize)i * n + l] * x[(gsize)l * n_u + j];
            worst = fmax (worst, fabs (value) / greatest[i]);
          }
      multiply_into (n, n_u, ls_phi_get (phi, 0), x, 1.0, next);
      memcpy (x, next, (gsize)n * n_u * sizeof (double));
    }
  return isfinite (worst) ? worst : INFINITY;
}

LsStatus
ls_realise (LsRealisation *self,
            guint blocks,
            const double markov[],
            double h,
            double tolerance,
            gboolean *full)
{
  Factors factors = { 0 };
  LsStatus status = LS_STOP;
  guint rank = 0;

  g_return_val_if_fail (blocks >= 2, LS_STOP);

  *full = FALSE;
  if (self->n_y == 0 || self->n_u == 0)
    return realise_order (self, &factors, 0, blocks, h);
  if (factorise (&factors, self->n_y, self->n_u, blocks, markov))
    {
      const double greatest = gsl_vector_get (factors.s, 0);

      while (rank < factors.s->size && gsl_vector_get (factors.s, rank) > tolerance * greatest)
        rank++;
      *full = rank > (blocks - 1) * MIN (self->n_y, self->n_u);
      rank = MIN (MIN (rank, self->n_most), (blocks - 1) * self->n_y);
      do
        status = realise_order (self, &factors, rank, blocks, h);
      while (status != LS_OK && rank-- > 1);
    }
  clear_factors (&factors);
  return status == LS_OK && !*full && find_misfit (self, 2 * blocks - 1, markov, h) > WRONG
             ? LS_STOP
             : status;
}
