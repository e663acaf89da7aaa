/* For implementers of systems: what all have in common, and the table of what each does itself. */
#pragma once

#include "core/system/system.h"

/* What becomes of a value that is not Real, on its way to an input. */
typedef struct
{
  guint variable;
  double factor, offset;
  guint n_entries;
  LsMapEntry *entries;
} LsInputMap;

/* A value on its way over a connection that is not one of real inputs: the member of @type. */
typedef struct
{
  LsType type;
  double real;
  int integer;      /* of booleans and enumerations as well */
  const char *text; /* borrowed from the system it comes from, until its next call */
} LsSystemValue;

/**
 * LsSystemClass: one implementation, a const record; everything else in its file is static.
 *
 * All inputs that come here are those of the component: what connections make of them (factors and
 * offsets) has been done, and polynomials are of a degree that it takes (LsSystemInfo.input_degree).
 * All times are counted from the start of the run. %LS_RETRY and %LS_STOP have been explained in the
 * log with component, call and time. Nothing allocates in step(), evaluate(), save() and restore().
 *
 * An operation of a capability is called only while LsSystemInfo.has says that there is one:
 * an implementation that cannot do it leaves it %NULL and denies the capability with a reason.
 */
typedef struct
{
  const char *id; /* "co-simulation": for tests and messages to developers */

  /* -- Life. Mandatory. free() frees all but what ls_system_clear() does, and @self. -- */
  void (*free) (LsSystem *self);
  /* Ends initialisation mode. */
  LsStatus (*start) (LsSystem *self);
  /* s, the time reached. */
  double (*get_time) (const LsSystem *self);
  /* Optional; %NULL: nothing has to be done at the end. */
  LsStatus (*terminate) (LsSystem *self);
  /* Optional; %NULL: it never asks for the end. */
  gboolean (*has_ended) (const LsSystem *self);
  /* Optional; %NULL: nobody is told what calls take. */
  void (*set_clock) (LsSystem *self, LsCallClock *clock);

  /* -- Values. Mandatory. -- */
  /* To @h = @end - time, but for rounding: @end is what has to be reached. */
  LsStatus (*step) (LsSystem *self, double h, double end, guint degree, const double u[],
                    double y[], double dy[], gboolean *event);
  LsStatus (*evaluate) (LsSystem *self, const double u[], double y[]);
  LsStatus (*get_inputs) (LsSystem *self, double u[]);
  LsStatus (*set_some_inputs) (LsSystem *self, const guint indices[], guint n,
                               const double values[]);
  LsStatus (*get_some_outputs) (LsSystem *self, const guint indices[], guint n, double values[]);
  /* Any variables as numbers; NaN for texts. */
  LsStatus (*read) (LsSystem *self, const guint variables[], guint n, double values[]);
  /* Optional; %NULL: nothing is remembered of inputs that were set. */
  void (*forget_inputs) (LsSystem *self);

  /* -- Variables that are no continuous inputs. Optional; %NULL: there are none. -- */
  LsStatus (*set_value) (LsSystem *self, const LsVariable *variable, double value);
  LsStatus (*get_typed) (LsSystem *self, const LsVariable *variable, LsSystemValue *value);
  LsStatus (*set_typed) (LsSystem *self, const LsVariable *variable, const LsSystemValue *value);
  /* In initialisation mode. */
  gboolean (*set_text) (LsSystem *self, const LsVariable *variable, const char *text,
                        GError **error);
  /* Optional; %NULL: what read() gives, as text. */
  char *(*get_text) (LsSystem *self, guint variable, GError **error);

  /* -- %LS_CAPABILITY_ROLLBACK: one saved point. forget_saved() is optional. -- */
  LsStatus (*save) (LsSystem *self, gboolean expected);
  LsStatus (*restore) (LsSystem *self);
  void (*forget_saved) (LsSystem *self);
  /* Further saved points, with the same capability. Optional; %NULL: one only. @visit_state: what
   * belongs to them beside; optional. */
  LsStatus (*take_state) (LsSystem *self, LsSavedState **state);
  LsStatus (*go_to_state) (LsSystem *self, LsSavedState *state);
  void (*free_state) (LsSystem *self, LsSavedState *state);
  void (*visit_state) (LsSystem *self, LsVisitMemoryFunc func, gpointer user_data);

  /* -- %LS_CAPABILITY_STATES, _STATE_DERIVATIVES: of at least one state -- */
  LsStatus (*get_states) (LsSystem *self, double x[]);
  LsStatus (*get_state_derivatives) (LsSystem *self, double dx[]);

  /* -- %LS_CAPABILITY_LINEARISATION. linearise() comes right after read_point() with the same
   * inputs, and fills the matrices. -- */
  LsStatus (*read_point) (LsSystem *self, const double u[], LsLinearisation *result);
  LsStatus (*linearise) (LsSystem *self, const double u[], LsLinearisation *result);

  /* -- %LS_CAPABILITY_TIME_DERIVATIVE. enable_time_derivative() may deny it. -- */
  gboolean (*enable_time_derivative) (LsSystem *self);
  /* @changes: (out): whether anything depends on time; the derivatives count only then. What fails
   * loses the capability. */
  LsStatus (*get_time_derivatives) (LsSystem *self, const LsLinearisation *point, const double u[],
                                    double h, double ft[], double gt[], gboolean *changes);

  /* -- %LS_CAPABILITY_OUTPUT_DERIVATIVES: at the time reached. Optional; %NULL: after steps only. -- */
  LsStatus (*get_output_slopes) (LsSystem *self, double dy[]);
  /* Optional; %NULL: by get_output_slopes() or the linearisation. As ls_system_find_slopes(). */
  LsStatus (*find_slopes) (LsSystem *self, const double u[], const double du[], double h,
                           double dy[]);

  /* -- Single derivatives of outputs. Optional; %NULL: none. @seed: what the input moves by. -- */
  gboolean (*has_feed) (const LsSystem *self);
  LsStatus (*get_feed) (LsSystem *self, guint input, double seed, const guint outputs[], guint n,
                        double column[]);

  /* -- States that are kept to constraints. Optional; %NULL: there are none. -- */
  gboolean (*is_kept) (const LsSystem *self);
  LsStatus (*keep) (LsSystem *self, const double u[], double y[], gboolean *moved);

  /* Optional; %NULL: it has no quantised states. As ls_me_solver_note_fired(). */
  GArray *(*note_fired) (LsSystem *self);
  /* Optional; %NULL: it keeps what its description announces. Whether it does less of @capability. */
  gboolean (*falls_short) (const LsSystem *self, LsCapability capability);
  /* Optional; %NULL: it steps by itself. As ls_system_get_lane(). */
  gboolean (*get_lane) (const LsSystem *self, LsBatchItem *lane);
} LsSystemClass;

/**
 * LsSystem: the first member of every implementation.
 * @variables: @n_variables, borrowed; what LsSystemInfo counts
 * @by_name: (nullable): the same by their names, borrowed
 * @in_factors, @in_offsets: n_in; %NULL when all values of sources stay as they are
 * @end_time: what the next step has to reach, s; NaN: time + h
 * @may_return: to what was saved, which is of @saved_time, s
 * @n_taken: saved states that are with others, who may go back to them
 * @knows_time: what get_time_derivatives() needs is there
 * @quiet, @pause: times that nothing depended on time; steps not to ask
 * @event_times, @event_values: (nullable): of the last step, for the implementation to fill where it
 *   tells its events: n_out, n_in, n_noted before and as many after, for each
 * @n_quantised, @fired: of an implementation with quantised states
 */
struct LsSystem
{
  const LsSystemClass *klass;
  LsSystemInfo *info;
  LsLog *log;
  double origin, stop_time; /* s; times are counted from @origin on */
  const LsVariable *variables;
  guint n_variables;
  GHashTable *by_name;

  double *in_factors, *in_offsets;
  GArray *maps;    /* (nullable): element-type LsInputMap */
  double *mapped;  /* n_in x 4 */
  double *lowered; /* n_in x 3 */

  double end_time;
  gboolean may_return;
  double saved_time;
  guint n_taken;
  gboolean knows_time;
  guint quiet, pause;
  LsLinearisation *first_point; /* (nullable): for the slopes where a run starts */

  GArray *event_times, *event_values; /* double */
  const guint *noted;                 /* (nullable): variables, borrowed */
  guint n_noted;
  guint n_quantised;
  GArray *fired; /* (nullable): LsFired, borrowed */

  const LsStepObserver *step_observer; /* (nullable) */
  guint index;                         /* of this system there */
};

/* system.c: first of all by every constructor. @info: (transfer full); @variables: borrowed */
void ls_system_init (LsSystem *self, const LsSystemClass *klass, LsSystemInfo *info,
                     const LsVariable *variables, guint n_variables, double start_time,
                     double stop_time, LsLog *log);
/* What ls_system_init() made, and what came since. */
void ls_system_clear (LsSystem *self);

/* system-map.c: @u as the component takes it; may be @u itself. @mapped: n_in, to hold it. */
const double *ls_system_map_inputs (const LsSystem *self, const double u[], double mapped[]);
/* The same for polynomials, n_in x (@degree + 1). */
const double *ls_system_map_polynomials (LsSystem *self, guint degree, const double u[]);
/* And back: what the component has as its sources gave it. */
void ls_system_unmap_inputs (const LsSystem *self, double u[]);
/* Columns of B and D become those with respect to the values of the sources. */
void ls_system_map_linearisation (const LsSystem *self, LsLinearisation *result);
void ls_system_clear_maps (LsSystem *self);

/* Takes a capability away with a reason. */
void ls_system_info_deny (LsSystemInfo *self, LsCapability capability, const char *reason);

/* Value of a polynomial's mean over [0, @h]; @c: @degree + 1 coefficients. */
double ls_system_get_mean (const double c[], guint degree, double h);
