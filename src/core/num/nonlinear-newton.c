/* Newton's method with a dense or sparse Jacobian matrix, reused in later solutions as long as it
 * converges well: it changes little from step to step. */
#include "core/num/linear.h"
#include "core/num/nonlinear-impl.h"
#include "core/num/sparse.h"

#include <math.h>
#include <string.h>

/* Maximum ratio of successive residuals; beyond it the Jacobian is evaluated anew. */
#define GOOD_RATE 0.1
#define MAX_HALVINGS 6u

typedef struct
{
  LsNonlinear *solver;
  LsLinear *linear; /* %NULL when the matrix is sparse */
  LsSparse *sparse;
  gboolean valid;
  double *jacobian;      /* n x n, or the entries of the sparse matrix */
  guint *rows, *columns; /* of these entries: n on the diagonal, then n_entries */
  gsize *positions;      /* indices in the values of the sparse matrix */
  double *w, *f, *step;  /* n: point, its residual and correction */
  double *trial, *trial_f;
} State;

static void
destroy (gpointer state)
{
  State *self = state;

  ls_linear_free (self->linear);
  ls_sparse_free (self->sparse);
  g_free (self->rows);
  g_free (self->positions);
  g_free (self->jacobian);
  g_free (self->w);
  g_free (self);
}

static gboolean
make_sparse (State *self, const LsNonlinearProblem *problem)
{
  gsize n = problem->n, count = n + problem->n_entries;

  self->rows = g_new (guint, 2 * count);
  self->columns = self->rows + count;
  self->positions = g_new (gsize, count);
  for (guint i = 0; i < n; i++)
    self->rows[i] = self->columns[i] = i;
  memcpy (self->rows + n, problem->rows, problem->n_entries * sizeof (guint));
  memcpy (self->columns + n, problem->columns, problem->n_entries * sizeof (guint));
  self->sparse = ls_sparse_new (problem->n, self->rows, self->columns, count, self->positions);
  self->jacobian = g_new0 (double, problem->n_entries);
  return self->sparse != NULL;
}

static gpointer
create (LsNonlinear *solver)
{
  State *self = g_new0 (State, 1);
  gsize n = solver->problem.n;

  self->solver = solver;
  if (solver->problem.n_entries > 0)
    {
      if (!make_sparse (self, &solver->problem))
        {
          destroy (self);
          return NULL;
        }
    }
  else
    {
      self->linear = ls_linear_new (solver->problem.n);
      self->jacobian = g_new0 (double, n *n);
    }
  self->w = g_new0 (double, 5 * n);
  self->f = self->w + n;
  self->step = self->f + n;
  self->trial = self->step + n;
  self->trial_f = self->trial + n;
  return self;
}

static void
forget (gpointer state)
{
  ((State *)state)->valid = FALSE;
}

static void
fill_dense (State *self)
{
  const LsNonlinearProblem *problem = &self->solver->problem;
  guint n = problem->n;
  double *entry = ls_linear_get_matrix (self->linear);

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++, entry++)
      *entry = (i == j ? 1.0 : 0.0)
               - self->jacobian[(gsize)i * n + j] * problem->scale[j] / problem->scale[i];
}

static void
fill_sparse (State *self)
{
  const LsNonlinearProblem *problem = &self->solver->problem;
  guint n = problem->n;
  gsize n_values;
  double *values = ls_sparse_get_values (self->sparse, &n_values);

  memset (values, 0, n_values * sizeof (double));
  for (guint i = 0; i < n; i++)
    values[self->positions[i]] = 1.0;
  for (gsize e = 0; e < problem->n_entries; e++)
    values[self->positions[n + e]] -= self->jacobian[e] * problem->scale[self->columns[n + e]]
                                      / problem->scale[self->rows[n + e]];
}

/* I - dPsi/dz of the scaled unknowns, at the last point evaluated. */
static LsNonlinearOutcome
renew (State *self)
{
  const LsNonlinearProblem *problem = &self->solver->problem;
  LsStatus status = (self->sparse != NULL ? problem->entries : problem->jacobian) (
      self->solver->z, self->solver->image, self->jacobian, problem->user_data);

  self->solver->report.jacobians++;
  if (status != LS_OK)
    return status == LS_RETRY ? LS_NONLINEAR_EVALUATION : LS_NONLINEAR_STOPPED;
  if (self->sparse != NULL)
    {
      fill_sparse (self);
      self->valid = ls_sparse_factorise (self->sparse) == LS_OK;
    }
  else
    {
      fill_dense (self);
      self->valid = ls_linear_factorise (self->linear) == LS_OK;
    }
  return self->valid ? LS_NONLINEAR_GOING_ON : LS_NONLINEAR_BROKEN;
}

static void
correct (State *self)
{
  memcpy (self->step, self->f, self->solver->problem.n * sizeof (double));
  if (self->sparse != NULL)
    ls_sparse_solve (self->sparse, self->step);
  else
    ls_linear_solve (self->linear, self->step);
}

static double
get_norm (const State *self, const double f[])
{
  double sum = 0.0;

  for (guint i = 0; i < self->solver->problem.n; i++)
    sum += f[i] * f[i];
  return sqrt (sum);
}

/* Applies the correction, halved while the map fails or, with @may_shorten, the residual grows.
 * @rate: (out): ratio of the residuals. */
static LsNonlinearOutcome
move (State *self, gboolean may_shorten, double *rate)
{
  guint n = self->solver->problem.n;
  double part = 1.0, before = get_norm (self, self->f);
  LsNonlinearOutcome outcome = LS_NONLINEAR_EVALUATION;

  correct (self);
  for (guint k = 0; k <= MAX_HALVINGS; k++, part *= 0.5)
    {
      for (guint i = 0; i < n; i++)
        self->trial[i] = self->w[i] + part * self->step[i];
      outcome = ls_nonlinear_evaluate (self->solver, self->trial, self->trial_f);
      if (outcome == LS_NONLINEAR_GOING_ON)
        *rate = get_norm (self, self->trial_f) / before;
      else if (outcome != LS_NONLINEAR_EVALUATION && outcome != LS_NONLINEAR_DIVERGED)
        return outcome;
      if (outcome == LS_NONLINEAR_GOING_ON && (*rate < 1.0 || !may_shorten))
        break;
    }
  memcpy (self->w, self->trial, n * sizeof (double));
  memcpy (self->f, self->trial_f, n * sizeof (double));
  return outcome;
}

static LsNonlinearOutcome
solve (gpointer state)
{
  State *self = state;
  gsize size = self->solver->problem.n * sizeof (double);
  LsNonlinearOutcome outcome;
  gboolean fresh = FALSE;

  memcpy (self->w, self->solver->start, size);
  outcome = ls_nonlinear_evaluate (self->solver, self->w, self->f);
  while (outcome == LS_NONLINEAR_GOING_ON)
    {
      double rate = 0.0;

      if (!self->valid)
        {
          outcome = renew (self);
          if (outcome != LS_NONLINEAR_GOING_ON)
            return outcome;
          fresh = TRUE;
        }
      outcome = move (self, fresh, &rate);
      if (rate > GOOD_RATE)
        self->valid = FALSE;
      fresh = FALSE;
    }
  return outcome;
}

const LsNonlinearMethod ls_nonlinear_interface_newton = {
  .id = "interface-newton",
  .needs_jacobian = TRUE,
  .create = create,
  .destroy = destroy,
  .solve = solve,
  .forget = forget,
};
