/* FMI 3.0 over the functions of FMI 2.0, which are not exported then. One number space of value
 * references: those of FMI 2.0 plus one offset for each type. */
#include "inner.h"

#include "core/fmi/fmi3-api.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OFFSET 0x1000000u     /* Integers: once, Booleans: twice, Strings: three times */
#define INDICATORS 0x4000000u /* Event indicators as variables */
#define TIME 0x5000000u
#define CHUNK 32

typedef struct
{
  Fmu *inner;
  fmi3InstanceEnvironment environment;
  fmi3LogMessageCallback log;
  fmi3IntermediateUpdateCallback update;
  bool event_mode;
  bool is_updated; /* something was set in an intermediate update */
  double *updated; /* within an intermediate update: the inputs that are set; otherwise NULL */
} Fmu3;

/* ---- Life -------------------------------------------------------------------------------- */

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

#define SELF ((Fmu3 *)instance)
#define INNER (instance != NULL ? SELF->inner : NULL)
/* fmi2Pending does not occur. */
#define RETURN(call) return (fmi3Status)(call)

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

/* ---- Values ------------------------------------------------------------------------------ */

/* Removes the offset of the type. Returns: %false for a reference of another type. */
static bool
shift (Fmu *inner,
       const fmi3ValueReference references[],
       size_t n,
       unsigned type,
       fmi2ValueReference shifted[static CHUNK])
{
  for (size_t i = 0; i < n; i++)
    {
      shifted[i] = references[i] - type * OFFSET;
      if (references[i] / OFFSET == type)
        continue;
      if (inner != NULL)
        fmu_fail (inner, "no variable of this type has value reference %u", references[i]);
      return false;
    }
  return true;
}

/* @get, @set: functions of FMI 2.0 with values of type @inner_type. */
#define DEFINE_ACCESS(name, type, offset, inner_type, get, set)                                    \
  EXPORT fmi3Get##name##TYPE fmi3Get##name;                                                        \
  fmi3Status fmi3Get##name (fmi3Instance instance, const fmi3ValueReference references[],          \
                            size_t n, type values[], size_t n_values)                              \
  {                                                                                                \
    fmi2ValueReference shifted[CHUNK];                                                             \
    inner_type inner[CHUNK];                                                                       \
    fmi2Status status = n == n_values ? fmi2OK : fmi2Error;                                        \
                                                                                                   \
    for (size_t i = 0, count; i < n && status == fmi2OK; i += count)                               \
      {                                                                                            \
        count = n - i < CHUNK ? n - i : CHUNK;                                                     \
        if (!shift (INNER, references + i, count, offset, shifted))                                \
          return fmi3Error;                                                                        \
        status = get (INNER, shifted, count, inner);                                               \
        for (size_t k = 0; k < count; k++)                                                         \
          values[i + k] = (type)inner[k];                                                          \
      }                                                                                            \
    RETURN (status);                                                                               \
  }                                                                                                \
                                                                                                   \
  EXPORT fmi3Set##name##TYPE fmi3Set##name;                                                        \
  fmi3Status fmi3Set##name (fmi3Instance instance, const fmi3ValueReference references[],          \
                            size_t n, const type values[], size_t n_values)                        \
  {                                                                                                \
    fmi2ValueReference shifted[CHUNK];                                                             \
    inner_type inner[CHUNK];                                                                       \
    fmi2Status status = n == n_values ? fmi2OK : fmi2Error;                                        \
                                                                                                   \
    for (size_t i = 0, count; i < n && status == fmi2OK; i += count)                               \
      {                                                                                            \
        count = n - i < CHUNK ? n - i : CHUNK;                                                     \
        if (!shift (INNER, references + i, count, offset, shifted))                                \
          return fmi3Error;                                                                        \
        for (size_t k = 0; k < count; k++)                                                         \
          inner[k] = (inner_type)values[i + k];                                                    \
        status = set (INNER, shifted, count, inner);                                               \
      }                                                                                            \
    RETURN (status);                                                                               \
  }

DEFINE_ACCESS (Int32, fmi3Int32, 1, fmi2Integer, fmi2GetInteger, fmi2SetInteger)
DEFINE_ACCESS (Int64, fmi3Int64, 1, fmi2Integer, fmi2GetInteger, fmi2SetInteger)
DEFINE_ACCESS (Boolean, fmi3Boolean, 2, fmi2Boolean, fmi2GetBoolean, fmi2SetBoolean)
DEFINE_ACCESS (String, fmi3String, 3, fmi2String, fmi2GetString, fmi2SetString)

/* Variables that FMI 2.0 does not have. */
static fmi2Status
get_own (Fmu *inner, fmi3ValueReference reference, double *value)
{
  if (!fmu_may (inner, FMU_READABLE, "fmi2GetFloat64"))
    return fmi2Error;
  if (reference != TIME && reference - INDICATORS >= fmu_model.n_z)
    return fmu_fail (inner, "fmi2GetFloat64: no variable has value reference %u", reference);
  if (reference != TIME)
    fmu_indicators (inner, inner->memory->elapsed, inner->x, inner->z);
  *value = reference == TIME ? inner->memory->t : inner->z[reference - INDICATORS];
  return fmi2OK;
}

/* Types without variables. */
#define DEFINE_ABSENT(name, type)                                                                  \
  EXPORT fmi3Get##name##TYPE fmi3Get##name;                                                        \
  fmi3Status fmi3Get##name (fmi3Instance instance, const fmi3ValueReference references[],          \
                            size_t n, type values[], size_t n_values)                              \
  {                                                                                                \
    return refuse (INNER, "fmi2Get" #name, references, n, values, n_values);                       \
  }                                                                                                \
                                                                                                   \
  EXPORT fmi3Set##name##TYPE fmi3Set##name;                                                        \
  fmi3Status fmi3Set##name (fmi3Instance instance, const fmi3ValueReference references[],          \
                            size_t n, const type values[], size_t n_values)                        \
  {                                                                                                \
    return refuse (INNER, "fmi2Set" #name, references, n, values, n_values);                       \
  }

static fmi3Status
refuse (Fmu *inner,
        const char *function,
        const fmi3ValueReference references[],
        size_t n,
        const void *values,
        size_t n_values)
{
  if (n == 0 && n_values == 0)
    return fmi3OK;
  if (inner != NULL && (references == NULL || values == NULL))
    fmu_fail (inner, "%s: value references or values are NULL", function);
  else if (inner != NULL)
    fmu_fail (inner, "%s: no variable of this type has value reference %u", function,
              references[0]);
  return fmi3Error;
}

DEFINE_ABSENT (Float32, fmi3Float32)
DEFINE_ABSENT (Int8, fmi3Int8)
DEFINE_ABSENT (UInt8, fmi3UInt8)
DEFINE_ABSENT (Int16, fmi3Int16)
DEFINE_ABSENT (UInt16, fmi3UInt16)
DEFINE_ABSENT (UInt32, fmi3UInt32)
DEFINE_ABSENT (UInt64, fmi3UInt64)

EXPORT fmi3GetFloat64TYPE fmi3GetFloat64;
fmi3Status
fmi3GetFloat64 (fmi3Instance instance,
                const fmi3ValueReference references[],
                size_t n,
                fmi3Float64 values[],
                size_t n_values)
{
  fmi2Status status = n == n_values ? fmi2OK : fmi2Error;

  for (size_t i = 0, count; i < n && status == fmi2OK; i += count)
    {
      count = 0;
      while (i + count < n && references[i + count] < INDICATORS)
        count++;
      if (count > 0)
        status = fmi2GetReal (INNER, references + i, count, values + i);
      else
        status = get_own (INNER, references[i], &values[i]);
      count = count > 0 ? count : 1;
    }
  RETURN (status);
}

/* Inside an intermediate update the inputs belong to another time than the state. */
static fmi3Status
set_updated (Fmu3 *self, const fmi3ValueReference references[], size_t n, const double values[])
{
  for (size_t i = 0; i < n; i++)
    {
      const FmuReal *real = fmu_find_real (references[i]);

      if (real == NULL || real->role != FMU_INPUT)
        RETURN (fmu_fail (self->inner, "intermediate update: value reference %u is no input",
                          references[i]));
      self->updated[real->index] = values[i];
    }
  self->is_updated = true;
  return fmi3OK;
}

EXPORT fmi3SetFloat64TYPE fmi3SetFloat64;
fmi3Status
fmi3SetFloat64 (fmi3Instance instance,
                const fmi3ValueReference references[],
                size_t n,
                const fmi3Float64 values[],
                size_t n_values)
{
  if (n != n_values)
    return fmi3Error;
  if (instance != NULL && SELF->updated != NULL)
    return set_updated (SELF, references, n, values);
  RETURN (fmi2SetReal (INNER, references, n, values));
}

/* ---- States and derivatives --------------------------------------------------------------- */

#ifndef FMU_BASIC
EXPORT fmi3GetFMUStateTYPE fmi3GetFMUState;
fmi3Status
fmi3GetFMUState (fmi3Instance instance, fmi3FMUState *state)
{
  RETURN (fmi2GetFMUstate (INNER, state));
}

EXPORT fmi3SetFMUStateTYPE fmi3SetFMUState;
fmi3Status
fmi3SetFMUState (fmi3Instance instance, fmi3FMUState state)
{
  RETURN (fmi2SetFMUstate (INNER, state));
}

EXPORT fmi3FreeFMUStateTYPE fmi3FreeFMUState;
fmi3Status
fmi3FreeFMUState (fmi3Instance instance, fmi3FMUState *state)
{
  RETURN (fmi2FreeFMUstate (INNER, state));
}

EXPORT fmi3SerializedFMUStateSizeTYPE fmi3SerializedFMUStateSize;
fmi3Status
fmi3SerializedFMUStateSize (fmi3Instance instance, fmi3FMUState state, size_t *size)
{
  RETURN (fmi2SerializedFMUstateSize (INNER, state, size));
}

EXPORT fmi3SerializeFMUStateTYPE fmi3SerializeFMUState;
fmi3Status
fmi3SerializeFMUState (fmi3Instance instance, fmi3FMUState state, fmi3Byte bytes[], size_t size)
{
  RETURN (fmi2SerializeFMUstate (INNER, state, (fmi2Byte *)bytes, size));
}

EXPORT fmi3DeserializeFMUStateTYPE fmi3DeserializeFMUState;
fmi3Status
fmi3DeserializeFMUState (fmi3Instance instance,
                         const fmi3Byte bytes[],
                         size_t size,
                         fmi3FMUState *state)
{
  RETURN (fmi2DeSerializeFMUstate (INNER, (const fmi2Byte *)bytes, size, state));
}

EXPORT fmi3GetDirectionalDerivativeTYPE fmi3GetDirectionalDerivative;
fmi3Status
fmi3GetDirectionalDerivative (fmi3Instance instance,
                              const fmi3ValueReference unknowns[],
                              size_t n_unknowns,
                              const fmi3ValueReference knowns[],
                              size_t n_knowns,
                              const fmi3Float64 seed[],
                              size_t n_seed,
                              fmi3Float64 sensitivity[],
                              size_t n_sensitivity)
{
  RETURN (n_seed == n_knowns && n_sensitivity == n_unknowns ? fmi2GetDirectionalDerivative (
              INNER, unknowns, n_unknowns, knowns, n_knowns, seed, sensitivity)
                                                            : fmi2Error);
}

EXPORT fmi3GetOutputDerivativesTYPE fmi3GetOutputDerivatives;
fmi3Status
fmi3GetOutputDerivatives (fmi3Instance instance,
                          const fmi3ValueReference references[],
                          size_t n,
                          const fmi3Int32 orders[],
                          fmi3Float64 values[],
                          size_t n_values)
{
  RETURN (n == n_values ? fmi2GetRealOutputDerivatives (INNER, references, n, orders, values)
                        : fmi2Error);
}
#endif

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

/* ---- Model Exchange ----------------------------------------------------------------------- */

#ifndef FMU_NO_MODEL_EXCHANGE
EXPORT fmi3EnterContinuousTimeModeTYPE fmi3EnterContinuousTimeMode;
fmi3Status
fmi3EnterContinuousTimeMode (fmi3Instance instance)
{
  RETURN (fmi2EnterContinuousTimeMode (INNER));
}

EXPORT fmi3CompletedIntegratorStepTYPE fmi3CompletedIntegratorStep;
fmi3Status
fmi3CompletedIntegratorStep (fmi3Instance instance,
                             fmi3Boolean no_set_state_prior,
                             fmi3Boolean *enter_event_mode,
                             fmi3Boolean *terminate)
{
  fmi2Boolean event = fmi2False, end = fmi2False;
  const fmi2Status status = fmi2CompletedIntegratorStep (INNER, no_set_state_prior, &event, &end);

  if (status == fmi2OK)
    {
      *enter_event_mode = event;
      *terminate = end;
    }
  RETURN (status);
}

EXPORT fmi3SetTimeTYPE fmi3SetTime;
fmi3Status
fmi3SetTime (fmi3Instance instance, fmi3Float64 time)
{
  if (!fmu_may (INNER, FMU_CONTINUOUS_TIME, "fmi2SetTime"))
    return fmi3Error;
  RETURN (fmi2SetTime (INNER, time));
}

EXPORT fmi3SetContinuousStatesTYPE fmi3SetContinuousStates;
fmi3Status
fmi3SetContinuousStates (fmi3Instance instance, const fmi3Float64 x[], size_t n)
{
  RETURN (fmi2SetContinuousStates (INNER, x, n));
}

EXPORT fmi3GetContinuousStatesTYPE fmi3GetContinuousStates;
fmi3Status
fmi3GetContinuousStates (fmi3Instance instance, fmi3Float64 x[], size_t n)
{
  RETURN (fmi2GetContinuousStates (INNER, x, n));
}

EXPORT fmi3GetContinuousStateDerivativesTYPE fmi3GetContinuousStateDerivatives;
fmi3Status
fmi3GetContinuousStateDerivatives (fmi3Instance instance, fmi3Float64 dx[], size_t n)
{
  RETURN (fmi2GetDerivatives (INNER, dx, n));
}

EXPORT fmi3GetEventIndicatorsTYPE fmi3GetEventIndicators;
fmi3Status
fmi3GetEventIndicators (fmi3Instance instance, fmi3Float64 z[], size_t n)
{
  RETURN (fmi2GetEventIndicators (INNER, z, n));
}

EXPORT fmi3GetNominalsOfContinuousStatesTYPE fmi3GetNominalsOfContinuousStates;
fmi3Status
fmi3GetNominalsOfContinuousStates (fmi3Instance instance, fmi3Float64 nominals[], size_t n)
{
  RETURN (fmi2GetNominalsOfContinuousStates (INNER, nominals, n));
}
#endif

/* ---- Co-Simulation ------------------------------------------------------------------------ */

#ifndef FMU_NO_CO_SIMULATION
/* Inputs at @time, as the importer gives them. Returns: %false if it sets none. */
static bool
ask_inputs (Fmu3 *self, double time, double u[])
{
  fmi3Boolean early = false;
  fmi3Float64 early_time = time;

  memcpy (u, self->inner->u, fmu_model.n_u * sizeof (double));
  self->updated = u;
  self->is_updated = false;
  self->update (self->environment, time, true, false, false, false, &early, &early_time);
  self->updated = NULL;
  return self->is_updated;
}

/* Asks for the inputs at four times of the step: the solver works with the cubic polynomial through
 * them, and with its derivatives as FMI 2.0 gives them. Inputs that are not set at the end of the
 * step are held. */
static void
update_inputs (Fmu3 *self, double t, double h)
{
  Fmu *inner = self->inner;
  const unsigned n = fmu_model.n_u;
  double *u = self->inner->sampled;

  if (self->update == NULL || n == 0 || !ask_inputs (self, t + h, u + 3 * (size_t)n))
    return;
  for (unsigned k = 0; k < 3; k++)
    ask_inputs (self, t + h * k / 3, u + (size_t)k * n);
  for (unsigned i = 0; i < n; i++)
    {
      /* Forward differences, at a distance of h / 3; those of constants are 0 without rounding. */
      const double d = h / 3, first = u[n + i] - u[i], next = u[2 * n + i] - u[n + i],
                   last = u[3 * n + i] - u[2 * n + i], second = next - first,
                   third = (last - next) - second;

      inner->u[i] = u[i];
      inner->u[n + i] = (first - second / 2 + third / 3) / d;
      inner->u[2 * n + i] = (second - third) / (d * d);
      inner->u[3 * n + i] = third / (d * d * d);
      inner->fresh[i] = true;
    }
}

EXPORT fmi3DoStepTYPE fmi3DoStep;
fmi3Status
fmi3DoStep (fmi3Instance instance,
            fmi3Float64 t,
            fmi3Float64 h,
            fmi3Boolean no_set_state_prior,
            fmi3Boolean *event_handling_needed,
            fmi3Boolean *terminate,
            fmi3Boolean *early_return,
            fmi3Float64 *last_successful_time)
{
  Fmu *inner = INNER;
  fmi2Status status;

  if (inner == NULL)
    return fmi3Error;
  if (event_handling_needed == NULL || terminate == NULL || early_return == NULL
      || last_successful_time == NULL)
    RETURN (fmu_fail (inner, "fmi2DoStep: an argument is NULL"));
  if (fmu_may (inner, FMU_STEP_COMPLETE, "fmi2DoStep"))
    update_inputs (SELF, t, h);
  inner->event_pending = false;
  status = fmi2DoStep (inner, t, h, no_set_state_prior);
  *event_handling_needed = inner->event_pending;
  *terminate = inner->memory->terminated;
  *last_successful_time = inner->memory->last_time;
  *early_return = inner->event_pending && inner->memory->t < t + h;
  /* The end of the simulation is no discarded step here. */
  if (status == fmi2Discard && *terminate)
    {
      inner->memory->phase = FMU_STEP_COMPLETE;
      *early_return = true;
      return fmi3OK;
    }
  RETURN (status);
}
#endif
