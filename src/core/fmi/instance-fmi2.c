/* FMI 2.0 instances of both kinds: life cycle. */
#include "core/fmi/guard.h"
#include "core/fmi/remote-fmi2.h"
#include "core/fmi/surroundings.h"

#include "core/helper/helper.h"
#include "core/helper/isolation.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- In a helper process ---- */

static void
receive (gpointer user,
         HostMessageKind kind,
         int status,
         double value G_GNUC_UNUSED,
         const char *category,
         const char *text)
{
  LsInstanceFmi2 *self = user;

  if (kind == HOST_MESSAGE_LOG)
    ls_messages_write (&self->base, status, category, text);
  else if (status != fmi2Pending)
    g_atomic_int_set (&self->finished, status + 1);
}

static const LsRemoteClass remote_class = { .receive = receive, LS_REMOTE_ENTRIES };

/* ---- Callbacks in this process ---- */

/* For who waits until any pending step is finished. */
static GMutex finished_lock;
static GCond step_finished;

/* May be called on a thread of the FMU. That a step is still pending is no news. */
static void
on_step_finished (fmi2ComponentEnvironment environment, fmi2Status status)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)ls_messages_find (environment);

  if (self == NULL || status == fmi2Pending)
    return;
  g_mutex_lock (&finished_lock);
  g_atomic_int_set (&self->finished, (gint)status + 1);
  g_cond_broadcast (&step_finished);
  g_mutex_unlock (&finished_lock);
}

void
ls_instance_fmi2_wait_finished (LsInstanceFmi2 *self, gint64 end)
{
  g_mutex_lock (&finished_lock);
  while (g_atomic_int_get (&self->finished) == 0
         && g_cond_wait_until (&step_finished, &finished_lock, end))
    ;
  g_mutex_unlock (&finished_lock);
}

static void
log_message (fmi2ComponentEnvironment environment,
             fmi2String instance_name G_GNUC_UNUSED,
             fmi2Status status,
             fmi2String category,
             fmi2String message,
             ...)
{
  LsInstance *self = ls_messages_find (environment);
  va_list arguments;

  if (self == NULL || message == NULL)
    return;
  va_start (arguments, message);
  ls_messages_format (self, (int)status, category, message, arguments);
  va_end (arguments);
}

static void *
allocate (size_t n_objects, size_t size)
{
  return calloc (n_objects, size);
}

static void
instantiate_here (LsInstanceFmi2 *self, LsKind kind, const char *uri, gboolean debug)
{
  self->callbacks.logger = log_message;
  self->callbacks.allocateMemory = allocate;
  self->callbacks.freeMemory = free;
  /* FMUs that do not run asynchronously are known to complain about this callback. */
  self->callbacks.stepFinished
      = self->base.interface->can_run_asynchronously ? on_step_finished : NULL;
  self->callbacks.componentEnvironment = self;
  ls_instance_note_call (&self->base);
  self->component = self->fmi->Instantiate (
      self->base.name, kind == LS_KIND_CO_SIMULATION ? fmi2CoSimulation : fmi2ModelExchange,
      ls_fmu_get_description (self->base.fmu)->guid, uri, &self->callbacks, fmi2False, debug);
  ls_guard_mend ();
  ls_guard_watch ();
}

static gboolean
instantiate (LsInstanceFmi2 *self, LsKind kind, gboolean debug, GError **error)
{
  g_autofree char *uri = ls_fmu_get_resource_uri (self->base.fmu);

  self->base.call = "fmi2Instantiate";
  if (self->base.remote != NULL && self->fmi->Instantiate == NULL)
    ls_remote_fmi2_instantiate (self, kind, uri, debug);
  else
    instantiate_here (self, kind, uri, debug);
  if (self->component == NULL)
    ls_instance_set_null_error (&self->base, self->base.call, error);
  return self->component != NULL;
}

static void
set_debug_logging (LsInstanceFmi2 *self, gboolean debug)
{
  fmi2Status status;

  if (!debug || self->fmi->SetDebugLogging == NULL)
    return;
  self->base.call = "fmi2SetDebugLogging";
  /* No category enables all of them. */
  status = self->fmi->SetDebugLogging (self->component, fmi2True, 0, NULL);
  if (status == fmi2Warning || status == fmi2Discard)
    ls_instance_judge (&self->base, (int)status);
}

LsInstance *
ls_instance_fmi2_start (LsInstanceFmi2 *self,
                        gboolean (*load) (LsInstanceFmi2 *, LsKind, GError **),
                        gboolean debug,
                        GError **error)
{
  const LsInstanceKind *kind = self->base.kind;
  gboolean done;

  self->pending_timeout = 60;
  self->base.remote_class = &remote_class;
  self->fmi = g_new0 (LsFmi2Functions, 1);
  done = load (self, kind->kind, error);
  ls_instance_fmi2_share_functions (self);
  if (!done || !ls_instance_take_once (&self->base, error)
      || !instantiate (self, kind->kind, debug, error))
    {
      kind->destroy (&self->base);
      ls_instance_note_call (NULL);
      return NULL;
    }
  set_debug_logging (self, debug);
  return &self->base;
}

LsInstance *
ls_instance_fmi2_create (const LsInstanceKind *kind,
                         LsFmu *fmu,
                         const char *name,
                         LsLog *log,
                         gboolean debug,
                         GError **error)
{
  LsInstanceFmi2 *self = g_new0 (LsInstanceFmi2, 1);

  self->base.is_here = ls_isolation_get () == LS_ISOLATION_NONE;
  ls_instance_init (&self->base, kind, fmu, name, log);
  self->base.state_calls = &ls_instance_fmi2_state_calls;
  self->step_call = "fmi2DoStep";
  return ls_instance_fmi2_start (self, ls_instance_fmi2_load, debug, error);
}

void
ls_instance_fmi2_destroy (LsInstance *instance)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;

  self->base.call = "fmi2FreeInstance";
  ls_instance_say_abandoned (instance);
  if (instance->stage == LS_STAGE_FATAL && instance->is_here)
    {
      ls_instance_abandon (instance);
      return;
    }
  if (self->component != NULL && instance->stage != LS_STAGE_FATAL)
    self->fmi->FreeInstance (self->component);
  ls_remote_close (instance);
  ls_instance_fmi2_drop_functions (self);
  ls_instance_release (instance);
}

void
ls_instance_fmi2_set_pending_timeout (LsInstance *instance, double timeout)
{
  ((LsInstanceFmi2 *)instance)->pending_timeout = timeout;
}

LsStatus
ls_instance_fmi2_setup (LsInstance *instance, double tolerance, double start_time, double stop_time)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;

  instance->time = start_time;
  instance->clock = instance->origin + start_time;
  instance->event_time = INFINITY;
  LS_FMI2_RETURN_CALL (self, SetupExperiment, !isnan (tolerance), isnan (tolerance) ? 0 : tolerance,
                       instance->clock, !isnan (stop_time),
                       isnan (stop_time) ? 0 : instance->origin + stop_time);
}

LsStatus
ls_instance_fmi2_move (LsInstanceFmi2 *self,
                       const char *call,
                       fmi2Status (*function) (fmi2Component),
                       LsStage stage)
{
  fmi2Status status;
  LsStatus result = LS_OK;

  self->base.call = call;
  if (function == NULL)
    return ls_instance_miss (&self->base);
  status = function (self->component);
  ls_surroundings_mend (&self->base, stage);
  if (status != fmi2OK)
    result = ls_instance_judge (&self->base, (int)status);
  if (result == LS_OK)
    self->base.stage = stage;
  return result;
}

LsStatus
ls_instance_fmi2_enter_initialization (LsInstance *instance)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;

  return ls_instance_fmi2_move (self, "fmi2EnterInitializationMode",
                                self->fmi->EnterInitializationMode, LS_STAGE_INITIALIZATION);
}

LsStatus
ls_instance_fmi2_exit_initialization (LsInstance *instance)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;

  return ls_instance_fmi2_move (
      self, "fmi2ExitInitializationMode", self->fmi->ExitInitializationMode,
      instance->kind->kind == LS_KIND_CO_SIMULATION ? LS_STAGE_STEP_COMPLETE : LS_STAGE_EVENT);
}

LsStatus
ls_instance_fmi2_terminate (LsInstance *instance)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;

  return ls_instance_fmi2_move (self, "fmi2Terminate", self->fmi->Terminate, LS_STAGE_TERMINATED);
}

LsStatus
ls_instance_fmi2_reset (LsInstance *instance)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;
  LsStatus status
      = ls_instance_fmi2_move (self, "fmi2Reset", self->fmi->Reset, LS_STAGE_INSTANTIATED);

  if (status == LS_OK)
    instance->time = NAN;
  return status;
}
