#include "core/system/me-solver-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* States closer to the constraints than this, in tolerances, are not projected after a change of
 * inputs. */
#define KEPT 0.1

static LsStatus
go_to_keep (double t, const double x[], gpointer user_data)
{
  return ls_me_solver_go_to (user_data, t, x);
}

static LsStatus
project (double t, double x[], double error[], gpointer user_data)
{
  LsMeSolver *self = user_data;

  return self->holds ? LS_OK : ls_projector_project (self->projector, t, x, error);
}

static LsStatus
directional (double t, const double x[], const double seed[], double product[], gpointer user_data)
{
  LsMeSolver *self = user_data;
  LsStatus status = ls_me_solver_go_to (self, t, x);

  if (status != LS_OK)
    return status;
  return ls_instance_get_directional_derivative (self->instance, self->derivative_refs, self->n,
                                                 self->state_refs, self->n, seed, product);
}

static LsStatus
indicators (double t, const double x[], double z[], gpointer user_data)
{
  LsMeSolver *self = user_data;
  LsStatus status = ls_me_solver_go_to (self, t, x);

  return status == LS_OK ? ls_instance_get_event_indicators (self->instance, z) : status;
}

static LsStatus
completed (double t, const double x[], gboolean *event, gboolean *terminate, gpointer user_data)
{
  LsMeSolver *self = user_data;
  LsStatus status = ls_me_solver_go_to (self, t, x);

  if (status == LS_OK)
    status = ls_instance_completed_step (self->instance, !self->may_return, event, terminate);
  if (status == LS_OK && *terminate)
    ls_log_write (self->log, LS_LOG_INFO, ls_instance_get_name (self->instance),
                  "fmi2CompletedIntegratorStep", t, _ ("the FMU ends the simulation"));
  return status;
}

static LsStatus
observe (LsHybrid *hybrid G_GNUC_UNUSED, double from, double to, gpointer user_data)
{
  LsMeSolver *self = user_data;

  return self->user.observe (from, to, self->user.user_data);
}

static void
fill_references (LsMeSolver *self)
{
  const LsDescription *description = ls_instance_get_description (self->instance);

  for (guint k = 0; k < self->n; k++)
    {
      const LsVariable *derivative
          = &description->variables[description->derivatives.items[k].variable];

      self->derivative_refs[k] = derivative->value_reference;
      self->state_refs[k] = derivative->derivative_of >= 0
                                ? description->variables[derivative->derivative_of].value_reference
                                : 0;
    }
}

static gboolean
make_hybrid (LsMeSolver *self, const LsSolver *solver, double stop_time, GError **error)
{
  const LsDescription *description = ls_instance_get_description (self->instance);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (guint));
  const guint can = ls_instance_get_capabilities (self->instance);
  LsOdeDetails details = { .nominals = self->nominals };
  LsHybridProblem problem = {
    .ode = { .n = self->n, .derivatives = ls_me_solver_derive, .user_data = self },
    .details = &details,
    .n_indicators = description->n_event_indicators,
    .indicators = indicators,
    .event = ls_me_solver_handle_event,
    .observe = self->user.observe != NULL ? observe : NULL,
    .get_state_name = ls_me_solver_get_state_name,
  };
  LsHybridSettings settings = solver->settings;

  if ((can & LS_CAN_DIRECTIONAL_DERIVATIVE) != 0)
    details.directional = directional;
  if (self->projector != NULL)
    details.project = project;
  if (ls_me_solver_list_pattern (self, rows, columns))
    {
      details.n_entries = rows->len;
      details.rows = (const guint *)(gpointer)rows->data;
      details.columns = (const guint *)(gpointer)columns->data;
    }
  if (!description->model_exchange.completed_integrator_step_not_needed)
    problem.completed = completed;
  settings.span = stop_time - ls_instance_get_time (self->instance);
  if (!(settings.max_step > 0.0))
    settings.max_step = ls_hybrid_get_longest_step (solver->method, settings.span);
  self->hybrid = ls_hybrid_new (solver->method, &problem, &settings, self->nominals, self->log,
                                ls_instance_get_name (self->instance), error);
  if (self->hybrid == NULL)
    g_prefix_error (error, "%s: ", ls_instance_get_name (self->instance));
  return self->hybrid != NULL;
}

static gboolean
fail (LsMeSolver *self, const char *what, GError **error)
{
  g_autofree char *said = ls_log_take_error (self->log);

  if (said != NULL)
    g_set_error_literal (error, LS_ERROR, LS_ERROR_FMU, said);
  else
    g_set_error (error, LS_ERROR, LS_ERROR_FMU, "%s: %s", ls_instance_get_name (self->instance),
                 what);
  return FALSE;
}

static LsStatus
start_at (LsMeSolver *self, double t, double next_time)
{
  return self->schedule != NULL ? ls_schedule_start (self->schedule, t, self->x, next_time)
                                : ls_hybrid_start (self->hybrid, t, self->x, next_time);
}

/* The first event iteration is mandatory (FMI 2.0, 3.2.3). */
static gboolean
start (LsMeSolver *self, const LsSolver *solver, double stop_time, GError **error)
{
  double t = ls_instance_get_time (self->instance);
  LsEventInfo info;
  gboolean moved = FALSE;
  LsStatus status = ls_instance_update_discrete_states (self->instance, &info);

  if (status == LS_OK && info.terminate)
    return fail (self, _ ("the FMU ends the simulation at its start"), error);
  if (status == LS_OK)
    status = ls_instance_enter_continuous_time_mode (self->instance);
  if (status == LS_OK && self->n > 0)
    status = ls_instance_get_states (self->instance, self->x);
  if (status == LS_OK && self->n > 0)
    status = ls_instance_get_nominals (self->instance, self->nominals);
  if (status != LS_OK)
    return fail (self, _ ("the FMU does not start"), error);
  self->projector
      = ls_projector_new (self->instance, solver, self->nominals, go_to_keep, self, self->log);
  if (ls_me_solver_settle (self, t, self->x, &moved) != LS_OK)
    return fail (self, _ ("the constraints cannot be met at the start"), error);
  if (solver->schedule != NULL)
    self->schedule = ls_schedule_new (self, solver, stop_time, error);
  else if (!make_hybrid (self, solver, stop_time, error))
    return FALSE;
  if (self->hybrid == NULL && self->schedule == NULL)
    return FALSE;
  status = start_at (self, t, info.has_next_time ? info.next_time : INFINITY);
  if (status == LS_OK)
    status = ls_me_solver_return (self);
  return status == LS_OK || fail (self, _ ("the integration does not start"), error);
}

LsMeSolver *
ls_me_solver_new (LsInstance *instance,
                  const LsSolver *solver,
                  const LsMeSolverUser *user,
                  double stop_time,
                  LsLog *log,
                  GError **error)
{
  g_return_val_if_fail (instance != NULL && user != NULL, NULL);

  g_autoptr (LsMeSolver) self = g_new0 (LsMeSolver, 1);

  self->instance = instance;
  self->user = *user;
  self->log = log != NULL ? ls_log_ref (log) : ls_log_new (NULL, NULL);
  self->n = ls_description_get_n_states (ls_instance_get_description (instance));
  self->state_refs = g_new0 (guint32, 2 * (gsize)self->n + 1);
  self->derivative_refs = self->state_refs + self->n;
  self->nominals = g_new0 (double, 2 * (gsize)self->n + user->n_inputs + 1);
  self->x = self->nominals + self->n;
  self->u = self->x + self->n;
  self->can_save = (ls_instance_get_capabilities (instance) & LS_CAN_SAVE_STATE) != 0;
  fill_references (self);
  return start (self, solver, stop_time, error) ? g_steal_pointer (&self) : NULL;
}

void
ls_me_solver_free (LsMeSolver *self)
{
  if (self == NULL)
    return;
  if (self->saved != NULL)
    ls_instance_free_state (self->instance, self->saved);
  ls_hybrid_free (self->hybrid);
  ls_schedule_free (self->schedule);
  ls_projector_free (self->projector);
  ls_log_unref (self->log);
  g_free (self->state_refs);
  g_free (self->nominals);
  g_free (self);
}

LsStatus
ls_me_solver_return (LsMeSolver *self)
{
  if ((self->hybrid == NULL && self->schedule == NULL) || ls_me_solver_is_terminated (self))
    return LS_OK;
  return ls_me_solver_go_to (self, ls_me_solver_get_time (self), ls_me_solver_get_states (self));
}

LsStatus
ls_me_solver_advance (LsMeSolver *self, double t_end)
{
  LsStatus status = self->schedule != NULL ? ls_schedule_advance (self->schedule, t_end)
                                           : ls_hybrid_advance (self->hybrid, t_end);

  if (status != LS_OK && self->projector != NULL)
    ls_projector_explain (self->projector, ls_me_solver_get_time (self));
  return status == LS_OK ? ls_me_solver_return (self) : status;
}

LsStatus
ls_me_solver_interrupt (LsMeSolver *self, gboolean event)
{
  LsStatus status = self->schedule != NULL ? ls_schedule_interrupt (self->schedule, event)
                                           : ls_hybrid_interrupt (self->hybrid, event);

  return status == LS_OK ? ls_me_solver_return (self) : status;
}

void
ls_me_solver_hold (LsMeSolver *self, gboolean held)
{
  self->holds = held;
}

LsStatus
ls_me_solver_project (LsMeSolver *self, gboolean *moved)
{
  const double t = ls_me_solver_get_time (self);
  /* Held inputs jump at the next step, which restarts the solver anyway. */
  const double kept = self->holds ? 0.0 : KEPT;
  LsStatus status;

  *moved = FALSE;
  self->holds = FALSE;
  if (self->projector == NULL || ls_me_solver_is_terminated (self))
    return LS_OK;
  memcpy (self->x, ls_me_solver_get_states (self), self->n * sizeof (double));
  status = ls_projector_project (self->projector, t, self->x, NULL);
  if (status == LS_RETRY)
    {
      ls_projector_log_error (self->projector, t);
      return LS_STOP;
    }
  *moved = status == LS_OK && ls_projector_get_distance (self->projector) > kept;
  if (*moved)
    return ls_me_solver_interrupt (self, FALSE);
  return status == LS_OK ? ls_me_solver_return (self) : status;
}

void
ls_me_solver_announce (LsMeSolver *self, double t)
{
  if (self->schedule != NULL)
    ls_schedule_announce (self->schedule, t);
  else
    ls_hybrid_announce (self->hybrid, t);
}

LsStatus
ls_me_solver_place (LsMeSolver *self, double t)
{
  LsStatus status = LS_OK;

  if (self->schedule != NULL)
    ls_schedule_interpolate (self->schedule, t, self->x);
  else
    status = ls_hybrid_interpolate (self->hybrid, t, self->x);
  if (status != LS_OK)
    return status;
  /* Interpolation violates constraints slightly; only LS_STOP is fatal. */
  if (self->projector != NULL && project (t, self->x, NULL, self) == LS_STOP)
    return LS_STOP;
  return ls_me_solver_go_to (self, t, self->x);
}

double
ls_me_solver_get_time (const LsMeSolver *self)
{
  return self->schedule != NULL ? ls_schedule_get_time (self->schedule)
                                : ls_hybrid_get_time (self->hybrid);
}

const double *
ls_me_solver_get_states (const LsMeSolver *self)
{
  return self->schedule != NULL ? ls_schedule_get_states (self->schedule)
                                : ls_hybrid_get_states (self->hybrid);
}

gboolean
ls_me_solver_is_terminated (const LsMeSolver *self)
{
  return self->schedule != NULL ? ls_schedule_is_terminated (self->schedule)
                                : ls_hybrid_is_terminated (self->hybrid);
}

double
ls_me_solver_get_next_time (const LsMeSolver *self)
{
  return self->schedule != NULL ? ls_schedule_get_next_time (self->schedule)
                                : ls_hybrid_get_next_time (self->hybrid);
}

void
ls_me_solver_get_counts (const LsMeSolver *self, LsHybridCounts *counts)
{
  if (self->schedule != NULL)
    ls_schedule_get_counts (self->schedule, counts);
  else
    ls_hybrid_get_counts (self->hybrid, counts);
}

GArray *
ls_me_solver_note_fired (LsMeSolver *self)
{
  return self->schedule != NULL ? ls_schedule_note_fired (self->schedule) : NULL;
}

guint64
ls_me_solver_get_n_events (const LsMeSolver *self)
{
  return self->schedule != NULL ? ls_schedule_get_n_events (self->schedule)
                                : ls_hybrid_get_n_events (self->hybrid);
}

gboolean
ls_me_solver_get_projections (const LsMeSolver *self, LsProjectionCounts *counts)
{
  *counts = (LsProjectionCounts){ 0 };
  if (self->projector != NULL)
    ls_projector_get_counts (self->projector, counts);
  return self->projector != NULL;
}

LsStatus
ls_me_solver_save (LsMeSolver *self, gboolean expected)
{
  self->may_return = expected && self->can_save;
  if (self->schedule != NULL)
    ls_schedule_save (self->schedule);
  else
    ls_hybrid_save (self->hybrid);
  self->saved_events = ls_me_solver_get_n_events (self);
  return self->can_save ? ls_instance_save (self->instance, &self->saved) : LS_OK;
}

void
ls_me_solver_forget_saved (LsMeSolver *self)
{
  self->may_return = FALSE;
}

LsStatus
ls_me_solver_restore (LsMeSolver *self)
{
  LsStatus status = self->schedule != NULL ? ls_schedule_restore (self->schedule)
                                           : ls_hybrid_restore (self->hybrid);

  if (status == LS_OK && self->can_save)
    status = ls_instance_restore (self->instance, self->saved);
  else if (status == LS_OK && ls_me_solver_get_n_events (self) != self->saved_events)
    {
      ls_log_write (self->log, LS_LOG_ERROR, ls_instance_get_name (self->instance), NULL,
                    ls_me_solver_get_time (self),
                    _ ("an event has occurred since, and the FMU cannot save its state to be "
                       "rolled back"));
      return LS_STOP;
    }
  return status == LS_OK ? ls_me_solver_return (self) : status;
}
