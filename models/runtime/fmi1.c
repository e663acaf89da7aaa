/* FMI 1.0 over the functions of FMI 2.0, which are not exported then. FMU_IDENTIFIER is the model
 * identifier, which the names of functions begin with; with FMU_EXCHANGE they are those of Model
 * Exchange, else of Co-Simulation. */
#include "inner.h"

#include "core/fmi/fmi1-api.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JOIN(a, b) a##_fmi##b
#define JOIN_VALUES(a, b) JOIN (a, b)
#define NAME(function) JOIN_VALUES (FMU_IDENTIFIER, function)
#define DECLARE(function) EXPORT fmi1##function##TYPE NAME (function)

typedef struct
{
  Fmu *inner;
  fmi1String name;
  fmi1CallbackLogger *logger;
  fmi1Real start_time; /* s */
  bool in_event;       /* Model Exchange: something was set that only event mode takes */
} Fmu1;

#define INNER (component != NULL ? ((Fmu1 *)component)->inner : NULL)
#define RETURN(call) return (fmi1Status)(call)

/* ---- Life -------------------------------------------------------------------------------- */

/* Messages name the functions of FMI 2.0. */
static void
log_message (fmi2ComponentEnvironment environment,
             fmi2String name,
             fmi2Status status,
             fmi2String category,
             fmi2String format,
             ...)
{
  Fmu1 *self = environment;
  char text[2048];
  va_list arguments;

  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  for (char *at = strstr (text, "fmi2"); at != NULL; at = strstr (at, "fmi2"))
    memmove (at + 3, at + 4, strlen (at + 4) + 1);
  if (self->logger != NULL)
    self->logger (self, name, (fmi1Status)status, category, "%s", text);
}

static Fmu1 *
instantiate (fmi1String name,
             fmi2Type kind,
             fmi1String guid,
             fmi1String location,
             bool logging_on,
             fmi1CallbackLogger *logger)
{
  Fmu1 *self = calloc (1, sizeof *self);
  char uri[4096] = "";
  const fmi2CallbackFunctions callbacks = { .logger = log_message,
                                            .allocateMemory = calloc,
                                            .freeMemory = free,
                                            .componentEnvironment = self };

  if (self == NULL)
    return NULL;
  self->logger = logger;
  if (location != NULL)
    snprintf (uri, sizeof uri, "%s/resources", location);
  self->inner = fmi2Instantiate (name, kind, guid, uri, &callbacks, fmi2False, logging_on);
  if (self->inner != NULL)
    return self;
  free (self);
  return NULL;
}

static void
free_instance (fmi1Component component)
{
  if (component == NULL)
    return;
  fmi2FreeInstance (INNER);
  free (component);
}

/* From instantiated to the end of initialization mode. */
static fmi2Status
initialize (Fmu *inner, bool tolerant, double tolerance, double start, bool stops, double stop)
{
  fmi2Status status = fmi2SetupExperiment (inner, tolerant, tolerance, start, stops, stop);

  if (status == fmi2OK)
    status = fmi2EnterInitializationMode (inner);
  return status == fmi2OK ? fmi2ExitInitializationMode (inner) : status;
}

DECLARE (GetVersion);
const char *
NAME (GetVersion) (void)
{
  return fmi1Version;
}

DECLARE (SetDebugLogging);
fmi1Status
NAME (SetDebugLogging) (fmi1Component component, fmi1Boolean on)
{
  RETURN (fmi2SetDebugLogging (INNER, on, 0, NULL));
}

/* ---- Values ------------------------------------------------------------------------------ */

/* Model Exchange: all but continuous inputs are set in event mode, which ends in fmiEventUpdate. */
static fmi2Status
open_event (Fmu1 *self, size_t n)
{
  if (n == 0 || self == NULL || self->in_event || self->inner->memory->phase != FMU_CONTINUOUS_TIME)
    return fmi2OK;
  self->in_event = true;
  return fmi2EnterEventMode (self->inner);
}

#define DEFINE_ACCESS(name)                                                                        \
  DECLARE (Get##name);                                                                             \
  fmi1Status NAME (Get##name) (fmi1Component component, const fmi1ValueReference references[],     \
                               size_t n, fmi1##name values[])                                      \
  {                                                                                                \
    RETURN (fmi2Get##name (INNER, references, n, values));                                         \
  }                                                                                                \
  DECLARE (Set##name);                                                                             \
  fmi1Status NAME (Set##name) (fmi1Component component, const fmi1ValueReference references[],     \
                               size_t n, const fmi1##name values[])                                \
  {                                                                                                \
    const fmi2Status status = SETTLE_##name;                                                       \
                                                                                                   \
    RETURN (status == fmi2OK ? fmi2Set##name (INNER, references, n, values) : status);             \
  }

#define SETTLE_Real fmi2OK
#define SETTLE_Integer open_event (component, n)
#define SETTLE_String open_event (component, n)
DEFINE_ACCESS (Real)
DEFINE_ACCESS (Integer)
DEFINE_ACCESS (String)

DECLARE (GetBoolean);
fmi1Status
NAME (GetBoolean) (fmi1Component component,
                   const fmi1ValueReference references[],
                   size_t n,
                   fmi1Boolean values[])
{
  fmi2Status status = fmi2OK;

  for (size_t i = 0; i < n && status == fmi2OK; i++)
    {
      fmi2Boolean truth = fmi2False;

      status = fmi2GetBoolean (INNER, references + i, 1, &truth);
      values[i] = truth != fmi2False;
    }
  RETURN (status);
}

DECLARE (SetBoolean);
fmi1Status
NAME (SetBoolean) (fmi1Component component,
                   const fmi1ValueReference references[],
                   size_t n,
                   const fmi1Boolean values[])
{
  fmi2Status status = open_event (component, n);

  for (size_t i = 0; i < n && status == fmi2OK; i++)
    {
      const fmi2Boolean truth = values[i] != fmi1False;

      status = fmi2SetBoolean (INNER, references + i, 1, &truth);
    }
  RETURN (status);
}

#ifdef FMU_EXCHANGE
/* ---- Model Exchange ---------------------------------------------------------------------- */

DECLARE (GetModelTypesPlatform);
const char *
NAME (GetModelTypesPlatform) (void)
{
  return fmi1TypesPlatform;
}

DECLARE (InstantiateModel);
fmi1Component
NAME (InstantiateModel) (fmi1String name,
                         fmi1String guid,
                         fmi1ModelCallbacks callbacks,
                         fmi1Boolean logging_on)
{
  return instantiate (name, fmi2ModelExchange, guid, NULL, logging_on, callbacks.logger);
}

DECLARE (FreeModelInstance);
void
NAME (FreeModelInstance) (fmi1Component component)
{
  free_instance (component);
}

/* Iterates to the end of the event, with the instance in event mode. */
static fmi2Status
settle_event (Fmu1 *self, fmi1EventInfo *info)
{
  fmi2EventInfo event = { .newDiscreteStatesNeeded = fmi2True };
  fmi2Status status = fmi2OK;

  *info = (fmi1EventInfo){ .iterationConverged = fmi1True };
  self->in_event = false;
  for (int i = 0; i < 100 && status == fmi2OK && event.newDiscreteStatesNeeded; i++)
    {
      status = fmi2NewDiscreteStates (self->inner, &event);
      info->stateValuesChanged |= event.valuesOfContinuousStatesChanged != fmi2False;
      if (event.terminateSimulation)
        break;
    }
  info->iterationConverged = event.newDiscreteStatesNeeded == fmi2False;
  info->terminateSimulation = event.terminateSimulation != fmi2False;
  info->upcomingTimeEvent = event.nextEventTimeDefined != fmi2False;
  info->nextEventTime = event.nextEventTime;
  return status == fmi2OK ? fmi2EnterContinuousTimeMode (self->inner) : status;
}

DECLARE (Initialize);
fmi1Status
NAME (Initialize) (fmi1Component component,
                   fmi1Boolean tolerance_controlled,
                   fmi1Real tolerance,
                   fmi1EventInfo *info)
{
  Fmu1 *self = component;
  fmi2Status status = self != NULL ? initialize (self->inner, tolerance_controlled, tolerance,
                                                 self->start_time, false, 0.0)
                                   : fmi2Error;

  RETURN (status == fmi2OK ? settle_event (self, info) : status);
}

DECLARE (EventUpdate);
fmi1Status
NAME (EventUpdate) (fmi1Component component,
                    fmi1Boolean intermediate_results __attribute__ ((unused)),
                    fmi1EventInfo *info)
{
  fmi2Status status = component != NULL ? open_event (component, 1) : fmi2Error;

  RETURN (status == fmi2OK ? settle_event (component, info) : status);
}

DECLARE (SetTime);
fmi1Status
NAME (SetTime) (fmi1Component component, fmi1Real time)
{
  Fmu1 *self = component;

  if (self == NULL)
    return fmi1Error;
  if (self->inner->memory->phase != FMU_INSTANTIATED)
    RETURN (fmi2SetTime (self->inner, time));
  self->start_time = time;
  return fmi1OK;
}

DECLARE (SetContinuousStates);
fmi1Status
NAME (SetContinuousStates) (fmi1Component component, const fmi1Real x[], size_t n)
{
  RETURN (fmi2SetContinuousStates (INNER, x, n));
}

DECLARE (CompletedIntegratorStep);
fmi1Status
NAME (CompletedIntegratorStep) (fmi1Component component, fmi1Boolean *call_event_update)
{
  fmi2Boolean event = fmi2False, end = fmi2False;
  const fmi2Status status = fmi2CompletedIntegratorStep (INNER, fmi2False, &event, &end);

  *call_event_update = event || end;
  RETURN (status);
}

#define DEFINE_GET(name, inner_name)                                                               \
  DECLARE (name);                                                                                  \
  fmi1Status NAME (name) (fmi1Component component, fmi1Real values[], size_t n)                    \
  {                                                                                                \
    RETURN (fmi2##inner_name (INNER, values, n));                                                  \
  }

DEFINE_GET (GetDerivatives, GetDerivatives)
DEFINE_GET (GetEventIndicators, GetEventIndicators)
DEFINE_GET (GetContinuousStates, GetContinuousStates)
DEFINE_GET (GetNominalContinuousStates, GetNominalsOfContinuousStates)

DECLARE (GetStateValueReferences);
fmi1Status
NAME (GetStateValueReferences) (fmi1Component component, fmi1ValueReference references[], size_t n)
{
  if (component == NULL || n != fmu_model.n_x)
    return fmi1Error;
  for (size_t i = 0; i < fmu_model.n_reals; i++)
    if (fmu_model.reals[i].role == FMU_STATE)
      references[fmu_model.reals[i].index] = fmu_model.reals[i].reference;
  return fmi1OK;
}

DECLARE (Terminate);
fmi1Status
NAME (Terminate) (fmi1Component component)
{
  RETURN (fmi2Terminate (INNER));
}

#else
/* ---- Co-Simulation ----------------------------------------------------------------------- */

DECLARE (GetTypesPlatform);
const char *
NAME (GetTypesPlatform) (void)
{
  return fmi1TypesPlatform;
}

DECLARE (InstantiateSlave);
fmi1Component
NAME (InstantiateSlave) (fmi1String name,
                         fmi1String guid,
                         fmi1String location,
                         fmi1String mime_type __attribute__ ((unused)),
                         fmi1Real timeout __attribute__ ((unused)),
                         fmi1Boolean visible __attribute__ ((unused)),
                         fmi1Boolean interactive __attribute__ ((unused)),
                         fmi1SlaveCallbacks callbacks,
                         fmi1Boolean logging_on)
{
  return instantiate (name, fmi2CoSimulation, guid, location, logging_on, callbacks.logger);
}

DECLARE (FreeSlaveInstance);
void
NAME (FreeSlaveInstance) (fmi1Component component)
{
  free_instance (component);
}

DECLARE (InitializeSlave);
fmi1Status
NAME (InitializeSlave) (fmi1Component component,
                        fmi1Real start_time,
                        fmi1Boolean stop_time_defined,
                        fmi1Real stop_time)
{
  RETURN (initialize (INNER, false, 0.0, start_time, stop_time_defined, stop_time));
}

DECLARE (TerminateSlave);
fmi1Status
NAME (TerminateSlave) (fmi1Component component)
{
  RETURN (fmi2Terminate (INNER));
}

DECLARE (ResetSlave);
fmi1Status
NAME (ResetSlave) (fmi1Component component)
{
  RETURN (fmi2Reset (INNER));
}

DECLARE (SetRealInputDerivatives);
fmi1Status
NAME (SetRealInputDerivatives) (fmi1Component component,
                                const fmi1ValueReference references[],
                                size_t n,
                                const fmi1Integer orders[],
                                const fmi1Real values[])
{
  RETURN (fmi2SetRealInputDerivatives (INNER, references, n, orders, values));
}

DECLARE (GetRealOutputDerivatives);
fmi1Status
NAME (GetRealOutputDerivatives) (fmi1Component component,
                                 const fmi1ValueReference references[],
                                 size_t n,
                                 const fmi1Integer orders[],
                                 fmi1Real values[])
{
  RETURN (fmi2GetRealOutputDerivatives (INNER, references, n, orders, values));
}

DECLARE (DoStep);
fmi1Status
NAME (DoStep) (fmi1Component component, fmi1Real time, fmi1Real h, fmi1Boolean new_step)
{
  RETURN (fmi2DoStep (INNER, time, h, new_step));
}

DECLARE (CancelStep);
fmi1Status
NAME (CancelStep) (fmi1Component component)
{
  if (component != NULL)
    fmu_fail (INNER, "fmi2CancelStep: no step is in progress");
  return fmi1Error;
}

DECLARE (GetStatus);
fmi1Status
NAME (GetStatus) (fmi1Component component, const fmi1StatusKind kind, fmi1Status *value)
{
  fmi2Status told = fmi2OK;
  const fmi2Status status = fmi2GetStatus (INNER, (fmi2StatusKind)kind, &told);

  *value = (fmi1Status)told;
  RETURN (status);
}

DECLARE (GetRealStatus);
fmi1Status
NAME (GetRealStatus) (fmi1Component component, const fmi1StatusKind kind, fmi1Real *value)
{
  RETURN (fmi2GetRealStatus (INNER, (fmi2StatusKind)kind, value));
}

#define DEFINE_STATUS(name, type)                                                                  \
  DECLARE (name);                                                                                  \
  fmi1Status NAME (name) (fmi1Component component __attribute__ ((unused)),                        \
                          const fmi1StatusKind kind __attribute__ ((unused)),                      \
                          type *value __attribute__ ((unused)))                                    \
  {                                                                                                \
    return fmi1Discard;                                                                            \
  }

DEFINE_STATUS (GetIntegerStatus, fmi1Integer)
DEFINE_STATUS (GetBooleanStatus, fmi1Boolean)
DEFINE_STATUS (GetStringStatus, fmi1String)
#endif
