#include "core/coupling/estimator.h"

#include "core/base/prefetch.h"
#include "core/coupling/estimator-impl.h"
#include "core/num/extrapolate.h"
#include "core/num/phi.h"

#include <math.h>
#include <string.h>

/* Bytes; large matrices are read in their order, which processors foresee. */
#define MOST_PREFETCHED ((gsize)2048)

struct LsEstimator
{
  guint n_x, n_u, n_y, degree;
  LsEstimatorSettings settings;
  LsPhi *phi;            /* %NULL: Gaver and Stehfest inversion */
  LsStehfest *inversion; /* %NULL: exact phi functions */
  gsize n_matrices;      /* size of A, B, C, D together */
  double *matrices;      /* for which the gains were computed */
  double h;
  gboolean valid;
  guint64 count;
  double *c_phi[LS_SYSTEM_MAX_DEGREE + 2]; /* C phi_k (hA), n_y x n_x; exact only */
  LsEstimatorGains gains;
  double *constant, *slope_constant; /* n_y */
  double *defect, *slope_defect;     /* n_y, included in the constants */
  double *v;                         /* n_x */
  /* Estimate for the end of the last accepted step, without the defect; n_y */
  double *said, *said_slope;
  double said_h;
  gboolean has_said;
  /* Control part at the starts of the last steps. */
  LsExtrapolate *control;
  gboolean control_due; /* the current control part is not in @control yet */
  double control_time;  /* time since the first entry of @control, s */
  double *control_part, *coefficients;
  gsize n_memory; /* numbers in @memory, of which the arrays are parts */
  double memory[];
};

static gsize
get_n_gains (const LsEstimator *self)
{
  return (gsize)self->n_y * self->n_u * (self->degree + 1);
}

/* Takes the next @n numbers of the block. */
static double *
take (double **next, gsize n)
{
  double *first = *next;

  *next += n;
  return first;
}

static LsEstimator *
allocate (const LsSystemInfo *info, guint degree, gboolean inverts)
{
  const gsize n_x = info->n_state, n_u = info->n_in, n_y = info->n_out;
  const gsize n_matrices = (n_x + n_y) * (n_x + n_u), n_states = n_y * n_x;
  const gsize n_more = inverts ? 6 * n_states : (MAX (degree, 1) + 2) * n_states;
  const gsize n_memory = n_matrices + n_more + 2 * n_y * n_u * (degree + 1) + 11 * n_y + n_x;
  LsEstimator *self = g_malloc0 (sizeof *self + n_memory * sizeof (double));

  self->n_x = info->n_state;
  self->n_u = info->n_in;
  self->n_y = info->n_out;
  self->degree = degree;
  self->n_matrices = n_matrices;
  self->n_memory = n_memory;
  return self;
}

static void
share_out (LsEstimator *self)
{
  const gsize n_x = self->n_x, n_y = self->n_y, n_gain = get_n_gains (self);
  const gsize n_states = n_y * n_x;
  const guint n_phi = self->phi != NULL ? MAX (self->degree, 1) + 2 : 0;
  const gsize n_inversion = self->inversion != NULL ? 6 * n_states : 0;
  double *next = self->memory;

  self->matrices = take (&next, self->n_matrices);
  for (guint k = 0; k < n_phi; k++)
    self->c_phi[k] = take (&next, n_states);
  for (guint m = 0; m < 2; m++)
    {
      self->gains.gain[m] = take (&next, n_gain);
      self->gains.state[m] = take (&next, n_inversion / 6);
      self->gains.affine[m] = take (&next, n_inversion / 6);
      self->gains.time[m] = take (&next, n_inversion / 6);
    }
  self->constant = take (&next, n_y);
  self->slope_constant = take (&next, n_y);
  self->defect = take (&next, n_y);
  self->slope_defect = take (&next, n_y);
  self->said = take (&next, n_y);
  self->said_slope = take (&next, n_y);
  self->control_part = take (&next, n_y);
  self->coefficients = take (&next, 4 * n_y);
  self->v = take (&next, n_x);
}

LsEstimator *
ls_estimator_new (const LsSystemInfo *info, guint degree, const LsEstimatorSettings *settings)
{
  LsEstimator *self;
  LsControlPart control = settings->control_part;

  g_return_val_if_fail (degree <= LS_SYSTEM_MAX_DEGREE, NULL);

  self = allocate (info, degree, settings->stehfest_terms > 0);
  self->settings = *settings;
  self->settings.time_derivative &= settings->affine_term;
  self->settings.defect &= settings->affine_term;
  if (settings->stehfest_terms > 0)
    self->inversion = ls_stehfest_new (info, degree, settings->stehfest_terms);
  else
    self->phi = ls_phi_new (info->n_state, MAX (degree, 1) + 1);
  if (control != LS_CONTROL_PART_ZERO)
    self->control = ls_extrapolate_new (info->n_out, control == LS_CONTROL_PART_FIRST ? 1 : 3,
                                        control == LS_CONTROL_PART_FLEXIBLE);
  self->control_due = TRUE;
  share_out (self);
  return self;
}

void
ls_estimator_free (LsEstimator *self)
{
  if (self == NULL)
    return;
  ls_phi_free (self->phi);
  ls_stehfest_free (self->inversion);
  ls_extrapolate_free (self->control);
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

  for (guint k = 0; k <= MAX (self->degree, 1) + 1; k++)
    for (guint i = 0; i < self->n_y; i++)
      for (guint j = 0; j < n; j++)
        self->c_phi[k][(gsize)i * n + j]
            = dot (n, c + (gsize)i * n, ls_phi_get (self->phi, k) + j, n);
}

/* The factors of a_p in T6 and T7, MISSILES eq. 10 to 13:
 * G_V[i][j][p] = p! h^(p+1) C phi_(p+1) B + D h^p,
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
            self->gains.gain[0][entry]
                = factorial * power * h * dot (n, high, point->b + j, n_u) + d * power;
            self->gains.gain[1][entry]
                = factorial * power * dot (n, low, point->b + j, n_u) + p * d * below;
            below = power;
            power *= h;
          }
      }
}

/* Returns: %FALSE if matrices and step length are unchanged since the last gains */
static gboolean
take_matrices (LsEstimator *self, const LsLinearisation *point, double h)
{
  const gsize size = self->n_matrices * sizeof (double);
  const gboolean changed = !self->valid || memcmp (&h, &self->h, sizeof h) != 0
                           || memcmp (self->matrices, point->a, size) != 0;

  if (changed)
    memcpy (self->matrices, point->a, size);
  self->h = h;
  return changed;
}

static LsStatus
update_gains (LsEstimator *self, const LsLinearisation *point, double h)
{
  LsStatus status;

  if (!take_matrices (self, point, h))
    return LS_OK;
  self->valid = FALSE;
  if (self->inversion != NULL)
    status = ls_stehfest_compute (self->inversion, point, h, &self->gains);
  else
    {
      status = ls_phi_compute (self->phi, point->a, h);
      if (status == LS_OK)
        {
          multiply_outputs (self, point->c);
          compute_gains (self, point, h);
        }
    }
  if (status != LS_OK)
    return status;
  self->valid = TRUE;
  self->count++;
  return LS_OK;
}

/* x (tau) - x_0 instead of x avoids cancellation:
 * P_V x + R_V f_C + (y - C x - D u) = h C phi_1 (f - B u) + y - D u,
 * P_D x + R_D f_C                   = C phi_0 (f - B u),
 * and A x instead of f - B u if R f_C is omitted. */
static void
compute_exact (LsEstimator *self, const LsEstimatorStart *start)
{
  const LsLinearisation *point = start->point;
  guint n = self->n_x, n_u = self->n_u;

  for (guint k = 0; k < n; k++)
    self->v[k] = self->settings.affine_term
                     ? point->f[k] - dot (n_u, point->b + (gsize)k * n_u, start->u, 1)
                     : dot (n, point->a + (gsize)k * n, point->x, 1);
  for (guint i = 0; i < self->n_y; i++)
    {
      self->constant[i] = start->h * dot (n, self->c_phi[1] + (gsize)i * n, self->v, 1)
                          + point->y[i] - dot (n_u, point->d + (gsize)i * n_u, start->u, 1);
      self->slope_constant[i] = dot (n, self->c_phi[0] + (gsize)i * n, self->v, 1);
    }
}

/* P x + R f_C + y - C x - D u, f_C = f - A x - B u. */
static void
compute_published (LsEstimator *self, const LsEstimatorStart *start)
{
  const LsLinearisation *point = start->point;
  guint n = self->n_x, n_u = self->n_u;

  for (guint k = 0; k < n; k++)
    self->v[k] = point->f[k] - dot (n, point->a + (gsize)k * n, point->x, 1)
                 - dot (n_u, point->b + (gsize)k * n_u, start->u, 1);
  for (guint i = 0; i < self->n_y; i++)
    {
      gsize row = (gsize)i * n;

      self->constant[i] = dot (n, self->gains.state[0] + row, point->x, 1) + point->y[i]
                          - dot (n, point->c + row, point->x, 1)
                          - dot (n_u, point->d + (gsize)i * n_u, start->u, 1);
      self->slope_constant[i] = dot (n, self->gains.state[1] + row, point->x, 1);
      if (self->settings.affine_term)
        {
          self->constant[i] += dot (n, self->gains.affine[0] + row, self->v, 1);
          self->slope_constant[i] += dot (n, self->gains.affine[1] + row, self->v, 1);
        }
    }
}

/* Adds f_t tau to x': C h^2 phi_2 f_t in the value and C h phi_1 f_t in the slope, T8. */
static void
add_state_time (LsEstimator *self, const double ft[], double h)
{
  guint n = self->n_x;

  for (guint i = 0; i < self->n_y; i++)
    {
      gsize row = (gsize)i * n;

      if (self->inversion != NULL)
        {
          self->constant[i] += dot (n, self->gains.time[0] + row, ft, 1);
          self->slope_constant[i] += dot (n, self->gains.time[1] + row, ft, 1);
          continue;
        }
      self->constant[i] += h * h * dot (n, self->c_phi[2] + row, ft, 1);
      self->slope_constant[i] += h * dot (n, self->c_phi[1] + row, ft, 1);
    }
}

/* Extrapolates the nonlinear part of the outputs, unless it is held.
 * Returns: whether this replaces dg/dt */
static gboolean
continue_control_part (LsEstimator *self, const LsEstimatorStart *start)
{
  const LsLinearisation *point = start->point;
  guint n = self->n_x, n_u = self->n_u;
  double h = start->h;

  if (self->control == NULL)
    return FALSE;
  if (self->control_due)
    {
      for (guint i = 0; i < self->n_y; i++)
        self->control_part[i] = point->y[i] - dot (n, point->c + (gsize)i * n, point->x, 1)
                                - dot (n_u, point->d + (gsize)i * n_u, start->u, 1);
      ls_extrapolate_add (self->control, self->control_time, self->control_part);
      self->control_due = FALSE;
    }
  ls_extrapolate_get (self->control, 3, self->coefficients);
  for (guint i = 0; i < self->n_y; i++)
    {
      const double *a = self->coefficients + (gsize)i * 4;

      self->constant[i] += h * (a[1] + h * (a[2] + h * a[3]));
      self->slope_constant[i] += a[1] + h * (2.0 * a[2] + h * 3.0 * a[3]);
    }
  return ls_extrapolate_get_n_points (self->control) > 1;
}

static void
add_time (LsEstimator *self, const LsEstimatorStart *start)
{
  gboolean controlled = continue_control_part (self, start);

  if (!self->settings.time_derivative)
    return;
  if (start->ft != NULL)
    add_state_time (self, start->ft, start->h);
  for (guint i = 0; start->gt != NULL && !controlled && i < self->n_y; i++)
    {
      self->constant[i] += start->h * start->gt[i];
      self->slope_constant[i] += start->gt[i];
    }
}

/* Time derivative of output @i at the start: C f + D du + g_t unless the system provides it. */
static double
get_slope (const LsEstimator *self, const LsEstimatorStart *start, guint i)
{
  const LsLinearisation *point = start->point;
  double slope;

  if (start->dy != NULL)
    return start->dy[i];
  slope = dot (self->n_x, point->c + (gsize)i * self->n_x, point->f, 1);
  if (start->du != NULL)
    slope += dot (self->n_u, point->d + (gsize)i * self->n_u, start->du, 1);
  return start->gt != NULL ? slope + start->gt[i] : slope;
}

/* Defect: computed output minus the estimate for the end of the last step, scaled to the current
 * step as a local error of third order. */
static void
add_defect (LsEstimator *self, const LsEstimatorStart *start)
{
  double ratio = start->h / self->said_h;

  for (guint i = 0; i < self->n_y; i++)
    {
      double slope = get_slope (self, start, i);

      self->defect[i] = ratio * ratio * ratio * (start->point->y[i] - self->said[i]);
      self->slope_defect[i]
          = isfinite (slope) ? ratio * ratio * (slope - self->said_slope[i]) : 0.0;
      self->constant[i] += self->defect[i];
      self->slope_constant[i] += self->slope_defect[i];
    }
}

LsStatus
ls_estimator_prepare_full (LsEstimator *self, const LsEstimatorStart *start)
{
  LsStatus status = update_gains (self, start->point, start->h);

  if (status != LS_OK)
    return status;
  if (self->inversion != NULL)
    compute_published (self, start);
  else
    compute_exact (self, start);
  add_time (self, start);
  if (self->has_said)
    add_defect (self, start);
  return LS_OK;
}

LsStatus
ls_estimator_prepare (LsEstimator *self, const LsLinearisation *point, const double u[], double h)
{
  const LsEstimatorStart start = { .point = point, .u = u, .h = h };

  return ls_estimator_prepare_full (self, &start);
}

void
ls_estimator_pass (LsEstimator *self)
{
  /* The control part at the end of the step is due next. */
  self->control_time += self->h;
  self->control_due = TRUE;
  self->has_said = FALSE;
  memset (self->defect, 0, self->n_y * sizeof (double));
  memset (self->slope_defect, 0, self->n_y * sizeof (double));
}

void
ls_estimator_restart (LsEstimator *self)
{
  ls_estimator_pass (self);
  if (self->control != NULL)
    ls_extrapolate_reset (self->control);
}

void
ls_estimator_record (LsEstimator *self, const double a[])
{
  guint n = self->n_u * (self->degree + 1);

  for (guint i = 0; self->settings.defect && i < self->n_y; i++)
    {
      gsize row = (gsize)i * n;

      self->said[i]
          = self->constant[i] - self->defect[i] + dot (n, self->gains.gain[0] + row, a, 1);
      self->said_slope[i] = self->slope_constant[i] - self->slope_defect[i]
                            + dot (n, self->gains.gain[1] + row, a, 1);
    }
  ls_estimator_pass (self);
  self->said_h = self->h;
  self->has_said = self->settings.defect;
}

void
ls_estimator_prefetch (LsEstimator *const estimators[], guint n, guint k)
{
  const guint far = ls_prefetch_find (k, 0), near = ls_prefetch_find (k, 1);

  if (n < LS_PREFETCH_LEAST)
    return;
  if (far < n && estimators[far] != NULL)
    ls_prefetch (estimators[far], sizeof **estimators);
  if (near < n && estimators[near] != NULL)
    ls_prefetch (estimators[near]->memory,
                 MIN (estimators[near]->n_memory * sizeof (double), MOST_PREFETCHED));
}

guint64
ls_estimator_get_count (const LsEstimator *self)
{
  return self->count;
}

const double *
ls_estimator_get_gain (const LsEstimator *self)
{
  return self->gains.gain[0];
}

const double *
ls_estimator_get_slope_gain (const LsEstimator *self)
{
  return self->gains.gain[1];
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

void
ls_estimator_visit_state (LsEstimator *self, LsVisitMemoryFunc func, gpointer user_data)
{
  LS_VISIT_MEMBERS (self, h, count, func, user_data);
  LS_VISIT_MEMBERS (self, said_h, has_said, func, user_data);
  LS_VISIT_MEMBERS (self, control_due, control_time, func, user_data);
  func (self->memory, self->n_memory * sizeof (double), user_data);
  if (self->control != NULL)
    ls_extrapolate_visit_state (self->control, func, user_data);
}
