/* A component instance behind one interface, independent of FMI version and kind. */
#pragma once

#include "core/base/log.h"
#include "core/fmi/fmu.h"

typedef enum { LS_KIND_CO_SIMULATION, LS_KIND_MODEL_EXCHANGE } LsKind;

/**
 * LsInstance:
 *
 * Created, used and freed on one thread. Every call that fails writes one
 * entry to the log with component, call and time before it returns.
 *
 * Status of the FMU to %LsStatus: OK and Warning (logged) give %LS_OK; Discard gives %LS_RETRY;
 * Error and Fatal give %LS_STOP. After Error only reset and free (of the instance and of saved
 * states) are passed on to the FMU, after Fatal nothing at all (as the standard requires, not even
 * fmi2FreeInstance is called). After Pending from doStep the FMU is polled until a time-out. A call
 * that is not allowed in the current state of the standard's state machine is a programming error
 * of the caller and gives %LS_STOP with a log entry.
 *
 * Calls made in every step or evaluation (time, states, values, derivatives, steps, saved states, and questions
 * about the last step) do not check their pointers, which must not be %NULL; the others do.
 */
typedef struct LsInstance LsInstance;

/**
 * ls_instance_new:
 * @fmu: kept by reference
 * @kind: which interface to use; the FMU must have it
 * @name: instance name, also the component name in the log
 * @log: (nullable): where messages go; kept by reference
 * @debug: whether the FMU shall log all its categories
 *
 * Loads the binary, resolves every function of the standard and instantiates.
 * Returns: (transfer full): the instance, or %NULL with %LS_ERROR_BINARY
 * (library that does not load: names the missing library; mandatory function
 * missing: names it; platform, version or types platform that do not fit) or
 * %LS_ERROR_FMU (fmi2Instantiate returned NULL; quotes the FMU's last message).
 */
LsInstance *ls_instance_new (LsFmu *fmu, LsKind kind, const char *name, LsLog *log, gboolean debug,
                             GError **error);
void        ls_instance_free (LsInstance *self);
/* Returns: (transfer full) (nullable): functions required by the standard for @kind but missing in
 * the binary, %NULL-terminated; %NULL if the binary cannot be loaded. Not all of them are needed
 * for a run. */
char      **ls_instance_list_missing_functions (LsFmu *fmu, LsKind kind);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsInstance, ls_instance_free)

LsFmu               *ls_instance_get_fmu (LsInstance *self);
const LsDescription *ls_instance_get_description (LsInstance *self);
LsKind               ls_instance_get_kind (LsInstance *self);
const char          *ls_instance_get_name (LsInstance *self);
/* The function last called: "fmi2DoStep". */
const char          *ls_instance_get_function (const LsInstance *self);
/* Current time, s. */
/* Asks for the memory of the next call; then, when that is there, for the memory of the FMU. */
void         ls_instance_prefetch (const LsInstance *self);
void         ls_instance_prefetch_component (const LsInstance *self);
double               ls_instance_get_time (LsInstance *self);

/* Available calls: the capability flag is set and the function exists. */
typedef enum
{
  LS_CAN_DIRECTIONAL_DERIVATIVE = 1 << 0,
  LS_CAN_SAVE_STATE = 1 << 1,
  LS_CAN_SERIALIZE_STATE = 1 << 2,
  LS_CAN_INPUT_DERIVATIVES = 1 << 3,
  LS_CAN_OUTPUT_DERIVATIVES = 1 << 4,
  LS_CAN_VARIABLE_STEP = 1 << 5,
  LS_CAN_CONSTRAINTS = 1 << 6, /* residuals */
  LS_CAN_CONSTRAINT_JACOBIAN = 1 << 7,
  LS_CAN_PROJECTION_STEP = 1 << 8,
  LS_CAN_PROJECTION = 1 << 9,
  LS_CAN_ADJOINT_DERIVATIVE = 1 << 10, /* FMI 3.0, as the next one */
  LS_CAN_LIST_DEPENDENCIES = 1 << 11
} LsCan;
guint ls_instance_get_capabilities (LsInstance *self);

/**
 * LsCallClock:
 * @clock: id of the clock: CLOCK_MONOTONIC, CLOCK_THREAD_CPUTIME_ID
 * @n_calls: (inout): incremented at every call; each costs two readings of the clock
 * @time: (inout): total time spent in calls, s, including about one reading of the clock each
 */
typedef struct
{
  int     clock;
  guint64 n_calls;
  double  time;
} LsCallClock;

/* While @clock is set, calls of the FMU after its initialization are timed; all instances timed
 * simultaneously on one thread share the same clock. %NULL: timing off, without overhead. */
void  ls_instance_set_clock (LsInstance *self, LsCallClock *clock);
/* For several threads that call instances which have a clock: sets the one of this thread. Returns:
 * (nullable): the last one. */
LsCallClock *ls_instance_exchange_clock (LsCallClock *clock);

/* Time-out for a doStep that returned Pending, s. Default 60. */
void  ls_instance_set_pending_timeout (LsInstance *self, double timeout);

/* Allows the FMU to end the simulation by a discarded step (fmi2Terminated): then
 * ls_instance_do_step() gives %LS_STOP with the time reached, and ls_instance_has_ended() returns
 * %TRUE. Without this, for instance if other components are to continue, it is an error. */
void     ls_instance_allow_end (LsInstance *self);
gboolean ls_instance_has_ended (const LsInstance *self);

/* Before the life cycle: all times passed to and from the instance, s, are relative to @origin, the
 * absolute time of the FMU; for the log see ls_log_new_from(). Default 0. */
void     ls_instance_set_origin (LsInstance *self, double origin);

/* Life cycle: setup -> enter_initialization -> exit_initialization -> steps -> terminate. NaN
 * leaves @tolerance or @stop_time undefined. */
LsStatus ls_instance_setup (LsInstance *self, double tolerance, double start_time,
                            double stop_time);
LsStatus ls_instance_enter_initialization (LsInstance *self);
LsStatus ls_instance_exit_initialization (LsInstance *self);
LsStatus ls_instance_terminate (LsInstance *self);
LsStatus ls_instance_reset (LsInstance *self);
/* FMI 1.0 knows it for Co-Simulation only. */
gboolean ls_instance_can_reset (const LsInstance *self);

/* Values. @references are value references; @n of them. Returned strings are borrowed until the
 * next call. */
LsStatus ls_instance_get_real (LsInstance *self, const guint32 *references, gsize n,
                               double values[]);
LsStatus ls_instance_get_boolean (LsInstance *self, const guint32 *references, gsize n,
                                  int values[]);
LsStatus ls_instance_get_string (LsInstance *self, const guint32 *references, gsize n,
                                 const char *values[]);
/* Integers of any format; a UInt64 beyond %G_MAXINT64 is negative, with the same bits. */
LsStatus ls_instance_get_long (LsInstance *self, const guint32 *references, gsize n,
                               gint64 values[]);
LsStatus ls_instance_set_long (LsInstance *self, const guint32 *references, gsize n,
                               const gint64 values[]);
LsStatus ls_instance_set_real (LsInstance *self, const guint32 *references, gsize n,
                               const double values[]);
LsStatus ls_instance_set_boolean (LsInstance *self, const guint32 *references, gsize n,
                                  const int values[]);
LsStatus ls_instance_set_string (LsInstance *self, const guint32 *references, gsize n,
                                 const char *const values[]);

/* Real inputs as last set, or their start value; the FMU is asked only for unknown ones, as not
 * every FMU supports reading inputs. Recorded from ls_instance_keep_inputs(), before the first one
 * is set, to ls_instance_forget_inputs(), which costs some time. */
void     ls_instance_keep_inputs (LsInstance *self);
void     ls_instance_forget_inputs (LsInstance *self);
LsStatus ls_instance_get_inputs (LsInstance *self, const guint32 *references, gsize n,
                                 double values[]);

/**
 * ls_instance_set_text:
 * @variable: a variable of the description
 * @value: its value as text, as in start attributes; enumerations by number or item name
 *
 * Sets a variable of any type. Returns: %FALSE with %LS_ERROR_ARGUMENT (text
 * is not of the type, beyond min/max) or %LS_ERROR_FMU.
 */
gboolean ls_instance_set_text (LsInstance *self, const LsVariable *variable, const char *value,
                               GError **error);
/* Returns: (transfer full): value of @variable as text, or %NULL with an error. */
char    *ls_instance_get_text (LsInstance *self, const LsVariable *variable, GError **error);
/* Value of a variable of any type: a Boolean is 0 or 1, a String NaN; setting rounds numbers for
 * types other than Real. */
LsStatus ls_instance_get_number (LsInstance *self, const LsVariable *variable, double *value);
LsStatus ls_instance_set_number (LsInstance *self, const LsVariable *variable, double value);
int      ls_number_to_integer (double value);
/* The same for 64 bits; @format: its range is kept. */
gint64   ls_number_to_long (LsFormat format, double value);

/* d_unknowns (@n_unknowns) = J * d_knowns (@n_knowns). If not supported: %LS_STOP with a log
 * entry. */
LsStatus ls_instance_get_directional_derivative (LsInstance *self,
                                                 const guint32 *unknowns, gsize n_unknowns,
                                                 const guint32 *knowns, gsize n_knowns,
                                                 const double d_knowns[], double d_unknowns[]);

/* d_knowns (@n_knowns) = J^T * d_unknowns (@n_unknowns), otherwise the same. */
LsStatus ls_instance_get_adjoint_derivative (LsInstance *self,
                                             const guint32 *unknowns, gsize n_unknowns,
                                             const guint32 *knowns, gsize n_knowns,
                                             const double d_unknowns[], double d_knowns[]);

/* On what a variable of FMI 3.0 depends: references are those of the file, elements begin with 1, and 0
 * stands for all of them. */
typedef struct
{
  gsize   element;
  guint32 independent;
  gsize   independent_element;
} LsDependency;
/* @list: (element-type LsDependency): appended to. %LS_STOP with a log entry if not supported, or if
 * there are more than the FMU has pairs of elements. */
LsStatus ls_instance_list_dependencies (LsInstance *self, guint32 dependent, GArray *list);

/* Saved states. A saved state belongs to its instance and is freed before it. */
typedef struct LsSavedState LsSavedState;
/* @state: (inout): reused if not %NULL */
LsStatus ls_instance_save (LsInstance *self, LsSavedState **state);
LsStatus ls_instance_restore (LsInstance *self, LsSavedState *state);
void     ls_instance_free_state (LsInstance *self, LsSavedState *state);
/* Returns: (transfer full): serialised @state, or %NULL with an error. */
GBytes  *ls_instance_serialize (LsInstance *self, LsSavedState *state, GError **error);
LsSavedState *ls_instance_deserialize (LsInstance *self, GBytes *bytes, GError **error);

/* Co-Simulation */

/* Sets derivatives of order @orders[i] (1: first time derivative) of inputs at the current time.
 * %LS_RETRY if the FMU reports that it does not support them, even as a warning, but can
 * continue. */
LsStatus ls_instance_set_input_derivatives (LsInstance *self, const guint32 *references, gsize n,
                                            const int orders[], const double values[]);
LsStatus ls_instance_get_output_derivatives (LsInstance *self, const guint32 *references, gsize n,
                                             const int orders[], double values[]);
/**
 * ls_instance_do_step:
 * @h: s, positive
 * @no_set_state_prior: whether the caller will never restore a state before the present time
 * @reached: (out): time reached, s; on %LS_RETRY before the end of the step if reported by the FMU
 *
 * On %LS_RETRY the instance has to be restored before it can continue. A terminate request of the
 * FMU (status fmi2Terminated) gives %LS_STOP with a log entry.
 */
LsStatus ls_instance_do_step (LsInstance *self, double h, gboolean no_set_state_prior,
                              double *reached);

/* One of several instances stepped together: its inputs and outputs, and their positions in the
 * arrays of all items. All pointers are borrowed. */
typedef struct
{
  LsInstance    *instance;
  const guint32 *inputs, *outputs;
  gsize          n_inputs, n_outputs;
  gsize          first_input, first_output;
  gboolean       no_set_state_prior;
} LsBatchItem;

/* @event: (inout): set to %TRUE if an item had an event; @failed: (out): the item that failed, unless
 * the status is %LS_OK */
typedef struct
{
  gboolean event;
  guint    failed;
} LsBatchResult;

/* Whether the last step, or what was set before it, had events that the FMU reported. */
gboolean ls_instance_had_event (const LsInstance *self);

/* Between two steps of Co-Simulation, before inputs are set that jump, continuous ones as well: FMUs
 * of FMI 3.0 that have an event mode enter it. */
LsStatus ls_instance_expect_jump (LsInstance *self);
/* Whether outputs that are read now depend on inputs set since the last step of Co-Simulation: in FMI
 * 3.0 in event mode only. */
gboolean ls_instance_shows_inputs (const LsInstance *self);

/* What is told of an event within a step. */
typedef enum
{
  LS_EVENT_FORGET, /* a step begins: those of the last one are over */
  LS_EVENT_BEFORE, /* values are those before the event, and can be read */
  LS_EVENT_AFTER   /* those after it */
} LsEventMoment;

/* @time: of the event, s. Returns: %LS_STOP when it failed, which ends the step */
typedef LsStatus (*LsInstanceEventFunc) (LsEventMoment moment, double time, gpointer user_data);
/* Has @func called for each event that the FMU itself has within a step of Co-Simulation: in FMI 3.0
 * with event mode. Without that, events are lost in the step. */
void ls_instance_set_event_func (LsInstance *self, LsInstanceEventFunc func, gpointer user_data);

/* Returns: (nullable): what calls of instances have in common that have to be on one thread at a time:
 * a helper process. */
gconstpointer ls_instance_get_channel (const LsInstance *self);
/* Whether it is in a helper process. */
gboolean ls_instance_is_remote (const LsInstance *self);
/* Whether both can be items of one ls_instance_hold_steps(). */
gboolean ls_instance_steps_like (const LsInstance *self, const LsInstance *other);

/**
 * ls_instance_hold_steps:
 * @items: @n instances that step like each other and have reached the same time; in helper
 *   processes an array that was given before has the same contents, until one of them is freed
 * @h: length of the step, s
 * @end_time: end of the step, s; reached exactly if it equals the current time + @h except for
 *   rounding
 * @u: input values of all items
 * @y: (out): output values of all items
 *
 * For each item: sets inputs, calls ls_instance_do_step() and gets outputs. Fast path for most
 * macro steps, without dispatch between the calls of the FMUs.
 */
LsStatus ls_instance_hold_steps (const LsBatchItem items[], guint n, double h, double end_time,
                                 const double u[], double y[], LsBatchResult *result);
/* After such a step: sets the inputs of @item to @u (its own) and gets the first @n_outputs of its
 * outputs, @y (out). */
LsStatus ls_instance_evaluate (const LsBatchItem *item, gsize n_outputs, const double u[], double y[]);

/* Model Exchange. States are those of the description's Derivatives, in that order. */
LsStatus ls_instance_set_time (LsInstance *self, double time);
LsStatus ls_instance_set_states (LsInstance *self, const double x[]);
LsStatus ls_instance_get_states (LsInstance *self, double x[]);
LsStatus ls_instance_get_nominals (LsInstance *self, double nominals[]);
LsStatus ls_instance_get_state_derivatives (LsInstance *self, double dx[]);
LsStatus ls_instance_get_event_indicators (LsInstance *self, double z[]);
/* That this will be asked for next of this instance, after others were told the same: in a helper
 * process all go in one message. Nothing fails here. @values, @dx: may be written, not with those values */
void     ls_instance_foresee_real (LsInstance *self, const guint32 *references, gsize n,
                                   double values[]);
void     ls_instance_foresee_derivatives (LsInstance *self, double dx[]);
LsStatus ls_instance_enter_event_mode (LsInstance *self);
LsStatus ls_instance_enter_continuous_time_mode (LsInstance *self);
LsStatus ls_instance_completed_step (LsInstance *self, gboolean no_set_state_prior,
                                     gboolean *enter_event_mode, gboolean *terminate);

typedef struct
{
  gboolean terminate;
  gboolean states_changed, nominals_changed; /* accumulated over the iteration */
  gboolean has_next_time;
  double   next_time; /* s */
} LsEventInfo;
/* Iterates fmi2NewDiscreteStates until no further iteration is needed; %LS_STOP after 100
 * iterations. */
LsStatus ls_instance_update_discrete_states (LsInstance *self, LsEventInfo *info);

/* Constraints on the states (LsConstraints), at the current time, states and inputs. */

/* Current number, at most LsConstraints.max; changes at events only. */
LsStatus ls_instance_get_n_constraints (LsInstance *self, guint *n);
/* Only the entries of current constraints are written; array sizes are for the maximum: @residuals
 * LsConstraints.max; @jacobian that times the number of states, row-major. */
LsStatus ls_instance_get_constraints (LsInstance *self, double residuals[]);
LsStatus ls_instance_get_constraint_jacobian (LsInstance *self, double jacobian[]);
/* Increment of the states towards satisfied constraints. %LS_RETRY if the FMU cannot compute it,
 * also if it reports an error. */
LsStatus ls_instance_get_projection_step (LsInstance *self, double step[]);
/* Increment of the states such that all residuals are at most @tolerance, in at most @limit
 * iterations; with @apply the FMU adds it itself. %LS_RETRY: not possible, nothing is changed. */
LsStatus ls_instance_project (LsInstance *self, double tolerance, guint limit, gboolean apply,
                              double way[]);

/**
 * ls_instance_get_n_ticks:
 * @clock: an output Clock of FMI 3.0
 * @time: (out): of the last tick, s; relative to the origin; -INFINITY before the first
 *
 * Returns: its ticks since the initialization.
 */
guint64  ls_instance_get_n_ticks (const LsInstance *self, const LsVariable *clock, double *time);
/* The next event that the FMU or a Clock of it has announced, s; relative to the origin; INFINITY
 * for none. */
double   ls_instance_get_event_time (const LsInstance *self);

/**
 * ls_instance_describe_last_call:
 * @buffer: (out): "component: function at t = time s", untranslated
 *
 * Describes the last call of an instance by the current thread, for handlers of fatal signals;
 * allocates nothing.
 *
 * Returns: %FALSE if there was none.
 */
gboolean ls_instance_describe_last_call (char *buffer, gsize size);
