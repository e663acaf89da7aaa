/* FMI 1.0 instances of both kinds: life cycle and steps, by functions of FMI 2.0. */
#include "core/fmi/remote-fmi1.h"

#include "core/helper/isolation.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>

#define SELF ((LsInstanceFmi1 *)component)

/* ---- Life cycle -------------------------------------------------------------------------- */

/* FMI 1.0 passes the component, which is not known yet while it is made: the instance is the one
 * last called by the thread. */
static void
log_message (fmi1Component component,
             fmi1String instance_name G_GNUC_UNUSED,
             fmi1Status status,
             fmi1String category,
             fmi1String message,
             ...)
{
  LsInstance *self = ls_messages_find (component);
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

/* The location is the folder of the unpacked FMU. */
static fmi2Component
instantiate (fmi2String name,
             fmi2Type type,
             fmi2String guid,
             fmi2String resource_uri G_GNUC_UNUSED,
             const fmi2CallbackFunctions *callbacks,
             fmi2Boolean visible G_GNUC_UNUSED,
             fmi2Boolean logging_on)
{
  LsInstanceFmi1 *self = callbacks->componentEnvironment;
  const fmi1ModelCallbacks model = { log_message, allocate, free };
  /* Without a callback for the end of steps the importer asks for it. */
  const fmi1SlaveCallbacks slave = { log_message, allocate, free, NULL };
  const fmi1Boolean logs = logging_on != fmi2False;
  g_autofree char *uri = g_filename_to_uri (ls_fmu_get_directory (self->base.base.fmu), NULL, NULL);

  self->base.base.call = type == fmi2ModelExchange ? "fmiInstantiateModel" : "fmiInstantiateSlave";
  if (self->base.base.remote != NULL)
    self->slave = ls_remote_fmi1_instantiate (self, type != fmi2ModelExchange, uri, logs);
  else if (type == fmi2ModelExchange)
    self->slave = self->first.InstantiateModel (name, guid, model, logs);
  else
    self->slave = self->first.InstantiateSlave (name, guid, uri, "application/x-fmu-sharedlibrary",
                                                0.0, fmi1False, fmi1False, slave, logs);
  return self->slave != NULL ? self : NULL;
}

static void
free_instance (fmi2Component component)
{
  const gboolean steps = SELF->base.base.kind->kind == LS_KIND_CO_SIMULATION;

  SELF->base.base.call = steps ? "fmiFreeSlaveInstance" : "fmiFreeModelInstance";
  (steps ? SELF->first.FreeSlaveInstance : SELF->first.FreeModelInstance) (SELF->slave);
}

static fmi2Status
set_debug_logging (fmi2Component component,
                   fmi2Boolean logging_on,
                   size_t n G_GNUC_UNUSED,
                   const fmi2String categories[] G_GNUC_UNUSED)
{
  return LS_FMI1_CALL (SELF, SetDebugLogging, logging_on != fmi2False);
}

static fmi2Status
setup_experiment (fmi2Component component,
                  fmi2Boolean tolerance_defined,
                  double tolerance,
                  double start_time,
                  fmi2Boolean stop_time_defined,
                  double stop_time)
{
  SELF->tolerance = tolerance_defined ? tolerance : NAN;
  SELF->start_time = start_time;
  SELF->stop_time = stop_time_defined ? stop_time : NAN;
  return SELF->first.SetTime != NULL ? LS_FMI1_CALL (SELF, SetTime, start_time) : fmi2OK;
}

static fmi2Status
succeed (fmi2Component component G_GNUC_UNUSED)
{
  return fmi2OK;
}

static const char *
name_of (const LsInstanceFmi1 *self, guint32 reference)
{
  const LsDescription *description = ls_fmu_get_description (self->base.base.fmu);

  for (guint i = 0; i < description->n_variables; i++)
    if (description->variables[i].type == LS_TYPE_REAL
        && description->variables[i].value_reference == reference)
      return description->variables[i].name;
  return "";
}

/* Inputs of loops, and of a component that was read before its sources were. */
static void
warn_late (LsInstanceFmi1 *self)
{
  LsInstance *base = &self->base.base;
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->late);
  if (!g_hash_table_iter_next (&iter, &key, NULL))
    return;
  ls_log_write (
      base->log, LS_LOG_WARNING, base->name,
      base->kind->kind == LS_KIND_CO_SIMULATION ? "fmiInitializeSlave" : "fmiInitialize",
      base->time,
      _ ("the FMU was initialized with another value of %s than the initial values of the "
         "model have: FMI 1.0 cannot repeat its initialization"),
      name_of (self, GPOINTER_TO_UINT (key)));
}

static fmi2Status
exit_initialization (fmi2Component component)
{
  const fmi2Status status = ls_instance_fmi1_initialize (SELF);

  if (SELF->late != NULL)
    warn_late (SELF);
  g_clear_pointer (&SELF->given, g_hash_table_unref);
  g_clear_pointer (&SELF->late, g_hash_table_unref);
  return status;
}

static fmi2Status
terminate (fmi2Component component)
{
  const gboolean steps = SELF->base.base.kind->kind == LS_KIND_CO_SIMULATION;

  SELF->base.base.call = steps ? "fmiTerminateSlave" : "fmiTerminate";
  return (fmi2Status)(steps ? SELF->first.TerminateSlave : SELF->first.Terminate) (SELF->slave);
}

static fmi2Status
reset (fmi2Component component)
{
  fmi2Status status;

  SELF->base.base.call = "fmiResetSlave";
  status = (fmi2Status)SELF->first.ResetSlave (SELF->slave);
  ls_instance_fmi1_clear_values (SELF);
  ls_instance_fmi1_init_values (SELF);
  SELF->is_initialized = FALSE;
  return status;
}

/* ---- Model Exchange ---------------------------------------------------------------------- */

static fmi2Status
set_time (fmi2Component component, double time)
{
  return LS_FMI1_CALL (SELF, SetTime, time);
}

static fmi2Status
set_states (fmi2Component component, const double x[], size_t n)
{
  return LS_FMI1_CALL (SELF, SetContinuousStates, x, n);
}

#define DEFINE_GET(function, name)                                                                 \
  static fmi2Status function (fmi2Component component, double values[], size_t n)                  \
  {                                                                                                \
    const fmi2Status status = ls_instance_fmi1_initialize (SELF);                                  \
                                                                                                   \
    return status > fmi2Warning ? status : LS_FMI1_CALL (SELF, name, values, n);                   \
  }

DEFINE_GET (get_states, GetContinuousStates)
DEFINE_GET (get_derivatives, GetDerivatives)
DEFINE_GET (get_indicators, GetEventIndicators)
DEFINE_GET (get_nominals, GetNominalContinuousStates)

static fmi2Status
completed_step (fmi2Component component,
                fmi2Boolean no_set_state_prior G_GNUC_UNUSED,
                fmi2Boolean *event,
                fmi2Boolean *end)
{
  fmi1Boolean call = fmi1False;
  const fmi2Status status = LS_FMI1_CALL (SELF, CompletedIntegratorStep, &call);

  *event = call != fmi1False;
  *end = fmi2False;
  return status;
}

/* The choice of state variables may change; it is reported with the other values. */
static fmi2Status
new_discrete_states (fmi2Component component, fmi2EventInfo *info)
{
  fmi1EventInfo *event = &SELF->event;
  fmi2Status status = fmi2OK;

  if (!SELF->has_event)
    {
      *event = (fmi1EventInfo){ .iterationConverged = fmi1True };
      status = LS_FMI1_CALL (SELF, EventUpdate, fmi1False, event);
    }
  SELF->has_event = FALSE;
  *info = (fmi2EventInfo){
    .newDiscreteStatesNeeded = event->iterationConverged == fmi1False,
    .terminateSimulation = event->terminateSimulation != fmi1False,
    .nominalsOfContinuousStatesChanged = event->stateValueReferencesChanged != fmi1False,
    .valuesOfContinuousStatesChanged
    = event->stateValuesChanged != fmi1False || event->stateValueReferencesChanged != fmi1False,
    .nextEventTimeDefined = event->upcomingTimeEvent != fmi1False,
    .nextEventTime = event->nextEventTime,
  };
  return status;
}

static void
connect_exchange (LsInstanceFmi1 *self)
{
  LsFmi2Functions *fmi = self->base.fmi;

  fmi->EnterEventMode = succeed;
  fmi->NewDiscreteStates = new_discrete_states;
  fmi->EnterContinuousTimeMode = succeed;
  fmi->SetTime = set_time;
  fmi->SetContinuousStates = set_states;
  fmi->GetDerivatives = get_derivatives;
  fmi->GetEventIndicators = get_indicators;
  fmi->GetContinuousStates = get_states;
  if (self->first.GetNominalContinuousStates != NULL)
    fmi->GetNominalsOfContinuousStates = get_nominals;
  if (self->first.CompletedIntegratorStep != NULL)
    fmi->CompletedIntegratorStep = completed_step;
}

/* ---- Co-Simulation ----------------------------------------------------------------------- */

static fmi2Status
set_input_derivatives (fmi2Component component,
                       const fmi2ValueReference references[],
                       size_t n,
                       const fmi2Integer orders[],
                       const double values[])
{
  return LS_FMI1_CALL (SELF, SetRealInputDerivatives, references, n, orders, values);
}

static fmi2Status
get_output_derivatives (fmi2Component component,
                        const fmi2ValueReference references[],
                        size_t n,
                        const fmi2Integer orders[],
                        double values[])
{
  return LS_FMI1_CALL (SELF, GetRealOutputDerivatives, references, n, orders, values);
}

/* Every step is a new one: steps are not repeated. */
static fmi2Status
do_step (fmi2Component component,
         double time,
         double h,
         fmi2Boolean no_set_state_prior G_GNUC_UNUSED)
{
  return LS_FMI1_CALL (SELF, DoStep, time, h, fmi1True);
}

static fmi2Status
cancel_step (fmi2Component component)
{
  SELF->base.base.call = "fmiCancelStep";
  return (fmi2Status)SELF->first.CancelStep (SELF->slave);
}

static fmi2Status
get_status (fmi2Component component, const fmi2StatusKind kind, fmi2Status *value)
{
  fmi1Status told = fmi1Pending;
  const fmi2Status status = LS_FMI1_CALL (SELF, GetStatus, (fmi1StatusKind)kind, &told);

  *value = (fmi2Status)told;
  return status;
}

static fmi2Status
get_real_status (fmi2Component component, const fmi2StatusKind kind, double *value)
{
  return LS_FMI1_CALL (SELF, GetRealStatus, (fmi1StatusKind)kind, value);
}

static void
connect_steps (LsInstanceFmi1 *self)
{
  LsFmi2Functions *fmi = self->base.fmi;

  fmi->DoStep = do_step;
  if (self->first.SetRealInputDerivatives != NULL)
    fmi->SetRealInputDerivatives = set_input_derivatives;
  if (self->first.GetRealOutputDerivatives != NULL)
    fmi->GetRealOutputDerivatives = get_output_derivatives;
  if (self->first.CancelStep != NULL)
    fmi->CancelStep = cancel_step;
  if (self->first.GetStatus != NULL)
    fmi->GetStatus = get_status;
  if (self->first.GetRealStatus != NULL)
    fmi->GetRealStatus = get_real_status;
  if (self->first.ResetSlave != NULL)
    fmi->Reset = reset;
}

/* ---- Creation ---------------------------------------------------------------------------- */

static void
connect (LsInstanceFmi1 *self, LsKind kind)
{
  LsFmi2Functions *fmi = self->base.fmi;

  fmi->Instantiate = instantiate;
  fmi->FreeInstance = free_instance;
  fmi->SetupExperiment = setup_experiment;
  fmi->EnterInitializationMode = succeed;
  fmi->ExitInitializationMode = exit_initialization;
  fmi->Terminate = terminate;
  if (self->first.SetDebugLogging != NULL)
    fmi->SetDebugLogging = set_debug_logging;
  ls_instance_fmi1_connect_values (self);
  if (kind == LS_KIND_CO_SIMULATION)
    connect_steps (self);
  else
    connect_exchange (self);
}

static gboolean
load (LsInstanceFmi2 *instance, LsKind kind, GError **error)
{
  if (!ls_instance_fmi1_load (instance, kind, error))
    return FALSE;
  connect ((LsInstanceFmi1 *)instance, kind);
  return TRUE;
}

LsInstance *
ls_instance_fmi1_create (const LsInstanceKind *kind,
                         LsFmu *fmu,
                         const char *name,
                         LsLog *log,
                         gboolean debug,
                         GError **error)
{
  LsInstanceFmi1 *self = g_new0 (LsInstanceFmi1, 1);

  self->base.base.is_here = ls_isolation_get () == LS_ISOLATION_NONE;
  ls_instance_init (&self->base.base, kind, fmu, name, log);
  self->base.step_call = "fmiDoStep";
  ls_instance_fmi1_init_values (self);
  return ls_instance_fmi2_start (&self->base, load, debug, error);
}

void
ls_instance_fmi1_destroy (LsInstance *instance)
{
  /* After a fatal error the FMU may still call back; its memory is kept then. */
  if (instance->stage != LS_STAGE_FATAL || !instance->is_here)
    ls_instance_fmi1_clear_values ((LsInstanceFmi1 *)instance);
  ls_instance_fmi2_destroy (instance);
}
