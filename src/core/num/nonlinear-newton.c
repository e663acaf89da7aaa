/* Newton's method with the whole matrix, which is kept from one solution to the
 * next for as long as it serves: it changes little from step to step. */
#include "core/num/linear.h"
#include "core/num/nonlinear-impl.h"

#include <math.h>
#include <string.h>

/* The residual has to fall to this part of itself, or the matrix is made anew. */
#define GOOD_RATE 0.1
#define MAX_HALVINGS 6u

typedef struct
{
  LsNonlinear *solver;
  LsLinear *linear;
  gboolean valid;
  double *jacobian;     /* n x n */
  double *w, *f, *step; /* n: point, residual there, its correction */
  double *trial, *trial_f;
} State;

static void
destroy (gpointer state)
{
  State *self = state;

  ls_linear_free (self->linear);
  g_free (self->jacobian);
  g_free (self->w);
  g_free (self);
}

static gpointer
create (LsNonlinear *solver)
{
  State *self = g_new0 (State, 1);
  gsize n = solver->problem.n;

  self->solver = solver;
  self->linear = ls_linear_new (solver->problem.n);
  self->jacobian = g_new0 (double, n *n);
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

/* I - dPsi/dz between scaled unknowns, at the point evaluated last. */
static LsNonlinearOutcome
renew (State *self)
{
  const LsNonlinearProblem *problem = &self->solver->problem;
  guint n = problem->n;
  double *entry = ls_linear_get_matrix (self->linear);
  LsStatus status = problem->jacobian (self->solver->z, self->solver->image, self->jacobian,
                                       problem->user_data);

  self->solver->report.jacobians++;
  if (status != LS_OK)
    return status == LS_RETRY ? LS_NONLINEAR_REFUSED : LS_NONLINEAR_STOPPED;
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++, entry++)
      *entry = (i == j ? 1.0 : 0.0)
               - self->jacobian[(gsize)i * n + j] * problem->scale[j] / problem->scale[i];
  self->valid = ls_linear_factorise (self->linear) == LS_OK;
  return self->valid ? LS_NONLINEAR_GOING_ON : LS_NONLINEAR_BROKEN;
}

static double
get_norm (const State *self, const double f[])
{
  double sum = 0.0;

  for (guint i = 0; i < self->solver->problem.n; i++)
    sum += f[i] * f[i];
  return sqrt (sum);
}

/* Along the correction, with less of it where the map refuses or the residual grows. */
static LsNonlinearOutcome
move (State *self, gboolean may_shorten, double *rate)
{
  guint n = self->solver->problem.n;
  double part = 1.0, before = get_norm (self, self->f);
  LsNonlinearOutcome outcome = LS_NONLINEAR_REFUSED;

  memcpy (self->step, self->f, n * sizeof (double));
  ls_linear_solve (self->linear, self->step);
  for (guint k = 0; k <= MAX_HALVINGS; k++, part *= 0.5)
    {
      for (guint i = 0; i < n; i++)
        self->trial[i] = self->w[i] + part * self->step[i];
      outcome = ls_nonlinear_evaluate (self->solver, self->trial, self->trial_f);
      if (outcome == LS_NONLINEAR_GOING_ON)
        *rate = get_norm (self, self->trial_f) / before;
      else if (outcome != LS_NONLINEAR_REFUSED && outcome != LS_NONLINEAR_DIVERGED)
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
