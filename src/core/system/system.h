/* A component as seen by coupling methods, independently of its implementation. */
#pragma once

#include "core/base/log.h"
#include "core/base/state-memory.h"
#include "core/base/status.h"
#include "core/fmi/instance.h"
#include "core/model/model.h"
#include "core/system/step-observer.h"

/* Maximum degree of the input polynomials. */
#define LS_SYSTEM_MAX_DEGREE 3

typedef enum
{
  LS_CAPABILITY_POLYNOMIAL_INPUTS,
  LS_CAPABILITY_OUTPUT_DERIVATIVES,
  LS_CAPABILITY_ROLLBACK,
  LS_CAPABILITY_STATES,
  LS_CAPABILITY_STATE_DERIVATIVES,
  LS_CAPABILITY_LINEARISATION, /* by directional derivatives or differences */
  LS_CAPABILITY_TIME_DERIVATIVE, /* partial derivatives of f and g */
  LS_CAPABILITY_VARIABLE_STEP,
  LS_CAPABILITY_EVENTS,
  LS_N_CAPABILITIES
} LsCapability;

/* "polynomial-inputs" */
const char *ls_capability_id (LsCapability capability);
/* Translated: "polynomial inputs" */
const char *ls_capability_name (LsCapability capability);
/* %FALSE with %LS_ERROR_ARGUMENT that lists the known ones. */
gboolean    ls_capability_find (const char *id, LsCapability *capability, GError **error);

/* How outputs with direct feed-through are corrected to other inputs at the time reached. */
typedef enum
{
  LS_END_NONE,        /* there are none */
  LS_END_READ,        /* set the inputs and read again */
  LS_END_DERIVATIVES, /* directional derivatives */
  LS_END_DIFFERENCES  /* differences taken in initialisation mode */
} LsEndWay;

/* "read-again", "directional-derivatives", "initial-differences"; %NULL for %LS_END_NONE */
const char *ls_end_way_id (LsEndWay way);

/**
 * LsSystemInfo: first what steps need
 * @n_in, @n_out, @n_state: sizes; inputs and outputs are the Real ones
 * @inputs, @outputs: indices of the variables in the description, file order
 * @input_nominals, @output_nominals, @state_nominals: positive
 * @feed_through: @n_out x @n_in, row-major; 1 for possible direct feed-through
 * @has: capabilities
 * @reasons: for a missing one a translated sentence, otherwise %NULL
 * @input_degree: maximum degree of input polynomials; 0 where inputs are held
 * @step_degree: the same in each step that the component itself takes: less than @input_degree with
 *   steps inside the macro step
 * @inner_steps: in each macro step; 0: chosen in the run
 * @own_step: 0, or its step, s: between its points it is behind, and its outputs are extrapolated;
 *   NaN: a multiple of the macro step, which is unknown
 * @has_model_exchange: whether there is a Model Exchange interface, used or not
 * @end_way: without a probe of the FMU %LS_END_READ where it is not known
 */
typedef struct
{
  guint       n_in, n_out, n_state;
  guint       input_degree, step_degree, inner_steps;
  gboolean    has[LS_N_CAPABILITIES];
  const char *name;
  guint      *inputs, *outputs;
  double     *input_nominals, *output_nominals, *state_nominals;
  guint8     *feed_through;
  char       *reasons[LS_N_CAPABILITIES];
  double      own_step;
  gboolean    has_model_exchange;
  LsEndWay    end_way;
} LsSystemInfo;

/**
 * LsLinearisation: x' = f + A (x - x0) + B (u - u0), y = y0 + C (x - x0) + D (u - u0) at one point.
 * @a: n_state x n_state, @b: n_state x n_in, @c: n_out x n_state, @d: n_out x n_in; all row-major
 * @x: states; @f: state derivatives; @y: outputs there
 * Each begins where the one before it ends, in this order.
 */
typedef struct
{
  double *a, *b, *c, *d;
  double *x, *f, *y;
} LsLinearisation;

LsLinearisation *ls_linearisation_new (const LsSystemInfo *info);
void             ls_linearisation_free (LsLinearisation *self);

/* Created, used and freed on one thread. Calls within a step do not allocate. */
typedef struct LsSystem LsSystem;

/**
 * ls_system_new:
 * @component: an FMU component, with start values and solver; copied
 *
 * Instantiates, sets parameters and start values and leaves the system in initialisation mode.
 * Every message begins with the component name.
 */
LsSystem           *ls_system_new (const LsComponent *component, double start_time, double stop_time,
                                   double tolerance, LsLog *log, GError **error);
/* As ls_system_new(). */
typedef LsSystem *(*LsSystemMakeFunc) (const LsComponent *component, double start_time, double stop_time,
                                       double tolerance, LsLog *log, gpointer user_data,
                                       GError **error);
/* From now on ls_system_new() leaves it to @make (nullable: no longer); of the whole process, before
 * any run. ls_system_new_here() does not. */
void                ls_system_set_maker (LsSystemMakeFunc make, gpointer user_data);
LsSystem           *ls_system_new_here (const LsComponent *component, double start_time,
                                        double stop_time, double tolerance, LsLog *log,
                                        GError **error);
void                ls_system_free (LsSystem *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsSystem, ls_system_free)
const LsSystemInfo *ls_system_get_info (const LsSystem *self);
double              ls_system_get_time (const LsSystem *self);
/* Whether a Co-Simulation FMU accepts input derivatives of lower orders only than its description
 * announces, or none. */
gboolean            ls_system_lacks_input_derivatives (const LsSystem *self);
/* Whether it provides no output derivatives although its description announces them. */
gboolean            ls_system_lacks_output_derivatives (const LsSystem *self);
/* Asks for the memory of the next call, by @stage of ls_prefetch_find(). @steps: a step; else a
 * linearisation */
void        ls_system_prefetch (const LsSystem *self, guint stage, gboolean steps);
/* Number of steps that the component took in the last ls_system_step(). */
guint       ls_system_get_n_steps (const LsSystem *self);
/* The last step that it began: @time, its beginning, and @h, s. @h is 0 if that is what
 * ls_system_step() was called for. */
void        ls_system_get_last_step (const LsSystem *self, double *time, double *h);
/* Name of variable @variable (index in the description), for messages. */
const char         *ls_system_get_variable_name (const LsSystem *self, guint variable);
/* Variable @variable of the description. */
const LsVariable   *ls_system_get_variable (const LsSystem *self, guint variable);
/* Returns: (nullable): the variable called @name. */
const LsVariable   *ls_system_find_variable (const LsSystem *self, const char *name);

/**
 * ls_system_set_input_map:
 * @variable: index of an input in the description
 * @factor: not 0; @offset: in the unit of the input
 * @entries: (nullable): for an input that is not Real: table of values, @n_entries; copied
 *
 * Values of this input then are those of the connected output: the component receives factor ×
 * value + offset. All functions that set or return inputs or derivatives with respect to them use
 * these values, nominals included, so that Ω is a matrix of zeros and ones. Call before
 * ls_system_start().
 */
void     ls_system_set_input_map (LsSystem *self, guint variable, double factor, double offset,
                                  const LsMapEntry *entries, guint n_entries);

/* The current inputs, @n_in. */
LsStatus ls_system_get_inputs (LsSystem *self, double u[]);
/* Whether its Clocks can be connected: it is an FMU that is stepped as it is. */
gboolean ls_system_has_clocks (const LsSystem *self);
/* As ls_instance_get_event_time(): when it is known to have its next event, s. */
double   ls_system_get_event_time (const LsSystem *self);
/* As ls_instance_get_n_ticks(). */
guint64  ls_system_get_n_ticks (const LsSystem *self, const LsVariable *clock, double *time);
/* @clocks: (nullable) (element-type LsVariable): output Clocks, borrowed: from now on a step that one
 * of them ticks in, not at its end, is %LS_RETRY, and ls_system_get_tick() has the time of the first. */
void     ls_system_end_at_ticks (LsSystem *self, const GPtrArray *clocks);
/* The time of the tick that ended the last step too early, s; INFINITY if none did. */
double   ls_system_get_tick (const LsSystem *self);
/* Whether one of them ticked at the end of the last step. */
gboolean ls_system_ticks_at_end (const LsSystem *self);
/* Sets the exact end time of the next steps, s, which differs from time + h by rounding only: a
 * grid must not drift. NaN for none. */
void     ls_system_aim (LsSystem *self, double end_time);

/* Sets inputs at the reached time and reads the outputs there; also in initialisation mode. */
LsStatus ls_system_evaluate (LsSystem *self, const double u[], double y[]);
/* Ends initialisation mode. */
LsStatus ls_system_start (LsSystem *self);
/* Whether it has requested the end of the simulation, in a step that failed for that reason. */
gboolean ls_system_has_ended (const LsSystem *self);
/* Call after initialisation: ls_system_get_inputs() then reads inputs from the FMU instead of the
 * values set. */
void     ls_system_forget_inputs (LsSystem *self);

/* Parts of ls_system_evaluate(), for values that are passed on one by one: @indices as in
 * LsSystemInfo, @n of them; values of inputs are those of their sources. After the start only
 * continuous inputs of a Model Exchange component may be set. */
LsStatus ls_system_set_some_inputs (LsSystem *self, const guint indices[], guint n,
                                    const double values[]);
LsStatus ls_system_get_some_outputs (LsSystem *self, const guint indices[], guint n,
                                     double values[]);
/* Whether ls_system_get_feed() can be used: the FMU supports directional derivatives, and the
 * linearisation is not switched off. */
gboolean ls_system_has_feed (const LsSystem *self);
/* @column (@n): derivatives of outputs @outputs with respect to the source of input @input, at the
 * inputs set last; 0 for variables that are not continuous. */
LsStatus ls_system_get_feed (LsSystem *self, guint input, const guint outputs[], guint n,
                             double column[]);
/**
 * ls_system_find_output_derivatives:
 * @u, @du: inputs at the reached time and their time derivatives, n_in, as given by their sources
 * @h: length of the coming step, s; scales the increments of differences
 * @dy: (out): time derivatives of the outputs, n_out, along the solution that begins there; NaN
 *   where unknown
 *
 * For a point that no step precedes. The state of the system does not change, except its inputs @u.
 *
 * Returns: %LS_STOP when the component fails; unknown derivatives are no failure
 */
LsStatus ls_system_find_output_derivatives (LsSystem *self, const double u[], const double du[], double h,
                                            double dy[]);
/* Returns: (transfer full): exact value of any variable as text; %NULL with an error. */
char    *ls_system_get_text (LsSystem *self, guint variable, GError **error);

/**
 * ls_system_step:
 * @h: macro step, s
 * @degree: degree of the polynomials, at most %LS_SYSTEM_MAX_DEGREE
 * @u: n_in x (@degree + 1), row-major: coefficient of tau^p, tau on [0, @h] from the reached time
 * @y: (out): outputs at the end
 * @dy: (out) (optional): time derivatives of the outputs at the end; NaN without the capability
 * @event: (out): whether there was a discontinuity within the step or at its end
 *
 * Polynomials of a degree higher than the system supports are replaced by their least-squares
 * approximations over the step. A system without polynomial inputs holds the mean of each
 * polynomial. On %LS_RETRY and %LS_STOP the log gives the reason with component, call and time; the
 * system must be restored before it continues.
 */
LsStatus ls_system_step (LsSystem *self, double h, guint degree, const double u[],
                         double y[], double dy[], gboolean *event);
/* For ls_instance_hold_steps(), the cheapest steps with held inputs: fills @item, which is valid as
 * long as @self, except the positions of values; there must be no rollback to before these steps.
 * Returns: %FALSE if values have to be converted, or the component does not support it. Batched
 * steps must not be mixed with others, which may set derivatives of inputs. */
gboolean ls_system_get_batch_item (const LsSystem *self, LsBatchItem *item);

/* What calls of several systems have in common that have to be on one thread at a time: helper
 * processes. Returns: their number. */
#define LS_SYSTEM_MAX_CHANNELS 3
guint    ls_system_list_channels (const LsSystem *self, gconstpointer channels[LS_SYSTEM_MAX_CHANNELS]);

/* @step_observer: (nullable): borrowed; called for every step of this system, with @index */
void     ls_system_set_step_observer (LsSystem *self, const LsStepObserver *step_observer, guint index);

/* Whether the states are projected onto constraints of the component. */
gboolean ls_system_has_constraints (const LsSystem *self);
/**
 * ls_system_project:
 * @u: inputs at the reached time; @y: (out): outputs there
 * @moved: (out): whether the states have changed
 *
 * Projects the states of a component onto its constraints, which may depend on inputs, with @u.
 *
 * Returns: %LS_STOP when they cannot be satisfied, with the reason in the log
 */
LsStatus ls_system_project (LsSystem *self, const double u[], double y[], gboolean *moved);

/* Whether a solver of Lockstep integrates it, which reports its events. */
gboolean ls_system_reports_events (const LsSystem *self);
/* Number of states that a solver of Lockstep quantises individually; 0 for other solvers. */
guint    ls_system_get_n_quantised (const LsSystem *self);
/* After ls_system_start(): starts recording requantisations. */
void     ls_system_note_fired (LsSystem *self);
/* Returns: (nullable): element-type LsFired: requantisations of the last step, in the order of
 * time; borrowed */
const GArray *ls_system_get_fired (const LsSystem *self);
/* Sets the variables that ls_system_get_event() returns beside inputs and outputs; borrowed until
 * the next call. */
void     ls_system_note_at_events (LsSystem *self, const guint variables[], guint n);
/* Number of events of the last step, including its start and its end; 0 where events are not
 * reported. */
guint    ls_system_get_n_events (const LsSystem *self);
/* Number of values on one side of an event. */
guint    ls_system_get_event_size (const LsSystem *self);
/**
 * ls_system_get_event:
 * @before, @after: (out): outputs, n_out, inputs as given by their sources, n_in, and the variables
 *   of ls_system_note_at_events(), on both sides of the event; borrowed until the next step
 *
 * Returns: time of event @index of the last step, s; events are in the order of time
 */
double   ls_system_get_event (const LsSystem *self, guint index, const double **before,
                              const double **after);

/* Linearises at the reached time with inputs @u. %LS_STOP without the capability. */
LsStatus ls_system_linearise (LsSystem *self, const double u[], LsLinearisation *result);
/* Updates only x, f and y of @result; the matrices are not changed. */
LsStatus ls_system_read_point (LsSystem *self, const double u[], LsLinearisation *result);
/* Prepares ls_system_get_time_derivatives(), after ls_system_start(); on failure removes the
 * capability, with a reason. Returns: whether partial time derivatives are available. */
gboolean ls_system_enable_time_derivative (LsSystem *self);
/**
 * ls_system_get_time_derivatives:
 * @point: the result of ls_system_linearise() at the reached time for inputs @u
 * @h: length of the coming step, s; scales the increments of differences
 * @ft: (out): of the state derivatives, n_state; @gt: (out): of the outputs, n_out
 * @n_evaluated: (inout): incremented when the component is actually evaluated
 *
 * Partial time derivatives, by differences on a Model Exchange twin. A component without time
 * dependence so far is evaluated at intervals only.
 *
 * Returns: %FALSE when all are zero or unknown; then @ft and @gt are invalid
 */
gboolean ls_system_get_time_derivatives (LsSystem *self, const LsLinearisation *point, const double u[],
                                         double h, double ft[], double gt[], guint64 *n_evaluated);
LsStatus ls_system_get_states (LsSystem *self, double x[]);
LsStatus ls_system_get_state_derivatives (LsSystem *self, double dx[]);

/**
 * ls_system_save:
 * @expected: whether ls_system_restore() may be called without a failure
 *
 * One saved point per system; saving again replaces it. FMUs receive with every step whether a
 * rollback to before its beginning is possible, because some treat a step as final only if it is
 * not. A rollback that only a failure would cause is not announced, since it cannot be foreseen.
 *
 * Returns: %LS_STOP without the capability
 */
LsStatus ls_system_save (LsSystem *self, gboolean expected);
LsStatus ls_system_restore (LsSystem *self);
/* Announces that ls_system_restore() will not be called before the next ls_system_save(). */
void     ls_system_forget_saved (LsSystem *self);

/* Further saved points, for components with their own solver (Co-Simulation). */
/* Returns: (transfer full) (nullable): reason why they are not possible, a clause that names the
 * component. */
char    *ls_system_explain_state (const LsSystem *self);
/* Whether steps are lost while an earlier state is held, unless a rollback follows each of them. Runs
 * code of the FMU, once for each file: ls_probe_tentative_steps(). */
gboolean ls_system_loses_steps (const LsSystem *self);
/* @state: (out) (transfer full): the current state; %NULL unless %LS_OK */
LsStatus ls_system_save_state (LsSystem *self, LsSavedState **state);
LsStatus ls_system_restore_state (LsSystem *self, LsSavedState *state);
void     ls_system_free_state (LsSystem *self, LsSavedState *state);
/* Visits additional memory of such a point: see core/base/state-memory.h. */
void     ls_system_visit_state (LsSystem *self, LsVisitMemoryFunc func, gpointer user_data);
/* Returns: (transfer full) (nullable): reason why such a point cannot be passed to another system of
 * the same component, a clause that names the component. */
char    *ls_system_explain_serialization (const LsSystem *self);
/* The current state for ls_system_deserialize(), if ls_system_explain_serialization() has no reason
 * against it.
 * Returns: (transfer full): %NULL with an error */
GBytes  *ls_system_serialize (LsSystem *self, GError **error);
/* @bytes: of another system of the same component, which also needs what ls_system_visit_state()
 * visits. %FALSE with an error: the system is then unusable. */
gboolean ls_system_deserialize (LsSystem *self, GBytes *bytes, GError **error);

/* Values of any variables of the component as numbers (for recording); @variables: indices in the
 * description. */
LsStatus ls_system_read (LsSystem *self, const guint variables[], guint n, double values[]);
/* Value of a variable that is no Real, exactly. %FALSE if the component has no integers of 64 bits,
 * or for %LS_STOP. */
gboolean ls_system_get_integer (LsSystem *self, const LsVariable *variable, LsInteger *value);
/* Sets a variable other than a continuous input, between steps; @value is rounded for types other
 * than Real. */
LsStatus ls_system_set_value (LsSystem *self, const LsVariable *variable, double value);
/* Copies the value at the reached time, converted to the type of the input. */
LsStatus ls_system_copy_value (LsSystem *from, guint output, LsSystem *to, guint input);

/* Times all calls of the FMU, including those for derivatives, while @clock is set (not %NULL); as
 * ls_instance_set_clock(). */
void     ls_system_set_clock (LsSystem *self, LsCallClock *clock);

/* In initialisation mode: sets a parameter or an input of @to to a calculated parameter of @from,
 * in all instances of @to, including those created later. */
LsStatus ls_system_copy_parameter (LsSystem *from, guint output, LsSystem *to, guint input);
/* Converted value for Real input @input (of n_in). */
double   ls_system_map_input (const LsSystem *self, guint input, double value);
/* Converted value for variable @variable; a Boolean is 0 or 1. */
double   ls_system_map_value (const LsSystem *self, guint variable, double value);
/* Positive. */
double   ls_system_get_nominal (const LsSystem *self, guint variable);

/* Ends the life cycle of the FMU. */
LsStatus ls_system_terminate (LsSystem *self);

/* Returns: (transfer full): a copy of @component, to be integrated by a solver of Lockstep if it
 * has a Model Exchange interface. */
LsComponent  *ls_component_copy_for_model_exchange (const LsComponent *component);
/* The properties of a system from its description alone, before a run. Free with
 * ls_system_info_free(). */
LsSystemInfo *ls_system_info_new (const LsComponent *component, GError **error);
LsSystemInfo *ls_system_info_copy (const LsSystemInfo *self);
void          ls_system_info_free (LsSystemInfo *self);
/**
 * ls_system_info_probe:
 *
 * Like ls_system_info_new(), but runs code of the FMU once, to find out which announced
 * capabilities it supports. Do not call on the main thread of a window.
 */
LsSystemInfo *ls_system_info_probe (const LsComponent *component, GError **error);
/* Whether any output may have direct feed-through. */
gboolean      ls_system_info_feeds_through (const LsSystemInfo *self);
