/* An instance at a time with states: derivatives, events. Shared by solvers that take steps and
 * those that quantise states. */
#include "core/system/me-solver-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

LsStatus
ls_me_solver_go_to (LsMeSolver *self, double t, const double x[])
{
  LsStatus status = ls_instance_set_time (self->instance, t);

  if (status == LS_OK && self->n > 0)
    status = ls_instance_set_states (self->instance, x);
  if (status != LS_OK || self->user.n_inputs == 0)
    return status;
  self->user.get_inputs (t, self->u, self->user.user_data);
  return ls_instance_set_real (self->instance, self->user.input_refs, self->user.n_inputs, self->u);
}

LsStatus
ls_me_solver_derive (double t, const double x[], double dx[], gpointer user_data)
{
  LsMeSolver *self = user_data;
  LsStatus status = ls_me_solver_go_to (self, t, x);

  return status == LS_OK ? ls_instance_get_state_derivatives (self->instance, dx) : status;
}

/* Leaves event mode for continuous-time mode. */
static LsStatus
leave_event (LsMeSolver *self, const LsEventInfo *info, double x[], LsHybridOutcome *outcome)
{
  LsStatus status = ls_instance_enter_continuous_time_mode (self->instance);

  outcome->states_changed = info->states_changed;
  outcome->next_time = info->has_next_time ? info->next_time : INFINITY;
  if (status == LS_OK && info->states_changed && self->n > 0)
    status = ls_instance_get_states (self->instance, x);
  if (status == LS_OK && info->nominals_changed && self->n > 0)
    {
      status = ls_instance_get_nominals (self->instance, self->nominals);
      outcome->nominals = self->nominals;
      if (self->projector != NULL)
        ls_projector_set_nominals (self->projector, self->nominals);
    }
  return status;
}

LsStatus
ls_me_solver_settle (LsMeSolver *self, double t, double x[], gboolean *states_changed)
{
  gboolean moved;
  LsStatus status;

  if (self->projector == NULL)
    return LS_OK;
  status = ls_projector_project_start (self->projector, t, x, &moved);
  if (status != LS_OK)
    return status;
  *states_changed = *states_changed || moved;
  return ls_me_solver_go_to (self, t, x);
}

static LsStatus
tell_event (LsMeSolver *self, double t, gboolean after)
{
  if (self->user.at_event == NULL)
    return LS_OK;
  return self->user.at_event (t, after, self->user.user_data);
}

/* Sets inputs that may only be set in event mode, and the values of continuous inputs after a
 * jump. */
static LsStatus
set_inputs (LsMeSolver *self, double t)
{
  LsStatus status = LS_OK;

  if (self->user.set_discrete != NULL)
    status = self->user.set_discrete (t, self->user.user_data);
  if (status != LS_OK || self->user.n_inputs == 0)
    return status;
  self->user.get_inputs (t, self->u, self->user.user_data);
  return ls_instance_set_real (self->instance, self->user.input_refs, self->user.n_inputs, self->u);
}

/* FMI 2.0, 3.2.1 and 3.2.2: handles all coinciding events in one event mode. */
LsStatus
ls_me_solver_handle_event (double t,
                           const LsHybridCauses *causes,
                           double x[],
                           LsHybridOutcome *outcome,
                           gpointer user_data)
{
  LsMeSolver *self = user_data;
  LsEventInfo info;
  LsStatus status = ls_me_solver_go_to (self, t, x);

  if (status == LS_OK)
    status = tell_event (self, t, FALSE);
  if (status == LS_OK)
    status = ls_instance_enter_event_mode (self->instance);
  if (status == LS_OK && causes->external)
    status = set_inputs (self, t);
  if (status == LS_OK)
    status = ls_instance_update_discrete_states (self->instance, &info);
  if (status != LS_OK)
    return status;
  outcome->terminate = info.terminate;
  if (info.terminate)
    {
      ls_log_write (self->log, LS_LOG_INFO, ls_instance_get_name (self->instance),
                    "fmi2NewDiscreteStates", t, _ ("the FMU ends the simulation"));
      return LS_OK;
    }
  status = leave_event (self, &info, x, outcome);
  if (status == LS_OK)
    status = ls_me_solver_settle (self, t, x, &outcome->states_changed);
  return status == LS_OK ? tell_event (self, t, TRUE) : status;
}

const char *
ls_me_solver_get_state_name (guint state, gpointer user_data)
{
  LsMeSolver *self = user_data;
  const LsDescription *description = ls_instance_get_description (self->instance);
  const LsVariable *derivative
      = &description->variables[description->derivatives.items[state].variable];

  return derivative->derivative_of >= 0 ? description->variables[derivative->derivative_of].name
                                        : derivative->name;
}

/* Lists the possibly nonzero entries of the Jacobian, from the dependencies of the derivatives.
 * Returns: %FALSE where these are undeclared. */
gboolean
ls_me_solver_list_pattern (const LsMeSolver *self, GArray *rows, GArray *columns)
{
  const LsDescription *description = ls_instance_get_description (self->instance);
  g_autofree int *states = g_new (int, description->n_variables + 1);

  for (guint i = 0; i < description->n_variables; i++)
    states[i] = -1;
  for (guint k = 0; k < self->n; k++)
    {
      int state = description->variables[description->derivatives.items[k].variable].derivative_of;

      if (state >= 0)
        states[state] = (int)k;
    }
  for (guint k = 0; k < self->n; k++)
    {
      const LsUnknown *unknown = &description->derivatives.items[k];

      if (!unknown->has_dependencies)
        return FALSE;
      for (guint i = 0; i < unknown->n_dependencies; i++)
        if (states[unknown->dependencies[i]] >= 0)
          {
            guint column = (guint)states[unknown->dependencies[i]];

            g_array_append_val (rows, k);
            g_array_append_val (columns, column);
          }
    }
  return rows->len > 0;
}
