#include "core/cosim/estimator.h"

#include "core/num/phi.h"

#include <math.h>
#include <string.h>

struct LsEstimator
{
  guint n_x, n_u, n_y, degree;
  gboolean affine_term;
  LsPhi *phi;
  gsize n_matrices; /* numbers in A, B, C, D together */
  double *matrices; /* of the last gains */
  double h;
  gboolean valid;
  guint64 count;
  double *c_phi[LS_SYSTEM_MAX_DEGREE + 2]; /* C phi_k (hA), n_y x n_x */
  double *gain, *slope_gain;               /* n_y x n_u x (degree + 1) */
  double *constant, *slope_constant;       /* n_y */
  double *v;                               /* n_x */
  double *memory;
};

LsEstimator *
ls_estimator_new (const LsSystemInfo *info, guint degree, gboolean affine_term)
{
  LsEstimator *self;
  gsize n_x = info->n_state, n_u = info->n_in, n_y = info->n_out;
  gsize n_gain = n_y * n_u * (degree + 1);
  double *next;

  g_return_val_if_fail (degree <= LS_SYSTEM_MAX_DEGREE, NULL);

  self = g_new0 (LsEstimator, 1);
  self->n_x = info->n_state;
  self->n_u = info->n_in;
  self->n_y = info->n_out;
  self->degree = degree;
  self->affine_term = affine_term;
  self->phi = ls_phi_new (info->n_state, degree + 1);
  self->n_matrices = (n_x + n_y) * (n_x + n_u);
  self->memory = g_new0 (double, self->n_matrices + (degree + 2) * n_y * n_x + 2 * n_gain + 2 * n_y
                                     + n_x + 1);
  self->matrices = next = self->memory;
  next += self->n_matrices;
  for (guint k = 0; k <= degree + 1; k++, next += n_y * n_x)
    self->c_phi[k] = next;
  self->gain = next;
  self->slope_gain = next += n_gain;
  self->constant = next += n_gain;
  self->slope_constant = next += n_y;
  self->v = next + n_y;
  return self;
}

void
ls_estimator_free (LsEstimator *self)
{
  if (self == NULL)
    return;
  ls_phi_free (self->phi);
  g_free (self->memory);
  g_free (self);
}

static double
dot (guint n, const double a[], const double b[], guint stride)
{
  double sum = 0.0;

  for (guint k = 0; k < n; k++)
    sum += a[k] * b[(gsize)k * stride];
  return sum;
}

/* C phi_k for every k. */
static void
multiply_outputs (LsEstimator *self, const double c[])
{
  guint n = self->n_x;

  for (guint k = 0; k <= self->degree + 1; k++)
    for (guint i = 0; i < self->n_y; i++)
      for (guint j = 0; j < n; j++)
        self->c_phi[k][(gsize)i * n + j]
            = dot (n, c + (gsize)i * n, ls_phi_get (self->phi, k) + j, n);
}

/* G_V[i][j][p] = p! h^(p+1) C phi_(p+1) B + D h^p,
 * G_D[i][j][p] = p! h^p C phi_p B + p D h^(p-1). */
static void
compute_gains (LsEstimator *self, const LsLinearisation *point, double h)
{
  guint n = self->n_x, n_u = self->n_u;
  gsize entry = 0;

  for (guint i = 0; i < self->n_y; i++)
    for (guint j = 0; j < n_u; j++)
      {
        double d = point->d[(gsize)i * n_u + j];
        double power = 1.0, below = 0.0, factorial = 1.0; /* h^p, h^(p-1), p! */

        for (guint p = 0; p <= self->degree; p++, entry++)
          {
            const double *low = self->c_phi[p] + (gsize)i * n;
            const double *high = self->c_phi[p + 1] + (gsize)i * n;

            factorial *= p > 0 ? p : 1;
            self->gain[entry]
                = factorial * power * h * dot (n, high, point->b + j, n_u) + d * power;
            self->slope_gain[entry]
                = factorial * power * dot (n, low, point->b + j, n_u) + p * d * below;
            below = power;
            power *= h;
          }
      }
}

/* Returns: %FALSE when the matrices and the step are those of the last gains. */
static gboolean
take_matrices (LsEstimator *self, const LsLinearisation *point, double h)
{
  const double *parts[] = { point->a, point->b, point->c, point->d };
  gsize sizes[] = { (gsize)self->n_x * self->n_x, (gsize)self->n_x * self->n_u,
                    (gsize)self->n_y * self->n_x, (gsize)self->n_y * self->n_u };
  gboolean changed = !self->valid || memcmp (&h, &self->h, sizeof h) != 0;
  double *stored = self->matrices;

  for (guint k = 0; k < G_N_ELEMENTS (parts); stored += sizes[k++])
    if (changed || memcmp (stored, parts[k], sizes[k] * sizeof (double)) != 0)
      {
        memcpy (stored, parts[k], sizes[k] * sizeof (double));
        changed = TRUE;
      }
  self->h = h;
  return changed;
}

/* With x (tau) - x_0 in place of x nothing large cancels:
 * P_V x + R_V f_C + (y - C x - D u) = h C phi_1 (f - B u) + y - D u,
 * P_D x + R_D f_C                   = C phi_0 (f - B u),
 * and A x in place of f - B u where R f_C is left out. */
static void
compute_constants (LsEstimator *self, const LsLinearisation *point, const double u[], double h)
{
  guint n = self->n_x, n_u = self->n_u;

  for (guint k = 0; k < n; k++)
    self->v[k] = self->affine_term ? point->f[k] - dot (n_u, point->b + (gsize)k * n_u, u, 1)
                                   : dot (n, point->a + (gsize)k * n, point->x, 1);
  for (guint i = 0; i < self->n_y; i++)
    {
      self->constant[i] = h * dot (n, self->c_phi[1] + (gsize)i * n, self->v, 1) + point->y[i]
                          - dot (n_u, point->d + (gsize)i * n_u, u, 1);
      self->slope_constant[i] = dot (n, self->c_phi[0] + (gsize)i * n, self->v, 1);
    }
}

LsStatus
ls_estimator_prepare (LsEstimator *self, const LsLinearisation *point, const double u[], double h)
{
  if (take_matrices (self, point, h))
    {
      self->valid = FALSE;
      if (ls_phi_compute (self->phi, point->a, h) != LS_OK)
        return LS_STOP;
      multiply_outputs (self, point->c);
      compute_gains (self, point, h);
      self->valid = TRUE;
      self->count++;
    }
  compute_constants (self, point, u, h);
  return LS_OK;
}

guint64
ls_estimator_get_count (const LsEstimator *self)
{
  return self->count;
}

const double *
ls_estimator_get_gain (const LsEstimator *self)
{
  return self->gain;
}

const double *
ls_estimator_get_slope_gain (const LsEstimator *self)
{
  return self->slope_gain;
}

const double *
ls_estimator_get_constant (const LsEstimator *self)
{
  return self->constant;
}

const double *
ls_estimator_get_slope_constant (const LsEstimator *self)
{
  return self->slope_constant;
}
