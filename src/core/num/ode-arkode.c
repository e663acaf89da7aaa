/* Explicit Runge-Kutta methods by ARKODE. Its ARKStep module is used with an
 * explicit table alone: the ERKStep module of SUNDIALS 6.4.1 starts each step
 * with the last stage of the step before whenever that lies at its end, which
 * takes the method of order 8 down to 7 (measured: 9.1e-9 instead of 1.2e-10
 * for x'' = -x over 20 s in 80 steps). */
#include "core/num/ode-impl.h"

#include <arkode/arkode_arkstep.h>
#include <float.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>

/* In a row, each with a quarter of the distance that failed. */
#define MAX_RECOVERIES 20

typedef struct
{
  LsOde *ode;
  SUNContext context;
  N_Vector x, atol;
  void *memory;
  double t;           /* of the last accepted step */
  LsStatus evaluated; /* what the last evaluation gave */
  double t_failed;    /* where the derivatives could not be had */
  guint64 rejected;   /* before the last start of the integrator */
  guint64 max_steps;
} State;

static int
evaluate (realtype t, N_Vector x, N_Vector dx, void *user_data)
{
  State *self = user_data;
  LsStatus status = ls_ode_evaluate (self->ode, t, N_VGetArrayPointer (x), N_VGetArrayPointer (dx));

  self->evaluated = status;
  if (status == LS_RETRY)
    self->t_failed = t;
  return status;
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
    ARKStepFree (&self->memory);
  if (self->x != NULL)
    N_VDestroy (self->x);
  if (self->atol != NULL)
    N_VDestroy (self->atol);
  if (self->context != NULL)
    SUNContext_Free (&self->context);
  g_free (self);
}

static gboolean
set_up (State *self)
{
  guint n = self->ode->problem.n;

  if (SUNContext_Create (NULL, &self->context) != 0)
    return FALSE;
  self->x = N_VNew_Serial (n, self->context);
  self->atol = N_VNew_Serial (n, self->context);
  if (self->x == NULL || self->atol == NULL)
    return FALSE;
  N_VConst (0.0, self->x);
  memcpy (N_VGetArrayPointer (self->atol), self->ode->atol, n * sizeof (double));
  self->memory = ARKStepCreate (evaluate, NULL, 0.0, self->x, self->context);
  return self->memory != NULL
         && ARKStepSetErrHandlerFn (self->memory, ignore_message, NULL) == ARK_SUCCESS
         && ARKStepSetUserData (self->memory, self) == ARK_SUCCESS
         && ARKStepSetTableNum (self->memory, ARKODE_DIRK_NONE, ARKODE_FEHLBERG_13_7_8)
                == ARK_SUCCESS
         && ARKStepSVtolerances (self->memory, self->ode->rtol, self->atol) == ARK_SUCCESS
         /* Every step as long as it may be: keeping one for growth below 1.5
          * saves nothing in an explicit method and makes the work jump. */
         && ARKStepSetFixedStepBounds (self->memory, 1.0, 1.0) == ARK_SUCCESS
         && ARKStepSetMaxNumSteps (self->memory, -1) == ARK_SUCCESS;
}

static gpointer
create (LsOde *ode)
{
  State *self = g_new0 (State, 1);

  self->ode = ode;
  if (set_up (self))
    return self;
  destroy (self);
  return NULL;
}

static void
count_rejected (State *self)
{
  long failures = 0;

  if (ARKStepGetNumErrTestFails (self->memory, &failures) == ARK_SUCCESS)
    self->ode->counts.rejected = self->rejected + (guint64)failures;
}

/* From self->t and self->x; @h: first step, 0: to be found. */
static LsStatus
start_integrator (State *self, double h)
{
  count_rejected (self);
  self->rejected = self->ode->counts.rejected;
  if (ARKStepReInit (self->memory, evaluate, NULL, self->t, self->x) != ARK_SUCCESS
      || ARKStepSetInitStep (self->memory, h) != ARK_SUCCESS)
    return LS_STOP;
  return LS_OK;
}

static LsStatus
start (gpointer state, double t, const double x[])
{
  State *self = state;

  self->t = t;
  memcpy (N_VGetArrayPointer (self->x), x, self->ode->problem.n * sizeof (double));
  return start_integrator (self, 0.0);
}

static void
set_max_steps (gpointer state, guint64 steps_per_call)
{
  State *self = state;

  self->max_steps = steps_per_call;
}

/* ARKODE's explicit methods end at the first evaluation that fails; here the
 * step is tried again from its start, shorter. @x: states at self->t. */
static LsStatus
recover (State *self, const double x[])
{
  double distance = self->t_failed - self->t;

  memcpy (N_VGetArrayPointer (self->x), x, self->ode->problem.n * sizeof (double));
  self->rejected++;
  if (!(distance > 64.0 * DBL_EPSILON * fabs (self->t_failed)))
    {
      start_integrator (self, 0.0);
      return LS_RETRY;
    }
  return start_integrator (self, 0.25 * distance);
}

/* ARKODE calls some failures of the derivatives fatal that are not. */
static gboolean
is_recoverable (const State *self, int flag)
{
  return self->evaluated == LS_RETRY
         && (flag == ARK_UNREC_RHSFUNC_ERR || flag == ARK_REPTD_RHSFUNC_ERR
             || flag == ARK_FIRST_RHSFUNC_ERR || flag == ARK_RHSFUNC_FAIL);
}

static LsStatus
translate (const State *self, int flag)
{
  if (flag == ARK_TOO_MUCH_WORK || flag == ARK_ERR_FAILURE || flag == ARK_CONV_FAILURE
      || is_recoverable (self, flag))
    return LS_RETRY;
  return LS_STOP;
}

static LsStatus
advance (gpointer state, double t_end, double x[])
{
  State *self = state;
  gsize size = self->ode->problem.n * sizeof (double);
  guint recoveries = 0, stalled = 0;
  guint64 steps = 0;

  while (TRUE)
    {
      double t;
      int flag;

      if (ARKStepSetStopTime (self->memory, t_end) != ARK_SUCCESS)
        return LS_STOP;
      flag = ARKStepEvolve (self->memory, t_end, self->x, &t, ARK_ONE_STEP);
      count_rejected (self);
      if (flag == ARK_SUCCESS || flag == ARK_TSTOP_RETURN)
        {
          stalled = t - self->t <= LS_ODE_STALL * fabs (t) ? stalled + 1 : 0;
          self->t = t;
          memcpy (x, N_VGetArrayPointer (self->x), size);
          self->ode->counts.steps++;
          recoveries = 0;
          if (flag == ARK_TSTOP_RETURN || t >= t_end)
            return LS_OK;
          if (stalled == LS_ODE_MAX_STALLED || ++steps == self->max_steps)
            return LS_RETRY;
        }
      else if (is_recoverable (self, flag) && recoveries++ < MAX_RECOVERIES)
        {
          LsStatus status = recover (self, x);

          if (status != LS_OK)
            return status;
        }
      else
        return translate (self, flag);
    }
}

const LsOdeMethod ls_ode_fehlberg78 = {
  .id = "fehlberg78",
  .implicit = FALSE,
  .create = create,
  .destroy = destroy,
  .start = start,
  .set_max_steps = set_max_steps,
  .advance = advance,
};
