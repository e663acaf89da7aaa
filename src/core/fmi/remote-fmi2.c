/* Functions of FMI 2.0 that are called in a helper process. What sets values during a run is put
 * off and goes with the next call that gives something, so that an evaluation is one message. */
#include "core/fmi/remote-fmi2.h"

#include "core/base/dylib.h"
#include "core/base/python-library.h"
#include "core/base/status.h"
#include "core/helper/helper.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

enum
{
#define INDEX(name) INDEX_##name,
  LS_FMI2_FUNCTIONS (INDEX) LS_FMI2_CONSTRAINT_FUNCTIONS (INDEX)
#undef INDEX
      N_FUNCTIONS
};

static const char *const names[] = {
#define NAME(name) "fmi2" #name,
  LS_FMI2_FUNCTIONS (NAME) LS_FMI2_CONSTRAINT_FUNCTIONS (NAME)
#undef NAME
};

/* The component given to the functions is the remote instance. */
#define BEGIN(index)                                                                               \
  do                                                                                               \
    {                                                                                              \
      ls_call_begin (self, self->functions[index], HOST_CALL_STATUS);                              \
      ls_call_value (self, self->component);                                                       \
    }                                                                                              \
  while (0)

static LsInstanceFmi2 *
get_instance (const LsRemote *self)
{
  return self->user;
}

/* Sends the message. A call put off that failed is the one to be reported. */
static fmi2Status
finish (LsRemote *self, guint index)
{
  int status;

  ls_call_end (self, names[index]);
  status = ls_remote_flush (self, NULL);
  if (G_UNLIKELY (self->failed != NULL))
    get_instance (self)->base.call = self->failed;
  return (fmi2Status)status;
}

/* Values may be put off while the instance runs: at any other time a failure must be told at once.
 */
static gboolean
may_wait (const LsRemote *self)
{
  const LsStage stage = get_instance (self)->base.stage;

  return stage == LS_STAGE_STEP_COMPLETE || stage == LS_STAGE_CONTINUOUS;
}

static fmi2Status
finish_or_wait (LsRemote *self, guint index)
{
  if (!may_wait (self))
    return finish (self, index);
  ls_call_end (self, names[index]);
  return fmi2OK;
}

static fmi2Status
refuse_size (LsRemote *self)
{
  LsInstanceFmi2 *instance = get_instance (self);

  ls_log_write (instance->base.log, LS_LOG_ERROR, instance->base.name, instance->base.call,
                instance->base.time, _ ("the values are too many for the process of the FMU"));
  return fmi2Error;
}

#define MAKE_ROOM(in, out)                                                                         \
  do                                                                                               \
    if (G_UNLIKELY (!ls_remote_make_room (self, in, out)))                                         \
      return refuse_size (self);                                                                   \
  while (0)

/* ---- Life cycle -------------------------------------------------------------------------- */

static fmi2Status
call_plain (LsRemote *self, guint index)
{
  MAKE_ROOM (0, 0);
  BEGIN (index);
  return finish (self, index);
}

#define DEFINE_PLAIN(name)                                                                         \
  static fmi2Status remote_##name (fmi2Component component)                                        \
  {                                                                                                \
    return call_plain (component, INDEX_##name);                                                   \
  }

DEFINE_PLAIN (EnterInitializationMode)
DEFINE_PLAIN (ExitInitializationMode)
DEFINE_PLAIN (Terminate)
DEFINE_PLAIN (Reset)
DEFINE_PLAIN (EnterEventMode)
DEFINE_PLAIN (EnterContinuousTimeMode)
DEFINE_PLAIN (CancelStep)

static void
remote_FreeInstance (fmi2Component component)
{
  LsRemote *self = component;

  if (!ls_remote_make_room (self, 0, 0))
    return;
  ls_call_begin (self, self->functions[INDEX_FreeInstance], 0);
  ls_call_value (self, self->component);
  ls_call_end (self, names[INDEX_FreeInstance]);
  ls_remote_flush (self, NULL);
}

static fmi2Status
remote_SetupExperiment (fmi2Component component,
                        fmi2Boolean has_tolerance,
                        fmi2Real tolerance,
                        fmi2Real start,
                        fmi2Boolean has_stop,
                        fmi2Real stop)
{
  LsRemote *self = component;

  MAKE_ROOM (0, 0);
  BEGIN (INDEX_SetupExperiment);
  ls_call_value (self, (guint64)has_tolerance);
  ls_call_real (self, tolerance);
  ls_call_real (self, start);
  ls_call_value (self, (guint64)has_stop);
  ls_call_real (self, stop);
  return finish (self, INDEX_SetupExperiment);
}

static fmi2Status
remote_SetDebugLogging (fmi2Component component,
                        fmi2Boolean on,
                        size_t n,
                        const fmi2String categories[])
{
  LsRemote *self = component;

  /* Only all categories are ever asked for. */
  (void)n, (void)categories;
  MAKE_ROOM (0, 0);
  BEGIN (INDEX_SetDebugLogging);
  ls_call_value (self, (guint64)on);
  ls_call_value (self, 0);
  ls_call_value (self, 0);
  return finish (self, INDEX_SetDebugLogging);
}

/* ---- Values ------------------------------------------------------------------------------ */

static fmi2Status
get (LsRemote *self, guint index, const fmi2ValueReference r[], size_t n, void *values, gsize size)
{
  fmi2Status status;
  gsize out;

  MAKE_ROOM (n * sizeof *r, n * size);
  BEGIN (index);
  ls_call_in (self, r, n * sizeof *r);
  ls_call_value (self, n);
  out = ls_call_out (self, n * size);
  status = finish (self, index);
  if (G_LIKELY (status <= fmi2Warning))
    ls_remote_read (self, out, values, n * size);
  return status;
}

static fmi2Status
set (LsRemote *self,
     guint index,
     const fmi2ValueReference r[],
     size_t n,
     const void *values,
     gsize size)
{
  MAKE_ROOM (n * (sizeof *r + size) + 16, 0);
  BEGIN (index);
  ls_call_in (self, r, n * sizeof *r);
  ls_call_value (self, n);
  ls_call_in (self, values, n * size);
  return finish_or_wait (self, index);
}

#define DEFINE_VALUES(name, type)                                                                  \
  static fmi2Status remote_Get##name (fmi2Component component, const fmi2ValueReference r[],       \
                                      size_t n, type values[])                                     \
  {                                                                                                \
    return get (component, INDEX_Get##name, r, n, values, sizeof *values);                         \
  }                                                                                                \
  static fmi2Status remote_Set##name (fmi2Component component, const fmi2ValueReference r[],       \
                                      size_t n, const type values[])                               \
  {                                                                                                \
    return set (component, INDEX_Set##name, r, n, values, sizeof *values);                         \
  }

DEFINE_VALUES (Real, fmi2Real)
DEFINE_VALUES (Integer, fmi2Integer)
DEFINE_VALUES (Boolean, fmi2Boolean)

/* Room for texts of one call, bytes. */
#define TEXTS_SIZE (1u << 20)

/* Asks for @n texts whose addresses are at @addresses of the response; cut at TEXTS_SIZE. */
static fmi2Status
read_texts (LsRemote *self, gsize addresses, size_t n, const char *values[])
{
  LsInstanceFmi2 *instance = get_instance (self);
  guint64 used = 0;
  gsize out, at = 0;

  ls_call_begin (self, HOST_TEXTS, 0);
  ls_call_word (self, HOST_WORD_RESPONSE, addresses);
  ls_call_value (self, n);
  out = ls_call_out (self, TEXTS_SIZE);
  ls_call_value (self, TEXTS_SIZE);
  ls_call_end (self, names[INDEX_GetString]);
  if (ls_remote_flush (self, &used) > fmi2Warning)
    return fmi2Fatal;
  if (used > TEXTS_SIZE)
    return refuse_size (self);
  g_free (instance->texts);
  instance->texts = g_malloc0 (used + 1);
  ls_remote_read (self, out, instance->texts, used);
  for (size_t i = 0; i < n; i++)
    {
      values[i] = instance->texts + at;
      at = MIN (at + strlen (values[i]) + 1, used);
    }
  return fmi2OK;
}

static fmi2Status
remote_GetString (fmi2Component component,
                  const fmi2ValueReference r[],
                  size_t n,
                  fmi2String values[])
{
  LsRemote *self = component;
  fmi2Status status, texts;
  gsize out;

  MAKE_ROOM (n * sizeof *r, n * 8 + TEXTS_SIZE);
  BEGIN (INDEX_GetString);
  ls_call_in (self, r, n * sizeof *r);
  ls_call_value (self, n);
  out = ls_call_out (self, n * 8);
  status = finish (self, INDEX_GetString);
  if (status > fmi2Warning)
    return status;
  /* Emptied by the answer: the addresses are still where they were. */
  self->helper->out = out + n * 8;
  texts = read_texts (self, out, n, values);
  return texts > fmi2Warning ? texts : status;
}

static fmi2Status
remote_SetString (fmi2Component component,
                  const fmi2ValueReference r[],
                  size_t n,
                  const fmi2String values[])
{
  LsRemote *self = component;
  g_autoptr (GString) packed = g_string_new (NULL);
  guint64 pointers = 0;
  fmi2Status status;

  for (size_t i = 0; i < n; i++)
    g_string_append_len (packed, values[i], (gssize)strlen (values[i]) + 1);
  MAKE_ROOM (n * sizeof *r + packed->len + 256, 0);
  ls_call_begin (self, HOST_POINTERS, 0);
  ls_call_in (self, packed->str, packed->len);
  ls_call_value (self, n);
  ls_call_end (self, names[INDEX_SetString]);
  BEGIN (INDEX_SetString);
  ls_call_in (self, r, n * sizeof *r);
  ls_call_value (self, n);
  ls_call_word (self, HOST_WORD_RESULT, 0);
  status = finish (self, INDEX_SetString);
  if (status <= fmi2Warning && ls_remote_make_room (self, 0, 0))
    {
      pointers = self->helper->response->results[0];
      ls_call_begin (self, HOST_FREE, 0);
      ls_call_value (self, pointers);
      ls_call_end (self, names[INDEX_SetString]);
      ls_remote_flush (self, NULL);
    }
  return status;
}

static fmi2Status
remote_GetDirectionalDerivative (fmi2Component component,
                                 const fmi2ValueReference unknowns[],
                                 size_t n_unknowns,
                                 const fmi2ValueReference knowns[],
                                 size_t n_knowns,
                                 const fmi2Real d_knowns[],
                                 fmi2Real d_unknowns[])
{
  LsRemote *self = component;
  fmi2Status status;
  gsize out;

  MAKE_ROOM (n_unknowns * 4 + n_knowns * 12 + 32, n_unknowns * 8);
  BEGIN (INDEX_GetDirectionalDerivative);
  ls_call_in (self, unknowns, n_unknowns * sizeof *unknowns);
  ls_call_value (self, n_unknowns);
  ls_call_in (self, knowns, n_knowns * sizeof *knowns);
  ls_call_value (self, n_knowns);
  ls_call_in (self, d_knowns, n_knowns * sizeof *d_knowns);
  out = ls_call_out (self, n_unknowns * sizeof *d_unknowns);
  status = finish (self, INDEX_GetDirectionalDerivative);
  if (status <= fmi2Warning)
    ls_remote_read (self, out, d_unknowns, n_unknowns * sizeof *d_unknowns);
  return status;
}

static fmi2Status
remote_SetRealInputDerivatives (fmi2Component component,
                                const fmi2ValueReference r[],
                                size_t n,
                                const fmi2Integer orders[],
                                const fmi2Real values[])
{
  LsRemote *self = component;

  MAKE_ROOM (n * 16 + 32, 0);
  BEGIN (INDEX_SetRealInputDerivatives);
  ls_call_in (self, r, n * sizeof *r);
  ls_call_value (self, n);
  ls_call_in (self, orders, n * sizeof *orders);
  ls_call_in (self, values, n * sizeof *values);
  return finish (self, INDEX_SetRealInputDerivatives);
}

/* Lets the next place in the response, for @size bytes, begin with what @value is: the function may
 * read it, or leave it. Returns: its offset */
static gsize
prepare_place (LsRemote *self, guint index, const void *value, gsize size)
{
  const gsize out = self->helper->out;

  ls_call_begin (self, HOST_COPY, 0);
  ls_call_word (self, HOST_WORD_RESPONSE, out);
  ls_call_in (self, value, size);
  ls_call_value (self, size);
  ls_call_end (self, names[index]);
  return out;
}

/* What the function does not write stays what it was here: callers may tell by that. */
static fmi2Status
remote_GetRealOutputDerivatives (fmi2Component component,
                                 const fmi2ValueReference r[],
                                 size_t n,
                                 const fmi2Integer orders[],
                                 fmi2Real values[])
{
  LsRemote *self = component;
  fmi2Status status;
  gsize out;

  MAKE_ROOM (n * 16 + 128, n * 8);
  out = prepare_place (self, INDEX_GetRealOutputDerivatives, values, n * sizeof *values);
  BEGIN (INDEX_GetRealOutputDerivatives);
  ls_call_in (self, r, n * sizeof *r);
  ls_call_value (self, n);
  ls_call_in (self, orders, n * sizeof *orders);
  ls_call_out (self, n * sizeof *values);
  status = finish (self, INDEX_GetRealOutputDerivatives);
  if (status <= fmi2Warning)
    ls_remote_read (self, out, values, n * sizeof *values);
  return status;
}

/* ---- Saved states: addresses in the helper ------------------------------------------------ */

/* A call whose last argument is a place for something of @size bytes, which has @value so far. */
static fmi2Status
call_for (LsRemote *self, guint index, const guint64 *first, void *value, gsize size)
{
  fmi2Status status;
  gsize out;

  MAKE_ROOM (size + 128, size);
  out = prepare_place (self, index, value, size);
  BEGIN (index);
  if (first != NULL)
    ls_call_value (self, *first);
  ls_call_out (self, size);
  status = finish (self, index);
  if (status <= fmi2Warning)
    ls_remote_read (self, out, value, size);
  return status;
}

static fmi2Status
remote_GetFMUstate (fmi2Component component, fmi2FMUstate *state)
{
  return call_for (component, INDEX_GetFMUstate, NULL, state, sizeof *state);
}

static fmi2Status
remote_FreeFMUstate (fmi2Component component, fmi2FMUstate *state)
{
  return call_for (component, INDEX_FreeFMUstate, NULL, state, sizeof *state);
}

static fmi2Status
remote_SetFMUstate (fmi2Component component, fmi2FMUstate state)
{
  LsRemote *self = component;

  MAKE_ROOM (0, 0);
  BEGIN (INDEX_SetFMUstate);
  ls_call_value (self, (guint64)(guintptr)state);
  return finish (self, INDEX_SetFMUstate);
}

static fmi2Status
remote_SerializedFMUstateSize (fmi2Component component, fmi2FMUstate state, size_t *size)
{
  const guint64 word = (guint64)(guintptr)state;

  return call_for (component, INDEX_SerializedFMUstateSize, &word, size, sizeof *size);
}

/* Memory of the helper for @size bytes, which may be more than a message takes. */
static guint64
allocate (LsRemote *self, gsize size, const char *name)
{
  guint64 memory = 0;

  ls_call_begin (self, HOST_ALLOCATE, 0);
  ls_call_value (self, size + 1);
  ls_call_end (self, name);
  return ls_remote_flush (self, &memory) <= fmi2Warning ? memory : 0;
}

static void
release (LsRemote *self, guint64 memory, const char *name)
{
  ls_call_begin (self, HOST_FREE, 0);
  ls_call_value (self, memory);
  ls_call_end (self, name);
  ls_remote_flush (self, NULL);
}

#define PIECE (1u << 20)

static void
copy_out (LsRemote *self, guint64 memory, char *bytes, gsize size, const char *name)
{
  for (gsize at = 0; at < size && !ls_remote_is_dead (self); at += PIECE)
    {
      const gsize n = MIN (PIECE, size - at);
      gsize out;

      ls_call_begin (self, HOST_COPY, 0);
      out = ls_call_out (self, n);
      ls_call_value (self, memory + at);
      ls_call_value (self, n);
      ls_call_end (self, name);
      if (ls_remote_flush (self, NULL) <= fmi2Warning)
        ls_remote_read (self, out, bytes + at, n);
    }
}

static void
copy_in (LsRemote *self, guint64 memory, const char *bytes, gsize size, const char *name)
{
  for (gsize at = 0; at < size && !ls_remote_is_dead (self); at += PIECE)
    {
      const gsize n = MIN (PIECE, size - at);

      ls_call_begin (self, HOST_COPY, 0);
      ls_call_value (self, memory + at);
      ls_call_in (self, bytes + at, n);
      ls_call_value (self, n);
      ls_call_end (self, name);
      ls_remote_flush (self, NULL);
    }
}

static fmi2Status
remote_SerializeFMUstate (fmi2Component component,
                          fmi2FMUstate state,
                          fmi2Byte bytes[],
                          size_t size)
{
  LsRemote *self = component;
  const char *name = names[INDEX_SerializeFMUstate];
  fmi2Status status;
  guint64 memory;

  MAKE_ROOM (PIECE, PIECE);
  if ((memory = allocate (self, size, name)) == 0)
    return refuse_size (self);
  BEGIN (INDEX_SerializeFMUstate);
  ls_call_value (self, (guint64)(guintptr)state);
  ls_call_value (self, memory);
  ls_call_value (self, size);
  status = finish (self, INDEX_SerializeFMUstate);
  if (status <= fmi2Warning)
    copy_out (self, memory, bytes, size, name);
  release (self, memory, name);
  return ls_remote_is_dead (self) ? fmi2Fatal : status;
}

static fmi2Status
remote_DeSerializeFMUstate (fmi2Component component,
                            const fmi2Byte bytes[],
                            size_t size,
                            fmi2FMUstate *state)
{
  LsRemote *self = component;
  const char *name = names[INDEX_DeSerializeFMUstate];
  fmi2Status status;
  guint64 memory;
  gsize out;

  MAKE_ROOM (PIECE, PIECE);
  if ((memory = allocate (self, size, name)) == 0)
    return refuse_size (self);
  copy_in (self, memory, bytes, size, name);
  out = prepare_place (self, INDEX_DeSerializeFMUstate, state, sizeof *state);
  BEGIN (INDEX_DeSerializeFMUstate);
  ls_call_value (self, memory);
  ls_call_value (self, size);
  ls_call_out (self, sizeof *state);
  status = finish (self, INDEX_DeSerializeFMUstate);
  if (status <= fmi2Warning)
    ls_remote_read (self, out, state, sizeof *state);
  release (self, memory, name);
  return ls_remote_is_dead (self) ? fmi2Fatal : status;
}

/* ---- Model Exchange ---------------------------------------------------------------------- */

static fmi2Status
remote_NewDiscreteStates (fmi2Component component, fmi2EventInfo *info)
{
  return call_for (component, INDEX_NewDiscreteStates, NULL, info, sizeof *info);
}

static fmi2Status
remote_CompletedIntegratorStep (fmi2Component component,
                                fmi2Boolean no_set_state_prior,
                                fmi2Boolean *enter_event,
                                fmi2Boolean *terminate)
{
  LsRemote *self = component;
  fmi2Boolean flags[4] = { *enter_event, 0, *terminate, 0 };
  fmi2Status status;
  gsize out;

  MAKE_ROOM (128, sizeof flags);
  out = prepare_place (self, INDEX_CompletedIntegratorStep, flags, sizeof flags);
  BEGIN (INDEX_CompletedIntegratorStep);
  ls_call_value (self, (guint64)no_set_state_prior);
  ls_call_out (self, 8);
  ls_call_out (self, 8);
  status = finish (self, INDEX_CompletedIntegratorStep);
  if (status <= fmi2Warning)
    ls_remote_read (self, out, flags, sizeof flags);
  *enter_event = flags[0];
  *terminate = flags[2];
  return status;
}

static fmi2Status
remote_SetTime (fmi2Component component, fmi2Real time)
{
  LsRemote *self = component;

  MAKE_ROOM (0, 0);
  BEGIN (INDEX_SetTime);
  ls_call_real (self, time);
  return finish_or_wait (self, INDEX_SetTime);
}

static fmi2Status
remote_SetContinuousStates (fmi2Component component, const fmi2Real x[], size_t n)
{
  LsRemote *self = component;

  MAKE_ROOM (n * sizeof *x, 0);
  BEGIN (INDEX_SetContinuousStates);
  ls_call_in (self, x, n * sizeof *x);
  ls_call_value (self, n);
  return finish_or_wait (self, INDEX_SetContinuousStates);
}

static fmi2Status
get_vector (LsRemote *self, guint index, fmi2Real values[], size_t n)
{
  fmi2Status status;
  gsize out;

  MAKE_ROOM (0, n * sizeof *values);
  BEGIN (index);
  out = ls_call_out (self, n * sizeof *values);
  ls_call_value (self, n);
  status = finish (self, index);
  if (G_LIKELY (status <= fmi2Warning))
    ls_remote_read (self, out, values, n * sizeof *values);
  return status;
}

#define DEFINE_VECTOR(name)                                                                        \
  static fmi2Status remote_##name (fmi2Component component, fmi2Real values[], size_t n)           \
  {                                                                                                \
    return get_vector (component, INDEX_##name, values, n);                                        \
  }

DEFINE_VECTOR (GetDerivatives)
DEFINE_VECTOR (GetEventIndicators)
DEFINE_VECTOR (GetContinuousStates)
DEFINE_VECTOR (GetNominalsOfContinuousStates)

/* ---- Constraints; sizes are those of the description -------------------------------------- */

static gsize
count_states (const LsRemote *self)
{
  return ls_fmu_get_description (get_instance (self)->base.fmu)->derivatives.n;
}

static gsize
count_constraints (const LsRemote *self)
{
  return ls_fmu_get_description (get_instance (self)->base.fmu)->constraints.max;
}

static fmi2Status
remote_GetNumberOfConstraints (fmi2Component component, size_t *n)
{
  return call_for (component, INDEX_GetNumberOfConstraints, NULL, n, sizeof *n);
}

static fmi2Status
remote_Constraint (fmi2Component component, fmi2Real residuals[])
{
  return call_for (component, INDEX_Constraint, NULL, residuals,
                   count_constraints (component) * sizeof *residuals);
}

static fmi2Status
remote_ConstraintJacobian (fmi2Component component, fmi2Real jacobian[])
{
  return call_for (component, INDEX_ConstraintJacobian, NULL, jacobian,
                   count_constraints (component) * count_states (component) * sizeof *jacobian);
}

static fmi2Status
remote_ProjectionStep (fmi2Component component, fmi2Real step[])
{
  return call_for (component, INDEX_ProjectionStep, NULL, step,
                   count_states (component) * sizeof *step);
}

static fmi2Status
remote_Projection (
    fmi2Component component, fmi2Real way[], fmi2Real tolerance, size_t limit, fmi2Boolean apply)
{
  LsRemote *self = component;
  const gsize size = count_states (self) * sizeof *way;
  fmi2Status status;
  gsize out;

  MAKE_ROOM (0, size);
  BEGIN (INDEX_Projection);
  out = ls_call_out (self, size);
  ls_call_real (self, tolerance);
  ls_call_value (self, limit);
  ls_call_value (self, (guint64)apply);
  status = finish (self, INDEX_Projection);
  if (status <= fmi2Warning)
    ls_remote_read (self, out, way, size);
  return status;
}

/* ---- Co-Simulation ----------------------------------------------------------------------- */

static void
write_step (LsRemote *self, double time, double step, fmi2Boolean no_set_state_prior)
{
  BEGIN (INDEX_DoStep);
  ls_call_real (self, time);
  ls_call_real (self, step);
  ls_call_value (self, (guint64)no_set_state_prior);
}

static fmi2Status
remote_DoStep (fmi2Component component,
               fmi2Real time,
               fmi2Real step,
               fmi2Boolean no_set_state_prior)
{
  LsRemote *self = component;

  MAKE_ROOM (0, 0);
  write_step (self, time, step, no_set_state_prior);
  return finish (self, INDEX_DoStep);
}

#define DEFINE_STATUS(name, type)                                                                  \
  static fmi2Status remote_##name (fmi2Component component, const fmi2StatusKind kind,             \
                                   type *value)                                                    \
  {                                                                                                \
    const guint64 word = (guint64)kind;                                                            \
                                                                                                   \
    return call_for (component, INDEX_##name, &word, value, sizeof *value);                        \
  }

DEFINE_STATUS (GetStatus, fmi2Status)
DEFINE_STATUS (GetRealStatus, fmi2Real)
DEFINE_STATUS (GetBooleanStatus, fmi2Boolean)

static const LsFmi2Functions functions = {
#define ENTRY(name) .name = remote_##name,
  ENTRY (EnterInitializationMode) ENTRY (ExitInitializationMode) ENTRY (Terminate) ENTRY (Reset)
      ENTRY (EnterEventMode) ENTRY (EnterContinuousTimeMode) ENTRY (CancelStep) ENTRY (FreeInstance)
          ENTRY (SetupExperiment) ENTRY (SetDebugLogging) ENTRY (GetReal) ENTRY (GetInteger) ENTRY (
              GetBoolean) ENTRY (GetString) ENTRY (SetReal) ENTRY (SetInteger) ENTRY (SetBoolean)
              ENTRY (SetString) ENTRY (GetDirectionalDerivative) ENTRY (SetRealInputDerivatives)
                  ENTRY (GetRealOutputDerivatives) ENTRY (GetFMUstate) ENTRY (SetFMUstate)
                      ENTRY (FreeFMUstate) ENTRY (SerializedFMUstateSize) ENTRY (SerializeFMUstate)
                          ENTRY (DeSerializeFMUstate) ENTRY (NewDiscreteStates) ENTRY (
                              CompletedIntegratorStep) ENTRY (SetTime) ENTRY (SetContinuousStates)
                              ENTRY (GetDerivatives) ENTRY (GetEventIndicators)
                                  ENTRY (GetContinuousStates) ENTRY (GetNominalsOfContinuousStates)
                                      ENTRY (GetNumberOfConstraints) ENTRY (Constraint)
                                          ENTRY (ConstraintJacobian) ENTRY (ProjectionStep)
                                              ENTRY (Projection) ENTRY (DoStep) ENTRY (GetStatus)
                                                  ENTRY (GetRealStatus) ENTRY (GetBooleanStatus)
#undef ENTRY
};

/* ---- Loading ----------------------------------------------------------------------------- */

/* Bytes of the largest call: each variable once as unknown and once as known. */
static gsize
get_needs (const LsDescription *description)
{
  const gsize n = description->n_variables, n_x = description->derivatives.n;

  return 4 * TEXTS_SIZE + 64 * n + 8 * (gsize)description->constraints.max * (n_x + 1)
         + 16 * (gsize)description->n_event_indicators;
}

/* @path: of the binary. Python's library is tried if symbols of it are missing. */
static gboolean
load (LsRemote *self, const char *path, char **lent, GError **error)
{
  g_autofree char *said = NULL;
  gboolean has_python = FALSE;

  if (!ls_dylib_check (path, error))
    return FALSE;
  said = ls_remote_load (self, path, NULL);
  if (said != NULL && !ls_remote_is_dead (self) && ls_python_library_is_missed (said))
    {
      g_auto (GStrv) candidates = ls_python_library_list_names ();

      for (guint i = 0; candidates[i] != NULL && !has_python; i++)
        {
          g_autofree char *reason = ls_remote_load (self, path, candidates[i]);

          has_python = reason == NULL || !g_str_has_prefix (reason, candidates[i]);
          if (!has_python)
            continue;
          *lent = g_strdup (candidates[i]);
          g_free (said);
          said = g_steal_pointer (&reason);
        }
    }
  if (said != NULL && !ls_remote_is_dead (self))
    ls_dylib_set_error (path, said, has_python, error);
  return said == NULL;
}

gboolean
ls_remote_fmi2_load (LsInstanceFmi2 *self, const char *path, char **lent, GError **error)
{
  LsInstance *base = &self->base;
  g_autofree char *file = g_path_get_basename (ls_fmu_get_path (base->fmu));
  g_autofree char *gaps = NULL;

  base->remote
      = ls_remote_new (self->remote_class, self, base->name, file, ls_fmu_get_directory (base->fmu),
                       get_needs (ls_fmu_get_description (base->fmu)),
                       base->interface->can_be_instantiated_only_once_per_process, error);
  if (base->remote == NULL)
    return FALSE;
  if (!load (base->remote, path, lent, error))
    {
      if (ls_remote_is_dead (base->remote))
        ls_remote_fmi2_set_death (self, error);
      return FALSE;
    }
  if ((gaps = ls_remote_describe_gaps (base->remote)) != NULL)
    ls_log_write (base->log, LS_LOG_WARNING, NULL, NULL, NAN, "%s", gaps);
  base->remote->functions = g_new0 (guint64, N_FUNCTIONS);
  ls_remote_find (base->remote, names, N_FUNCTIONS, base->remote->functions);
  for (guint i = 0; i < N_FUNCTIONS; i++)
    if (base->remote->functions[i] != 0)
      memcpy ((char *)&self->fmi + i * sizeof (gpointer),
              (const char *)&functions + i * sizeof (gpointer), sizeof (gpointer));
  return TRUE;
}

gboolean
ls_remote_fmi2_has_function (const LsInstanceFmi2 *self, const char *name)
{
  for (guint i = 0; i < N_FUNCTIONS; i++)
    if (g_str_equal (names[i] + strlen ("fmi2"), name))
      return self->base.remote->functions[i] != 0;
  return FALSE;
}

const char *
ls_remote_fmi2_get_constant (LsInstanceFmi2 *instance, const char *function, char text[64])
{
  LsRemote *self = instance->base.remote;
  const guint index
      = g_str_equal (function, names[INDEX_GetVersion]) ? INDEX_GetVersion : INDEX_GetTypesPlatform;
  gsize out;

  text[0] = '\0';
  if (!ls_remote_make_room (self, 64, 64))
    return text;
  ls_call_begin (self, self->functions[index], 0);
  ls_call_end (self, names[index]);
  ls_call_begin (self, HOST_TEXT, 0);
  ls_call_word (self, HOST_WORD_RESULT, 0);
  out = ls_call_out (self, 64);
  ls_call_value (self, 64);
  ls_call_end (self, names[index]);
  if (ls_remote_flush (self, NULL) <= fmi2Warning)
    ls_remote_read (self, out, text, 64);
  text[63] = '\0';
  return text;
}

void
ls_remote_fmi2_instantiate (LsInstanceFmi2 *instance, LsKind kind, const char *uri, gboolean debug)
{
  LsRemote *self = instance->base.remote;
  const char *guid = ls_fmu_get_description (instance->base.fmu)->guid;
  const char *name = instance->base.name;

  if (!ls_remote_make_room (self, strlen (name) + strlen (guid) + strlen (uri) + 128, 0))
    return;
  ls_call_begin (self, HOST_CALLBACKS, 0);
  ls_call_value (self, self->token);
  ls_call_value (self, (guint64)instance->base.interface->can_run_asynchronously);
  ls_call_end (self, names[INDEX_Instantiate]);
  ls_call_begin (self, self->functions[INDEX_Instantiate], 0);
  ls_call_in (self, name, strlen (name) + 1);
  ls_call_value (self, kind == LS_KIND_CO_SIMULATION ? fmi2CoSimulation : fmi2ModelExchange);
  ls_call_in (self, guid, strlen (guid) + 1);
  ls_call_in (self, uri, strlen (uri) + 1);
  ls_call_word (self, HOST_WORD_RESULT, 0);
  ls_call_value (self, fmi2False);
  ls_call_value (self, (guint64)debug);
  ls_call_end (self, names[INDEX_Instantiate]);
  if (ls_remote_flush (self, &self->component) <= fmi2Warning && self->component != 0)
    instance->component = self;
}

void
ls_remote_fmi2_report_death (LsInstanceFmi2 *self)
{
  LsHelper *helper = self->base.remote->helper;

  self->base.stage = LS_STAGE_FATAL;
  self->base.has_left = TRUE;
  if (helper->death == NULL || helper->told == self->base.log)
    return;
  helper->told = self->base.log;
  ls_log_write (self->base.log, LS_LOG_ERROR,
                helper->culprit != NULL ? helper->culprit->name : NULL, NULL, NAN, "%s",
                helper->death);
  ls_log_set_fault (self->base.log, ls_remote_get_error (self->base.remote));
}

void
ls_remote_fmi2_set_death (LsInstanceFmi2 *self, GError **error)
{
  const char *death = self->base.remote->helper->death;

  self->base.stage = LS_STAGE_FATAL;
  g_clear_error (error);
  g_set_error_literal (error, LS_ERROR, ls_remote_get_error (self->base.remote),
                       death != NULL ? death : _ ("cancelled"));
}

void
ls_remote_fmi2_close (LsInstanceFmi2 *instance)
{
  LsRemote *self = g_steal_pointer (&instance->base.remote);
  g_autofree char *death = NULL;
  gboolean was_dead;

  if (self == NULL)
    return;
  was_dead = instance->base.stage == LS_STAGE_FATAL;
  if (self->library != 0 && !was_dead && ls_remote_make_room (self, 0, 0))
    {
      ls_call_begin (self, HOST_UNLOAD, 0);
      ls_call_value (self, self->library);
      ls_call_end (self, "dlclose");
      ls_remote_flush (self, NULL);
    }
  if (!was_dead && self->helper->death != NULL && self->helper->told != instance->base.log)
    death = g_strdup (self->helper->death);
  g_free (self->functions);
  if (death != NULL)
    ls_remote_free (self);
  else
    death = ls_remote_free (self);
  if (death != NULL && !was_dead)
    ls_log_write (instance->base.log, LS_LOG_WARNING, NULL, NULL, NAN, "%s", death);
}

/* For a look into a library, which says nothing but by its initialisers. */
static void
ignore_message (
    gpointer user, HostMessageKind kind, int status, const char *category, const char *text)
{
  (void)user, (void)kind, (void)status, (void)category, (void)text;
}

static double
get_no_time (gpointer user G_GNUC_UNUSED)
{
  return NAN;
}

guint64 *
ls_remote_fmi2_look_into (LsFmu *fmu, const char *path)
{
  g_autofree char *file = g_path_get_basename (ls_fmu_get_path (fmu));
  const LsRemoteClass klass = { .receive = ignore_message, .get_time = get_no_time };
  LsRemote *self = ls_remote_new (&klass, NULL, file, file, ls_fmu_get_directory (fmu), TEXTS_SIZE,
                                  FALSE, NULL);
  g_autofree char *lent = NULL;
  guint64 *found = NULL;

  if (self == NULL)
    return NULL;
  if (load (self, path, &lent, NULL))
    {
      found = g_new0 (guint64, N_FUNCTIONS);
      ls_remote_find (self, names, N_FUNCTIONS, found);
    }
  g_free (ls_remote_free (self));
  return found;
}

/* ---- Steps of several instances ------------------------------------------------------------ */

enum
{
  LANE_SET,
  LANE_STEP,
  LANE_GET
};

gboolean
ls_remote_fmi2_write_lane (
    LsInstanceFmi2 *instance, const LsBatchItem *lane, double time, double step, const double u[])
{
  LsRemote *self = instance->base.remote;
  LsHelper *helper = self->helper;

  if (helper->n_calls + 3 > HOST_MAX_CALLS
      || 12 * (lane->n_inputs + lane->n_outputs) + 4 * sizeof (LsCallDraft)
             > helper->request_size - helper->in
      || 8 * lane->n_outputs + 64 > helper->response_size - helper->out)
    return FALSE;
  self->first_call = helper->n_calls;
  if (lane->n_inputs > 0)
    {
      BEGIN (INDEX_SetReal);
      ls_call_in (self, lane->inputs, lane->n_inputs * sizeof *lane->inputs);
      ls_call_value (self, lane->n_inputs);
      ls_call_in (self, u + lane->first_input, lane->n_inputs * sizeof *u);
      ls_call_end (self, names[INDEX_SetReal]);
    }
  write_step (self, time, step, lane->no_set_state_prior);
  ls_call_end (self, names[INDEX_DoStep]);
  if (lane->n_outputs > 0)
    {
      BEGIN (INDEX_GetReal);
      ls_call_in (self, lane->outputs, lane->n_outputs * sizeof *lane->outputs);
      ls_call_value (self, lane->n_outputs);
      self->first_out = ls_call_out (self, lane->n_outputs * 8);
      ls_call_end (self, names[INDEX_GetReal]);
    }
  return TRUE;
}

static int
read_status (LsInstanceFmi2 *instance, guint call)
{
  guint64 result;

  if (!ls_helper_get_result (instance->base.remote->helper, call, &result))
    return -1;
  if (G_UNLIKELY ((result & HOST_MENDED) != 0))
    instance->remote_class->mended (instance);
  return (int)(result & G_MAXINT32);
}

void
ls_remote_fmi2_read_lane (LsInstanceFmi2 *instance, const LsBatchItem *lane, double y[])
{
  const LsRemote *self = instance->base.remote;
  guint call = self->first_call;

  instance->lane[LANE_SET] = lane->n_inputs > 0 ? read_status (instance, call++) : fmi2OK;
  instance->lane[LANE_STEP] = read_status (instance, call++);
  instance->lane[LANE_GET] = lane->n_outputs > 0 ? read_status (instance, call) : fmi2OK;
  if (lane->n_outputs > 0 && instance->lane[LANE_GET] >= 0)
    ls_remote_read (self, self->first_out, y + lane->first_output, lane->n_outputs * sizeof *y);
}
