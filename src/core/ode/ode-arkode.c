/* Explicit Runge-Kutta methods by ARKODE. Its ARKStep module is used with an
 * explicit table alone: the ERKStep module of SUNDIALS 6.4.1 starts each step
 * with the last stage of the step before whenever that lies at its end, which
 * takes the method of order 8 down to 7 (measured: 9.1e-9 instead of 1.2e-10
 * for x'' = -x over 20 s in 80 steps). */
#include "core/ode/ode-sundials.h"

#include <arkode/arkode_arkstep.h>
#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* In a row, each with a quarter of the distance that failed. */
#define MAX_RECOVERIES 20

typedef struct
{
  LsOdeSundials base;
  void *memory;
  guint64 rejected; /* before the last start of the integrator */
} State;

static void
destroy (gpointer state)
{
  State *self = state;

  if (self->memory != NULL)
    ARKStepFree (&self->memory);
  ls_ode_sundials_clear (&self->base);
  g_free (self);
}

static gboolean
set_up (State *self, LsOde *ode)
{
  if (!ls_ode_sundials_init (&self->base, ode))
    return FALSE;
  self->memory
      = ARKStepCreate (ls_ode_sundials_evaluate, NULL, 0.0, self->base.x, self->base.context);
  return self->memory != NULL
         && ARKStepSetErrHandlerFn (self->memory, ls_ode_sundials_ignore_message, NULL)
                == ARK_SUCCESS
         && ARKStepSetUserData (self->memory, &self->base) == ARK_SUCCESS
         && ARKStepSetTableNum (self->memory, ARKODE_DIRK_NONE, ARKODE_FEHLBERG_13_7_8)
                == ARK_SUCCESS
         && ARKStepWFtolerances (self->memory, ls_ode_sundials_get_weights) == ARK_SUCCESS
         /* Every step as long as it may be: keeping one for growth below 1.5
          * saves nothing in an explicit method and makes the work jump. */
         && ARKStepSetFixedStepBounds (self->memory, 1.0, 1.0) == ARK_SUCCESS
         && ARKStepSetMaxNumSteps (self->memory, -1) == ARK_SUCCESS;
}

static gpointer
create (LsOde *ode)
{
  State *self = g_new0 (State, 1);

  if (set_up (self, ode))
    return self;
  destroy (self);
  return NULL;
}

static void
update_counts (State *self)
{
  LsOdeCounts *counts = &self->base.ode->counts;
  long failures = 0;

  if (ARKStepGetNumErrTestFails (self->memory, &failures) == ARK_SUCCESS)
    {
      counts->error_failures += self->rejected + (guint64)failures - counts->rejected;
      counts->rejected = self->rejected + (guint64)failures;
    }
}

/* From the present time and states; @h: first step, 0: to be found. */
static LsStatus
start_integrator (State *self, double h)
{
  LsOde *ode = self->base.ode;

  update_counts (self);
  self->rejected = ode->counts.rejected;
  memcpy (N_VGetArrayPointer (self->base.x), ode->x, ode->problem.n * sizeof (double));
  if (ARKStepReInit (self->memory, ls_ode_sundials_evaluate, NULL, ode->time, self->base.x)
          != ARK_SUCCESS
      || ARKStepSetInitStep (self->memory, h) != ARK_SUCCESS)
    return LS_STOP;
  return LS_OK;
}

static LsStatus
restart (gpointer state, gboolean soft)
{
  State *self = state;

  return start_integrator (self, soft ? self->base.ode->next_step : 0.0);
}

/* ARKODE's explicit methods end at the first evaluation that fails; here the
 * step is tried again from its start, shorter. */
static LsStatus
recover (State *self)
{
  const double distance = self->base.t_failed - self->base.ode->time;

  self->base.ode->counts.rejected++;
  if (!(distance > 64.0 * DBL_EPSILON * fabs (self->base.t_failed)))
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
  return self->base.evaluated == LS_RETRY
         && (flag == ARK_UNREC_RHSFUNC_ERR || flag == ARK_REPTD_RHSFUNC_ERR
             || flag == ARK_FIRST_RHSFUNC_ERR || flag == ARK_RHSFUNC_FAIL);
}

static LsStatus
translate (State *self, int flag)
{
  LsOde *ode = self->base.ode;

  if (flag == ARK_ERR_FAILURE)
    return ls_ode_fail (ode, LS_ODE_TROUBLE_ERROR, ode->time, LS_RETRY);
  return is_recoverable (self, flag) ? LS_RETRY : LS_STOP;
}

static LsStatus
step (gpointer state, double t_limit, double *t, double x[])
{
  State *self = state;
  LsOde *ode = self->base.ode;
  guint recoveries = 0;
  int flag;

  if (ode->next_is_wanted && start_integrator (self, ode->next_step) != LS_OK)
    return LS_STOP;
  while (TRUE)
    {
      LsStatus status;

      if (ARKStepSetMaxStep (self->memory, isfinite (ode->max_step) ? ode->max_step : 0.0)
              != ARK_SUCCESS
          || ARKStepSetStopTime (self->memory, t_limit) != ARK_SUCCESS)
        return LS_STOP;
      flag = ARKStepEvolve (self->memory, t_limit, self->base.x, t, ARK_ONE_STEP);
      update_counts (self);
      if (flag == ARK_SUCCESS || flag == ARK_TSTOP_RETURN)
        break;
      if (!is_recoverable (self, flag) || recoveries++ == MAX_RECOVERIES)
        return translate (self, flag);
      status = recover (self);
      if (status != LS_OK)
        return status;
    }
  if (flag == ARK_TSTOP_RETURN || *t >= t_limit)
    *t = t_limit;
  ARKStepGetCurrentStep (self->memory, &ode->next_step);
  memcpy (x, N_VGetArrayPointer (self->base.x), ode->problem.n * sizeof (double));
  return LS_OK;
}

static void
interpolate (gpointer state, double t, double x[])
{
  State *self = state;

  N_VSetArrayPointer (x, self->base.dense);
  ARKStepGetDky (self->memory, t, 0, self->base.dense);
}

const LsOdeMethod ls_ode_fehlberg78 = {
  .id = "fehlberg78",
  .name = N_ ("Fehlberg 7(8)"),
  .one_step = TRUE,
  .order = 8,
  .dense_order = 5,
  .create = create,
  .destroy = destroy,
  .restart = restart,
  .step = step,
  .interpolate = interpolate,
};
