/* Multistep methods by CVODE: BDF and Adams, with dense linear algebra. */
#include "core/num/ode-impl.h"

#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

typedef struct
{
  LsOde *ode;
  SUNContext context;
  N_Vector x, atol;
  SUNMatrix matrix;
  SUNLinearSolver solver;
  void *memory;
  double *jacobian;   /* row-major */
  LsOdeCounts before; /* before the last start of the integrator */
  double t;           /* of the last step */
  guint64 max_steps;
} State;

static int
evaluate (realtype t, N_Vector x, N_Vector dx, void *user_data)
{
  State *self = user_data;

  return ls_ode_evaluate (self->ode, t, N_VGetArrayPointer (x), N_VGetArrayPointer (dx));
}

static int
evaluate_jacobian (realtype t,
                   N_Vector x,
                   N_Vector dx,
                   SUNMatrix matrix,
                   void *user_data,
                   N_Vector work_1 G_GNUC_UNUSED,
                   N_Vector work_2 G_GNUC_UNUSED,
                   N_Vector work_3 G_GNUC_UNUSED)
{
  State *self = user_data;
  const LsOdeProblem *problem = &self->ode->problem;
  LsStatus status;

  status = problem->jacobian (t, N_VGetArrayPointer (x), N_VGetArrayPointer (dx), self->jacobian,
                              problem->user_data);
  if (status != LS_OK)
    return status;
  for (guint i = 0; i < problem->n; i++)
    for (guint j = 0; j < problem->n; j++)
      SM_ELEMENT_D (matrix, i, j) = self->jacobian[(gsize)i * problem->n + j];
  return 0;
}

static void
ignore_message (int code G_GNUC_UNUSED,
                const char *module G_GNUC_UNUSED,
                const char *function G_GNUC_UNUSED,
                char *message G_GNUC_UNUSED,
                void *user_data G_GNUC_UNUSED)
{
}

static void
destroy (gpointer state)
{
  State *self = state;

  if (self->memory != NULL)
    CVodeFree (&self->memory);
  if (self->solver != NULL)
    SUNLinSolFree (self->solver);
  if (self->matrix != NULL)
    SUNMatDestroy (self->matrix);
  if (self->x != NULL)
    N_VDestroy (self->x);
  if (self->atol != NULL)
    N_VDestroy (self->atol);
  if (self->context != NULL)
    SUNContext_Free (&self->context);
  g_free (self->jacobian);
  g_free (self);
}

static gboolean
set_up_solver (State *self)
{
  guint n = self->ode->problem.n;

  self->matrix = SUNDenseMatrix (n, n, self->context);
  if (self->matrix == NULL)
    return FALSE;
  self->solver = SUNLinSol_Dense (self->x, self->matrix, self->context);
  if (self->solver == NULL
      || CVodeSetLinearSolver (self->memory, self->solver, self->matrix) != CV_SUCCESS)
    return FALSE;
  if (self->ode->problem.jacobian == NULL)
    return TRUE;
  self->jacobian = g_new0 (double, (gsize)n *n);
  return CVodeSetJacFn (self->memory, evaluate_jacobian) == CV_SUCCESS;
}

static gboolean
set_up (State *self, int multistep)
{
  guint n = self->ode->problem.n;

  if (SUNContext_Create (NULL, &self->context) != 0)
    return FALSE;
  self->x = N_VNew_Serial (n, self->context);
  self->atol = N_VNew_Serial (n, self->context);
  self->memory = CVodeCreate (multistep, self->context);
  if (self->x == NULL || self->atol == NULL || self->memory == NULL)
    return FALSE;
  N_VConst (0.0, self->x);
  memcpy (N_VGetArrayPointer (self->atol), self->ode->atol, n * sizeof (double));
  return CVodeSetErrHandlerFn (self->memory, ignore_message, NULL) == CV_SUCCESS
         && CVodeInit (self->memory, evaluate, 0.0, self->x) == CV_SUCCESS
         && CVodeSetUserData (self->memory, self) == CV_SUCCESS
         && CVodeSVtolerances (self->memory, self->ode->rtol, self->atol) == CV_SUCCESS
         && CVodeSetMaxNumSteps (self->memory, -1) == CV_SUCCESS
         && CVodeSetMaxHnilWarns (self->memory, -1) == CV_SUCCESS && set_up_solver (self);
}

static gpointer
create (LsOde *ode, int multistep)
{
  State *self = g_new0 (State, 1);

  self->ode = ode;
  if (set_up (self, multistep))
    return self;
  destroy (self);
  return NULL;
}

static gpointer
create_bdf (LsOde *ode)
{
  return create (ode, CV_BDF);
}

static gpointer
create_adams (LsOde *ode)
{
  return create (ode, CV_ADAMS);
}

/* Evaluations are counted as they happen, those for differences included. */
static void
update_counts (State *self)
{
  LsOdeCounts *counts = &self->ode->counts;
  long steps = 0, failures = 0, convergence = 0, jacobians = 0, factorisations = 0;

  CVodeGetNumSteps (self->memory, &steps);
  CVodeGetNumErrTestFails (self->memory, &failures);
  CVodeGetNumNonlinSolvConvFails (self->memory, &convergence);
  CVodeGetNumJacEvals (self->memory, &jacobians);
  CVodeGetNumLinSolvSetups (self->memory, &factorisations);
  counts->steps = self->before.steps + (guint64)steps;
  counts->rejected = self->before.rejected + (guint64)(failures + convergence);
  counts->jacobians = self->before.jacobians + (guint64)jacobians;
  counts->factorisations = self->before.factorisations + (guint64)factorisations;
}

static LsStatus
start (gpointer state, double t, const double x[])
{
  State *self = state;

  self->before = self->ode->counts;
  self->t = t;
  memcpy (N_VGetArrayPointer (self->x), x, self->ode->problem.n * sizeof (double));
  return CVodeReInit (self->memory, t, self->x) == CV_SUCCESS ? LS_OK : LS_STOP;
}

static void
set_max_steps (gpointer state, guint64 steps_per_call)
{
  State *self = state;

  self->max_steps = steps_per_call;
}

static LsStatus
translate (int flag)
{
  switch (flag)
    {
    case CV_TOO_MUCH_WORK:
    case CV_ERR_FAILURE:
    case CV_CONV_FAILURE:
    case CV_FIRST_RHSFUNC_ERR:
    case CV_REPTD_RHSFUNC_ERR:
    case CV_UNREC_RHSFUNC_ERR:
      return LS_RETRY;
    default:
      return LS_STOP;
    }
}

/* Single steps: without a bound CVODE would creep up to a singularity for ever,
 * in steps below the rounding of time. */
static LsStatus
advance_steps (State *self, double t_end)
{
  guint stalled = 0;
  guint64 steps = 0;
  double t;

  while (TRUE)
    {
      int flag = CVode (self->memory, t_end, self->x, &t, CV_ONE_STEP);

      if (flag == CV_TSTOP_RETURN || (flag == CV_SUCCESS && t >= t_end))
        return LS_OK;
      if (flag != CV_SUCCESS)
        return translate (flag);
      stalled = t - self->t <= LS_ODE_STALL * fabs (t) ? stalled + 1 : 0;
      self->t = t;
      if (stalled == LS_ODE_MAX_STALLED || ++steps == self->max_steps)
        return LS_RETRY;
    }
}

static LsStatus
advance (gpointer state, double t_end, double x[])
{
  State *self = state;
  LsStatus status;

  if (CVodeSetStopTime (self->memory, t_end) != CV_SUCCESS)
    return LS_STOP;
  status = advance_steps (self, t_end);
  update_counts (self);
  if (status != LS_OK)
    return status;
  self->t = t_end;
  memcpy (x, N_VGetArrayPointer (self->x), self->ode->problem.n * sizeof (double));
  return LS_OK;
}

const LsOdeMethod ls_ode_cvode_bdf = {
  .id = "cvode-bdf",
  .implicit = TRUE,
  .create = create_bdf,
  .destroy = destroy,
  .start = start,
  .set_max_steps = set_max_steps,
  .advance = advance,
};

const LsOdeMethod ls_ode_cvode_adams = {
  .id = "cvode-adams",
  .implicit = TRUE,
  .create = create_adams,
  .destroy = destroy,
  .start = start,
  .set_max_steps = set_max_steps,
  .advance = advance,
};
