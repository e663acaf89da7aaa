/* Fixed-point iteration, Anderson acceleration, and Newton's method with GMRES or a dense Jacobian
 * matrix, by KINSOL. Convergence is tested where the map is evaluated, not by KINSOL, which would
 * test changes instead of residuals and need one more evaluation. */
#include "core/num/nonlinear-impl.h"

#include <float.h>
#include <kinsol/kinsol.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_dense.h>

/* Maximum number of restarts of Anderson's method from the best point when its differences
 * degenerate. */
#define MAX_RESTARTS 4u
#define MAX_KRYLOV 20
#define ETA 1e-4

typedef struct
{
  LsNonlinear *solver;
  SUNContext context;
  void *memory;
  N_Vector w, ones;
  SUNLinearSolver linear; /* for Newton's method */
  SUNMatrix matrix;       /* its Jacobian matrix; %NULL with GMRES */
  double *jacobian;       /* n x n, if there is a matrix */
  int strategy;
  LsNonlinearOutcome outcome; /* of the last evaluation */
} State;

/* Returns an error deliberately when the solution is found, so that KINSOL stops immediately. */
static int
evaluate (State *self, N_Vector w, N_Vector f)
{
  self->outcome = ls_nonlinear_evaluate (self->solver, NV_DATA_S (w), NV_DATA_S (f));
  if (self->outcome == LS_NONLINEAR_GOING_ON)
    return 0;
  return self->outcome == LS_NONLINEAR_EVALUATION ? 1 : -1;
}

static int
evaluate_residual (N_Vector w, N_Vector f, void *data)
{
  return evaluate (data, w, f);
}

static int
evaluate_map (N_Vector w, N_Vector image, void *data)
{
  int result = evaluate (data, w, image);

  if (result == 0)
    N_VLinearSum (1.0, w, 1.0, image, image);
  return result;
}

/* Silent: failures are part of the report. */
static void
ignore_error (int code G_GNUC_UNUSED,
              const char *module G_GNUC_UNUSED,
              const char *function G_GNUC_UNUSED,
              char *message G_GNUC_UNUSED,
              void *data G_GNUC_UNUSED)
{
}

static void
destroy (gpointer state)
{
  State *self = state;

  if (self->memory != NULL)
    KINFree (&self->memory);
  if (self->linear != NULL)
    SUNLinSolFree (self->linear);
  if (self->matrix != NULL)
    SUNMatDestroy (self->matrix);
  g_free (self->jacobian);
  if (self->w != NULL)
    N_VDestroy (self->w);
  if (self->ones != NULL)
    N_VDestroy (self->ones);
  if (self->context != NULL)
    SUNContext_Free (&self->context);
  g_free (self);
}

static State *
allocate (LsNonlinear *solver, int strategy)
{
  State *self = g_new0 (State, 1);

  self->solver = solver;
  self->strategy = strategy;
  if (SUNContext_Create (NULL, &self->context) != 0)
    {
      destroy (self);
      return NULL;
    }
  self->w = N_VNew_Serial (solver->problem.n, self->context);
  self->ones = N_VNew_Serial (solver->problem.n, self->context);
  self->memory = KINCreate (self->context);
  if (self->w == NULL || self->ones == NULL || self->memory == NULL)
    {
      destroy (self);
      return NULL;
    }
  N_VConst (1.0, self->ones);
  KINSetErrHandlerFn (self->memory, ignore_error, NULL);
  KINSetUserData (self->memory, self);
  KINSetNumMaxIters (self->memory, solver->settings.max_iterations + 1);
  KINSetFuncNormTol (self->memory, DBL_MIN);
  KINSetScaledStepTol (self->memory, DBL_MIN);
  return self;
}

static gpointer
create_fixed_point (LsNonlinear *solver)
{
  State *self = allocate (solver, KIN_FP);

  if (self == NULL || KINInit (self->memory, evaluate_map, self->w) == KIN_SUCCESS)
    return self;
  destroy (self);
  return NULL;
}

static gpointer
create_anderson (LsNonlinear *solver)
{
  State *self = allocate (solver, KIN_FP);
  /* More differences than unknowns would be linearly dependent. */
  long depth = (long)MIN (MAX (solver->settings.depth, 1), solver->problem.n);

  if (self == NULL)
    return NULL;
  if (KINSetMAA (self->memory, depth) == KIN_SUCCESS
      && KINInit (self->memory, evaluate_map, self->w) == KIN_SUCCESS)
    return self;
  destroy (self);
  return NULL;
}

static gpointer
create_newton_gmres (LsNonlinear *solver)
{
  State *self = allocate (solver, KIN_LINESEARCH);
  int krylov = (int)MIN (solver->problem.n, MAX_KRYLOV);

  if (self == NULL)
    return NULL;
  solver->max_evaluations = solver->settings.max_iterations * ((guint)krylov + 2);
  if (KINInit (self->memory, evaluate_residual, self->w) == KIN_SUCCESS)
    self->linear = SUNLinSol_SPGMR (self->w, SUN_PREC_NONE, krylov, self->context);
  if (self->linear == NULL || KINSetLinearSolver (self->memory, self->linear, NULL) != KIN_SUCCESS)
    {
      destroy (self);
      return NULL;
    }
  KINSetRelErrFunc (self->memory, fmax (solver->problem.noise, DBL_EPSILON));
  KINSetMaxNewtonStep (self->memory, 1e10);
  /* With few unknowns GMRES terminates early anyway; a loose tolerance would save no evaluation. */
  KINSetEtaForm (self->memory, KIN_ETACONSTANT);
  KINSetEtaConstValue (self->memory, ETA);
  return self;
}

/* dF/dw of the scaled unknowns, at the last point evaluated. */
static int
fill_matrix (N_Vector w G_GNUC_UNUSED,
             N_Vector f G_GNUC_UNUSED,
             SUNMatrix matrix,
             void *data,
             N_Vector a G_GNUC_UNUSED,
             N_Vector b G_GNUC_UNUSED)
{
  State *self = data;
  const LsNonlinearProblem *problem = &self->solver->problem;
  guint n = problem->n;
  LsStatus status = problem->jacobian (self->solver->z, self->solver->image, self->jacobian,
                                       problem->user_data);

  self->solver->report.jacobians++;
  for (guint j = 0; j < n; j++)
    for (guint i = 0; i < n; i++)
      SM_ELEMENT_D (matrix, i, j)
          = self->jacobian[(gsize)i * n + j] * problem->scale[j] / problem->scale[i]
            - (i == j ? 1.0 : 0.0);
  if (status != LS_OK)
    self->outcome = status == LS_RETRY ? LS_NONLINEAR_EVALUATION : LS_NONLINEAR_STOPPED;
  return status == LS_OK ? 0 : -1;
}

static gpointer
create_newton (LsNonlinear *solver)
{
  State *self = allocate (solver, KIN_LINESEARCH);
  guint n = solver->problem.n;

  if (self == NULL)
    return NULL;
  self->jacobian = g_new0 (double, (gsize)n *n);
  if (KINInit (self->memory, evaluate_residual, self->w) == KIN_SUCCESS)
    self->matrix = SUNDenseMatrix (n, n, self->context);
  if (self->matrix != NULL)
    self->linear = SUNLinSol_Dense (self->w, self->matrix, self->context);
  if (self->linear == NULL
      || KINSetLinearSolver (self->memory, self->linear, self->matrix) != KIN_SUCCESS
      || KINSetJacFn (self->memory, fill_matrix) != KIN_SUCCESS)
    {
      destroy (self);
      return NULL;
    }
  KINSetMaxSetupCalls (self->memory, 1);
  KINSetMaxNewtonStep (self->memory, 1e10);
  return self;
}

/* Whether to restart from the best point: linearly dependent differences can make Anderson's method
 * jump far away or to non-finite values after it had come closer to the solution. */
static gboolean
may_restart (const State *self, guint evaluations_before, double best_before)
{
  const LsNonlinear *solver = self->solver;

  if (solver->report.evaluations == evaluations_before || !isfinite (solver->best_residual))
    return FALSE;
  /* Newton's method would repeat the same step from the same point. */
  if (self->matrix != NULL)
    return FALSE;
  if (self->outcome == LS_NONLINEAR_DIVERGED)
    return self->strategy == KIN_FP && solver->best_residual < best_before;
  return self->outcome == LS_NONLINEAR_GOING_ON || self->outcome == LS_NONLINEAR_BROKEN;
}

static LsNonlinearOutcome
solve (gpointer state)
{
  State *self = state;
  LsNonlinear *solver = self->solver;
  double best = INFINITY;

  memcpy (NV_DATA_S (self->w), solver->start, solver->problem.n * sizeof (double));
  for (guint k = 0; k <= MAX_RESTARTS; k++)
    {
      guint before = solver->report.evaluations;

      self->outcome = LS_NONLINEAR_GOING_ON;
      KINSol (self->memory, self->w, self->strategy, self->ones, self->ones);
      /* The first guess does not count as an improvement. */
      if (k == 0)
        best = solver->report.first;
      if (!may_restart (self, before, best))
        break;
      best = solver->best_residual;
      ls_nonlinear_get_best (solver, NV_DATA_S (self->w));
    }
  return self->outcome == LS_NONLINEAR_GOING_ON ? LS_NONLINEAR_EXHAUSTED : self->outcome;
}

const LsNonlinearMethod ls_nonlinear_fixed_point = {
  .id = "fixed-point",
  .create = create_fixed_point,
  .destroy = destroy,
  .solve = solve,
};

const LsNonlinearMethod ls_nonlinear_anderson = {
  .id = "anderson",
  .create = create_anderson,
  .destroy = destroy,
  .solve = solve,
};

const LsNonlinearMethod ls_nonlinear_newton_gmres = {
  .id = "newton-gmres",
  .create = create_newton_gmres,
  .destroy = destroy,
  .solve = solve,
};

const LsNonlinearMethod ls_nonlinear_newton = {
  .id = "newton",
  .needs_jacobian = TRUE,
  .create = create_newton,
  .destroy = destroy,
  .solve = solve,
};
