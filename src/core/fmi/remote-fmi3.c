/* Functions of FMI 3.0 that are called in a helper process; as with those of FMI 2.0, what sets
 * values during a run is put off. Booleans have one byte: in messages each has a place of eight. */
#include "core/fmi/remote-fmi3.h"

#include "core/fmi/remote-call.h"
#include "core/fmi/remote-fmi3-step.h"

#include <string.h>

const char *const ls_fmi3_names[LS_N_FMI3_INDICES] = {
#define NAME(name) "fmi3" #name,
  LS_FMI3_FUNCTIONS (NAME)
#undef NAME
};

/* The component given to the functions is the remote instance. */
#define INDEX(name) LS_FMI3_INDEX_##name

/* ---- Life cycle -------------------------------------------------------------------------- */

#define DEFINE_PLAIN(name)                                                                         \
  static fmi3Status remote_##name (fmi3Instance component)                                         \
  {                                                                                                \
    return (fmi3Status)ls_remote_call (component, INDEX (name));                                   \
  }

DEFINE_PLAIN (ExitInitializationMode)
DEFINE_PLAIN (EnterEventMode)
DEFINE_PLAIN (Terminate)
DEFINE_PLAIN (Reset)
DEFINE_PLAIN (EnterConfigurationMode)
DEFINE_PLAIN (ExitConfigurationMode)
DEFINE_PLAIN (EnterContinuousTimeMode)
DEFINE_PLAIN (EnterStepMode)

static void
remote_FreeInstance (fmi3Instance component)
{
  ls_remote_call_free (component, INDEX (FreeInstance));
}

static fmi3Status
remote_EnterInitializationMode (fmi3Instance component,
                                fmi3Boolean has_tolerance,
                                fmi3Float64 tolerance,
                                fmi3Float64 start,
                                fmi3Boolean has_stop,
                                fmi3Float64 stop)
{
  LsRemote *self = component;

  LS_REMOTE_MAKE_ROOM (self, 0, 0);
  ls_remote_begin (self, INDEX (EnterInitializationMode));
  ls_call_value (self, has_tolerance);
  ls_call_real (self, tolerance);
  ls_call_real (self, start);
  ls_call_value (self, has_stop);
  ls_call_real (self, stop);
  return (fmi3Status)ls_remote_finish (self, INDEX (EnterInitializationMode));
}

/* A call whose last arguments are places for @n values of eight bytes, which begin as they are. */
static fmi3Status
call_for_places (LsRemote *self, guint index, void *places, guint n)
{
  const gsize size = 8 * (gsize)n;
  fmi3Status status;
  gsize out;

  LS_REMOTE_MAKE_ROOM (self, size + 128, size);
  out = ls_remote_prepare (self, index, places, size);
  ls_remote_begin (self, index);
  for (guint i = 0; i < n; i++)
    ls_call_out (self, 8);
  status = (fmi3Status)ls_remote_finish (self, index);
  if (status <= fmi3Warning)
    ls_remote_read (self, out, places, size);
  return status;
}

static fmi3Status
remote_UpdateDiscreteStates (fmi3Instance component,
                             fmi3Boolean *needs_update,
                             fmi3Boolean *terminate,
                             fmi3Boolean *nominals_changed,
                             fmi3Boolean *values_changed,
                             fmi3Boolean *has_next_time,
                             fmi3Float64 *next_time)
{
  fmi3Boolean *const flags[]
      = { needs_update, terminate, nominals_changed, values_changed, has_next_time };
  guint64 places[6];
  fmi3Status status;

  for (guint i = 0; i < 5; i++)
    places[i] = *flags[i];
  memcpy (&places[5], next_time, 8);
  status = call_for_places (component, INDEX (UpdateDiscreteStates), places, 6);
  for (guint i = 0; i < 5; i++)
    *flags[i] = ls_remote_fmi3_read_boolean (&places[i]);
  memcpy (next_time, &places[5], 8);
  return status;
}

/* ---- Values ------------------------------------------------------------------------------ */

#define DEFINE_VALUES(name, type)                                                                  \
  static fmi3Status remote_Get##name (fmi3Instance component, const fmi3ValueReference r[],        \
                                      size_t n, type values[], size_t n_values)                    \
  {                                                                                                \
    return (fmi3Status)ls_remote_get (component, INDEX (Get##name), r, n, values, sizeof *values,  \
                                      n_values, TRUE);                                             \
  }                                                                                                \
  static fmi3Status remote_Set##name (fmi3Instance component, const fmi3ValueReference r[],        \
                                      size_t n, const type values[], size_t n_values)              \
  {                                                                                                \
    return (fmi3Status)ls_remote_set (component, INDEX (Set##name), r, n, values, sizeof *values,  \
                                      n_values, TRUE);                                             \
  }

DEFINE_VALUES (Float32, fmi3Float32)
DEFINE_VALUES (Float64, fmi3Float64)
DEFINE_VALUES (Int8, fmi3Int8)
DEFINE_VALUES (UInt8, fmi3UInt8)
DEFINE_VALUES (Int16, fmi3Int16)
DEFINE_VALUES (UInt16, fmi3UInt16)
DEFINE_VALUES (Int32, fmi3Int32)
DEFINE_VALUES (UInt32, fmi3UInt32)
DEFINE_VALUES (Int64, fmi3Int64)
DEFINE_VALUES (UInt64, fmi3UInt64)
DEFINE_VALUES (Boolean, fmi3Boolean)

static fmi3Status
remote_GetString (fmi3Instance component,
                  const fmi3ValueReference r[],
                  size_t n,
                  fmi3String values[],
                  size_t n_values)
{
  return (fmi3Status)ls_remote_get_texts (component, INDEX (GetString), r, n, NULL,
                                          (gconstpointer *)values, n_values, TRUE);
}

static fmi3Status
remote_SetString (fmi3Instance component,
                  const fmi3ValueReference r[],
                  size_t n,
                  const fmi3String values[],
                  size_t n_values)
{
  return (fmi3Status)ls_remote_set_texts (component, INDEX (SetString), r, n, NULL,
                                          (const gconstpointer *)values, n_values, TRUE);
}

static fmi3Status
remote_GetBinary (fmi3Instance component,
                  const fmi3ValueReference r[],
                  size_t n,
                  size_t sizes[],
                  fmi3Binary values[],
                  size_t n_values)
{
  return (fmi3Status)ls_remote_get_texts (component, INDEX (GetBinary), r, n, sizes,
                                          (gconstpointer *)values, n_values, TRUE);
}

static fmi3Status
remote_SetBinary (fmi3Instance component,
                  const fmi3ValueReference r[],
                  size_t n,
                  const size_t sizes[],
                  const fmi3Binary values[],
                  size_t n_values)
{
  return (fmi3Status)ls_remote_set_texts (component, INDEX (SetBinary), r, n, sizes,
                                          (const gconstpointer *)values, n_values, TRUE);
}

static fmi3Status
remote_GetDirectionalDerivative (fmi3Instance component,
                                 const fmi3ValueReference unknowns[],
                                 size_t n_unknowns,
                                 const fmi3ValueReference knowns[],
                                 size_t n_knowns,
                                 const fmi3Float64 seed[],
                                 size_t n_seed,
                                 fmi3Float64 sensitivity[],
                                 size_t n_sensitivity)
{
  return (fmi3Status)ls_remote_get_directional (component, INDEX (GetDirectionalDerivative),
                                                unknowns, n_unknowns, knowns, n_knowns, seed,
                                                n_seed, sensitivity, n_sensitivity, TRUE);
}

static fmi3Status
remote_GetAdjointDerivative (fmi3Instance component,
                             const fmi3ValueReference unknowns[],
                             size_t n_unknowns,
                             const fmi3ValueReference knowns[],
                             size_t n_knowns,
                             const fmi3Float64 seed[],
                             size_t n_seed,
                             fmi3Float64 sensitivity[],
                             size_t n_sensitivity)
{
  return (fmi3Status)ls_remote_get_directional (component, INDEX (GetAdjointDerivative), unknowns,
                                                n_unknowns, knowns, n_knowns, seed, n_seed,
                                                sensitivity, n_sensitivity, TRUE);
}

static fmi3Status
remote_GetNumberOfVariableDependencies (fmi3Instance component,
                                        fmi3ValueReference reference,
                                        size_t *n)
{
  LsRemote *self = component;
  guint64 place = *n;
  fmi3Status status;
  gsize out;

  LS_REMOTE_MAKE_ROOM (self, 128, sizeof place);
  out = ls_remote_prepare (self, INDEX (GetNumberOfVariableDependencies), &place, sizeof place);
  ls_remote_begin (self, INDEX (GetNumberOfVariableDependencies));
  ls_call_value (self, reference);
  ls_call_out (self, sizeof place);
  status = (fmi3Status)ls_remote_finish (self, INDEX (GetNumberOfVariableDependencies));
  if (status <= fmi3Warning)
    ls_remote_read (self, out, &place, sizeof place);
  *n = place;
  return status;
}

static fmi3Status
remote_GetVariableDependencies (fmi3Instance component,
                                fmi3ValueReference dependent,
                                size_t elements[],
                                fmi3ValueReference independents[],
                                size_t independent_elements[],
                                fmi3DependencyKind kinds[],
                                size_t n)
{
  /* Each list has places of eight bytes. */
  void *const lists[] = { elements, independents, independent_elements, kinds };
  static const gsize sizes[] = { 8, 4, 8, 4 };
  LsRemote *self = component;
  const gsize list = n * 8;
  g_autofree char *places = g_malloc0 (4 * list + 1);
  fmi3Status status;
  gsize out;

  LS_REMOTE_MAKE_ROOM (self, 4 * list + 256, 4 * list);
  out = ls_remote_prepare (self, INDEX (GetVariableDependencies), places, 4 * list);
  ls_remote_begin (self, INDEX (GetVariableDependencies));
  ls_call_value (self, dependent);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    ls_call_out (self, list);
  ls_call_value (self, n);
  status = (fmi3Status)ls_remote_finish (self, INDEX (GetVariableDependencies));
  for (guint i = 0; status <= fmi3Warning && i < G_N_ELEMENTS (lists); i++)
    ls_remote_read (self, out + i * list, lists[i], n * sizes[i]);
  return status;
}

/* ---- Clocks ------------------------------------------------------------------------------- */

static fmi3Status
remote_GetClock (fmi3Instance component, const fmi3ValueReference r[], size_t n, fmi3Clock values[])
{
  return (fmi3Status)ls_remote_get (component, INDEX (GetClock), r, n, values, sizeof *values, n,
                                    FALSE);
}

static fmi3Status
remote_SetClock (fmi3Instance component,
                 const fmi3ValueReference r[],
                 size_t n,
                 const fmi3Clock values[])
{
  return (fmi3Status)ls_remote_set (component, INDEX (SetClock), r, n, values, sizeof *values, n,
                                    FALSE);
}

/* Two lists that begin as they are: numbers of eight bytes, and what they are. */
static fmi3Status
get_intervals (LsRemote *self,
               guint index,
               const fmi3ValueReference r[],
               size_t n,
               void *numbers,
               guint n_numbers,
               fmi3IntervalQualifier qualifiers[])
{
  const gsize list = n * 8, size = list * (n_numbers + 1);
  g_autofree char *places = g_malloc0 (size + 1);
  fmi3Status status;
  gsize out;

  memcpy (places, numbers, list * n_numbers);
  memcpy (places + list * n_numbers, qualifiers, n * sizeof *qualifiers);
  LS_REMOTE_MAKE_ROOM (self, n * sizeof *r + size + 128, size);
  out = ls_remote_prepare (self, index, places, size);
  ls_remote_begin (self, index);
  ls_call_in (self, r, n * sizeof *r);
  ls_call_value (self, n);
  for (guint i = 0; i <= n_numbers; i++)
    ls_call_out (self, list);
  status = (fmi3Status)ls_remote_finish (self, index);
  if (status > fmi3Warning)
    return status;
  ls_remote_read (self, out, numbers, list * n_numbers);
  ls_remote_read (self, out + list * n_numbers, qualifiers, n * sizeof *qualifiers);
  return status;
}

static fmi3Status
remote_GetIntervalDecimal (fmi3Instance component,
                           const fmi3ValueReference r[],
                           size_t n,
                           fmi3Float64 intervals[],
                           fmi3IntervalQualifier qualifiers[])
{
  return get_intervals (component, INDEX (GetIntervalDecimal), r, n, intervals, 1, qualifiers);
}

static fmi3Status
remote_GetIntervalFraction (fmi3Instance component,
                            const fmi3ValueReference r[],
                            size_t n,
                            fmi3UInt64 counters[],
                            fmi3UInt64 resolutions[],
                            fmi3IntervalQualifier qualifiers[])
{
  g_autofree fmi3UInt64 *both = g_new0 (fmi3UInt64, 2 * n + 1);
  fmi3Status status;

  memcpy (both, counters, n * sizeof *both);
  memcpy (both + n, resolutions, n * sizeof *both);
  status = get_intervals (component, INDEX (GetIntervalFraction), r, n, both, 2, qualifiers);
  memcpy (counters, both, n * sizeof *both);
  memcpy (resolutions, both + n, n * sizeof *both);
  return status;
}

static fmi3Status
remote_GetShiftDecimal (fmi3Instance component,
                        const fmi3ValueReference r[],
                        size_t n,
                        fmi3Float64 shifts[])
{
  return (fmi3Status)ls_remote_get (component, INDEX (GetShiftDecimal), r, n, shifts,
                                    sizeof *shifts, n, FALSE);
}

/* ---- Saved states ------------------------------------------------------------------------- */

static fmi3Status
remote_GetFMUState (fmi3Instance component, fmi3FMUState *state)
{
  return (fmi3Status)ls_remote_call_for (component, INDEX (GetFMUState), NULL, state,
                                         sizeof *state);
}

static fmi3Status
remote_FreeFMUState (fmi3Instance component, fmi3FMUState *state)
{
  return (fmi3Status)ls_remote_call_for (component, INDEX (FreeFMUState), NULL, state,
                                         sizeof *state);
}

static fmi3Status
remote_SetFMUState (fmi3Instance component, fmi3FMUState state)
{
  return (fmi3Status)ls_remote_set_state (component, INDEX (SetFMUState), state);
}

static fmi3Status
remote_SerializedFMUStateSize (fmi3Instance component, fmi3FMUState state, size_t *size)
{
  const guint64 word = (guint64)(guintptr)state;

  return (fmi3Status)ls_remote_call_for (component, INDEX (SerializedFMUStateSize), &word, size,
                                         sizeof *size);
}

static fmi3Status
remote_SerializeFMUState (fmi3Instance component, fmi3FMUState state, fmi3Byte bytes[], size_t size)
{
  return (fmi3Status)ls_remote_serialize (component, INDEX (SerializeFMUState), state, bytes, size);
}

static fmi3Status
remote_DeserializeFMUState (fmi3Instance component,
                            const fmi3Byte bytes[],
                            size_t size,
                            fmi3FMUState *state)
{
  return (fmi3Status)ls_remote_deserialize (component, INDEX (DeserializeFMUState), bytes, size,
                                            state);
}

/* ---- Model Exchange ---------------------------------------------------------------------- */

static fmi3Status
remote_CompletedIntegratorStep (fmi3Instance component,
                                fmi3Boolean no_set_state_prior,
                                fmi3Boolean *enter_event,
                                fmi3Boolean *terminate)
{
  guint8 flags[2] = { *enter_event, *terminate };
  const fmi3Status status = (fmi3Status)ls_remote_completed_step (
      component, INDEX (CompletedIntegratorStep), no_set_state_prior, &flags[0], &flags[1], 1);

  *enter_event = flags[0] != 0;
  *terminate = flags[1] != 0;
  return status;
}

static fmi3Status
remote_SetTime (fmi3Instance component, fmi3Float64 time)
{
  return (fmi3Status)ls_remote_set_time (component, INDEX (SetTime), time);
}

static fmi3Status
remote_SetContinuousStates (fmi3Instance component, const fmi3Float64 x[], size_t n)
{
  return (fmi3Status)ls_remote_set_vector (component, INDEX (SetContinuousStates), x, n);
}

#define DEFINE_VECTOR(name)                                                                        \
  static fmi3Status remote_##name (fmi3Instance component, fmi3Float64 values[], size_t n)         \
  {                                                                                                \
    return (fmi3Status)ls_remote_get_vector (component, INDEX (name), values, n);                  \
  }

DEFINE_VECTOR (GetContinuousStateDerivatives)
DEFINE_VECTOR (GetEventIndicators)
DEFINE_VECTOR (GetContinuousStates)
DEFINE_VECTOR (GetNominalsOfContinuousStates)

/* ---- Co-Simulation ----------------------------------------------------------------------- */

static fmi3Status
remote_GetOutputDerivatives (fmi3Instance component,
                             const fmi3ValueReference r[],
                             size_t n,
                             const fmi3Int32 orders[],
                             fmi3Float64 values[],
                             size_t n_values)
{
  return (fmi3Status)ls_remote_get_output_derivatives (component, INDEX (GetOutputDerivatives), r,
                                                       n, orders, values, n_values, TRUE);
}

/* ---- Scheduled Execution ----------------------------------------------------------------- */

static fmi3Status
remote_ActivateModelPartition (fmi3Instance component, fmi3ValueReference clock, fmi3Float64 time)
{
  LsRemote *self = component;

  LS_REMOTE_MAKE_ROOM (self, 0, 0);
  ls_remote_begin (self, INDEX (ActivateModelPartition));
  ls_call_value (self, clock);
  ls_call_real (self, time);
  return (fmi3Status)ls_remote_finish (self, INDEX (ActivateModelPartition));
}

/* Functions without an entry are called by the core in other ways, or not at all. */
static const LsFmi3Functions functions = {
#define ENTRY(name) .name = remote_##name,
  ENTRY (ExitInitializationMode) ENTRY (EnterEventMode) ENTRY (Terminate) ENTRY (Reset) ENTRY (
      EnterConfigurationMode) ENTRY (ExitConfigurationMode) ENTRY (EnterContinuousTimeMode)
      ENTRY (EnterStepMode) ENTRY (FreeInstance) ENTRY (EnterInitializationMode) ENTRY (
          UpdateDiscreteStates) ENTRY (GetFloat32) ENTRY (SetFloat32) ENTRY (GetFloat64)
          ENTRY (SetFloat64) ENTRY (GetInt8) ENTRY (SetInt8) ENTRY (GetUInt8) ENTRY (
              SetUInt8) ENTRY (GetInt16) ENTRY (SetInt16) ENTRY (GetUInt16) ENTRY (SetUInt16)
              ENTRY (GetInt32) ENTRY (SetInt32) ENTRY (GetUInt32) ENTRY (SetUInt32) ENTRY (
                  GetInt64) ENTRY (SetInt64) ENTRY (GetUInt64) ENTRY (SetUInt64) ENTRY (GetBoolean)
                  ENTRY (SetBoolean) ENTRY (GetString) ENTRY (SetString) ENTRY (GetBinary) ENTRY (
                      SetBinary) ENTRY (GetDirectionalDerivative) ENTRY (GetAdjointDerivative)
                      ENTRY (GetNumberOfVariableDependencies) ENTRY (GetVariableDependencies)
                          ENTRY (GetClock) ENTRY (SetClock) ENTRY (GetIntervalDecimal) ENTRY (
                              GetIntervalFraction) ENTRY (GetShiftDecimal) ENTRY (GetFMUState)
                              ENTRY (FreeFMUState) ENTRY (SetFMUState)
                                  ENTRY (SerializedFMUStateSize) ENTRY (SerializeFMUState)
                                      ENTRY (DeserializeFMUState) ENTRY (CompletedIntegratorStep)
                                          ENTRY (SetTime) ENTRY (SetContinuousStates)
                                              ENTRY (GetContinuousStateDerivatives)
                                                  ENTRY (GetEventIndicators)
                                                      ENTRY (GetContinuousStates)
                                                          ENTRY (GetNominalsOfContinuousStates)
                                                              ENTRY (GetOutputDerivatives)
                                                                  ENTRY (ActivateModelPartition)
#undef ENTRY
                                                                      .DoStep
  = ls_remote_fmi3_do_step,
};

/* ---- Loading ----------------------------------------------------------------------------- */

/* Bytes of the largest call: each variable, and each element of an array, once as unknown and once
 * as known, or all inputs as polynomials. */
static gsize
get_needs (const LsDescription *description)
{
  return 2 * LS_REMOTE_TEXTS_SIZE + 128 * (gsize)description->n_variables
         + 16 * (gsize)description->n_event_indicators;
}

gboolean
ls_remote_fmi3_open (LsInstanceFmi3 *self, const char *path, const char *file, GError **error)
{
  LsInstance *base = &self->base;

  if (!ls_remote_open (base, get_needs (ls_fmu_get_description (base->fmu)), ls_fmi3_names,
                       LS_N_FMI3_INDICES, path, file, error))
    return FALSE;
  ls_remote_fill (base->remote, &functions, &self->fmi, LS_N_FMI3_INDICES);
  return TRUE;
}
