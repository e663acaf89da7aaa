#include "core/num/holding.h"

#include "core/num/dense-lu.h"
#include "core/num/phi.h"
#include "core/num/polynomial.h"
#include "core/num/singular-gsl.h"
#include "core/num/spectrum.h"

#include <math.h>
#include <string.h>

#define MOST_DEGREE 3u
/* Directions that inputs hardly move are left alone. */
#define TOLERANCE 1e-7
/* What is left of a deviation after a step, at most: it must not swing. */
#define MOST_RADIUS 0.9

struct LsHolding
{
  guint n_most, n_u, n;
  double h;
  LsPhi *phi;
  double *by_power[MOST_DEGREE + 1]; /* n_most x n_u: p! h^(p+1) phi_(p+1) B */
  double *gain; /* n_u x n: the change of v from the mean, of what is left after two steps */
  gboolean steers;
  guint n_ahead;               /* steps after which the deviation is to be 0 */
  double *next, *left, *wrong; /* n_u x (MOST_DEGREE + 1), n_most, n_most */
  double *matrix;              /* n_most x n_most */
  guint *pivots;
};

LsHolding *
ls_holding_new (guint n_most, guint n_u)
{
  LsHolding *self = g_new0 (LsHolding, 1);

  self->n_most = n_most;
  self->n_u = n_u;
  self->phi = ls_phi_new (n_most, MOST_DEGREE + 1);
  for (guint p = 0; p <= MOST_DEGREE; p++)
    self->by_power[p] = g_new0 (double, (gsize)n_most *n_u + 1);
  self->gain = g_new0 (double, (gsize)n_most *n_u + 1);
  self->next = g_new0 (double, (gsize)n_u *(MOST_DEGREE + 1) + 1);
  self->left = g_new0 (double, 2 * (gsize)n_most + 1);
  self->wrong = self->left + n_most;
  self->matrix = g_new0 (double, (gsize)n_most *n_most + 1);
  self->pivots = g_new0 (guint, n_most + 1);
  return self;
}

void
ls_holding_free (LsHolding *self)
{
  if (self == NULL)
    return;
  ls_phi_free (self->phi);
  for (guint p = 0; p <= MOST_DEGREE; p++)
    g_free (self->by_power[p]);
  g_free (self->gain);
  g_free (self->next);
  g_free (self->left);
  g_free (self->matrix);
  g_free (self->pivots);
  g_free (self);
}

gboolean
ls_holding_steers (const LsHolding *self)
{
  return self->steers;
}

static void
fill_powers (LsHolding *self, const LsRealisation *system)
{
  double factor = self->h;

  for (guint p = 0; p <= MOST_DEGREE; p++)
    {
      const double *phi = ls_phi_get (self->phi, p + 1);

      memset (self->by_power[p], 0, (gsize)self->n_most * self->n_u * sizeof (double));
      for (guint i = 0; i < self->n; i++)
        for (guint k = 0; k < self->n; k++)
          for (guint j = 0; j < self->n_u; j++)
            self->by_power[p][(gsize)i * self->n_u + j]
                += factor * phi[(gsize)i * self->n_most + k] * system->b[(gsize)k * self->n_u + j];
      factor *= (p + 1) * self->h;
    }
}

/* The pseudo-inverse of @matrix, rows x columns with rows >= columns: columns x rows, or with
 * @turned of the transposed one: rows x columns. @rank: (out): of it */
static double *
invert (gsl_matrix *matrix, gboolean turned, guint *rank)
{
  const gsize rows = matrix->size1, columns = matrix->size2;
  double *inverse = g_new0 (double, rows *columns + 1);
  gsl_matrix *v = gsl_matrix_alloc (columns, columns);
  gsl_vector *s = gsl_vector_alloc (columns);

  *rank = 0;
  if (ls_factorise_singular (matrix, v, s))
    while (*rank < columns && gsl_vector_get (s, *rank) > TOLERANCE * gsl_vector_get (s, 0))
      ++*rank;
  for (gsize k = 0; k < *rank; k++)
    for (gsize i = 0; i < rows; i++)
      for (gsize j = 0; j < columns; j++)
        inverse[turned ? i * columns + j : j * rows + i]
            += gsl_matrix_get (v, j, k) * gsl_matrix_get (matrix, i, k) / gsl_vector_get (s, k);
  gsl_matrix_free (v);
  gsl_vector_free (s);
  return inverse;
}

/* What a value held on the step @before the last changes x by at the end: row @i, column @j. */
static double
get_effect (const LsHolding *self, guint before, guint i, guint j)
{
  const double *e = ls_phi_get (self->phi, 0);
  double sum = 0.0;

  if (before == 0)
    return self->by_power[0][(gsize)i * self->n_u + j];
  for (guint k = 0; k < self->n; k++)
    sum += e[(gsize)i * self->n_most + k] * self->by_power[0][(gsize)k * self->n_u + j];
  return sum;
}

/* Fills the gain for as many steps as self->n_ahead. Returns: whether their values can make the
 * deviation 0 */
static gboolean
find_gain (LsHolding *self, const double scales[])
{
  const guint n = self->n, n_u = self->n_u, n_values = self->n_ahead * n_u;
  const gboolean turned = n < n_values;
  gsl_matrix *matrix = turned ? gsl_matrix_calloc (n_values, n) : gsl_matrix_calloc (n, n_values);
  g_autofree double *inverse = NULL;
  guint rank;

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n_values; j++)
      gsl_matrix_set (matrix, turned ? j : i, turned ? i : j,
                      scales[j % n_u] * get_effect (self, self->n_ahead - 1 - j / n_u, i, j % n_u));
  inverse = invert (matrix, turned, &rank);
  gsl_matrix_free (matrix);
  for (guint j = 0; j < n_u; j++)
    for (guint i = 0; i < n; i++)
      self->gain[(gsize)j * n + i] = -scales[j] * inverse[(gsize)j * n + i];
  return rank == n;
}

/* Whether deviations fade: the spectral radius of E - G W E^2. */
static gboolean
is_steady (const LsHolding *self)
{
  const guint n = self->n;
  const double *e = ls_phi_get (self->phi, 0);
  g_autofree double *closed = g_new0 (double, (gsize)n *n + 1);
  g_autofree double *gained = g_new0 (double, (gsize)self->n_u *n + 1);
  double radius = INFINITY;

  for (guint k = 0; k < n; k++)
    for (guint i = 0; i < n; i++)
      {
        double square = 0.0;

        for (guint l = 0; l < n; l++)
          square += e[(gsize)k * self->n_most + l] * e[(gsize)l * self->n_most + i];
        for (guint j = 0; j < self->n_u; j++)
          gained[(gsize)j * n + i] += self->gain[(gsize)j * n + k] * square;
      }
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < n; k++)
      {
        closed[(gsize)i * n + k] = e[(gsize)i * self->n_most + k];
        for (guint j = 0; j < self->n_u; j++)
          closed[(gsize)i * n + k]
              += self->by_power[0][(gsize)i * self->n_u + j] * gained[(gsize)j * n + k];
      }
  return ls_spectrum_measure (n, closed, &radius, NULL) == LS_OK && radius <= MOST_RADIUS;
}

LsStatus
ls_holding_prepare (LsHolding *self, const LsRealisation *system, const double scales[], double h)
{
  g_return_val_if_fail (self != NULL, LS_STOP);

  const guint n = system->n;

  self->n = n;
  self->h = h;
  self->steers = FALSE;
  if (ls_phi_compute (self->phi, system->a, h) != LS_OK)
    return LS_STOP;
  fill_powers (self, system);
  if (n == 0 || self->n_u == 0)
    return LS_OK;
  self->n_ahead = 1;
  self->steers = find_gain (self, scales);
  if (self->steers)
    return LS_OK;
  self->n_ahead = 2;
  find_gain (self, scales);
  self->steers = is_steady (self);
  return LS_OK;
}

/* @x += @sign * P of polynomials @a */
static void
add_polynomials (const LsHolding *self, double sign, guint degree, const double a[], double x[])
{
  for (guint p = 0; p <= degree; p++)
    for (guint i = 0; i < self->n; i++)
      for (guint j = 0; j < self->n_u; j++)
        x[i] += sign * self->by_power[p][(gsize)i * self->n_u + j] * a[(gsize)j * (degree + 1) + p];
}

/* @x := E @x; @work: n */
static void
propagate (const LsHolding *self, double x[], double work[])
{
  const double *e = ls_phi_get (self->phi, 0);

  memcpy (work, x, self->n * sizeof (double));
  for (guint i = 0; i < self->n; i++)
    {
      x[i] = 0.0;
      for (guint k = 0; k < self->n; k++)
        x[i] += e[(gsize)i * self->n_most + k] * work[k];
    }
}

/* @next: the polynomials in powers of the time since the end of the step. */
static void
shift (const LsHolding *self, guint degree, const double a[], double next[])
{
  memcpy (next, a, (gsize)self->n_u * (degree + 1) * sizeof (double));
  for (guint j = 0; j < self->n_u; j++)
    for (guint k = 0; k < degree; k++)
      for (guint p = degree; p-- > k;)
        next[(gsize)j * (degree + 1) + p] += self->h * next[(gsize)j * (degree + 1) + p + 1];
}

void
ls_holding_deviate (
    LsHolding *self, guint degree, const double a[], const double held[], double deviation[])
{
  propagate (self, deviation, self->wrong);
  add_polynomials (self, -1.0, degree, a, deviation);
  add_polynomials (self, 1.0, 0, held, deviation);
}

/* The deviation @left after one more step, with the polynomials going on, and means held. */
static void
look_further (LsHolding *self, guint degree, const double a[], double left[])
{
  shift (self, degree, a, self->next);
  propagate (self, left, self->wrong);
  add_polynomials (self, -1.0, degree, self->next, left);
  for (guint j = 0; j < self->n_u; j++)
    {
      const double mean
          = ls_polynomial_get_mean (self->next + (gsize)j * (degree + 1), degree, self->h);

      for (guint i = 0; i < self->n; i++)
        left[i] += self->by_power[0][(gsize)i * self->n_u + j] * mean;
    }
}

void
ls_holding_choose (
    LsHolding *self, guint degree, const double a[], const double deviation[], double held[])
{
  double *left = self->left;

  for (guint j = 0; j < self->n_u; j++)
    held[j] = ls_polynomial_get_mean (a + (gsize)j * (degree + 1), degree, self->h);
  if (!self->steers)
    return;
  memcpy (left, deviation, self->n * sizeof (double));
  ls_holding_deviate (self, degree, a, held, left);
  if (self->n_ahead > 1)
    look_further (self, degree, a, left);
  for (guint j = 0; j < self->n_u; j++)
    for (guint i = 0; i < self->n; i++)
      held[j] += self->gain[(gsize)j * self->n + i] * left[i];
}

void
ls_holding_move (LsHolding *self,
                 const double f[],
                 const double u[],
                 guint degree,
                 const double a[],
                 double dx[])
{
  const double *phi = ls_phi_get (self->phi, 1);

  memset (dx, 0, self->n_most * sizeof (double));
  for (guint i = 0; i < self->n; i++)
    for (guint k = 0; k < self->n; k++)
      dx[i] += self->h * phi[(gsize)i * self->n_most + k] * f[k];
  add_polynomials (self, 1.0, degree, a, dx);
  add_polynomials (self, -1.0, 0, u, dx);
}

LsStatus
ls_holding_find_slope (LsHolding *self, const double dx[], double f[])
{
  const double *phi = ls_phi_get (self->phi, 1);
  const guint n = self->n;

  for (guint i = 0; i < n; i++)
    {
      f[i] = dx[i] / self->h;
      memcpy (self->matrix + (gsize)i * n, phi + (gsize)i * self->n_most, n * sizeof (double));
    }
  if (ls_dense_factorise (n, self->matrix, self->pivots) != LS_OK)
    return LS_STOP;
  ls_dense_solve (n, self->matrix, self->pivots, f);
  return LS_OK;
}
