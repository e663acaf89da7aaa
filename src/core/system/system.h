/* What a coupling method sees of a component, whatever is behind it. */
#pragma once

#include "core/base/log.h"
#include "core/base/state-memory.h"
#include "core/base/status.h"
#include "core/fmi/instance.h"
#include "core/model/model.h"
#include "core/system/step-observer.h"

/* Highest degree of the input polynomials. */
#define LS_SYSTEM_MAX_DEGREE 3

typedef enum
{
  LS_CAPABILITY_POLYNOMIAL_INPUTS,
  LS_CAPABILITY_OUTPUT_DERIVATIVES,
  LS_CAPABILITY_ROLLBACK,
  LS_CAPABILITY_STATES,
  LS_CAPABILITY_STATE_DERIVATIVES,
  LS_CAPABILITY_LINEARISATION, /* by directional derivatives or differences */
  LS_CAPABILITY_TIME_DERIVATIVE, /* of f and g */
  LS_CAPABILITY_VARIABLE_STEP,
  LS_CAPABILITY_EVENTS,
  LS_N_CAPABILITIES
} LsCapability;

/* "polynomial-inputs" */
const char *ls_capability_id (LsCapability capability);
/* Translated: "polynomial inputs" */
const char *ls_capability_name (LsCapability capability);
/* %FALSE with %LS_ERROR_ARGUMENT listing the known ones. */
gboolean    ls_capability_find (const char *id, LsCapability *capability, GError **error);

/**
 * LsSystemInfo:
 * @n_in, @n_out, @n_state: sizes; inputs and outputs are the real ones
 * @inputs, @outputs: indices of the variables in the description, file order
 * @input_nominals, @output_nominals, @state_nominals: positive
 * @feed_through: @n_out x @n_in, row-major; 1 where an output may depend directly on an input
 * @has: capabilities
 * @reasons: for a missing one a translated sentence, else %NULL
 * @input_degree: highest degree of polynomials that inputs follow; 0 where they are held
 * @exchange: there is an interface for Model Exchange, whether it is used or not
 */
typedef struct
{
  const char *name;
  guint       n_in, n_out, n_state;
  guint      *inputs, *outputs;
  double     *input_nominals, *output_nominals, *state_nominals;
  guint8     *feed_through;
  gboolean    has[LS_N_CAPABILITIES];
  char       *reasons[LS_N_CAPABILITIES];
  guint       input_degree;
  gboolean    exchange;
} LsSystemInfo;

/**
 * LsLinearisation: x' = f + A (x - x0) + B (u - u0), y = y0 + C (x - x0) + D (u - u0) at one point.
 * @a: n_state x n_state, @b: n_state x n_in, @c: n_out x n_state, @d: n_out x n_in; all row-major
 * @x: states; @f: state derivatives; @y: outputs there
 */
typedef struct
{
  double *a, *b, *c, *d;
  double *x, *f, *y;
} LsLinearisation;

LsLinearisation *ls_linearisation_new (const LsSystemInfo *info);
void             ls_linearisation_free (LsLinearisation *self);

/* Created, used and freed on one thread. Calls inside a step allocate nothing. */
typedef struct LsSystem LsSystem;

/**
 * ls_system_new:
 * @component: an FMU; start values and solver are taken from it; copied
 *
 * Instantiates, sets parameters and start values and leaves the system in
 * initialisation mode. A component name is put before every message.
 */
LsSystem           *ls_system_new (const LsComponent *component, double start_time, double stop_time,
                                   double tolerance, LsLog *log, GError **error);
void                ls_system_free (LsSystem *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsSystem, ls_system_free)
const LsSystemInfo *ls_system_get_info (const LsSystem *self);
double              ls_system_get_time (const LsSystem *self);
/* Whether an FMU for Co-Simulation takes derivatives of its inputs of lower orders only than its description
 * lets expect, or none. */
gboolean            ls_system_takes_less (const LsSystem *self);
/* Whether it gives no derivatives of its outputs, which its description lets expect. */
gboolean            ls_system_gives_less (const LsSystem *self);
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
 * @entries: (nullable): for an input that is not Real: what values become, @n_entries; copied
 *
 * From here on values for this input are those of the output that feeds it: the component gets
 * factor × value + offset. Everything that takes, gives or differentiates with respect to inputs
 * speaks of those values, nominals included, so that Ω stays a matrix of zeros and ones. Before
 * ls_system_start().
 */
void     ls_system_set_input_map (LsSystem *self, guint variable, double factor, double offset,
                                  const LsMapEntry *entries, guint n_entries);

/* The inputs that are set now, @n_in. */
LsStatus ls_system_get_inputs (LsSystem *self, double u[]);
/* The time that the next steps have to end at exactly, s, where it differs from
 * time + h by rounding only: a grid must not drift. NaN for none. */
void     ls_system_aim (LsSystem *self, double end_time);

/* Sets inputs at the reached time and reads the outputs there; also in initialisation mode. */
LsStatus ls_system_evaluate (LsSystem *self, const double u[], double y[]);
/* Ends initialisation mode. */
LsStatus ls_system_start (LsSystem *self);
/* Whether it has asked for the end of the simulation, in a step that failed for that reason. */
gboolean ls_system_has_ended (const LsSystem *self);
/* When all is settled: inputs set up to here are not known to ls_system_get_inputs() any more, which
 * asks the FMU then. */
void     ls_system_forget_inputs (LsSystem *self);

/* Parts of ls_system_evaluate(), for values that are passed on one by one: @indices count inputs
 * or outputs as LsSystemInfo does, @n of them; values of inputs are those of their sources. Of a
 * Model Exchange component that has started, only continuous inputs may be set. */
LsStatus ls_system_set_some_inputs (LsSystem *self, const guint indices[], guint n,
                                    const double values[]);
LsStatus ls_system_get_some_outputs (LsSystem *self, const guint indices[], guint n,
                                     double values[]);
/* Whether ls_system_get_feed() can be used: the FMU gives directional derivatives and nobody
 * switched the linearisation off. */
gboolean ls_system_has_feed (const LsSystem *self);
/* @column (@n): derivatives of outputs @outputs with respect to the source of input @input, at the
 * inputs set last; 0 for what is not continuous. */
LsStatus ls_system_get_feed (LsSystem *self, guint input, const guint outputs[], guint n,
                             double column[]);
/**
 * ls_system_find_slopes:
 * @u, @du: inputs at the reached time and their slopes, n_in, as their sources have them
 * @h: length of the coming step, s; differences reach over a small part of it
 * @dy: (out): slopes of the outputs, n_out, along the solution that begins there; NaN where unknown
 *
 * Where no step has led to. The system stays where it is, with inputs @u.
 *
 * Returns: %LS_STOP when the component fails; what it cannot tell is no failure
 */
LsStatus ls_system_find_slopes (LsSystem *self, const double u[], const double du[], double h,
                                double dy[]);
/* Returns: (transfer full): value of any variable as text, which keeps it exactly; %NULL with an
 * error. */
char    *ls_system_get_text (LsSystem *self, guint variable, GError **error);

/**
 * ls_system_step:
 * @h: macro step, s
 * @degree: degree of the polynomials, at most %LS_SYSTEM_MAX_DEGREE
 * @u: n_in x (@degree + 1), row-major: coefficient of tau^p, tau on [0, @h] from the reached time
 * @y: (out): outputs at the end
 * @dy: (out) (optional): slopes of the outputs at the end; NaN without the capability
 * @event: (out): whether something discontinuous happened inside or at the end
 *
 * Inputs follow polynomials of the degree that the system takes: in the place of higher ones those
 * that are nearest to them over the step, in the mean of squares. A system without polynomial inputs
 * holds the mean of each polynomial.
 * On %LS_RETRY and %LS_STOP the log says why, with component, call and time; the
 * system has to be restored before it goes on.
 */
LsStatus ls_system_step (LsSystem *self, double h, guint degree, const double u[],
                         double y[], double dy[], gboolean *event);
/* For ls_instance_hold_steps(), by which steps with inputs held cost least: fills @lane but for the
 * places of values, which lives as long as @self; nobody goes back to before these steps. Returns: %FALSE where values have to be
 * converted, or the component has no step of its own. Steps in lanes and others, which may set
 * slopes of inputs, do not mix. */
gboolean ls_system_get_lane (const LsSystem *self, LsBatchItem *lane);

/* @step_observer: (nullable): borrowed; told of every step of this system, which is @index there */
void     ls_system_set_step_observer (LsSystem *self, const LsStepObserver *step_observer, guint index);

/* Whether the states are kept to constraints of the component. */
gboolean ls_system_is_kept (const LsSystem *self);
/**
 * ls_system_keep:
 * @u: inputs at the reached time; @y: (out): outputs there
 * @moved: (out): whether the states are others now
 *
 * States of a component that is kept to constraints, which may depend on inputs, to where they hold
 * with @u.
 *
 * Returns: %LS_STOP when they cannot be met; the log says why
 */
LsStatus ls_system_keep (LsSystem *self, const double u[], double y[], gboolean *moved);

/* Whether a solver of ours integrates it, which knows of its events. */
gboolean ls_system_tells_events (const LsSystem *self);
/* How many states a solver of ours quantises one by one; 0 for other solvers. */
guint    ls_system_get_n_quantised (const LsSystem *self);
/* After ls_system_start(): events of quantised states are noted from here on. */
void     ls_system_note_fired (LsSystem *self);
/* Returns: (nullable): element-type LsFired: those of the last step, in the order of time; borrowed */
const GArray *ls_system_get_fired (const LsSystem *self);
/* Which variables ls_system_get_event() gives beside inputs and outputs; borrowed until the next
 * call. */
void     ls_system_note_at_events (LsSystem *self, const guint variables[], guint n);
/* How many events the last step had, at its start and its end included; 0 where they are not
 * reported. */
guint    ls_system_get_n_events (const LsSystem *self);
/* Numbers on one side of an event. */
guint    ls_system_get_event_size (const LsSystem *self);
/**
 * ls_system_get_event:
 * @before, @after: (out): outputs, n_out, inputs as their sources gave them, n_in, and what
 *   ls_system_note_at_events() asked for, on both sides of it; borrowed until the next step
 *
 * Returns: time of event @index of the last step, s; they are in the order of time
 */
double   ls_system_get_event (const LsSystem *self, guint index, const double **before,
                              const double **after);

/* At the reached time with inputs @u. %LS_STOP without the capability. */
LsStatus ls_system_linearise (LsSystem *self, const double u[], LsLinearisation *result);
/* Only x, f and y of @result there; the matrices stay. */
LsStatus ls_system_read_point (LsSystem *self, const double u[], LsLinearisation *result);
/* Makes what ls_system_get_time_derivatives() needs, after ls_system_start(); where that fails the
 * capability goes, with a reason. Returns: whether there are derivatives with respect to time. */
gboolean ls_system_enable_time_derivative (LsSystem *self);
/**
 * ls_system_get_time_derivatives:
 * @point: what ls_system_linearise() gave at the reached time for inputs @u
 * @h: length of the coming step, s; the differences reach over a small part of it
 * @ft: (out): of the state derivatives, n_state; @gt: (out): of the outputs, n_out
 * @n_taken: (inout): grows by 1 when the component's twin is really asked
 *
 * By differences on a Model Exchange twin. A component that has not depended on time so far is
 * asked now and then only.
 *
 * Returns: %FALSE when all are zero or not known; @ft and @gt are of no use then
 */
gboolean ls_system_get_time_derivatives (LsSystem *self, const LsLinearisation *point, const double u[],
                                         double h, double ft[], double gt[], guint64 *n_taken);
LsStatus ls_system_get_states (LsSystem *self, double x[]);
LsStatus ls_system_get_state_derivatives (LsSystem *self, double dx[]);

/**
 * ls_system_save:
 * @expected: whether ls_system_restore() is to be reckoned with, though nothing fails
 *
 * One saved point per system; saving again replaces it. FMUs are told on every step whether there may
 * be a way back to before its beginning, because some do not take a step for final until there is
 * none. Where only a failure would lead back they are told that there is none: nobody knows of it then.
 *
 * Returns: %LS_STOP without the capability
 */
LsStatus ls_system_save (LsSystem *self, gboolean expected);
LsStatus ls_system_restore (LsSystem *self);
/* There will be no ls_system_restore() before the next ls_system_save(). */
void     ls_system_forget_saved (LsSystem *self);

/* Further saved points, of components that run by themselves (Co-Simulation). */
/* Returns: (transfer full) (nullable): why there can be none, a clause that names the component. */
char    *ls_system_explain_state (const LsSystem *self);
/* @state: (out) (transfer full): where it is; %NULL unless it is %LS_OK */
LsStatus ls_system_take_state (LsSystem *self, LsSavedState **state);
LsStatus ls_system_go_to_state (LsSystem *self, LsSavedState *state);
void     ls_system_free_state (LsSystem *self, LsSavedState *state);
/* What belongs to such a point beside: see kept.h. */
void     ls_system_visit_state (LsSystem *self, LsVisitMemoryFunc func, gpointer user_data);

/* Values of any variables of the component as numbers (for recording), @variables indices in the description. */
LsStatus ls_system_read (LsSystem *self, const guint variables[], guint n, double values[]);
/* Sets a variable that is no continuous input, between steps; @value rounded for what is not Real. */
LsStatus ls_system_set_value (LsSystem *self, const LsVariable *variable, double value);
/* Copies the value at the reached time, converted to the type of the input. */
LsStatus ls_system_copy_value (LsSystem *from, guint output, LsSystem *to, guint input);

/* Times all calls of the FMU, those for derivatives included, while @clock is set (not %NULL); as
 * ls_instance_set_clock(). */
void     ls_system_set_clock (LsSystem *self, LsCallClock *clock);

/* In initialisation mode: value of a calculated parameter of @from for a parameter or an input of @to,
 * which all instances of @to get, those that are yet to be made included. */
LsStatus ls_system_copy_parameter (LsSystem *from, guint output, LsSystem *to, guint input);
/* What a value becomes on its way to real input @input (of n_in). */
double   ls_system_map_input (const LsSystem *self, guint input, double value);
/* What becomes of a number on its way to variable @variable; a Boolean is 0 or 1. */
double   ls_system_map_value (const LsSystem *self, guint variable, double value);
/* Positive. */
double   ls_system_get_nominal (const LsSystem *self, guint variable);

/* Ends the life cycle properly. */
LsStatus ls_system_terminate (LsSystem *self);

/* Whether @component is integrated by a solver of ours over its Model Exchange interface: when a
 * solver is chosen for it, the model asks for that interface, or it has no other. */
gboolean      ls_component_is_exchange (const LsComponent *component);
/* Returns: (transfer full): @component, to be integrated by a solver of ours where it has the
 * interface for it. */
LsComponent  *ls_component_copy_for_exchange (const LsComponent *component);
/* The same on a description alone, before anything runs. Free with ls_system_info_free(). */
LsSystemInfo *ls_system_info_new (const LsComponent *component, GError **error);
void          ls_system_info_free (LsSystemInfo *self);
/**
 * ls_system_info_probe:
 *
 * As ls_system_info_new(), but runs code of the FMU, once, to find out what it takes of what its
 * description announces: not to be called on the main thread of a window.
 */
LsSystemInfo *ls_system_info_probe (const LsComponent *component, GError **error);
/* Whether any output may depend directly on an input. */
gboolean      ls_system_info_feeds_through (const LsSystemInfo *self);
