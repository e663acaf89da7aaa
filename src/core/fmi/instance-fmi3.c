/* FMI 3.0 instances of all kinds: life cycle, discrete states. */
#include "core/fmi/guard.h"
#include "core/fmi/remote-fmi3.h"
#include "core/helper/isolation.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* ---- In a helper process ---- */

static void
receive (gpointer user,
         HostMessageKind kind,
         int status,
         double value,
         const char *category,
         const char *text)
{
  switch (kind)
    {
    case HOST_MESSAGE_LOG:
      ls_messages_write (user, status, category, text);
      break;
    case HOST_MESSAGE_INPUTS:
      ls_instance_fmi3_judge_inputs (user, status);
      break;
    case HOST_MESSAGE_TICK:
      ls_instance_fmi3_note_tick (user, status);
      break;
    case HOST_MESSAGE_INTERVAL:
      ls_instance_fmi3_note_interval (user, status, value);
      break;
    case HOST_MESSAGE_CLOCKS:
      ls_instance_fmi3_judge_clocks (user, status, category);
      break;
    default:
      break;
    }
}

static const LsRemoteClass remote_class = { .receive = receive, LS_REMOTE_ENTRIES };

/* ---- In this process ---- */

static void
log_message (fmi3InstanceEnvironment environment,
             fmi3Status status,
             fmi3String category,
             fmi3String message)
{
  LsInstance *self = ls_messages_find (environment);

  if (self != NULL && message != NULL)
    ls_messages_write (self, (int)status, category, message);
}

/* The path of the resources with a separator at its end, or %NULL without resources. */
static char *
get_resource_path (LsFmu *fmu)
{
  g_autofree char *folder = g_build_filename (ls_fmu_get_directory (fmu), "resources", NULL);

  return g_file_test (folder, G_FILE_TEST_IS_DIR) ? g_strconcat (folder, G_DIR_SEPARATOR_S, NULL)
                                                  : NULL;
}

static void
instantiate_here (LsInstanceFmi3 *self,
                  LsKind kind,
                  const char *path,
                  gboolean debug,
                  const guint32 intermediate[],
                  gsize n)
{
  const char *token = ls_fmu_get_description (self->base.fmu)->guid;

  ls_instance_note_call (&self->base);
  self->component
      = self->base.kind->schedules
            ? ls_instance_fmi3_instantiate_scheduled (self, path, debug, log_message)
        : kind == LS_KIND_CO_SIMULATION
            ? self->fmi.InstantiateCoSimulation (
                self->base.name, token, path, fmi3False, debug != FALSE, self->event_mode != FALSE,
                self->event_mode != FALSE, intermediate, n, self, log_message,
                n > 0 ? ls_instance_fmi3_update_intermediate : NULL)
            : self->fmi.InstantiateModelExchange (self->base.name, token, path, fmi3False,
                                                  debug != FALSE, self, log_message);
  ls_guard_mend ();
  ls_guard_watch ();
  if (self->polynomials != NULL)
    ls_instance_fmi3_aim_inputs (self);
}

static gboolean
instantiate (LsInstanceFmi3 *self, LsKind kind, gboolean debug, GError **error)
{
  const gboolean steps = kind == LS_KIND_CO_SIMULATION;
  g_autofree char *path = get_resource_path (self->base.fmu);
  const guint32 *intermediate = NULL;
  gsize n = 0;

  self->base.call = self->base.kind->schedules ? "fmi3InstantiateScheduledExecution"
                    : steps                    ? "fmi3InstantiateCoSimulation"
                                               : "fmi3InstantiateModelExchange";
  ls_instance_fmi3_init_inputs (self);
  if (self->polynomials != NULL)
    {
      intermediate = host_inputs_get_references (self->polynomials);
      n = self->polynomials->n_references;
    }
  (self->base.remote != NULL ? ls_remote_fmi3_instantiate
                             : instantiate_here) (self, kind, path, debug, intermediate, n);
  if (self->component == NULL)
    ls_instance_set_null_error (&self->base, self->base.call, error);
  return self->component != NULL;
}

/* Clocks that the importer ticks, all inputs that are not triggered by others, and output Clocks.
 */
static void
list_clocks (LsInstanceFmi3 *self)
{
  const LsDescription *description = ls_fmu_get_description (self->base.fmu);

  self->clocks = g_new0 (const LsVariable *, description->n_variables + 1);
  self->outs = g_new0 (const LsVariable *, description->n_variables + 1);
  self->out_refs = g_new0 (guint32, description->n_variables + 1);
  for (guint i = 0; i < description->n_variables; i++)
    {
      const LsVariable *variable = &description->variables[i];

      if (variable->clock == NULL || variable->is_alias)
        continue;
      if (variable->clock->is_input && variable->clock->variability != LS_INTERVAL_TRIGGERED)
        self->clocks[self->n_clocks++] = variable;
      if (!variable->clock->is_output)
        continue;
      self->out_refs[self->n_outs] = variable->value_reference;
      self->outs[self->n_outs++] = variable;
    }
}

static gboolean
resize (LsInstanceFmi3 *self, GError **error)
{
  g_autofree char *said = NULL;

  if (ls_instance_fmi3_resize (self) == LS_OK)
    return TRUE;
  said = ls_log_take_error (self->base.log);
  g_set_error (error, LS_ERROR, LS_ERROR_FMU, _ ("the sizes of its arrays cannot be set: %s"),
               said != NULL ? said : self->base.call);
  return FALSE;
}

LsInstance *
ls_instance_fmi3_create (const LsInstanceKind *kind,
                         LsFmu *fmu,
                         const char *name,
                         LsLog *log,
                         gboolean debug,
                         GError **error)
{
  LsInstanceFmi3 *self = g_new0 (LsInstanceFmi3, 1);

  self->base.is_here = ls_isolation_get () == LS_ISOLATION_NONE;
  ls_instance_init (&self->base, kind, fmu, name, log);
  self->base.remote_class = &remote_class;
  self->base.state_calls = &ls_instance_fmi3_state_calls;
  list_clocks (self);
  ls_instance_fmi3_init_values (self);
  if (!ls_instance_fmi3_load (self, kind->kind, error)
      || !ls_instance_take_once (&self->base, error)
      || !instantiate (self, kind->kind, debug, error) || !resize (self, error))
    {
      ls_instance_fmi3_destroy (&self->base);
      ls_instance_note_call (NULL);
      return NULL;
    }
  self->plain_calls = self->plain_reals && self->n_held == 0 && self->fmi.SetFloat64 != NULL
                      && self->fmi.GetFloat64 != NULL;
  return &self->base;
}

void
ls_instance_fmi3_destroy (LsInstance *instance)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;

  instance->call = "fmi3FreeInstance";
  ls_instance_say_abandoned (instance);
  if (instance->stage == LS_STAGE_FATAL && instance->is_here)
    {
      ls_instance_abandon (instance);
      return;
    }
  if (self->component != NULL && instance->stage != LS_STAGE_FATAL)
    self->fmi.FreeInstance (self->component);
  ls_remote_close (instance);
  ls_instance_fmi3_clear_values (self);
  g_free (self->polynomials);
  g_clear_pointer (&self->places, g_hash_table_unref);
  g_free (self->input_references);
  g_free (self->clocks);
  g_free (self->outs);
  g_free (self->out_refs);
  ls_instance_release (instance);
}

/* Passed on when initialization mode is entered. */
LsStatus
ls_instance_fmi3_setup (LsInstance *instance, double tolerance, double start_time, double stop_time)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;

  instance->time = start_time;
  instance->clock = instance->origin + start_time;
  instance->event_time = INFINITY;
  self->tolerance = tolerance;
  self->start_time = instance->clock;
  self->stop_time = instance->origin + stop_time;
  return LS_OK;
}

LsStatus
ls_instance_fmi3_enter_initialization (LsInstance *instance)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  const gboolean tolerant = !isnan (self->tolerance), stops = !isnan (self->stop_time);
  fmi3Status status;
  LsStatus result = LS_OK;

  instance->call = "fmi3EnterInitializationMode";
  status = self->fmi.EnterInitializationMode (self->component, tolerant,
                                              tolerant ? self->tolerance : 0.0, self->start_time,
                                              stops, stops ? self->stop_time : 0.0);
  ls_guard_mend ();
  if (status != fmi3OK)
    result = ls_instance_judge (instance, (int)status);
  if (result == LS_OK)
    instance->stage = LS_STAGE_INITIALIZATION;
  return result == LS_OK ? ls_instance_fmi3_init_clocks (self) : result;
}

LsStatus
ls_instance_fmi3_exit_initialization (LsInstance *instance)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;

  return ls_instance_fmi3_move (
      self, "fmi3ExitInitializationMode", self->fmi.ExitInitializationMode,
      instance->kind->kind == LS_KIND_CO_SIMULATION && !self->event_mode ? LS_STAGE_STEP_COMPLETE
                                                                         : LS_STAGE_EVENT);
}

LsStatus
ls_instance_fmi3_terminate (LsInstance *instance)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;

  return ls_instance_fmi3_move (self, "fmi3Terminate", self->fmi.Terminate, LS_STAGE_TERMINATED);
}

LsStatus
ls_instance_fmi3_reset (LsInstance *instance)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  LsStatus status
      = ls_instance_fmi3_move (self, "fmi3Reset", self->fmi.Reset, LS_STAGE_INSTANTIATED);

  if (status != LS_OK)
    return status;
  instance->time = NAN;
  ls_instance_fmi3_start_arrays (self);
  ls_instance_fmi3_forget_held (self);
  return ls_instance_fmi3_resize (self);
}

LsStatus
ls_instance_fmi3_update_discrete_states (LsInstance *instance, LsEventInfo *info)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  const double time = ls_instance_fmi3_get_time (instance);

  *info = (LsEventInfo){ .terminate = FALSE };
  instance->asked = LS_ASKED_NOTHING;
  for (int i = 0; i < LS_FMI3_MAX_ITERATIONS; i++)
    {
      fmi3Boolean again = false, terminate = false, nominals = false, values = false, timed = false;
      fmi3Float64 next = 0.0;
      fmi3Status status;
      LsStatus result = LS_OK;

      if ((result = ls_instance_fmi3_note_fired (self, time)) != LS_OK)
        return result;
      instance->call = "fmi3UpdateDiscreteStates";
      status = self->fmi.UpdateDiscreteStates (self->component, &again, &terminate, &nominals,
                                               &values, &timed, &next);
      if (status != fmi3OK)
        result = ls_instance_judge (instance, (int)status);
      if (result != LS_OK)
        return result;
      info->states_changed |= values || self->has_new_shape;
      info->nominals_changed |= nominals || self->has_new_shape;
      self->has_new_shape = FALSE;
      info->terminate = terminate;
      instance->event_time = timed ? next : INFINITY;
      if (again && !terminate)
        continue;
      result = ls_instance_fmi3_read_intervals (self, time);
      instance->event_time = fmin (instance->event_time, ls_instance_fmi3_get_next_tick (self));
      info->has_next_time = isfinite (instance->event_time);
      info->next_time = instance->event_time - instance->origin;
      return result;
    }
  ls_log_write (instance->log, LS_LOG_ERROR, instance->name, instance->call, instance->time,
                _ ("the event iteration has not ended after %d iterations"),
                LS_FMI3_MAX_ITERATIONS);
  return LS_STOP;
}
