/* Shared by the kinds of FMI 3.0 instances. */
#pragma once

#include "core/fmi/fmi3-api.h"
#include "core/fmi/instance-state.h"
#include "host/inputs.h"

/* Functions of the standard that are called, without the prefix. */
#define LS_FMI3_COMMON_FUNCTIONS(X)                                                                \
  X (GetVersion)                                                                                   \
  X (SetDebugLogging)                                                                              \
  X (FreeInstance)                                                                                 \
  X (EnterInitializationMode)                                                                      \
  X (ExitInitializationMode)                                                                       \
  X (EnterEventMode)                                                                               \
  X (Terminate)                                                                                    \
  X (Reset)                                                                                        \
  X (GetFloat32)                                                                                   \
  X (SetFloat32)                                                                                   \
  X (GetFloat64)                                                                                   \
  X (SetFloat64)                                                                                   \
  X (GetInt8)                                                                                      \
  X (SetInt8)                                                                                      \
  X (GetUInt8)                                                                                     \
  X (SetUInt8)                                                                                     \
  X (GetInt16)                                                                                     \
  X (SetInt16)                                                                                     \
  X (GetUInt16)                                                                                    \
  X (SetUInt16)                                                                                    \
  X (GetInt32)                                                                                     \
  X (SetInt32)                                                                                     \
  X (GetUInt32)                                                                                    \
  X (SetUInt32)                                                                                    \
  X (GetInt64)                                                                                     \
  X (SetInt64)                                                                                     \
  X (GetUInt64)                                                                                    \
  X (SetUInt64)                                                                                    \
  X (GetBoolean)                                                                                   \
  X (SetBoolean)                                                                                   \
  X (GetString)                                                                                    \
  X (SetString)                                                                                    \
  X (GetBinary)                                                                                    \
  X (SetBinary)                                                                                    \
  X (GetClock)                                                                                     \
  X (SetClock)                                                                                     \
  X (GetFMUState)                                                                                  \
  X (SetFMUState)                                                                                  \
  X (FreeFMUState)                                                                                 \
  X (SerializedFMUStateSize)                                                                       \
  X (SerializeFMUState)                                                                            \
  X (DeserializeFMUState)                                                                          \
  X (GetAdjointDerivative)                                                                         \
  X (GetNumberOfVariableDependencies)                                                              \
  X (GetVariableDependencies)                                                                      \
  X (GetDirectionalDerivative)                                                                     \
  X (EnterConfigurationMode)                                                                       \
  X (ExitConfigurationMode)                                                                        \
  X (GetIntervalDecimal)                                                                           \
  X (GetIntervalFraction)                                                                          \
  X (GetShiftDecimal)                                                                              \
  X (UpdateDiscreteStates)
#define LS_FMI3_EXCHANGE_FUNCTIONS(X)                                                              \
  X (InstantiateModelExchange)                                                                     \
  X (EnterContinuousTimeMode)                                                                      \
  X (CompletedIntegratorStep)                                                                      \
  X (SetTime)                                                                                      \
  X (SetContinuousStates)                                                                          \
  X (GetContinuousStateDerivatives)                                                                \
  X (GetEventIndicators)                                                                           \
  X (GetContinuousStates)                                                                          \
  X (GetNominalsOfContinuousStates)
#define LS_FMI3_STEP_FUNCTIONS(X)                                                                  \
  X (InstantiateCoSimulation)                                                                      \
  X (EnterStepMode)                                                                                \
  X (GetOutputDerivatives)                                                                         \
  X (DoStep)

#define LS_FMI3_SCHEDULE_FUNCTIONS(X)                                                              \
  X (InstantiateScheduledExecution)                                                                \
  X (ActivateModelPartition)

#define LS_FMI3_FUNCTIONS(X)                                                                       \
  LS_FMI3_COMMON_FUNCTIONS (X) LS_FMI3_EXCHANGE_FUNCTIONS (X) LS_FMI3_STEP_FUNCTIONS (X)           \
  LS_FMI3_SCHEDULE_FUNCTIONS (X)

typedef struct
{
#define LS_FMI3_MEMBER(name) fmi3##name##TYPE *name;
  LS_FMI3_FUNCTIONS (LS_FMI3_MEMBER)
#undef LS_FMI3_MEMBER
} LsFmi3Functions;

/* Ticks of a Clock; saved and restored with the state. */
typedef struct
{
  double start;  /* s, absolute: of the first tick; the last change of the interval */
  double period; /* s; NaN: none */
  double next;   /* s, absolute; INFINITY: none */
  double n;      /* ticks since @start */
} LsFmi3Ticks;

/* Ticks of an output Clock; saved and restored with the state. */
typedef struct
{
  double n;    /* ticks since the initialization */
  double time; /* s, absolute; of the last */
} LsFmi3Fired;

/* Scalars of one call that are converted. */
#define LS_FMI3_CHUNK 64

/* An array as it is now. */
typedef struct
{
  guint *sized_by;     /* per dimension, in size_variables; G_MAXUINT: it stays */
  guint64 *dimensions; /* @n elements */
  gsize n;
} LsFmi3Shape;

/* The last value of an input that is not continuous; saved and restored with the state. */
typedef struct
{
  gint64 bits, is_known;
} LsFmi3Held;

typedef struct
{
  LsInstance base;
  LsFmi3Functions fmi;
  fmi3Instance component;
  double tolerance, start_time, stop_time; /* s, absolute; NaN: undefined */

  /* -- instance-fmi3-layout.c -- */
  const LsVariable **dense; /* (nullable): by reference, @n_dense */
  guint32 n_dense;
  GHashTable *by_reference; /* (nullable): otherwise: reference -> LsVariable */
  gboolean plain_reals;     /* all Reals are scalars of Float64 */
  gboolean plain_calls;     /* and, but in event mode, set and got by one call each, as they are */
  guint n_sizes;            /* structural parameters that may change in a run and size arrays */
  const LsVariable **size_variables;
  guint64 *sizes;           /* in base.values: of each the present value, at most that at the start */
  guint64 *shaped_for;      /* the same when @shapes were found */
  LsFmi3Shape *shapes;      /* of each array */
  gboolean has_new_shape;   /* Model Exchange: states are others since the last event */
  gsize *offsets;           /* of each array, in @elements */
  double *elements;         /* in base.values: arrays as last set, doubles or gint64 */
  gpointer raw;             /* room for the values of a call, @n_raw of 8 bytes */
  gsize n_raw;
  GPtrArray *texts; /* read last; those of Binaries as digits */
  char **strings;   /* arrays of texts as last set, where @elements has those of numbers */

  /* -- Co-Simulation -- */
  gboolean event_mode;
  guint n_held; /* inputs that are not continuous */
  guint *held_places; /* of each variable: 1 + its place in @held, or 0 */
  LsFmi3Held *held;   /* in base.values */
  gboolean is_open; /* event mode was entered to set discrete inputs */
  gboolean is_late; /* said once: steps end elsewhere */
  double *lag;      /* in base.values; s: of the FMU's own time behind the communication point */
  HostInputs *polynomials; /* (nullable): inputs that follow polynomials within steps */
  guint32 *input_references; /* of them, of each place */
  GHashTable *places;        /* (nullable): of many: value reference -> place + 1 */

  /* -- Clocks that the importer ticks -- */
  guint n_clocks;
  const LsVariable **clocks;
  LsFmi3Ticks *ticks; /* in base.values */

  /* -- Clocks that the FMU ticks: outputs -- */
  guint n_outs;
  const LsVariable **outs;
  guint32 *out_refs;
  LsFmi3Fired *fired; /* in base.values */
  gboolean has_failed_update; /* Scheduled Execution: of Clocks, within a partition */
} LsInstanceFmi3;

#define LS_FMI3_MAX_DEGREE (HOST_INPUT_ROWS - 1u)
/* Steps, events or partitions in a row that do not advance the time; more are taken for an infinite
 * loop. */
#define LS_FMI3_MAX_REPEATS 1000u
/* Maximum number of event iterations; more are taken for an infinite loop. */
#define LS_FMI3_MAX_ITERATIONS 100

/* instance-fmi3-library.c: looks up the functions of @kind; sets fmi and capabilities. */
gboolean ls_instance_fmi3_load (LsInstanceFmi3 *self, LsKind kind, GError **error);
char   **ls_instance_fmi3_list_missing (LsFmu *fmu, LsKind kind);

/* instance-fmi3.c: entries common to the tables. */
LsInstance *ls_instance_fmi3_create (const LsInstanceKind *kind, LsFmu *fmu, const char *name,
                                     LsLog *log, gboolean debug, GError **error);
void        ls_instance_fmi3_destroy (LsInstance *instance);
LsStatus    ls_instance_fmi3_setup (LsInstance *instance, double tolerance, double start_time,
                                    double stop_time);
LsStatus    ls_instance_fmi3_enter_initialization (LsInstance *instance);
LsStatus    ls_instance_fmi3_exit_initialization (LsInstance *instance);
LsStatus    ls_instance_fmi3_terminate (LsInstance *instance);
LsStatus    ls_instance_fmi3_reset (LsInstance *instance);
/* Iterates fmi3UpdateDiscreteStates until no further iteration is needed. */
LsStatus    ls_instance_fmi3_update_discrete_states (LsInstance *instance, LsEventInfo *info);

/* instance-fmi3-inputs.c: inputs that follow polynomials within steps. */
/* Makes polynomials, if there are such inputs. */
void ls_instance_fmi3_init_inputs (LsInstanceFmi3 *self);
/* Once there is a component, in this process. */
void ls_instance_fmi3_aim_inputs (LsInstanceFmi3 *self);
/* Row @order of the polynomials of those of @references that follow them, of the unit of each per
 * s^order. */
void ls_instance_fmi3_keep_inputs (LsInstanceFmi3 *self, int order, const guint32 *references,
                                   gsize n, const double values[]);
/* Whether inputs can follow them; not while an array of them has another size than at the start: then
 * they do not any more. */
gboolean ls_instance_fmi3_follows_inputs (LsInstanceFmi3 *self);
/* The callback of the standard. */
void ls_instance_fmi3_update_intermediate (fmi3InstanceEnvironment environment, fmi3Float64 time,
                                           fmi3Boolean set_requested, fmi3Boolean get_allowed,
                                           fmi3Boolean step_finished, fmi3Boolean can_return_early,
                                           fmi3Boolean *early_return_requested,
                                           fmi3Float64 *early_return_time);
/* What setting them has given, if it was not OK. */
void ls_instance_fmi3_judge_inputs (LsInstanceFmi3 *self, int status);

/* instance-fmi3-mode.c */
/* s, absolute: the reached time. */
double      ls_instance_fmi3_get_time (const LsInstance *instance);
/* Calls a function without arguments and changes to @stage if it succeeds. */
LsStatus    ls_instance_fmi3_move (LsInstanceFmi3 *self, const char *call,
                                   fmi3Status (*function) (fmi3Instance), LsStage stage);
LsStatus    ls_instance_fmi3_enter_event_mode (LsInstance *instance);
/* Between steps of Co-Simulation that has event mode: values that are not continuous are set there,
 * each time with an event, so that those that are the last ones need not be set. */
gboolean    ls_instance_fmi3_can_open_event_mode (const LsInstanceFmi3 *self);
/* Enters it if it can, to set inputs. */
LsStatus    ls_instance_fmi3_open_event_mode (LsInstance *instance);

/* instance-fmi3-event-mode.c: Co-Simulation; without event mode values are set and got as they are. */
/* Any event: the end of a step of the FMU, the time of its next event or a tick. */
LsStatus ls_instance_fmi3_handle_event (LsInstanceFmi3 *self);
LsStatus ls_instance_fmi3_leave_event_mode (LsInstanceFmi3 *self);
/* Leaves the event mode that was entered to set inputs. */
static inline LsStatus
ls_instance_fmi3_settle (LsInstanceFmi3 *self)
{
  return G_LIKELY (!self->is_open) ? LS_OK : ls_instance_fmi3_leave_event_mode (self);
}
/* Before @references, @n, that are not continuous are set; structural parameters are set from step
 * mode. */
LsStatus ls_instance_fmi3_prepare_set (LsInstanceFmi3 *self, const guint32 *references, gsize n);
LsStatus ls_instance_fmi3_cs_get_real (LsInstance *instance, const guint32 *references, gsize n,
                                       double values[]);
LsStatus ls_instance_fmi3_cs_set_real (LsInstance *instance, const guint32 *references, gsize n,
                                       const double values[]);

/* instance-fmi3-step.c */
LsStatus ls_instance_fmi3_do_step (LsInstance *instance, double h, gboolean no_set_state_prior,
                                   double *reached);
LsStatus ls_instance_fmi3_hold_steps (const LsBatchItem items[], guint n, double h, const double u[],
                                      double y[], LsBatchResult *result);
extern const struct LsBatchKind ls_instance_fmi3_batch;

/* instance-fmi3-layout.c */
void     ls_instance_fmi3_init_values (LsInstanceFmi3 *self);
void     ls_instance_fmi3_clear_values (LsInstanceFmi3 *self);
/* Elements and sizes of arrays as of the description; nothing lags behind. */
void     ls_instance_fmi3_start_arrays (LsInstanceFmi3 *self);
const LsVariable *ls_instance_fmi3_find (const LsInstanceFmi3 *self, guint32 reference);
/* @array: 1-based. (transfer none) */
const LsFmi3Shape *ls_instance_fmi3_get_shape (LsInstanceFmi3 *self, guint array);
/* Where an element of an array is among those that are there now; -1 if it is not. */
gssize   ls_instance_fmi3_locate (LsInstanceFmi3 *self, const LsVariable *variable);
/* Whether @variable is there now: a scalar is. */
gboolean ls_instance_fmi3_has (LsInstanceFmi3 *self, const LsVariable *variable);

/* instance-fmi3-binary.c: reads @n_values of @n references into self->raw: addresses, and from
 * n_raw on sizes; too many bytes are an error. */
LsStatus ls_instance_fmi3_get_binaries (LsInstanceFmi3 *self, const guint32 references[], gsize n,
                                        gsize n_values);

/* instance-fmi3-values.c */
/* Sets the elements of @array as last set. */
LsStatus ls_instance_fmi3_set_array (LsInstanceFmi3 *self, const LsArray *array);
/* Elements of @array, one at least, as the FMU has them now. */
LsStatus ls_instance_fmi3_read_array (LsInstanceFmi3 *self, const LsArray *array);
LsStatus ls_instance_fmi3_get_real (LsInstance *instance, const guint32 *references, gsize n,
                                    double values[]);
LsStatus ls_instance_fmi3_get_integer (LsInstance *instance, const guint32 *references, gsize n,
                                       int values[]);
LsStatus ls_instance_fmi3_get_long (LsInstance *instance, const guint32 *references, gsize n,
                                    gint64 values[]);
LsStatus ls_instance_fmi3_get_boolean (LsInstance *instance, const guint32 *references, gsize n,
                                       int values[]);
LsStatus ls_instance_fmi3_get_string (LsInstance *instance, const guint32 *references, gsize n,
                                      const char *values[]);
LsStatus ls_instance_fmi3_set_real (LsInstance *instance, const guint32 *references, gsize n,
                                    const double values[]);
LsStatus ls_instance_fmi3_set_integer (LsInstance *instance, const guint32 *references, gsize n,
                                       const int values[]);
LsStatus ls_instance_fmi3_set_long (LsInstance *instance, const guint32 *references, gsize n,
                                    const gint64 values[]);
LsStatus ls_instance_fmi3_set_boolean (LsInstance *instance, const guint32 *references, gsize n,
                                       const int values[]);
LsStatus ls_instance_fmi3_set_string (LsInstance *instance, const guint32 *references, gsize n,
                                      const char *const values[]);

/* instance-fmi3-held.c */
/* @variable: (nullable). Returns: (nullable): the last value of one that is set in event mode */
static inline LsFmi3Held *
ls_instance_fmi3_get_held (const LsInstanceFmi3 *self, const LsVariable *variable)
{
  const guint place = variable != NULL ? self->held_places[variable->index] : 0;

  return place > 0 ? &self->held[place - 1] : NULL;
}
void     ls_instance_fmi3_forget_held (LsInstanceFmi3 *self);
/* Notes the values of those that are not continuous. Returns: whether any differs from its last. */
gboolean ls_instance_fmi3_note_reals (LsInstanceFmi3 *self, const guint32 *references, gsize n,
                                      const double values[]);
gboolean ls_instance_fmi3_note_longs (LsInstanceFmi3 *self, const guint32 *references, gsize n,
                                      const gint64 values[]);
gboolean ls_instance_fmi3_note_integers (LsInstanceFmi3 *self, const guint32 *references, gsize n,
                                         const int values[]);

/* instance-fmi3-sizes.c */
/* Of a fresh instance: sizes of arrays that are not those of the file. */
LsStatus ls_instance_fmi3_resize (LsInstanceFmi3 *self);
/* (nullable): the structural parameter among @n @references, of Reconfiguration Mode in a run. */
const LsVariable *ls_instance_fmi3_find_structural (const LsInstanceFmi3 *self,
                                                    const guint32 *references, gsize n);
/* In a run: gives @size, which may change, the value @value; arrays then keep the elements that are
 * left, as last set. */
LsStatus ls_instance_fmi3_reconfigure (LsInstanceFmi3 *self, const LsVariable *size, gint64 value);
/* Sets values, and in a run sizes of arrays. */
LsStatus ls_instance_fmi3_change_long (LsInstance *instance, const guint32 *references, gsize n,
                                       const gint64 values[]);

/* instance-fmi3-dependencies.c */
LsStatus ls_instance_fmi3_list_dependencies (LsInstance *instance, guint32 dependent,
                                             GArray *list);

/* instance-fmi3-derivatives.c */
LsStatus ls_instance_fmi3_get_directional_derivative (LsInstance *instance,
                                                      const guint32 *unknowns, gsize n_unknowns,
                                                      const guint32 *knowns, gsize n_knowns,
                                                      const double d_knowns[],
                                                      double d_unknowns[]);
LsStatus ls_instance_fmi3_get_adjoint_derivative (LsInstance *instance,
                                                  const guint32 *unknowns, gsize n_unknowns,
                                                  const guint32 *knowns, gsize n_knowns,
                                                  const double d_unknowns[], double d_knowns[]);
LsStatus ls_instance_fmi3_get_output_derivatives (LsInstance *instance, const guint32 *references,
                                                  gsize n, const int orders[], double values[]);

/* instance-fmi3-clocks.c: Clocks that the importer ticks, in Co-Simulation and Model Exchange. */
/* In initialization mode. */
LsStatus ls_instance_fmi3_init_clocks (LsInstanceFmi3 *self);
/* Time of the next tick, s, absolute; INFINITY for none. */
double   ls_instance_fmi3_get_next_tick (const LsInstanceFmi3 *self);
/* In event mode, before the discrete states are updated at @time: notes which output Clocks tick. */
LsStatus ls_instance_fmi3_note_fired (LsInstanceFmi3 *self, double time);
/* See ls_instance_get_n_ticks(). */
guint64  ls_instance_fmi3_get_n_ticks (const LsInstance *instance, const LsVariable *clock,
                                       double *time);
/* Reads the next tick of Clock @i, which is not periodic, after an event at @time. */
LsStatus ls_instance_fmi3_read_next (LsInstanceFmi3 *self, guint i, double time);
/* The Clock ticks @interval, s, after @time. */
LsStatus ls_instance_fmi3_take_interval (LsInstanceFmi3 *self, guint i, double interval,
                                         double time);
/* After a tick: to the next one of a periodic Clock, or to none. */
void     ls_instance_fmi3_advance_clock (LsFmi3Ticks *ticks);

/* instance-fmi3-callbacks.c: calls fmi3InstantiateScheduledExecution. */
fmi3Instance ls_instance_fmi3_instantiate_scheduled (LsInstanceFmi3 *self, const char *path,
                                                     gboolean debug, fmi3LogMessageCallback log);
/* Reports of the FMU within a partition in a helper process, not to be trusted: Clock
 * @out of the outputs has ticked, countdown Clock @i of them ticks after @interval, s; asking for that
 * by function @name was not OK. */
void ls_instance_fmi3_note_tick (LsInstanceFmi3 *self, int out);
void ls_instance_fmi3_note_interval (LsInstanceFmi3 *self, int i, double interval);
void ls_instance_fmi3_judge_clocks (LsInstanceFmi3 *self, int status, const char *name);
/* In event mode: activates the Clocks that are due at @time. */
LsStatus ls_instance_fmi3_tick (LsInstanceFmi3 *self, double time);
/* In event mode, after the discrete states were updated at @time: reads new intervals. */
LsStatus ls_instance_fmi3_read_intervals (LsInstanceFmi3 *self, double time);

/* instance-fmi3-state.c */
extern const LsStateCalls ls_instance_fmi3_state_calls;

/* Entries common to the tables; @running: stages during a run, @initialized: stages after
 * initialization. */
#define LS_FMI3_COMMON_ALLOWED(running, initialized)                                               \
  [LS_CALL_SETUP] = LS_AT (INSTANTIATED),                                                          \
  [LS_CALL_ENTER_INITIALIZATION] = LS_AT (INSTANTIATED),                                           \
  [LS_CALL_EXIT_INITIALIZATION] = LS_AT (INITIALIZATION), [LS_CALL_TERMINATE] = running,           \
  [LS_CALL_RESET] = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | initialized | LS_AT (ERROR),   \
  [LS_CALL_GET] = LS_AT (INITIALIZATION) | initialized,                                            \
  [LS_CALL_DIRECTIONAL_DERIVATIVE] = LS_AT (INITIALIZATION) | initialized,                         \
  [LS_CALL_SAVE] = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | initialized,                    \
  [LS_CALL_RESTORE] = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | initialized | LS_AT (ERROR), \
  [LS_CALL_SERIALIZE] = LS_AT (INSTANTIATED) | LS_AT (INITIALIZATION) | initialized

#define LS_FMI3_COMMON_ENTRIES                                                                     \
  .fmi_version = "3.0", .destroy = ls_instance_fmi3_destroy,                      \
  .get_call = ls_instance_get_call,                                                                \
  .setup = ls_instance_fmi3_setup,                                                                 \
  .enter_initialization = ls_instance_fmi3_enter_initialization,                                   \
  .exit_initialization = ls_instance_fmi3_exit_initialization,                                     \
  .terminate = ls_instance_fmi3_terminate, .reset = ls_instance_fmi3_reset,                        \
  .list_dependencies = ls_instance_fmi3_list_dependencies,                                         \
  .get_n_ticks = ls_instance_fmi3_get_n_ticks, LS_STATE_ENTRIES

/* Calls function @name of the FMU and returns its status from the enclosing function. */
#define LS_FMI3_RETURN_CALL(self, name, ...)                                                       \
  do                                                                                               \
    {                                                                                              \
      fmi3Status status_;                                                                          \
                                                                                                   \
      (self)->base.call = "fmi3" #name;                                                            \
      if (G_UNLIKELY ((self)->fmi.name == NULL))                                                   \
        return ls_instance_miss (&(self)->base);                                                   \
      status_ = (self)->fmi.name ((self)->component, __VA_ARGS__);                                 \
      LS_MEND_FLOATING_POINT (&(self)->base);                                                      \
      return G_LIKELY (status_ == fmi3OK) ? LS_OK : ls_instance_judge (&(self)->base, (int)status_); \
    }                                                                                              \
  while (0)
