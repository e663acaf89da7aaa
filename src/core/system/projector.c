#include "core/system/projector.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

struct LsProjector
{
  LsInstance *instance;
  LsLog *log;
  guint n, max;
  double rtol, share; /* absolute tolerances relative to the nominals */
  double leash;       /* maximum distance of a projection at the end of a step, in tolerances */
  gboolean skips;     /* no projection at the ends of steps */
  double *atol;       /* n */
  double *all;        /* max x n: written by the FMU; only the first rows are valid */
  LsProjection *projection;
  LsStatus (*go_to) (double t, const double x[], gpointer user_data);
  gpointer user_data;
};

static LsStatus
residuals (double t, const double x[], guint m, double phi[], gpointer user_data)
{
  LsProjector *self = user_data;
  LsStatus status = self->go_to (t, x, self->user_data);

  if (status == LS_OK)
    status = ls_instance_get_constraints (self->instance, self->all);
  if (status == LS_OK)
    memcpy (phi, self->all, m * sizeof (double));
  return status;
}

static LsStatus
jacobian (double t, const double x[], guint m, double d[], gpointer user_data)
{
  LsProjector *self = user_data;
  LsStatus status = self->go_to (t, x, self->user_data);

  if (status == LS_OK)
    status = ls_instance_get_constraint_jacobian (self->instance, self->all);
  if (status == LS_OK)
    memcpy (d, self->all, (gsize)m * self->n * sizeof (double));
  return status;
}

static LsStatus
take_step (double t, const double x[], double step[], gpointer user_data)
{
  LsProjector *self = user_data;
  LsStatus status = self->go_to (t, x, self->user_data);

  return status == LS_OK ? ls_instance_get_projection_step (self->instance, step) : status;
}

/* The FMU does not apply the projection, since the step may still be rejected, or cut at an event.
 * It receives the accepted states before fmi2CompletedIntegratorStep. */
static LsStatus
take_way (
    double t, const double x[], double tolerance, guint limit, double way[], gpointer user_data)
{
  LsProjector *self = user_data;
  LsStatus status = self->go_to (t, x, self->user_data);

  return status == LS_OK ? ls_instance_project (self->instance, tolerance, limit, FALSE, way)
                         : status;
}

static gboolean
is_wanted (LsInstance *instance, const LsSolver *solver, guint can, LsLog *log)
{
  const guint any = LS_CAN_CONSTRAINTS | LS_CAN_PROJECTION_STEP | LS_CAN_PROJECTION;
  const guint ways = solver->projection == LS_SOLVER_PROJECTION_WEIGHTED ? LS_CAN_CONSTRAINTS : any;

  if (solver->projection == LS_SOLVER_PROJECTION_OFF || (can & any) == 0)
    return FALSE;
  if ((can & ways) == 0)
    {
      ls_log_write (
          log, LS_LOG_WARNING, ls_instance_get_name (instance), NULL, NAN,
          _ ("the FMU provides no residuals of its constraints; its own projection is used"));
      return TRUE;
    }
  if (solver->method != NULL && ls_ode_method_can_project (solver->method))
    return TRUE;
  ls_log_write (log, LS_LOG_WARNING, ls_instance_get_name (instance), NULL, NAN,
                _ ("the solver %s does not support the constraints of the FMU; the states will "
                   "drift off"),
                ls_solver_get_id (solver));
  return FALSE;
}

static void
make_projection (LsProjector *self, const LsSolver *solver, guint can, const double nominals[])
{
  LsProjectionProblem problem
      = { .n = self->n, .max_constraints = self->max, .nominals = nominals, .user_data = self };
  const gboolean weighted
      = solver->projection == LS_SOLVER_PROJECTION_WEIGHTED && (can & LS_CAN_CONSTRAINTS) != 0;

  if ((can & LS_CAN_CONSTRAINTS) != 0)
    problem.residuals = residuals;
  if ((can & LS_CAN_CONSTRAINT_JACOBIAN) != 0)
    problem.jacobian = jacobian;
  if ((can & LS_CAN_PROJECTION_STEP) != 0 && !weighted)
    problem.step = take_step;
  if ((can & LS_CAN_PROJECTION) != 0 && !weighted)
    problem.full = take_way;
  self->projection = ls_projection_new (&problem);
}

static gboolean
has_inputs (const LsDescription *description)
{
  for (guint i = 0; i < description->n_variables; i++)
    if (description->variables[i].causality == LS_CAUSALITY_INPUT)
      return TRUE;
  return FALSE;
}

LsProjector *
ls_projector_new (LsInstance *instance,
                  const LsSolver *solver,
                  const double nominals[],
                  LsStatus (*go_to) (double t, const double x[], gpointer user_data),
                  gpointer user_data,
                  LsLog *log)
{
  g_return_val_if_fail (instance != NULL && solver != NULL, NULL);

  const LsDescription *description = ls_instance_get_description (instance);
  const guint can = ls_instance_get_capabilities (instance);
  const guint n = ls_description_get_n_states (description);
  LsProjector *self;

  if (n == 0 || description->constraints.max == 0 || !is_wanted (instance, solver, can, log))
    return NULL;
  self = g_new0 (LsProjector, 1);
  self->instance = instance;
  self->log = log != NULL ? ls_log_ref (log) : NULL;
  self->n = n;
  self->max = description->constraints.max;
  self->rtol = solver->settings.rtol;
  self->share = solver->settings.atol > 0.0 ? solver->settings.atol : 0.01 * self->rtol;
  /* Fixed step: distance is no error measure, so no limit. */
  self->leash = ls_ode_method_has_fixed_step (solver->method) ? INFINITY : 1.0;
  /* Extrapolated inputs are inconsistent with the differential equations from which the constraints
   * follow: no step is short enough to satisfy both. */
  self->skips = has_inputs (description);
  self->go_to = go_to;
  self->user_data = user_data;
  self->atol = g_new0 (double, n);
  self->all = g_new0 (double, (gsize)self->max *n + self->max);
  make_projection (self, solver, can, nominals);
  ls_projector_set_nominals (self, nominals);
  return self;
}

void
ls_projector_free (LsProjector *self)
{
  if (self == NULL)
    return;
  ls_projection_free (self->projection);
  if (self->log != NULL)
    ls_log_unref (self->log);
  g_free (self->atol);
  g_free (self->all);
  g_free (self);
}

void
ls_projector_set_nominals (LsProjector *self, const double nominals[])
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < self->n; i++)
    self->atol[i] = self->share * nominals[i];
  ls_projection_set_tolerances (self->projection, self->rtol, self->atol);
}

LsStatus
ls_projector_project (LsProjector *self, double t, double x[], double error[])
{
  if (error != NULL && self->skips)
    return LS_OK;
  ls_projection_set_leash (self->projection, error != NULL ? self->leash : INFINITY);
  return ls_projection_move (self->projection, t, x, error);
}

LsStatus
ls_projector_project_start (LsProjector *self, double t, double x[], gboolean *moved)
{
  LsProjectionCounts before, after;
  guint m;
  LsStatus status = ls_instance_get_n_constraints (self->instance, &m);

  *moved = FALSE;
  if (status != LS_OK)
    return status;
  ls_projection_set_n_constraints (self->projection, m);
  ls_projection_set_leash (self->projection, INFINITY);
  ls_projection_get_counts (self->projection, &before);
  status = ls_projection_move (self->projection, t, x, NULL);
  ls_projection_get_counts (self->projection, &after);
  *moved = after.moved > before.moved;
  if (status != LS_RETRY)
    return status;
  ls_projector_log_error (self, t);
  return LS_STOP;
}

void
ls_projector_explain (LsProjector *self, double t)
{
  const LsProjectionTrouble trouble = ls_projection_get_trouble (self->projection);

  if (trouble != LS_PROJECTION_NONE)
    ls_log_write (self->log, LS_LOG_WARNING, ls_instance_get_name (self->instance), NULL, t, "%s",
                  ls_projection_describe (trouble));
}

void
ls_projector_log_error (LsProjector *self, double t)
{
  ls_log_write (self->log, LS_LOG_ERROR, ls_instance_get_name (self->instance), NULL, t, "%s",
                ls_projection_describe (ls_projection_get_trouble (self->projection)));
}

double
ls_projector_get_distance (const LsProjector *self)
{
  return ls_projection_get_distance (self->projection);
}

void
ls_projector_get_counts (const LsProjector *self, LsProjectionCounts *counts)
{
  ls_projection_get_counts (self->projection, counts);
}
