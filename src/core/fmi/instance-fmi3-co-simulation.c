/* FMI 3.0 for Co-Simulation, with event mode where the FMU has it. */
#include "core/fmi/fmi3-instance.h"

static char **
list_missing_functions (LsFmu *fmu)
{
  return ls_instance_fmi3_list_missing (fmu, LS_KIND_CO_SIMULATION);
}

static LsInstance *
create (LsFmu *fmu, const char *name, LsLog *log, gboolean debug, GError **error)
{
  return ls_instance_fmi3_create (&ls_instance_fmi3_co_simulation, fmu, name, log, debug, error);
}

static LsStatus
exit_initialization (LsInstance *instance)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  LsStatus status = ls_instance_fmi3_exit_initialization (instance);

  if (status == LS_OK && self->event_mode)
    status = ls_instance_fmi3_handle_event (self);
  /* Every event of the initialization belongs to the initial values. */
  instance->had_event = FALSE;
  return status;
}

/* ---- Values ------------------------------------------------------------------------------ */

#define DEFINE_GET(name, type)                                                                     \
  static LsStatus get_##name (LsInstance *instance, const guint32 *references, gsize n,            \
                              type values[])                                                       \
  {                                                                                                \
    const LsStatus status = ls_instance_fmi3_settle ((LsInstanceFmi3 *)instance);                  \
                                                                                                   \
    return G_LIKELY (status == LS_OK)                                                              \
               ? ls_instance_fmi3_get_##name (instance, references, n, values)                     \
               : status;                                                                           \
  }

DEFINE_GET (integer, int)
DEFINE_GET (long, gint64)
DEFINE_GET (boolean, int)
DEFINE_GET (string, const char *)

#define DEFINE_SET(name, type, put, is_new)                                                        \
  static LsStatus set_##name (LsInstance *instance, const guint32 *references, gsize n,            \
                              const type values[])                                                 \
  {                                                                                                \
    LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;                                             \
    const gboolean changes = (is_new);                                                             \
    LsStatus status;                                                                               \
                                                                                                   \
    if (!changes && ls_instance_fmi3_can_open_event_mode (self))                                   \
      return LS_OK;                                                                                \
    status = ls_instance_fmi3_prepare_set (self, references, n);                                   \
    return status == LS_OK ? put (instance, references, n, values) : status;                       \
  }

typedef const char *Text;
DEFINE_SET (integer,
            int,
            ls_instance_fmi3_set_integer,
            ls_instance_fmi3_note_integers (self, references, n, values))
DEFINE_SET (long,
            gint64,
            ls_instance_fmi3_change_long,
            ls_instance_fmi3_note_longs (self, references, n, values))
DEFINE_SET (boolean,
            int,
            ls_instance_fmi3_set_boolean,
            ls_instance_fmi3_note_integers (self, references, n, values))
DEFINE_SET (string, Text, ls_instance_fmi3_set_string, TRUE)

static LsStatus
get_directional_derivative (LsInstance *instance,
                            const guint32 *unknowns,
                            gsize n_unknowns,
                            const guint32 *knowns,
                            gsize n_knowns,
                            const double d_knowns[],
                            double d_unknowns[])
{
  const LsStatus status = ls_instance_fmi3_settle ((LsInstanceFmi3 *)instance);

  return status == LS_OK ? ls_instance_fmi3_get_directional_derivative (
             instance, unknowns, n_unknowns, knowns, n_knowns, d_knowns, d_unknowns)
                         : status;
}

static LsStatus
get_adjoint_derivative (LsInstance *instance,
                        const guint32 *unknowns,
                        gsize n_unknowns,
                        const guint32 *knowns,
                        gsize n_knowns,
                        const double d_unknowns[],
                        double d_knowns[])
{
  const LsStatus status = ls_instance_fmi3_settle ((LsInstanceFmi3 *)instance);

  return status == LS_OK ? ls_instance_fmi3_get_adjoint_derivative (
             instance, unknowns, n_unknowns, knowns, n_knowns, d_unknowns, d_knowns)
                         : status;
}

static LsStatus
get_output_derivatives (
    LsInstance *instance, const guint32 *references, gsize n, const int orders[], double values[])
{
  const LsStatus status = ls_instance_fmi3_settle ((LsInstanceFmi3 *)instance);

  return status == LS_OK
             ? ls_instance_fmi3_get_output_derivatives (instance, references, n, orders, values)
             : status;
}

static LsStatus
set_input_derivatives (LsInstance *instance,
                       const guint32 *references,
                       gsize n,
                       const int orders[],
                       const double values[])
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;

  if (G_UNLIKELY (!ls_instance_fmi3_follows_inputs (self)))
    return LS_RETRY;
  for (gsize i = 0; i < n; i++)
    if (orders[i] > 0)
      ls_instance_fmi3_keep_inputs (self, orders[i], references + i, 1, values + i);
  if (self->polynomials != NULL)
    self->polynomials->is_active = TRUE;
  return LS_OK;
}

static LsStatus
save (LsInstance *instance, LsSavedState **state)
{
  const LsStatus status = ls_instance_fmi3_settle ((LsInstanceFmi3 *)instance);

  return status == LS_OK ? ls_instance_save_state (instance, state) : status;
}

static LsStatus
restore (LsInstance *instance, LsSavedState *state)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;

  self->is_open = FALSE;
  return ls_instance_restore_state (instance, state);
}

/* FMI 3.0, section 4.2. */
#define RUNNING (LS_AT (STEP_COMPLETE) | LS_AT (STEP_FAILED) | LS_AT (EVENT))
#define INITIALIZED (RUNNING | LS_AT (TERMINATED))

const LsInstanceKind ls_instance_fmi3_co_simulation = {
  .fmi_version = "3.0",
  .kind = LS_KIND_CO_SIMULATION,
  .allowed = {
    LS_FMI3_COMMON_ALLOWED (RUNNING, INITIALIZED),
    [LS_CALL_SET_REAL]
    = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | LS_AT (STEP_COMPLETE) | LS_AT (EVENT),
    [LS_CALL_SET_OTHER]
    = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | LS_AT (STEP_COMPLETE) | LS_AT (EVENT),
    [LS_CALL_SET_INPUT_DERIVATIVES]
    = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | LS_AT (STEP_COMPLETE) | LS_AT (EVENT),
    [LS_CALL_GET_OUTPUT_DERIVATIVES] = INITIALIZED,
    [LS_CALL_DO_STEP] = LS_AT (STEP_COMPLETE) | LS_AT (EVENT),
  },
  .list_missing_functions = list_missing_functions,
  .create = create,
  .destroy = ls_instance_fmi3_destroy,
  .get_call = ls_instance_get_call,
  .setup = ls_instance_fmi3_setup,
  .enter_initialization = ls_instance_fmi3_enter_initialization,
  .exit_initialization = exit_initialization,
  .terminate = ls_instance_fmi3_terminate,
  .get_n_ticks = ls_instance_fmi3_get_n_ticks,
  .reset = ls_instance_fmi3_reset,
  .get_real = ls_instance_fmi3_cs_get_real,
  .get_integer = get_integer,
  .get_long = get_long,
  .get_boolean = get_boolean,
  .get_string = get_string,
  .set_real = ls_instance_fmi3_cs_set_real,
  .set_integer = set_integer,
  .set_long = set_long,
  .set_boolean = set_boolean,
  .set_string = set_string,
  .get_directional_derivative = get_directional_derivative,
  .list_dependencies = ls_instance_fmi3_list_dependencies,
  .get_adjoint_derivative = get_adjoint_derivative,
  .save = save,
  .restore = restore,
  .free_state = ls_instance_drop_state,
  .serialize = ls_instance_serialize_state,
  .deserialize = ls_instance_deserialize_state,
  .set_input_derivatives = set_input_derivatives,
  .get_output_derivatives = get_output_derivatives,
  .expect_jump = ls_instance_fmi3_open_event_mode,
  .do_step = ls_instance_fmi3_do_step,
  .hold_steps = ls_instance_fmi3_hold_steps,
  .batch = &ls_instance_fmi3_batch,
};
