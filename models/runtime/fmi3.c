/* FMI 3.0 over the functions of FMI 2.0, which are not exported then: the life of an instance and
 * its modes. */
#include "fmi3-inner.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Messages are those of FMI 2.0, whose functions they name. */
static void
log_message (fmi2ComponentEnvironment environment,
             fmi2String name __attribute__ ((unused)),
             fmi2Status status,
             fmi2String category,
             fmi2String format,
             ...)
{
  const Fmu3 *self = environment;
  char text[2048];
  va_list arguments;

  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  for (char *at = strstr (text, "fmi2"); at != NULL; at = strstr (at, "fmi2"))
    at[3] = '3';
  if (self->log != NULL)
    self->log (self->environment, (fmi3Status)status, category, text);
}

EXPORT fmi3GetVersionTYPE fmi3GetVersion;
const char *
fmi3GetVersion (void)
{
  return "3.0.2";
}

/* A URI, as FMI 2.0 has it. */
static void
make_uri (const char *path, char uri[4096])
{
  static const char digits[] = "0123456789ABCDEF";
  size_t n = 7;

  memcpy (uri, "file://", 8);
  for (; path != NULL && *path != '\0' && n < 4090; path++)
    if (strchr ("%?# \"<>", *path) != NULL)
      {
        uri[n++] = '%';
        uri[n++] = digits[(unsigned char)*path >> 4];
        uri[n++] = digits[(unsigned char)*path & 15];
      }
    else
      uri[n++] = *path;
  /* The path ends in a separator, the URI does not. */
  if (n > 8 && uri[n - 1] == '/')
    n--;
  uri[n] = '\0';
}

static Fmu3 *
instantiate (fmi3String name,
             fmi2Type kind,
             fmi3String token,
             fmi3String path,
             bool logging_on,
             fmi3InstanceEnvironment environment,
             fmi3LogMessageCallback log)
{
  Fmu3 *self = calloc (1, sizeof *self);
  char uri[4096];
  const fmi2CallbackFunctions callbacks = { .logger = log_message,
                                            .allocateMemory = calloc,
                                            .freeMemory = free,
                                            .componentEnvironment = self };

  if (self == NULL)
    return NULL;
  self->environment = environment;
  self->log = log;
  make_uri (path, uri);
  self->inner = fmi2Instantiate (name, kind, token, uri, &callbacks, fmi2False, logging_on);
  if (self->inner != NULL)
    return self;
  free (self);
  return NULL;
}

#ifndef FMU_NO_MODEL_EXCHANGE
EXPORT fmi3InstantiateModelExchangeTYPE fmi3InstantiateModelExchange;
fmi3Instance
fmi3InstantiateModelExchange (fmi3String name,
                              fmi3String token,
                              fmi3String resource_path,
                              fmi3Boolean visible __attribute__ ((unused)),
                              fmi3Boolean logging_on,
                              fmi3InstanceEnvironment environment,
                              fmi3LogMessageCallback log)
{
  return instantiate (name, fmi2ModelExchange, token, resource_path, logging_on, environment, log);
}
#endif

#ifndef FMU_NO_CO_SIMULATION
EXPORT fmi3InstantiateCoSimulationTYPE fmi3InstantiateCoSimulation;
fmi3Instance
fmi3InstantiateCoSimulation (fmi3String name,
                             fmi3String token,
                             fmi3String resource_path,
                             fmi3Boolean visible __attribute__ ((unused)),
                             fmi3Boolean logging_on,
                             fmi3Boolean event_mode_used,
                             fmi3Boolean early_return_allowed,
                             const fmi3ValueReference intermediate[] __attribute__ ((unused)),
                             size_t n_intermediate,
                             fmi3InstanceEnvironment environment,
                             fmi3LogMessageCallback log,
                             fmi3IntermediateUpdateCallback update)
{
  Fmu3 *self
      = instantiate (name, fmi2CoSimulation, token, resource_path, logging_on, environment, log);

  if (self == NULL)
    return NULL;
  self->event_mode = event_mode_used;
  /* Without early return the FMU handles its events itself. */
  self->inner->stops_at_events = event_mode_used && early_return_allowed;
  self->update = n_intermediate > 0 ? update : NULL;
  return self;
}
#endif

EXPORT fmi3FreeInstanceTYPE fmi3FreeInstance;
void
fmi3FreeInstance (fmi3Instance instance)
{
  Fmu3 *self = instance;

  if (self == NULL)
    return;
  fmi2FreeInstance (self->inner);
  free (self);
}

EXPORT fmi3SetDebugLoggingTYPE fmi3SetDebugLogging;
fmi3Status
fmi3SetDebugLogging (fmi3Instance instance, fmi3Boolean on, size_t n, const fmi3String names[])
{
  RETURN (fmi2SetDebugLogging (INNER, on, n, names));
}

EXPORT fmi3EnterInitializationModeTYPE fmi3EnterInitializationMode;
fmi3Status
fmi3EnterInitializationMode (fmi3Instance instance,
                             fmi3Boolean tolerance_defined,
                             fmi3Float64 tolerance,
                             fmi3Float64 start_time,
                             fmi3Boolean stop_time_defined,
                             fmi3Float64 stop_time)
{
  const fmi2Status status = fmi2SetupExperiment (INNER, tolerance_defined, tolerance, start_time,
                                                 stop_time_defined, stop_time);

  RETURN (status == fmi2OK ? fmi2EnterInitializationMode (INNER) : status);
}

EXPORT fmi3ExitInitializationModeTYPE fmi3ExitInitializationMode;
fmi3Status
fmi3ExitInitializationMode (fmi3Instance instance)
{
  Fmu *inner = INNER;

  if (inner == NULL || inner->memory->kind == fmi2ModelExchange || !SELF->event_mode)
    RETURN (fmi2ExitInitializationMode (inner));
  if (!fmu_may (inner, FMU_INITIALIZATION, "fmi2ExitInitializationMode"))
    return fmi3Error;
  inner->memory->phase = FMU_EVENT_MODE;
  return fmi3OK;
}

EXPORT fmi3TerminateTYPE fmi3Terminate;
fmi3Status
fmi3Terminate (fmi3Instance instance)
{
  RETURN (fmi2Terminate (INNER));
}

EXPORT fmi3ResetTYPE fmi3Reset;
fmi3Status
fmi3Reset (fmi3Instance instance)
{
  RETURN (fmi2Reset (INNER));
}

/* ---- Event mode --------------------------------------------------------------------------- */

EXPORT fmi3EnterEventModeTYPE fmi3EnterEventMode;
fmi3Status
fmi3EnterEventMode (fmi3Instance instance)
{
  Fmu *inner = INNER;

  if (inner == NULL || inner->memory->kind == fmi2ModelExchange)
    {
      if (!fmu_may (inner, FMU_CONTINUOUS_TIME, "fmi2EnterEventMode"))
        return fmi3Error;
      RETURN (fmi2EnterEventMode (inner));
    }
  if (!SELF->event_mode)
    RETURN (fmu_fail (inner, "fmi2EnterEventMode: the instance was created without event mode"));
  if (!fmu_may (inner, FMU_STEP_COMPLETE, "fmi2EnterEventMode"))
    return fmi3Error;
  inner->memory->phase = FMU_EVENT_MODE;
  return fmi3OK;
}

EXPORT fmi3EnterStepModeTYPE fmi3EnterStepMode;
fmi3Status
fmi3EnterStepMode (fmi3Instance instance)
{
  Fmu *inner = INNER;

  if (!fmu_may (inner, FMU_EVENT_MODE, "fmi2EnterStepMode"))
    return fmi3Error;
  fmu_indicators (inner, inner->memory->elapsed, inner->x, inner->z_last);
  inner->memory->phase = FMU_STEP_COMPLETE;
  return fmi3OK;
}

EXPORT fmi3UpdateDiscreteStatesTYPE fmi3UpdateDiscreteStates;
fmi3Status
fmi3UpdateDiscreteStates (fmi3Instance instance,
                          fmi3Boolean *needs_update,
                          fmi3Boolean *terminate,
                          fmi3Boolean *nominals_changed,
                          fmi3Boolean *values_changed,
                          fmi3Boolean *next_event_time_defined,
                          fmi3Float64 *next_event_time)
{
  Fmu *inner = INNER;
  FmuEvent event;

  if (!fmu_may (inner, FMU_EVENT_MODE, "fmi2UpdateDiscreteStates"))
    return fmi3Error;
  if (needs_update == NULL || terminate == NULL || nominals_changed == NULL
      || values_changed == NULL || next_event_time_defined == NULL || next_event_time == NULL)
    RETURN (fmu_fail (inner, "fmi2UpdateDiscreteStates: an argument is NULL"));
  event = fmu_event (inner);
  *needs_update = event.again;
  *terminate = event.terminate;
  *nominals_changed = false;
  *values_changed = event.states_changed;
  *next_event_time_defined = isfinite (event.next_event_time);
  *next_event_time = *next_event_time_defined ? event.next_event_time : 0;
  return fmi3OK;
}
