/* Functions of FMI 2.0 that are called in a helper process. What sets values during a run is put
 * off and goes with the next call that gives something, so that an evaluation is one message. */
#include "core/fmi/remote-fmi2.h"

#include "core/fmi/remote-call.h"

const char *const ls_fmi2_names[LS_N_FMI2_INDICES] = {
#define NAME(name) "fmi2" #name,
  LS_FMI2_FUNCTIONS (NAME) LS_FMI2_CONSTRAINT_FUNCTIONS (NAME)
#undef NAME
};

/* The component given to the functions is the remote instance. */
#define INDEX(name) LS_FMI2_INDEX_##name

/* ---- Life cycle -------------------------------------------------------------------------- */

#define DEFINE_PLAIN(name)                                                                         \
  static fmi2Status remote_##name (fmi2Component component)                                        \
  {                                                                                                \
    return (fmi2Status)ls_remote_call (component, INDEX (name));                                   \
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
  ls_remote_call_free (component, INDEX (FreeInstance));
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

  LS_REMOTE_MAKE_ROOM (self, 0, 0);
  ls_remote_begin (self, INDEX (SetupExperiment));
  ls_call_value (self, (guint64)has_tolerance);
  ls_call_real (self, tolerance);
  ls_call_real (self, start);
  ls_call_value (self, (guint64)has_stop);
  ls_call_real (self, stop);
  return (fmi2Status)ls_remote_finish (self, INDEX (SetupExperiment));
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
  LS_REMOTE_MAKE_ROOM (self, 0, 0);
  ls_remote_begin (self, INDEX (SetDebugLogging));
  ls_call_value (self, (guint64)on);
  ls_call_value (self, 0);
  ls_call_value (self, 0);
  return (fmi2Status)ls_remote_finish (self, INDEX (SetDebugLogging));
}

/* ---- Values ------------------------------------------------------------------------------ */

#define DEFINE_VALUES(name, type)                                                                  \
  static fmi2Status remote_Get##name (fmi2Component component, const fmi2ValueReference r[],       \
                                      size_t n, type values[])                                     \
  {                                                                                                \
    return (fmi2Status)ls_remote_get (component, INDEX (Get##name), r, n, values, sizeof *values,  \
                                      n, FALSE);                                                   \
  }                                                                                                \
  static fmi2Status remote_Set##name (fmi2Component component, const fmi2ValueReference r[],       \
                                      size_t n, const type values[])                               \
  {                                                                                                \
    return (fmi2Status)ls_remote_set (component, INDEX (Set##name), r, n, values, sizeof *values,  \
                                      n, FALSE);                                                   \
  }

DEFINE_VALUES (Real, fmi2Real)
DEFINE_VALUES (Integer, fmi2Integer)
DEFINE_VALUES (Boolean, fmi2Boolean)

static fmi2Status
remote_GetString (fmi2Component component,
                  const fmi2ValueReference r[],
                  size_t n,
                  fmi2String values[])
{
  return (fmi2Status)ls_remote_get_texts (component, INDEX (GetString), r, n, NULL,
                                          (gconstpointer *)values, n, FALSE);
}

static fmi2Status
remote_SetString (fmi2Component component,
                  const fmi2ValueReference r[],
                  size_t n,
                  const fmi2String values[])
{
  return (fmi2Status)ls_remote_set_texts (component, INDEX (SetString), r, n, NULL,
                                          (const gconstpointer *)values, n, FALSE);
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
  return (fmi2Status)ls_remote_get_directional (component, INDEX (GetDirectionalDerivative),
                                                unknowns, n_unknowns, knowns, n_knowns, d_knowns,
                                                n_knowns, d_unknowns, n_unknowns, FALSE);
}

static fmi2Status
remote_SetRealInputDerivatives (fmi2Component component,
                                const fmi2ValueReference r[],
                                size_t n,
                                const fmi2Integer orders[],
                                const fmi2Real values[])
{
  return (fmi2Status)ls_remote_set_input_derivatives (component, INDEX (SetRealInputDerivatives), r,
                                                      n, orders, values);
}

static fmi2Status
remote_GetRealOutputDerivatives (fmi2Component component,
                                 const fmi2ValueReference r[],
                                 size_t n,
                                 const fmi2Integer orders[],
                                 fmi2Real values[])
{
  return (fmi2Status)ls_remote_get_output_derivatives (component, INDEX (GetRealOutputDerivatives),
                                                       r, n, orders, values, n, FALSE);
}

/* A call whose last argument is a place for something. */
#define DEFINE_FOR(name, type, size)                                                               \
  static fmi2Status remote_##name (fmi2Component component, type *value)                           \
  {                                                                                                \
    return (fmi2Status)ls_remote_call_for (component, INDEX (name), NULL, value, size);            \
  }

/* ---- Saved states ------------------------------------------------------------------------- */

DEFINE_FOR (GetFMUstate, fmi2FMUstate, sizeof *value)
DEFINE_FOR (FreeFMUstate, fmi2FMUstate, sizeof *value)

static fmi2Status
remote_SetFMUstate (fmi2Component component, fmi2FMUstate state)
{
  return (fmi2Status)ls_remote_set_state (component, INDEX (SetFMUstate), state);
}

static fmi2Status
remote_SerializedFMUstateSize (fmi2Component component, fmi2FMUstate state, size_t *size)
{
  const guint64 word = (guint64)(guintptr)state;

  return (fmi2Status)ls_remote_call_for (component, INDEX (SerializedFMUstateSize), &word, size,
                                         sizeof *size);
}

static fmi2Status
remote_SerializeFMUstate (fmi2Component component,
                          fmi2FMUstate state,
                          fmi2Byte bytes[],
                          size_t size)
{
  return (fmi2Status)ls_remote_serialize (component, INDEX (SerializeFMUstate), state, bytes, size);
}

static fmi2Status
remote_DeSerializeFMUstate (fmi2Component component,
                            const fmi2Byte bytes[],
                            size_t size,
                            fmi2FMUstate *state)
{
  return (fmi2Status)ls_remote_deserialize (component, INDEX (DeSerializeFMUstate), bytes, size,
                                            state);
}

/* ---- Model Exchange ---------------------------------------------------------------------- */

DEFINE_FOR (NewDiscreteStates, fmi2EventInfo, sizeof *value)

static fmi2Status
remote_CompletedIntegratorStep (fmi2Component component,
                                fmi2Boolean no_set_state_prior,
                                fmi2Boolean *enter_event,
                                fmi2Boolean *terminate)
{
  return (fmi2Status)ls_remote_completed_step (component, INDEX (CompletedIntegratorStep),
                                               no_set_state_prior, enter_event, terminate,
                                               sizeof *terminate);
}

static fmi2Status
remote_SetTime (fmi2Component component, fmi2Real time)
{
  return (fmi2Status)ls_remote_set_time (component, INDEX (SetTime), time);
}

static fmi2Status
remote_SetContinuousStates (fmi2Component component, const fmi2Real x[], size_t n)
{
  return (fmi2Status)ls_remote_set_vector (component, INDEX (SetContinuousStates), x, n);
}

#define DEFINE_VECTOR(name)                                                                        \
  static fmi2Status remote_##name (fmi2Component component, fmi2Real values[], size_t n)           \
  {                                                                                                \
    return (fmi2Status)ls_remote_get_vector (component, INDEX (name), values, n);                  \
  }

DEFINE_VECTOR (GetDerivatives)
DEFINE_VECTOR (GetEventIndicators)
DEFINE_VECTOR (GetContinuousStates)
DEFINE_VECTOR (GetNominalsOfContinuousStates)

/* ---- Constraints; sizes are those of the description -------------------------------------- */

static const LsDescription *
get_description (const LsRemote *self)
{
  return ls_fmu_get_description (((const LsInstance *)self->user)->fmu);
}

static gsize
count_states (const LsRemote *self)
{
  return get_description (self)->derivatives.n;
}

static gsize
count_constraints (const LsRemote *self)
{
  return get_description (self)->constraints.max;
}

DEFINE_FOR (GetNumberOfConstraints, size_t, sizeof *value)
DEFINE_FOR (Constraint, fmi2Real, count_constraints (component) * sizeof *value)
DEFINE_FOR (ConstraintJacobian,
            fmi2Real,
            count_constraints (component) * count_states (component) * sizeof *value)
DEFINE_FOR (ProjectionStep, fmi2Real, count_states (component) * sizeof *value)

static fmi2Status
remote_Projection (
    fmi2Component component, fmi2Real way[], fmi2Real tolerance, size_t limit, fmi2Boolean apply)
{
  LsRemote *self = component;
  const gsize size = count_states (self) * sizeof *way;
  fmi2Status status;
  gsize out;

  LS_REMOTE_MAKE_ROOM (self, 0, size);
  ls_remote_begin (self, INDEX (Projection));
  out = ls_call_out (self, size);
  ls_call_real (self, tolerance);
  ls_call_value (self, limit);
  ls_call_value (self, (guint64)apply);
  status = (fmi2Status)ls_remote_finish (self, INDEX (Projection));
  if (status <= fmi2Warning)
    ls_remote_read (self, out, way, size);
  return status;
}

/* ---- Co-Simulation ----------------------------------------------------------------------- */

void
ls_remote_fmi2_write_step (LsRemote *self, double time, double step, fmi2Boolean no_set_state_prior)
{
  ls_remote_begin (self, INDEX (DoStep));
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

  LS_REMOTE_MAKE_ROOM (self, 0, 0);
  ls_remote_fmi2_write_step (self, time, step, no_set_state_prior);
  return (fmi2Status)ls_remote_finish (self, INDEX (DoStep));
}

#define DEFINE_STATUS(name, type)                                                                  \
  static fmi2Status remote_##name (fmi2Component component, const fmi2StatusKind kind,             \
                                   type *value)                                                    \
  {                                                                                                \
    const guint64 word = (guint64)kind;                                                            \
                                                                                                   \
    return (fmi2Status)ls_remote_call_for (component, INDEX (name), &word, value, sizeof *value);  \
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

  return 2 * LS_REMOTE_TEXTS_SIZE + 64 * n + 8 * (gsize)description->constraints.max * (n_x + 1)
         + 16 * (gsize)description->n_event_indicators;
}

gboolean
ls_remote_fmi2_open (LsInstanceFmi2 *self, const char *path, const char *file, GError **error)
{
  LsInstance *base = &self->base;

  if (!ls_remote_open (base, get_needs (ls_fmu_get_description (base->fmu)), ls_fmi2_names,
                       LS_N_FMI2_INDICES, path, file, error))
    return FALSE;
  ls_remote_fill (base->remote, &functions, self->fmi, LS_N_FMI2_INDICES);
  return TRUE;
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
  ls_call_end (self, ls_fmi2_names[INDEX (Instantiate)]);
  ls_call_begin (self, self->functions[INDEX (Instantiate)], 0);
  ls_call_in (self, name, strlen (name) + 1);
  ls_call_value (self, kind == LS_KIND_CO_SIMULATION ? fmi2CoSimulation : fmi2ModelExchange);
  ls_call_in (self, guid, strlen (guid) + 1);
  ls_call_in (self, uri, strlen (uri) + 1);
  ls_call_word (self, HOST_WORD_RESULT, 0);
  ls_call_value (self, fmi2False);
  ls_call_value (self, (guint64)debug);
  ls_call_end (self, ls_fmi2_names[INDEX (Instantiate)]);
  if (ls_remote_flush (self, &self->component) <= fmi2Warning && self->component != 0)
    instance->component = self;
}
