#include "core/num/phi.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Degrees of the series, those that the scheme of Paterson and Stockmeyer reaches with one product
 * less than any higher degree, and the highest power of Z stored for each. */
static const struct
{
  guint degree, power;
} schemes[] = { { 2, 2 }, { 4, 2 }, { 6, 3 }, { 9, 3 }, { 12, 4 }, { 16, 4 } };

#define N_SCHEMES G_N_ELEMENTS (schemes)
#define MAX_POWER 4

/* Largest norm of the scaled matrix. The sums have no cancellation below 1. */
#define MAX_THETA 1.0

struct LsPhi
{
  guint n, k_max;
  double inverse_factorial[2 * LS_PHI_MAX + 32];
  double theta[N_SCHEMES];
  double *a; /* the matrix of the last computation */
  double h;
  gboolean valid;
  guint64 count;
  double *scale;                /* balancing, powers of two */
  double *power[MAX_POWER + 1]; /* power[p] = Z^p; [0] is not used */
  double *phi[LS_PHI_MAX + 1];
  double *work;
  double *memory;
};

/* The truncated series of phi_K of degree m misses less than
 * theta^(m+1) / (m+1+K)!, to be below the unit round-off of 1 / K!. */
static void
set_thresholds (LsPhi *self)
{
  double factorial = 1.0;

  self->inverse_factorial[0] = 1.0;
  for (guint i = 1; i < G_N_ELEMENTS (self->inverse_factorial); i++)
    {
      factorial *= i;
      self->inverse_factorial[i] = 1.0 / factorial;
    }
  for (guint i = 0; i < N_SCHEMES; i++)
    {
      guint terms = schemes[i].degree + 1;
      double ratio
          = self->inverse_factorial[self->k_max] / self->inverse_factorial[terms + self->k_max];

      self->theta[i] = fmin (MAX_THETA, pow (0.5 * DBL_EPSILON * ratio, 1.0 / terms));
    }
}

LsPhi *
ls_phi_new (guint n, guint k_max)
{
  LsPhi *self;
  gsize size = (gsize)n * n;
  double *next;

  g_return_val_if_fail (k_max <= LS_PHI_MAX, NULL);

  self = g_new0 (LsPhi, 1);
  self->n = n;
  self->k_max = k_max;
  set_thresholds (self);
  /* One block: a, work, powers 1 to 4, phi 0 to k_max, scale. */
  self->memory = g_new0 (double, size *(2 + MAX_POWER + k_max + 1) + n + 1);
  next = self->memory;
  self->a = next;
  self->work = next += size;
  for (guint p = 1; p <= MAX_POWER; p++)
    self->power[p] = next += size;
  for (guint k = 0; k <= k_max; k++)
    self->phi[k] = next += size;
  self->scale = next + size;
  return self;
}

void
ls_phi_free (LsPhi *self)
{
  if (self == NULL)
    return;
  g_free (self->memory);
  g_free (self);
}

/* c = a b; c must not alias a or b. */
static void
multiply (guint n, const double *restrict a, const double *restrict b, double *restrict c)
{
  g_assert (n == 0 || (c != a && c != b));
  if (n == 1)
    {
      c[0] = a[0] * b[0];
      return;
    }
  if (n == 2)
    {
      c[0] = a[0] * b[0] + a[1] * b[2];
      c[1] = a[0] * b[1] + a[1] * b[3];
      c[2] = a[2] * b[0] + a[3] * b[2];
      c[3] = a[2] * b[1] + a[3] * b[3];
      return;
    }
  for (guint i = 0; i < n; i++)
    {
      double *row = c + (gsize)i * n;

      for (guint j = 0; j < n; j++)
        row[j] = 0.0;
      for (guint k = 0; k < n; k++)
        {
          double factor = a[(gsize)i * n + k];
          const double *other = b + (gsize)k * n;

          for (guint j = 0; j < n; j++)
            row[j] += factor * other[j];
        }
    }
}

static void
add_identity (guint n, double *a, double factor)
{
  for (guint i = 0; i < n; i++)
    a[(gsize)i * (n + 1)] += factor;
}

/* 1-norm: greatest column sum. */
static double
norm_1 (guint n, const double *a)
{
  double norm = 0.0;

  for (guint j = 0; j < n; j++)
    {
      double sum = 0.0;

      for (guint i = 0; i < n; i++)
        sum += fabs (a[(gsize)i * n + j]);
      norm = fmax (norm, sum);
    }
  return norm;
}

static gboolean
is_finite (gsize size, const double *a)
{
  for (gsize i = 0; i < size; i++)
    if (!isfinite (a[i]))
      return FALSE;
  return TRUE;
}

/* Column and row sums of index @i without the diagonal. */
static void
sum_row_and_column (guint n, const double *a, guint i, double *row, double *column)
{
  *row = *column = 0.0;
  for (guint j = 0; j < n; j++)
    if (j != i)
      {
        *row += fabs (a[(gsize)i * n + j]);
        *column += fabs (a[(gsize)j * n + i]);
      }
}

/* Scale factor of column @i (its inverse for row @i), 1 if scaling gains nothing. */
static double
choose_factor (double diagonal, double row, double column)
{
  double target = fmax (fabs (diagonal), 0.5 * MAX_THETA);
  double factor;

  if (row == 0.0 || column == 0.0)
    {
      /* Coupling in one direction only: scaling can make it arbitrarily small. */
      if (fmax (row, column) < 4.0 * target)
        return 1.0;
      factor = ldexp (1.0, ilogb (fmax (row, column)) - ilogb (target));
      return column == 0.0 ? factor : 1.0 / factor;
    }
  factor = ldexp (1.0, (ilogb (row) - ilogb (column)) / 2);
  return column * factor + row / factor < 0.95 * (row + column) ? factor : 1.0;
}

/* Z := S^-1 Z S with powers of two, so that rows and columns have similar norms (Parlett and
 * Reinsch 1969): position and velocity of a stiff spring differ by orders of magnitude, and small
 * entries must be as exact as large ones. */
static void
balance (LsPhi *self, double *z)
{
  guint n = self->n;
  gboolean changed = n > 1;

  for (guint i = 0; i < n; i++)
    self->scale[i] = 1.0;
  for (guint sweep = 0; changed && sweep < 20; sweep++)
    {
      changed = FALSE;
      for (guint i = 0; i < n; i++)
        {
          double row, column, factor;

          sum_row_and_column (n, z, i, &row, &column);
          factor = choose_factor (z[(gsize)i * (n + 1)], row, column);
          if (factor == 1.0)
            continue;
          changed = TRUE;
          self->scale[i] *= factor;
          for (guint j = 0; j < n; j++)
            z[(gsize)j * n + i] *= factor;
          for (guint j = 0; j < n; j++)
            z[(gsize)i * n + j] /= factor;
        }
    }
}

static void
undo_balance (const LsPhi *self, double *a)
{
  for (guint i = 0; i < self->n; i++)
    for (guint j = 0; j < self->n; j++)
      a[(gsize)i * self->n + j] *= self->scale[i] / self->scale[j];
}

/* Bound alpha with |Z^j| <= alpha^j for every j >= 2 (Al-Mohy and Higham 2009, theorem 4.2 with p =
 * 2): far below |Z| for non-normal matrices. */
static double
get_alpha (LsPhi *self)
{
  guint n = self->n;
  double norm = norm_1 (n, self->power[1]);
  double alpha;

  if (norm <= self->theta[0] || n == 1)
    return norm;
  multiply (n, self->power[2], self->power[1], self->power[3]);
  if (!is_finite ((gsize)n * n, self->power[3]))
    return norm;
  alpha = fmax (sqrt (norm_1 (n, self->power[2])), cbrt (norm_1 (n, self->power[3])));
  return fmin (alpha, norm);
}

/* Selects the number of halvings and the degree of the series. */
static void
choose_scheme (LsPhi *self, double alpha, int *halvings, guint *scheme)
{
  double largest = self->theta[N_SCHEMES - 1];

  *halvings = 0;
  if (alpha > largest)
    {
      frexp (alpha / largest, halvings);
      /* alpha / largest = m 2^e with m in [0.5, 1): e halvings bring it below. */
      alpha = ldexp (alpha, -*halvings);
    }
  *scheme = 0;
  while (*scheme + 1 < N_SCHEMES && alpha > self->theta[*scheme])
    ++*scheme;
}

/* result = sum_{j=0..degree} Z^j / (j + k_max)!, in blocks of @power terms. */
static void
sum_series (LsPhi *self, guint degree, guint power, double *result)
{
  guint n = self->n;
  gsize size = (gsize)n * n;
  const double *coefficient = self->inverse_factorial + self->k_max;

  /* The highest block is the single term Z^degree, written with Z^power. */
  for (gsize i = 0; i < size; i++)
    result[i] = coefficient[degree] * self->power[power][i];
  for (guint block = degree; block > 0; block -= power)
    {
      guint first = block - power;

      for (guint p = 1; p < power; p++)
        for (gsize i = 0; i < size; i++)
          result[i] += coefficient[first + p] * self->power[p][i];
      add_identity (n, result, coefficient[first]);
      if (first > 0)
        {
          multiply (n, self->power[power], result, self->work);
          memcpy (result, self->work, size * sizeof (double));
        }
    }
}

/* phi_k = Z phi_{k+1} + I / k!. */
static void
recur_downwards (LsPhi *self)
{
  for (guint k = self->k_max; k-- > 0;)
    {
      multiply (self->n, self->power[1], self->phi[k + 1], self->phi[k]);
      add_identity (self->n, self->phi[k], self->inverse_factorial[k]);
    }
}

/* phi_k (2 Z) = 2^-k (phi_0 phi_k + sum_{j=1..k} phi_j / (k - j)!), from the highest k down so that
 * every right-hand side is still that of Z. */
static void
double_argument (LsPhi *self)
{
  gsize size = (gsize)self->n * self->n;

  for (guint k = self->k_max + 1; k-- > 0;)
    {
      double factor = ldexp (1.0, -(int)k);

      multiply (self->n, self->phi[0], self->phi[k], self->work);
      for (guint j = 1; j <= k; j++)
        for (gsize i = 0; i < size; i++)
          self->work[i] += self->inverse_factorial[k - j] * self->phi[j][i];
      for (gsize i = 0; i < size; i++)
        self->phi[k][i] = factor * self->work[i];
    }
}

/* power[1] = Z / 2^halvings and the powers required by the series. */
static void
prepare_powers (LsPhi *self, int halvings, guint power)
{
  gsize size = (gsize)self->n * self->n;

  if (halvings > 0)
    {
      double factor = ldexp (1.0, -halvings);

      for (gsize i = 0; i < size; i++)
        self->power[1][i] *= factor;
    }
  for (guint p = 2; p <= power; p++)
    multiply (self->n, self->power[p - 1], self->power[1], self->power[p]);
}

LsStatus
ls_phi_compute (LsPhi *self, const double a[], double h)
{
  gsize size = (gsize)self->n * self->n;
  int halvings;
  guint scheme;
  gboolean finite = TRUE;

  if (self->valid && memcmp (&h, &self->h, sizeof h) == 0
      && memcmp (a, self->a, size * sizeof (double)) == 0)
    return LS_OK;

  self->valid = FALSE;
  for (gsize i = 0; i < size; i++)
    self->power[1][i] = h * a[i];
  if (!isfinite (h) || !is_finite (size, self->power[1]))
    return LS_STOP;
  balance (self, self->power[1]);
  multiply (self->n, self->power[1], self->power[1], self->power[2]);
  choose_scheme (self, get_alpha (self), &halvings, &scheme);
  prepare_powers (self, halvings, schemes[scheme].power);
  sum_series (self, schemes[scheme].degree, schemes[scheme].power, self->phi[self->k_max]);
  recur_downwards (self);
  for (int i = 0; i < halvings; i++)
    double_argument (self);
  for (guint k = 0; k <= self->k_max; k++)
    {
      undo_balance (self, self->phi[k]);
      finite = finite && is_finite (size, self->phi[k]);
    }
  if (!finite)
    return LS_STOP;

  memcpy (self->a, a, size * sizeof (double));
  self->h = h;
  self->valid = TRUE;
  self->count++;
  return LS_OK;
}

const double *
ls_phi_get (const LsPhi *self, guint k)
{
  g_return_val_if_fail (k <= self->k_max, NULL);

  return self->phi[k];
}

guint64
ls_phi_get_count (const LsPhi *self)
{
  return self->count;
}
