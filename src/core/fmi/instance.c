/* Instances: check of the state machine, dispatch. */
#include "core/fmi/instance-impl.h"

#include "core/base/prefetch.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static const char *const stage_names[]
    = { "instantiated",  "initialization mode", "event mode", "continuous-time mode",
        "step complete", "step failed",         "terminated", "error",
        "fatal" };

static const char *const call_names[LS_N_CALLS] = {
  [LS_CALL_SETUP] = "setup",
  [LS_CALL_ENTER_INITIALIZATION] = "enter initialization",
  [LS_CALL_EXIT_INITIALIZATION] = "exit initialization",
  [LS_CALL_TERMINATE] = "terminate",
  [LS_CALL_RESET] = "reset",
  [LS_CALL_GET] = "get values",
  [LS_CALL_SET_REAL] = "set real values",
  [LS_CALL_SET_OTHER] = "set integer, boolean or string values",
  [LS_CALL_DIRECTIONAL_DERIVATIVE] = "get directional derivative",
  [LS_CALL_SAVE] = "save state",
  [LS_CALL_RESTORE] = "restore state",
  [LS_CALL_SERIALIZE] = "serialize state",
  [LS_CALL_SET_INPUT_DERIVATIVES] = "set input derivatives",
  [LS_CALL_GET_OUTPUT_DERIVATIVES] = "get output derivatives",
  [LS_CALL_DO_STEP] = "do step",
  [LS_CALL_SET_TIME] = "set time",
  [LS_CALL_SET_STATES] = "set continuous states",
  [LS_CALL_GET_STATES] = "get states, derivatives or event indicators",
  [LS_CALL_GET_NOMINALS] = "get nominals",
  [LS_CALL_ENTER_EVENT] = "enter event mode",
  [LS_CALL_ENTER_CONTINUOUS] = "enter continuous-time mode",
  [LS_CALL_COMPLETED_STEP] = "completed integrator step",
  [LS_CALL_UPDATE_DISCRETE] = "update discrete states",
  [LS_CALL_CONSTRAINTS] = "constraints",
};

void
ls_instance_free (LsInstance *self)
{
  if (self == NULL)
    return;
  ls_instance_last_called = self;
  self->is_held = FALSE;
  ls_instance_forget_inputs (self);
  self->kind->destroy (self);
  ls_instance_last_called = NULL;
}

LsFmu *
ls_instance_get_fmu (LsInstance *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->fmu;
}

const LsDescription *
ls_instance_get_description (LsInstance *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return ls_fmu_get_description (self->fmu);
}

LsKind
ls_instance_get_kind (LsInstance *self)
{
  return self->kind->kind;
}

const char *
ls_instance_get_name (LsInstance *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->name;
}

const char *
ls_instance_get_function (const LsInstance *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->kind->get_call (self);
}

double
ls_instance_get_time (LsInstance *self)
{
  return self->time;
}

/* Bytes of a step: at the end of the base and at the beginning of what a version adds. */
#define STEP_SIZE (sizeof (LsInstance) - offsetof (LsInstance, kind) + 32)

void
ls_instance_prefetch (const LsInstance *self)
{
  ls_prefetch (&self->kind, STEP_SIZE);
}

void
ls_instance_prefetch_component (const LsInstance *self)
{
  if (self->kind->prefetch_component != NULL)
    self->kind->prefetch_component (self);
}

guint
ls_instance_get_capabilities (LsInstance *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->capabilities;
}

void
ls_instance_set_pending_timeout (LsInstance *self, double timeout)
{
  g_return_if_fail (self != NULL);

  if (self->kind->set_pending_timeout != NULL)
    self->kind->set_pending_timeout (self, timeout);
}

void
ls_instance_allow_end (LsInstance *self)
{
  g_return_if_fail (self != NULL);

  self->may_end = TRUE;
}

gboolean
ls_instance_has_ended (const LsInstance *self)
{
  return self->has_ended;
}

/* Not inlined, to keep the fast path short. */
static G_GNUC_NO_INLINE LsStatus
refuse (LsInstance *self, LsCall call)
{
  if (self->kind->allowed[call] == 0)
    ls_log_write (self->log, LS_LOG_ERROR, self->name, call_names[call], self->time,
                  _ ("this call does not exist for %s"), ls_instance_name_kind (self->kind->kind));
  else
    ls_log_write (self->log, LS_LOG_ERROR, self->name, call_names[call], self->time,
                  _ ("this call is not allowed in the state “%s” of the FMU"),
                  stage_names[self->stage]);
  return LS_STOP;
}

static G_GNUC_NO_INLINE LsStatus
refuse_missing (LsInstance *self, LsCall call)
{
  ls_log_write (self->log, LS_LOG_ERROR, self->name, call_names[call], self->time,
                _ ("the FMU does not offer this"));
  return LS_STOP;
}

static G_GNUC_NO_INLINE LsStatus
refuse_range (LsInstance *self, gint64 value)
{
  ls_log_write (self->log, LS_LOG_ERROR, self->name, call_names[LS_CALL_SET_OTHER], self->time,
                _ ("%jd does not fit into the type of the variable"), (intmax_t)value);
  return LS_STOP;
}

/* Returns from the calling function unless @call is allowed now; records the instance as last
 * called. */
#define CHECK(self, call)                                                                          \
  do                                                                                               \
    if (ls_instance_last_called = (self),                                                          \
        G_UNLIKELY (((self)->kind->allowed[call] >> (self)->stage & 1) == 0))                      \
      return refuse (self, call);                                                                  \
  while (0)
#define CHECK_CAPABILITY(self, call, capability)                                                   \
  do                                                                                               \
    if (G_UNLIKELY (((self)->capabilities & (capability)) == 0))                                   \
      return refuse_missing (self, call);                                                          \
  while (0)

LsStatus
ls_instance_admit (LsInstance *self, LsCall call, guint capability)
{
  CHECK (self, call);
  if (capability != 0)
    CHECK_CAPABILITY (self, call, capability);
  return LS_OK;
}

void
ls_instance_set_origin (LsInstance *self, double origin)
{
  g_return_if_fail (self != NULL);

  self->origin = origin;
}

LsStatus
ls_instance_setup (LsInstance *self, double tolerance, double start_time, double stop_time)
{
  g_return_val_if_fail (self != NULL, LS_STOP);

  CHECK (self, LS_CALL_SETUP);
  return self->kind->setup (self, tolerance, start_time, stop_time);
}

LsStatus
ls_instance_enter_initialization (LsInstance *self)
{
  g_return_val_if_fail (self != NULL, LS_STOP);

  CHECK (self, LS_CALL_ENTER_INITIALIZATION);
  return self->kind->enter_initialization (self);
}

LsStatus
ls_instance_exit_initialization (LsInstance *self)
{
  g_return_val_if_fail (self != NULL, LS_STOP);

  CHECK (self, LS_CALL_EXIT_INITIALIZATION);
  return self->kind->exit_initialization (self);
}

LsStatus
ls_instance_terminate (LsInstance *self)
{
  g_return_val_if_fail (self != NULL, LS_STOP);

  CHECK (self, LS_CALL_TERMINATE);
  return self->kind->terminate (self);
}

LsStatus
ls_instance_reset (LsInstance *self)
{
  g_return_val_if_fail (self != NULL, LS_STOP);

  CHECK (self, LS_CALL_RESET);
  return self->kind->reset (self);
}

gboolean
ls_instance_can_reset (const LsInstance *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->kind->kind == LS_KIND_CO_SIMULATION || self->kind->fmi_version[0] != '1';
}

LsStatus
ls_instance_get_real (LsInstance *self, const guint32 *references, gsize n, double values[])
{
  CHECK (self, LS_CALL_GET);
  return self->kind->get_real (self, references, n, values);
}

LsStatus
ls_instance_get_long (LsInstance *self, const guint32 *references, gsize n, gint64 values[])
{
  LsStatus status = LS_OK;

  CHECK (self, LS_CALL_GET);
  if (self->kind->get_long != NULL)
    return self->kind->get_long (self, references, n, values);
  for (gsize i = 0; i < n && status == LS_OK; i++)
    {
      int value = 0;

      status = self->kind->get_integer (self, references + i, 1, &value);
      values[i] = value;
    }
  return status;
}

LsStatus
ls_instance_get_boolean (LsInstance *self, const guint32 *references, gsize n, int values[])
{
  CHECK (self, LS_CALL_GET);
  return self->kind->get_boolean (self, references, n, values);
}

LsStatus
ls_instance_get_string (LsInstance *self, const guint32 *references, gsize n, const char *values[])
{
  CHECK (self, LS_CALL_GET);
  return self->kind->get_string (self, references, n, values);
}

LsStatus
ls_instance_set_real (LsInstance *self, const guint32 *references, gsize n, const double values[])
{
  CHECK (self, LS_CALL_SET_REAL);
  if (G_UNLIKELY (self->inputs != NULL))
    ls_instance_record_inputs (self, references, n, values);
  return self->kind->set_real (self, references, n, values);
}

LsStatus
ls_instance_set_long (LsInstance *self, const guint32 *references, gsize n, const gint64 values[])
{
  LsStatus status = LS_OK;

  CHECK (self, LS_CALL_SET_OTHER);
  if (self->kind->set_long != NULL)
    return self->kind->set_long (self, references, n, values);
  for (gsize i = 0; i < n && status == LS_OK; i++)
    {
      const int value = (int)CLAMP (values[i], G_MININT, G_MAXINT);

      if (value != values[i])
        return refuse_range (self, values[i]);
      status = self->kind->set_integer (self, references + i, 1, &value);
    }
  return status;
}

LsStatus
ls_instance_set_boolean (LsInstance *self, const guint32 *references, gsize n, const int values[])
{
  CHECK (self, LS_CALL_SET_OTHER);
  return self->kind->set_boolean (self, references, n, values);
}

LsStatus
ls_instance_set_string (LsInstance *self,
                        const guint32 *references,
                        gsize n,
                        const char *const values[])
{
  CHECK (self, LS_CALL_SET_OTHER);
  return self->kind->set_string (self, references, n, values);
}

LsStatus
ls_instance_get_directional_derivative (LsInstance *self,
                                        const guint32 *unknowns,
                                        gsize n_unknowns,
                                        const guint32 *knowns,
                                        gsize n_knowns,
                                        const double d_knowns[],
                                        double d_unknowns[])
{
  CHECK (self, LS_CALL_DIRECTIONAL_DERIVATIVE);
  CHECK_CAPABILITY (self, LS_CALL_DIRECTIONAL_DERIVATIVE, LS_CAN_DIRECTIONAL_DERIVATIVE);
  return self->kind->get_directional_derivative (self, unknowns, n_unknowns, knowns, n_knowns,
                                                 d_knowns, d_unknowns);
}

LsStatus
ls_instance_get_adjoint_derivative (LsInstance *self,
                                    const guint32 *unknowns,
                                    gsize n_unknowns,
                                    const guint32 *knowns,
                                    gsize n_knowns,
                                    const double d_unknowns[],
                                    double d_knowns[])
{
  CHECK (self, LS_CALL_DIRECTIONAL_DERIVATIVE);
  CHECK_CAPABILITY (self, LS_CALL_DIRECTIONAL_DERIVATIVE, LS_CAN_ADJOINT_DERIVATIVE);
  return self->kind->get_adjoint_derivative (self, unknowns, n_unknowns, knowns, n_knowns,
                                             d_unknowns, d_knowns);
}

LsStatus
ls_instance_list_dependencies (LsInstance *self, guint32 dependent, GArray *list)
{
  g_return_val_if_fail (self != NULL, LS_STOP);

  CHECK (self, LS_CALL_DIRECTIONAL_DERIVATIVE);
  CHECK_CAPABILITY (self, LS_CALL_DIRECTIONAL_DERIVATIVE, LS_CAN_LIST_DEPENDENCIES);
  return self->kind->list_dependencies (self, dependent, list);
}

LsStatus
ls_instance_save (LsInstance *self, LsSavedState **state)
{
  CHECK (self, LS_CALL_SAVE);
  CHECK_CAPABILITY (self, LS_CALL_SAVE, LS_CAN_SAVE_STATE);
  return self->kind->save (self, state);
}

LsStatus
ls_instance_restore (LsInstance *self, LsSavedState *state)
{
  CHECK (self, LS_CALL_RESTORE);
  CHECK_CAPABILITY (self, LS_CALL_RESTORE, LS_CAN_SAVE_STATE);
  ls_instance_forget_inputs (self);
  return self->kind->restore (self, state);
}

void
ls_instance_free_state (LsInstance *self, LsSavedState *state)
{
  if (state != NULL)
    self->kind->free_state (self, state);
}

/* The same check for calls that report by GError. */
static gboolean
check_serialize (LsInstance *self, GError **error)
{
  gboolean allowed = (self->kind->allowed[LS_CALL_SERIALIZE] >> self->stage & 1) != 0;

  if (allowed && (self->capabilities & LS_CAN_SERIALIZE_STATE) != 0)
    return TRUE;
  if (allowed)
    g_set_error (error, LS_ERROR, LS_ERROR_FMU, _ ("%s: the FMU cannot serialize its state"),
                 self->name);
  else
    g_set_error (error, LS_ERROR, LS_ERROR_FMU,
                 _ ("%s: the state cannot be serialized in the state “%s” of the FMU"), self->name,
                 stage_names[self->stage]);
  return FALSE;
}

GBytes *
ls_instance_serialize (LsInstance *self, LsSavedState *state, GError **error)
{
  g_return_val_if_fail (self != NULL, NULL);

  return check_serialize (self, error) ? self->kind->serialize (self, state, error) : NULL;
}

LsSavedState *
ls_instance_deserialize (LsInstance *self, GBytes *bytes, GError **error)
{
  g_return_val_if_fail (self != NULL, NULL);

  return check_serialize (self, error) ? self->kind->deserialize (self, bytes, error) : NULL;
}

LsStatus
ls_instance_set_input_derivatives (
    LsInstance *self, const guint32 *references, gsize n, const int orders[], const double values[])
{
  CHECK (self, LS_CALL_SET_INPUT_DERIVATIVES);
  CHECK_CAPABILITY (self, LS_CALL_SET_INPUT_DERIVATIVES, LS_CAN_INPUT_DERIVATIVES);
  return self->kind->set_input_derivatives (self, references, n, orders, values);
}

LsStatus
ls_instance_get_output_derivatives (
    LsInstance *self, const guint32 *references, gsize n, const int orders[], double values[])
{
  CHECK (self, LS_CALL_GET_OUTPUT_DERIVATIVES);
  CHECK_CAPABILITY (self, LS_CALL_GET_OUTPUT_DERIVATIVES, LS_CAN_OUTPUT_DERIVATIVES);
  return self->kind->get_output_derivatives (self, references, n, orders, values);
}

LsStatus
ls_instance_do_step (LsInstance *self, double h, gboolean no_set_state_prior, double *reached)
{
  CHECK (self, LS_CALL_DO_STEP);
  return self->kind->do_step (self, h, no_set_state_prior, reached);
}

gboolean
ls_instance_had_event (const LsInstance *self)
{
  return self->had_event;
}

guint64
ls_instance_get_n_ticks (const LsInstance *self, const LsVariable *clock, double *time)
{
  *time = -INFINITY;
  return self->kind->get_n_ticks != NULL ? self->kind->get_n_ticks (self, clock, time) : 0;
}

double
ls_instance_get_event_time (const LsInstance *self)
{
  return self->event_time - self->origin;
}

/* The length of a step of @h that is to end at @end_time: that to it, if it differs by rounding. */
static inline double
settle_length (const LsInstance *self, double h, double end_time)
{
  const double rest = end_time - self->time;

  /* False for NaN. */
  return fabs (rest - h) <= 1e-9 * h ? rest : h;
}

LsStatus
ls_instance_hold_steps (const LsBatchItem items[],
                        guint n,
                        double h,
                        double end_time,
                        const double u[],
                        double y[],
                        LsBatchResult *result)
{
  if (n == 0)
    return LS_OK;
  h = settle_length (items[0].instance, h, end_time);
  return items[0].instance->kind->hold_steps (items, n, h, u, y, result);
}

static G_GNUC_NO_INLINE LsStatus
set_and_get (const LsBatchItem *item, gsize n_outputs, const double u[], double y[])
{
  LsStatus status = LS_OK;

  if (item->n_inputs > 0)
    status = ls_instance_set_real (item->instance, item->inputs, item->n_inputs, u);
  if (status == LS_OK && n_outputs > 0)
    status = ls_instance_get_real (item->instance, item->outputs, n_outputs, y);
  return status;
}

LsStatus
ls_instance_evaluate (const LsBatchItem *item, gsize n_outputs, const double u[], double y[])
{
  const LsInstanceKind *kind = item->instance->kind;

  return G_LIKELY (kind->evaluate != NULL) ? kind->evaluate (item, n_outputs, u, y)
                                           : set_and_get (item, n_outputs, u, y);
}

LsStatus
ls_instance_set_time (LsInstance *self, double time)
{
  CHECK (self, LS_CALL_SET_TIME);
  return self->kind->set_time (self, time);
}

LsStatus
ls_instance_set_states (LsInstance *self, const double x[])
{
  CHECK (self, LS_CALL_SET_STATES);
  return self->kind->set_states (self, x);
}

LsStatus
ls_instance_get_states (LsInstance *self, double x[])
{
  CHECK (self, LS_CALL_GET_STATES);
  return self->kind->get_states (self, x);
}

LsStatus
ls_instance_get_nominals (LsInstance *self, double nominals[])
{
  CHECK (self, LS_CALL_GET_NOMINALS);
  return self->kind->get_nominals (self, nominals);
}

LsStatus
ls_instance_get_state_derivatives (LsInstance *self, double dx[])
{
  CHECK (self, LS_CALL_GET_STATES);
  return self->kind->get_state_derivatives (self, dx);
}

LsStatus
ls_instance_get_event_indicators (LsInstance *self, double z[])
{
  CHECK (self, LS_CALL_GET_STATES);
  return self->kind->get_event_indicators (self, z);
}

LsStatus
ls_instance_enter_event_mode (LsInstance *self)
{
  CHECK (self, LS_CALL_ENTER_EVENT);
  return self->kind->enter_event_mode (self);
}

LsStatus
ls_instance_enter_continuous_time_mode (LsInstance *self)
{
  CHECK (self, LS_CALL_ENTER_CONTINUOUS);
  return self->kind->enter_continuous_time_mode (self);
}

LsStatus
ls_instance_completed_step (LsInstance *self,
                            gboolean no_set_state_prior,
                            gboolean *enter_event_mode,
                            gboolean *terminate)
{
  CHECK (self, LS_CALL_COMPLETED_STEP);
  return self->kind->completed_step (self, no_set_state_prior, enter_event_mode, terminate);
}

LsStatus
ls_instance_update_discrete_states (LsInstance *self, LsEventInfo *info)
{
  CHECK (self, LS_CALL_UPDATE_DISCRETE);
  return self->kind->update_discrete_states (self, info);
}

LsStatus
ls_instance_get_inputs (LsInstance *self, const guint32 *references, gsize n, double values[])
{
  for (gsize i = 0; i < n; i++)
    {
      const double *kept
          = self->inputs != NULL
                ? g_hash_table_lookup (self->inputs, GUINT_TO_POINTER (references[i]))
                : NULL;

      if (kept == NULL)
        return ls_instance_get_real (self, references, n, values);
      values[i] = *kept;
    }
  return LS_OK;
}
