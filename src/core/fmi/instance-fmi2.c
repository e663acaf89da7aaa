/* FMI 2.0 instances of both kinds: life cycle. */
#include "core/fmi/guard.h"
#include "core/fmi/remote-fmi2.h"

#include "core/helper/helper.h"
#include "core/helper/isolation.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Existing instances of FMUs that allow only one per process: identifier and GUID. Abandoned
 * instances remain in the table. */
static GMutex once_lock;
static GHashTable *once_taken;

static char *
once_key (const LsInstanceFmi2 *self)
{
  return g_strconcat (self->interface->model_identifier, " ",
                      ls_fmu_get_description (self->base.fmu)->guid, NULL);
}

static gboolean
once_take (LsInstanceFmi2 *self, GError **error)
{
  g_autofree char *key = once_key (self);
  gboolean taken;

  /* In a helper process it is alone. */
  if (!self->interface->can_be_instantiated_only_once_per_process || self->base.remote != NULL)
    return TRUE;
  g_mutex_lock (&once_lock);
  if (once_taken == NULL)
    once_taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  taken = g_hash_table_contains (once_taken, key);
  if (!taken)
    g_hash_table_add (once_taken, g_steal_pointer (&key));
  g_mutex_unlock (&once_lock);
  self->once = !taken;
  if (taken)
    g_set_error (error, LS_ERROR, LS_ERROR_FMU,
                 _ ("%s: %s can be instantiated only once per process and is so already"),
                 self->base.name, ls_fmu_get_path (self->base.fmu));
  return !taken;
}

static void
once_release (LsInstanceFmi2 *self)
{
  g_autofree char *key = once_key (self);

  if (!self->once)
    return;
  g_mutex_lock (&once_lock);
  g_hash_table_remove (once_taken, key);
  g_mutex_unlock (&once_lock);
}

const char *
ls_fmi2_status_name (fmi2Status status)
{
  static const char *const names[]
      = { "fmi2OK", "fmi2Warning", "fmi2Discard", "fmi2Error", "fmi2Fatal", "fmi2Pending" };

  return (guint)status < G_N_ELEMENTS (names) ? names[status] : "an unknown status";
}

LsStatus
ls_instance_fmi2_judge (LsInstanceFmi2 *self, fmi2Status status)
{
  g_autofree char *said = ls_fmi2_messages_take (self->messages);
  gboolean warning = status == fmi2Warning, discard = status == fmi2Discard;

  if (self->base.remote != NULL && ls_remote_is_dead (self->base.remote))
    {
      ls_remote_fmi2_report_death (self);
      return LS_STOP;
    }
  ls_log_write (self->base.log, warning || discard ? LS_LOG_WARNING : LS_LOG_ERROR, self->base.name,
                self->call, self->base.time, "%s %s%s%s", _ ("returned"),
                ls_fmi2_status_name (status), said != NULL ? ": " : "", said != NULL ? said : "");
  if (warning)
    return LS_OK;
  if (discard)
    return LS_RETRY;
  /* Values that are no fmi2Status indicate a corrupted FMU, too. */
  self->base.stage = status == fmi2Error || status == fmi2Pending ? LS_STAGE_ERROR : LS_STAGE_FATAL;
  return LS_STOP;
}

LsStatus
ls_instance_fmi2_missing (LsInstanceFmi2 *self)
{
  ls_log_write (self->base.log, LS_LOG_ERROR, self->base.name, self->call, self->base.time,
                _ ("the binary of the FMU lacks this function"));
  return LS_STOP;
}

/* ---- In a helper process ---- */

static void
receive (gpointer user, HostMessageKind kind, int status, const char *category, const char *text)
{
  LsInstanceFmi2 *self = user;

  if (kind == HOST_MESSAGE_LOG)
    ls_fmi2_messages_receive (self, (fmi2Status)status, category, text);
  else if (status != fmi2Pending)
    g_atomic_int_set (&self->finished, status + 1);
}

static void
mended (gpointer user)
{
  ls_floating_point_warn (user);
}

static void
warned (gpointer user, const char *call)
{
  LsInstanceFmi2 *self = user;
  const char *now = self->call;

  self->call = call;
  ls_instance_fmi2_judge (self, fmi2Warning);
  self->call = now;
}

static void
denied (gpointer user, const char *said)
{
  LsInstanceFmi2 *self = user;

  ls_log_write (self->base.log, LS_LOG_WARNING, self->base.name, self->call, self->base.time, "%s",
                said);
}

static double
get_time (gpointer user)
{
  const LsInstance *self = user;

  return self->origin + self->time;
}

static const LsRemoteClass remote_class = {
  .receive = receive, .mended = mended, .warned = warned, .denied = denied, .get_time = get_time
};

/* ---- Callbacks in this process ---- */

/* For who waits until any pending step is finished. */
static GMutex finished_lock;
static GCond step_finished;

/* May be called on a thread of the FMU. That a step is still pending is no news. */
static void
on_step_finished (fmi2ComponentEnvironment environment, fmi2Status status)
{
  LsInstanceFmi2 *self = ls_fmi2_find (environment);

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

static void *
allocate (size_t n_objects, size_t size)
{
  return calloc (n_objects, size);
}

static void
instantiate_here (LsInstanceFmi2 *self, LsKind kind, const char *uri, gboolean debug)
{
  self->callbacks.logger = ls_fmi2_logger;
  self->callbacks.allocateMemory = allocate;
  self->callbacks.freeMemory = free;
  /* FMUs that do not run asynchronously are known to complain about this callback. */
  self->callbacks.stepFinished = self->interface->can_run_asynchronously ? on_step_finished : NULL;
  self->callbacks.componentEnvironment = self;
  ls_instance_note_call (&self->base);
  self->component = self->fmi.Instantiate (
      self->base.name, kind == LS_KIND_CO_SIMULATION ? fmi2CoSimulation : fmi2ModelExchange,
      ls_fmu_get_description (self->base.fmu)->guid, uri, &self->callbacks, fmi2False, debug);
  ls_guard_mend ();
  ls_guard_watch ();
}

static gboolean
instantiate (LsInstanceFmi2 *self, LsKind kind, gboolean debug, GError **error)
{
  g_autofree char *uri = ls_fmu_get_resource_uri (self->base.fmu);
  g_autofree char *said = NULL;
  const char *hint = "";

  self->call = "fmi2Instantiate";
  if (self->base.remote != NULL)
    ls_remote_fmi2_instantiate (self, kind, uri, debug);
  else
    instantiate_here (self, kind, uri, debug);
  said = ls_fmi2_messages_take (self->messages);
  if (self->component != NULL)
    return TRUE;
  if (self->base.remote != NULL && ls_remote_is_dead (self->base.remote))
    {
      ls_remote_fmi2_set_death (self, error);
      return FALSE;
    }
  if (self->interface->needs_execution_tool)
    hint = _ (" (it needs the tool it was exported from to be installed)");
  g_set_error (error, LS_ERROR, LS_ERROR_FMU, _ ("fmi2Instantiate of %s returned NULL%s%s%s"),
               ls_fmu_get_path (self->base.fmu), hint, said != NULL ? ": " : "",
               said != NULL ? said : "");
  return FALSE;
}

static void
set_debug_logging (LsInstanceFmi2 *self, gboolean debug)
{
  fmi2Status status;

  if (!debug || self->fmi.SetDebugLogging == NULL)
    return;
  self->call = "fmi2SetDebugLogging";
  /* No category enables all of them. */
  status = self->fmi.SetDebugLogging (self->component, fmi2True, 0, NULL);
  if (status == fmi2Warning || status == fmi2Discard)
    ls_instance_fmi2_judge (self, status);
}

LsInstance *
ls_instance_fmi2_create (const LsInstanceKind *kind,
                         LsFmu *fmu,
                         const char *name,
                         LsLog *log,
                         gboolean debug,
                         GError **error)
{
  const LsDescription *description = ls_fmu_get_description (fmu);
  LsInstanceFmi2 *self = g_new0 (LsInstanceFmi2, 1);

  self->base.kind = kind;
  self->base.fmu = ls_fmu_ref (fmu);
  self->base.name = g_strdup (name);
  self->base.log = log != NULL ? ls_log_ref (log) : NULL;
  self->base.time = NAN;
  self->base.stage = LS_STAGE_INSTANTIATED;
  self->interface = kind->kind == LS_KIND_CO_SIMULATION ? &description->co_simulation
                                                        : &description->model_exchange;
  self->messages = ls_fmi2_messages_new (description, log);
  self->pending_timeout = 60;
  ls_fmi2_know (self);
  self->remote_class = &remote_class;
  self->is_here = ls_isolation_get () == LS_ISOLATION_NONE;
  if (self->is_here)
    ls_surroundings_enter ();
  if (!ls_instance_fmi2_load (self, kind->kind, error) || !once_take (self, error)
      || !instantiate (self, kind->kind, debug, error))
    {
      ls_instance_fmi2_destroy (&self->base);
      ls_instance_note_call (NULL);
      return NULL;
    }
  set_debug_logging (self, debug);
  return &self->base;
}

/* After Fatal no function may be called, and code of the FMU may still run on its own threads: all
 * memory reachable from it is kept for the life of the process. */
static void
abandon (LsInstanceFmi2 *self)
{
  static GSList *abandoned;

  ls_guard_mend ();
  ls_surroundings_leave ();
  g_clear_pointer (&self->library, ls_dylib_give_up);
  ls_fmi2_messages_detach (self->messages);
  g_clear_pointer (&self->base.log, ls_log_unref);
  self->interface = NULL;
  g_clear_pointer (&self->base.fmu, ls_fmu_unref);
  g_mutex_lock (&once_lock);
  abandoned = g_slist_prepend (abandoned, self);
  g_mutex_unlock (&once_lock);
}

void
ls_instance_fmi2_destroy (LsInstance *instance)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;

  self->call = "fmi2FreeInstance";
  if (instance->stage == LS_STAGE_FATAL && !instance->has_left)
    ls_log_write (instance->log, LS_LOG_WARNING, instance->name, self->call, instance->time,
                  _ ("the FMU is not freed after fmi2Fatal, as the standard demands"));
  if (instance->stage == LS_STAGE_FATAL && self->is_here)
    {
      abandon (self);
      return;
    }
  if (self->component != NULL && instance->stage != LS_STAGE_FATAL)
    self->fmi.FreeInstance (self->component);
  once_release (self);
  g_clear_pointer (&self->library, ls_dylib_close);
  ls_remote_fmi2_close (self);
  if (self->is_here)
    {
      ls_guard_mend ();
      ls_surroundings_leave ();
    }
  ls_fmi2_forget (self);
  ls_fmi2_messages_free (self->messages);
  g_clear_pointer (&instance->log, ls_log_unref);
  g_free (self->texts);
  g_free (instance->name);
  ls_fmu_unref (instance->fmu);
  g_free (self);
}

const char *
ls_instance_fmi2_get_call (const LsInstance *instance)
{
  return ((const LsInstanceFmi2 *)instance)->call;
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

  self->call = call;
  status = function (self->component);
  ls_guard_mend ();
  if (status != fmi2OK)
    result = ls_instance_fmi2_judge (self, status);
  if (result == LS_OK)
    self->base.stage = stage;
  return result;
}

LsStatus
ls_instance_fmi2_enter_initialization (LsInstance *instance)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;

  return ls_instance_fmi2_move (self, "fmi2EnterInitializationMode",
                                self->fmi.EnterInitializationMode, LS_STAGE_INITIALIZATION);
}

LsStatus
ls_instance_fmi2_exit_initialization (LsInstance *instance)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;

  return ls_instance_fmi2_move (
      self, "fmi2ExitInitializationMode", self->fmi.ExitInitializationMode,
      instance->kind->kind == LS_KIND_CO_SIMULATION ? LS_STAGE_STEP_COMPLETE : LS_STAGE_EVENT);
}

LsStatus
ls_instance_fmi2_terminate (LsInstance *instance)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;

  return ls_instance_fmi2_move (self, "fmi2Terminate", self->fmi.Terminate, LS_STAGE_TERMINATED);
}

LsStatus
ls_instance_fmi2_reset (LsInstance *instance)
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;
  LsStatus status
      = ls_instance_fmi2_move (self, "fmi2Reset", self->fmi.Reset, LS_STAGE_INSTANTIATED);

  if (status == LS_OK)
    instance->time = NAN;
  return status;
}
