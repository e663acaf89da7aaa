#include "core/ode/projection.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

/* MET: residuals are met at this fraction of the weights. STILL_MET: limit where rounding does not
 * allow MET. */
#define MET 1e-3
#define STILL_MET 1.0
/* Singular values below this fraction of the greatest one belong to redundant constraints. */
#define LEAST_SINGULAR 1e-10
#define MAX_ITERATIONS 15u

struct LsProjection
{
  LsProjectionProblem problem;
  guint m;
  double rtol, leash;
  double *nominals;      /* (nullable): n */
  double *atol, *w;      /* n each: absolute tolerances and weights */
  double *from, *x;      /* n each: original states, and current iterate */
  double *moved;         /* n: (x - from) / w */
  double *shift;         /* n: increment for differences, or step */
  double *phi, *phi_off; /* max */
  double *row_scale;     /* max: 1 / norm of the row in weights; 0: no influence */
  double *scaled;        /* max: residuals divided by the row norm: distances in weights */
  double *part;          /* max: components along the singular vectors */
  double *d;             /* max x n */
  gsl_matrix *u;         /* max (n, max) x max: B^T, then its left singular vectors */
  gsl_matrix *v;         /* max x max */
  gsl_vector *s;         /* max */
  guint rank;
  double distance;
  LsProjectionTrouble trouble;
  LsProjectionCounts counts;
};

LsProjection *
ls_projection_new (const LsProjectionProblem *problem)
{
  LsProjection *self = g_new0 (LsProjection, 1);
  const gsize n = problem->n, max = problem->max_constraints;

  g_return_val_if_fail (n > 0, NULL);

  self->problem = *problem;
  self->m = problem->max_constraints;
  self->leash = INFINITY;
  if (problem->nominals != NULL)
    self->nominals = g_memdup2 (problem->nominals, n * sizeof (double));
  self->atol = g_new (double, 6 * n);
  self->w = self->atol + n;
  self->from = self->w + n;
  self->x = self->from + n;
  self->moved = self->x + n;
  self->shift = self->moved + n;
  for (gsize i = 0; i < n; i++)
    self->atol[i] = 1.0;
  if (max == 0)
    return self;
  self->phi = g_new0 (double, 5 * max + max * n);
  self->phi_off = self->phi + max;
  self->row_scale = self->phi_off + max;
  self->scaled = self->row_scale + max;
  self->part = self->scaled + max;
  self->d = self->part + max;
  self->u = gsl_matrix_calloc (MAX (n, max), max);
  self->v = gsl_matrix_calloc (max, max);
  self->s = gsl_vector_calloc (max);
  return self;
}

void
ls_projection_free (LsProjection *self)
{
  if (self == NULL)
    return;
  g_free (self->nominals);
  g_free (self->atol);
  g_free (self->phi);
  g_clear_pointer (&self->u, gsl_matrix_free);
  g_clear_pointer (&self->v, gsl_matrix_free);
  g_clear_pointer (&self->s, gsl_vector_free);
  g_free (self);
}

void
ls_projection_set_tolerances (LsProjection *self, double rtol, const double atol[])
{
  g_return_if_fail (self != NULL);

  self->rtol = rtol;
  memcpy (self->atol, atol, self->problem.n * sizeof (double));
}

void
ls_projection_set_n_constraints (LsProjection *self, guint m)
{
  g_return_if_fail (m <= self->problem.max_constraints);

  self->m = m;
}

void
ls_projection_set_leash (LsProjection *self, double leash)
{
  g_return_if_fail (leash > 0.0);

  self->leash = leash;
}

static LsStatus
fail (LsProjection *self, LsProjectionTrouble trouble)
{
  self->trouble = trouble;
  return LS_RETRY;
}

static LsStatus
judge (LsProjection *self, LsStatus status, const double values[], gsize n)
{
  if (status == LS_RETRY)
    return fail (self, LS_PROJECTION_EVALUATION);
  for (gsize i = 0; status == LS_OK && i < n; i++)
    if (!isfinite (values[i]))
      return fail (self, LS_PROJECTION_NOT_FINITE);
  return status;
}

static LsStatus
get_residuals (LsProjection *self, double t, const double x[], double phi[])
{
  const LsProjectionProblem *problem = &self->problem;

  self->counts.residuals++;
  return judge (self, problem->residuals (t, x, self->m, phi, problem->user_data), phi, self->m);
}

/* d phi / d x by differences, one state after the other; self->phi must be valid. */
static LsStatus
get_differences (LsProjection *self, double t, const double x[])
{
  const guint n = self->problem.n;

  memcpy (self->shift, x, n * sizeof (double));
  for (guint j = 0; j < n; j++)
    {
      const double nominal = self->nominals != NULL ? self->nominals[j] : 1.0;
      volatile double moved = x[j] + sqrt (DBL_EPSILON) * fmax (fabs (x[j]), nominal);
      const double delta = moved - x[j];
      LsStatus status;

      self->shift[j] = moved;
      status = get_residuals (self, t, self->shift, self->phi_off);
      self->shift[j] = x[j];
      if (status != LS_OK)
        return status;
      for (guint i = 0; i < self->m; i++)
        self->d[(gsize)i * n + j] = (self->phi_off[i] - self->phi[i]) / delta;
    }
  return LS_OK;
}

/* Sets the columns of u to the rows of D W, normalised, and scales the residuals likewise, so that
 * they are distances. */
static void
scale_rows (LsProjection *self)
{
  const guint n = self->problem.n;

  for (guint i = 0; i < self->m; i++)
    {
      double norm = 0.0;

      for (guint j = 0; j < n; j++)
        norm = hypot (norm, self->d[(gsize)i * n + j] * self->w[j]);
      self->row_scale[i] = norm > DBL_MIN ? 1.0 / norm : 0.0;
      self->scaled[i] = self->phi[i] * self->row_scale[i];
      for (gsize j = 0; j < self->u->size1; j++)
        gsl_matrix_set (self->u, j, i,
                        j < n ? self->d[(gsize)i * n + j] * self->w[j] * self->row_scale[i] : 0.0);
    }
}

/* Evaluates phi and D at @x and scales them. */
static LsStatus
look (LsProjection *self, double t, const double x[])
{
  const LsProjectionProblem *problem = &self->problem;
  LsStatus status = get_residuals (self, t, x, self->phi);

  if (status != LS_OK)
    return status;
  self->counts.jacobians++;
  status = problem->jacobian != NULL
               ? problem->jacobian (t, x, self->m, self->d, problem->user_data)
               : get_differences (self, t, x);
  status = judge (self, status, self->d, (gsize)self->m * problem->n);
  if (status == LS_OK)
    scale_rows (self);
  return status;
}

/* Rounding error of residual @i, estimated from the size of the terms of D x. */
static double
get_rounding (const LsProjection *self, guint i, const double x[])
{
  const guint n = self->problem.n;
  double sum = 0.0;

  for (guint j = 0; j < n; j++)
    sum += fabs (self->d[(gsize)i * n + j] * x[j]);
  return 8.0 * DBL_EPSILON * sum * self->row_scale[i];
}

/* Greatest distance, and whether all constraints are met. A constraint that no state influences
 * cannot be corrected: its residual itself is compared with the relative tolerance. */
static double
get_greatest (const LsProjection *self, const double x[], gboolean *met, gboolean *hopeless)
{
  double greatest = 0.0;

  *met = TRUE;
  *hopeless = FALSE;
  for (guint i = 0; i < self->m; i++)
    {
      const double size = fabs (self->scaled[i]);

      if (self->row_scale[i] == 0.0)
        {
          *hopeless = *hopeless || fabs (self->phi[i]) > self->rtol;
          continue;
        }
      greatest = fmax (greatest, size);
      *met = *met && size <= fmax (MET, get_rounding (self, i, x));
    }
  return greatest;
}

/* Sets u to the left singular vectors of B^T; the first rank of them span the independent
 * constraint directions. */
static LsStatus
decompose (LsProjection *self)
{
  gsl_error_handler_t *handler = gsl_set_error_handler_off ();
  gsl_matrix_view u = gsl_matrix_submatrix (self->u, 0, 0, self->u->size1, self->m);
  gsl_matrix_view v = gsl_matrix_submatrix (self->v, 0, 0, self->m, self->m);
  gsl_vector_view s = gsl_vector_subvector (self->s, 0, self->m);
  int result = gsl_linalg_SV_decomp_jacobi (&u.matrix, &v.matrix, &s.vector);
  const double least = fmax (LEAST_SINGULAR, self->problem.n * DBL_EPSILON);

  gsl_set_error_handler (handler);
  if (result != GSL_SUCCESS)
    return fail (self, LS_PROJECTION_SINGULAR);
  for (self->rank = 0; self->rank < self->m; self->rank++)
    if (gsl_vector_get (self->s, self->rank) <= least * gsl_vector_get (self->s, 0))
      break;
  return LS_OK;
}

/* Component of @values, one per constraint, along singular vector @k. */
static double
get_part (const LsProjection *self, const double values[], guint k)
{
  double sum = 0.0;

  for (guint i = 0; i < self->m; i++)
    sum += gsl_matrix_get (self->v, i, k) * values[i];
  return sum;
}

/* Whether residuals remain in directions that no step can reduce. */
static gboolean
contradict (const LsProjection *self)
{
  for (guint k = self->rank; k < self->m; k++)
    if (fabs (get_part (self, self->scaled, k)) > STILL_MET)
      return TRUE;
  return FALSE;
}

/* Replaces W^-1 (x - from) in self->moved by B+ (B W^-1 (x - from) - phi). */
static void
find_way (LsProjection *self)
{
  const guint n = self->problem.n;

  /* B+ B is U U^T, B+ is U S^-1 V^T, each of the first rank columns. */
  for (guint k = 0; k < self->rank; k++)
    {
      double along = 0.0;

      for (guint j = 0; j < n; j++)
        along += gsl_matrix_get (self->u, j, k) * self->moved[j];
      self->part[k] = along - get_part (self, self->scaled, k) / gsl_vector_get (self->s, k);
    }
  for (guint j = 0; j < n; j++)
    {
      double sum = 0.0;

      for (guint k = 0; k < self->rank; k++)
        sum += gsl_matrix_get (self->u, j, k) * self->part[k];
      self->moved[j] = sum;
    }
}

static double
get_rms (const double values[], guint n)
{
  double sum = 0.0;

  for (guint i = 0; i < n; i++)
    sum += values[i] * values[i];
  return sqrt (sum / n);
}

/* Removes the components across the constraints from @error; u holds their singular vectors. */
static void
reduce_error (const LsProjection *self, double error[])
{
  const guint n = self->problem.n;

  for (guint k = 0; k < self->rank; k++)
    {
      double along = 0.0;

      for (guint j = 0; j < n; j++)
        along += gsl_matrix_get (self->u, j, k) * error[j] / self->w[j];
      for (guint j = 0; j < n; j++)
        error[j] -= along * gsl_matrix_get (self->u, j, k) * self->w[j];
    }
}

/* Projects self->from to self->x by Gauss-Newton steps. */
static LsStatus
iterate (LsProjection *self, double t, double error[])
{
  const guint n = self->problem.n;
  double last = INFINITY;

  for (guint k = 0; k <= MAX_ITERATIONS; k++)
    {
      gboolean met, hopeless;
      double greatest;
      LsStatus status = look (self, t, self->x);

      if (status != LS_OK)
        return status;
      greatest = get_greatest (self, self->x, &met, &hopeless);
      if (hopeless)
        return fail (self, LS_PROJECTION_SINGULAR);
      if ((!met || error != NULL) && (status = decompose (self)) != LS_OK)
        return status;
      /* No further improvement: the remainder is rounding, or a contradiction. */
      if (met || (k > 1 && greatest <= STILL_MET && greatest > 0.5 * last))
        {
          if (error != NULL)
            reduce_error (self, error);
          return LS_OK;
        }
      if (contradict (self))
        return fail (self, LS_PROJECTION_SINGULAR);
      find_way (self);
      self->distance = get_rms (self->moved, n);
      if (!(self->distance <= self->leash))
        return fail (self, LS_PROJECTION_TOO_FAR);
      for (guint j = 0; j < n; j++)
        self->x[j] = self->from[j] + self->w[j] * self->moved[j];
      last = greatest;
    }
  return fail (self, LS_PROJECTION_DIVERGED);
}

/* Computes the distance of self->x from self->from. */
static LsStatus
measure_way (LsProjection *self)
{
  for (guint j = 0; j < self->problem.n; j++)
    self->moved[j] = (self->x[j] - self->from[j]) / self->w[j];
  self->distance = get_rms (self->moved, self->problem.n);
  if (!isfinite (self->distance))
    return fail (self, LS_PROJECTION_NOT_FINITE);
  return self->distance <= self->leash ? LS_OK : fail (self, LS_PROJECTION_TOO_FAR);
}

/* Applies the steps of problem.step() until they are negligible. */
static LsStatus
follow_steps (LsProjection *self, double t)
{
  const LsProjectionProblem *problem = &self->problem;
  const guint n = problem->n;

  for (guint k = 0; k < MAX_ITERATIONS; k++)
    {
      LsStatus status = problem->step (t, self->x, self->shift, problem->user_data);

      status = judge (self, status, self->shift, n);
      for (guint j = 0; status == LS_OK && j < n; j++)
        {
          self->x[j] += self->shift[j];
          self->shift[j] /= self->w[j];
        }
      if (status == LS_OK)
        status = measure_way (self);
      if (status != LS_OK || get_rms (self->shift, n) <= MET)
        return status;
    }
  return fail (self, LS_PROJECTION_DIVERGED);
}

/* Applies problem.full(). Its tolerance refers to the residuals, whose scale is unknown: a small
 * fraction of the tolerance of the states is the best guess. */
static LsStatus
follow_full (LsProjection *self, double t)
{
  const LsProjectionProblem *problem = &self->problem;
  const guint n = problem->n;
  LsStatus status = problem->full (t, self->x, fmax (0.01 * self->rtol, 1e-12), MAX_ITERATIONS,
                                   self->shift, problem->user_data);

  status = judge (self, status, self->shift, n);
  for (guint j = 0; status == LS_OK && j < n; j++)
    self->x[j] += self->shift[j];
  return status == LS_OK ? measure_way (self) : status;
}

/* step() and full() do not project @error: it is done here if residuals and their Jacobian are
 * available. */
static LsStatus
follow (LsProjection *self, double t, double error[])
{
  LsStatus status = self->problem.full != NULL ? follow_full (self, t) : follow_steps (self, t);

  if (status != LS_OK || error == NULL || self->problem.jacobian == NULL
      || self->problem.residuals == NULL)
    return status;
  status = look (self, t, self->x);
  if (status == LS_OK)
    status = decompose (self);
  if (status == LS_OK)
    reduce_error (self, error);
  return status;
}

static void
set_weights (LsProjection *self, const double x[])
{
  for (guint j = 0; j < self->problem.n; j++)
    self->w[j] = self->rtol * fabs (x[j]) + self->atol[j];
}

LsStatus
ls_projection_move (LsProjection *self, double t, double x[], double error[])
{
  const guint n = self->problem.n;
  const gboolean own = self->problem.full == NULL && self->problem.step == NULL;
  LsStatus status;

  self->trouble = LS_PROJECTION_NONE;
  self->distance = 0.0;
  if (self->m == 0)
    return LS_OK;
  self->counts.calls++;
  set_weights (self, x);
  memcpy (self->from, x, n * sizeof (double));
  memcpy (self->x, x, n * sizeof (double));
  memset (self->moved, 0, n * sizeof (double));
  status = own ? iterate (self, t, error) : follow (self, t, error);
  if (status != LS_OK)
    {
      self->counts.failed++;
      return status;
    }
  self->counts.moved += memcmp (x, self->x, n * sizeof (double)) != 0;
  memcpy (x, self->x, n * sizeof (double));
  return LS_OK;
}

LsProjectionTrouble
ls_projection_get_trouble (const LsProjection *self)
{
  return self->trouble;
}

const char *
ls_projection_describe (LsProjectionTrouble trouble)
{
  switch (trouble)
    {
    case LS_PROJECTION_EVALUATION:
      return _ ("the model cannot project its states onto the constraints");
    case LS_PROJECTION_NOT_FINITE:
      return _ ("a residual of the constraints, or a derivative of it, is not a finite number");
    case LS_PROJECTION_SINGULAR:
      return _ ("constraints are not met, and no change of the states meets them (rank-deficient "
                "Jacobian)");
    case LS_PROJECTION_DIVERGED:
      return _ ("the projection of the states onto the constraints does not converge");
    case LS_PROJECTION_TOO_FAR:
      return _ ("the constraints are met only further away than the tolerance allows");
    default:
      return _ ("the constraints hold");
    }
}

double
ls_projection_get_distance (const LsProjection *self)
{
  return self->distance;
}

guint
ls_projection_get_rank (const LsProjection *self)
{
  return self->rank;
}

void
ls_projection_get_counts (const LsProjection *self, LsProjectionCounts *counts)
{
  *counts = self->counts;
}
