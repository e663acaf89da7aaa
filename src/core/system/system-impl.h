/* For implementers of systems: the common part, and the table of operations. */
#pragma once

#include "core/model/pace.h"
#include "core/system/system.h"

/* Conversion of a value that is not Real for an input. */
typedef struct
{
  guint variable;
  double factor, offset;
  guint n_entries;
  LsMapEntry *entries;
} LsInputMap;

/* A value for a connection other than of Real inputs: the member of @type is valid. */
typedef struct
{
  LsType type;
  double real;
  gint64 integer;   /* also for Booleans and enumerations */
  const char *text; /* borrowed from the source system, until its next call */
} LsSystemValue;

/**
 * LsSystemClass: one implementation, a const record; everything else in its file is static.
 *
 * Inputs are already converted for the component by the factors and offsets of the connections, and
 * polynomials are of at most LsSystemInfo.input_degree. All times are relative to the start of the
 * run. On %LS_RETRY and %LS_STOP the implementation logs the reason with component, call and time.
 * step(), evaluate(), save() and restore() must not allocate.
 *
 * An operation of a capability is called only while LsSystemInfo.has is set for it: an
 * implementation without it sets it to %NULL and denies the capability with a reason.
 */
typedef struct
{
  const char *id; /* "co-simulation": for tests and messages to developers */

  /* -- Life cycle. Mandatory. free() frees @self and all that ls_system_clear() does not. -- */
  void (*free) (LsSystem *self);
  /* Ends initialisation mode. */
  LsStatus (*start) (LsSystem *self);
  /* The time reached, s. */
  double (*get_time) (const LsSystem *self);
  /* Optional; %NULL: nothing to do at the end. */
  LsStatus (*terminate) (LsSystem *self);
  /* Optional; %NULL: never requests the end of the simulation. */
  gboolean (*has_ended) (const LsSystem *self);
  /* Optional; %NULL: calls are not timed. */
  void (*set_clock) (LsSystem *self, LsCallClock *clock);

  /* -- Values. Mandatory. -- */
  /* Step of @h = @end - time, up to rounding: @end is the time to reach. */
  LsStatus (*step) (LsSystem *self, double h, double end, guint degree, const double u[],
                    double y[], double dy[], gboolean *event);
  LsStatus (*evaluate) (LsSystem *self, const double u[], double y[]);
  LsStatus (*get_inputs) (LsSystem *self, double u[]);
  LsStatus (*set_some_inputs) (LsSystem *self, const guint indices[], guint n,
                               const double values[]);
  LsStatus (*get_some_outputs) (LsSystem *self, const guint indices[], guint n, double values[]);
  /* Any variables as numbers; NaN for strings. */
  LsStatus (*read) (LsSystem *self, const guint variables[], guint n, double values[]);
  /* Optional; %NULL: no cache of inputs that were set. */
  void (*forget_inputs) (LsSystem *self);

  /* -- Variables other than continuous inputs. Optional; %NULL: there are none. -- */
  LsStatus (*get_typed) (LsSystem *self, const LsVariable *variable, LsSystemValue *value);
  LsStatus (*set_typed) (LsSystem *self, const LsVariable *variable, const LsSystemValue *value);
  /* In initialisation mode. */
  gboolean (*set_text) (LsSystem *self, const LsVariable *variable, const char *text,
                        GError **error);
  /* Optional; %NULL: the result of read(), as text. */
  char *(*get_text) (LsSystem *self, guint variable, GError **error);

  /* -- %LS_CAPABILITY_ROLLBACK: one saved point. forget_saved() is optional. -- */
  LsStatus (*save) (LsSystem *self, gboolean expected);
  LsStatus (*restore) (LsSystem *self);
  void (*forget_saved) (LsSystem *self);
  /* Further saved points, with the same capability. Optional; %NULL: only one. @visit_state:
   * additional memory that belongs to them; optional. */
  LsStatus (*save_state) (LsSystem *self, LsSavedState **state);
  LsStatus (*restore_state) (LsSystem *self, LsSavedState *state);
  void (*free_state) (LsSystem *self, LsSavedState *state);
  void (*visit_state) (LsSystem *self, LsVisitMemoryFunc func, gpointer user_data);
  /* Such a point as bytes, for another system of the same component. Optional; %NULL: not possible.
   * can_serialize() is optional; %NULL: always. */
  gboolean (*can_serialize) (const LsSystem *self);
  GBytes *(*serialize_state) (LsSystem *self, LsSavedState *state, GError **error);
  LsSavedState *(*deserialize_state) (LsSystem *self, GBytes *bytes, GError **error);
  /* The present point as bytes, of an implementation that saves one point only, instead of the
   * operations before. All three or none. explain_serialization(): as
   * ls_system_explain_serialization(). %FALSE and %NULL without an error: the log has the reason. */
  char *(*explain_serialization) (const LsSystem *self);
  GBytes *(*serialize) (LsSystem *self, GError **error);
  gboolean (*deserialize) (LsSystem *self, GBytes *bytes, GError **error);

  /* -- %LS_CAPABILITY_STATES, _STATE_DERIVATIVES: for at least one state -- */
  LsStatus (*get_states) (LsSystem *self, double x[]);
  LsStatus (*get_state_derivatives) (LsSystem *self, double dx[]);

  /* -- %LS_CAPABILITY_LINEARISATION. linearise() is called directly after read_point() with the
   * same inputs, and sets the matrices. -- */
  LsStatus (*read_point) (LsSystem *self, const double u[], LsLinearisation *result);
  LsStatus (*linearise) (LsSystem *self, const double u[], LsLinearisation *result);
  /* Both in one. Optional; %NULL: one after the other. */
  LsStatus (*linearise_at) (LsSystem *self, const double u[], LsLinearisation *result);

  /* -- %LS_CAPABILITY_TIME_DERIVATIVE. enable_time_derivative() may deny it. -- */
  gboolean (*enable_time_derivative) (LsSystem *self);
  /* @changes: (out): whether anything depends on time; otherwise the derivatives are ignored. On
   * failure the capability is removed. */
  LsStatus (*get_time_derivatives) (LsSystem *self, const LsLinearisation *point, const double u[],
                                    double h, double ft[], double gt[], gboolean *changes);

  /* -- %LS_CAPABILITY_OUTPUT_DERIVATIVES: at the time reached. Optional; %NULL: after steps only. -- */
  LsStatus (*get_output_derivatives) (LsSystem *self, double dy[]);
  /* Optional; %NULL: get_output_slopes() or the linearisation is used. As
   * ls_system_find_output_derivatives(). */
  LsStatus (*find_output_derivatives) (LsSystem *self, const double u[], const double du[], double h,
                                       double dy[]);

  /* -- Single derivatives of outputs. Optional; %NULL: none. @seed: change of the input. -- */
  gboolean (*has_feed) (const LsSystem *self);
  LsStatus (*get_feed) (LsSystem *self, guint input, double seed, const guint outputs[], guint n,
                        double column[]);

  /* -- Projection of states onto constraints. Optional; %NULL: there are none. -- */
  gboolean (*has_constraints) (const LsSystem *self);
  LsStatus (*project) (LsSystem *self, const double u[], double y[], gboolean *moved);

  /* Optional; %NULL: no quantised states. As ls_me_solver_note_fired(). */
  GArray *(*note_fired) (LsSystem *self);
  /* Optional; %NULL: supports everything that its description announces. Returns: whether it
   * supports less of @capability. */
  gboolean (*falls_short) (const LsSystem *self, LsCapability capability);
  /* Optional; %NULL: %FALSE. As ls_system_loses_steps(). */
  gboolean (*loses_steps) (const LsSystem *self);
  /* Optional; %NULL: events and Clocks are not known. As ls_instance_get_event_time(),
   * ls_instance_get_n_ticks(). */
  double (*get_event_time) (const LsSystem *self);
  guint64 (*get_n_ticks) (const LsSystem *self, const LsVariable *clock, double *time);
  /* Optional; %NULL: no batched stepping. As ls_system_get_batch_item(). */
  gboolean (*get_batch_item) (const LsSystem *self, LsBatchItem *item);
  /* Optional; %NULL: nothing is known. As ls_system_prefetch(). */
  void (*prefetch) (const LsSystem *self, guint stage, gboolean steps);
  /* Optional; %NULL: none. As ls_system_list_channels(). */
  guint (*list_channels) (const LsSystem *self, gconstpointer channels[LS_SYSTEM_MAX_CHANNELS]);
} LsSystemClass;

/**
 * LsSystem: the first member of every implementation. What every step needs is at its end.
 * @variables: @n_variables, borrowed; indexed by LsSystemInfo
 * @by_name: (nullable): the same by name, borrowed
 * @in_factors, @in_offsets: n_in; %NULL without conversions
 * @end_time: end of the next step, s; NaN: time + h
 * @may_return: a rollback to the saved point, at @saved_time, s, is possible
 * @n_saved_states: number of further saved states held by users, which may be restored
 * @knows_time: get_time_derivatives() is ready
 * @n_constant, @pause: number of evaluations in a row without time dependence; steps to skip
 * @event_times, @event_values: (nullable): events of the last step, set by an implementation that
 *   reports events: for each, n_out, n_in, n_noted values before it and as many after it
 * @ends_at: (nullable): element-type const LsVariable *: see ls_system_end_at_ticks()
 * @n_quantised, @fired: for an implementation with quantised states
 * @n_steps, @last_time, @last_step: as ls_system_get_n_steps(), ls_system_get_last_step(); set by an
 *   implementation that takes several steps
 */
struct LsSystem
{
  LsLog *log;
  double origin, stop_time; /* s; times are relative to @origin */
  const LsVariable *variables;
  guint n_variables;
  GHashTable *by_name;

  double *in_offsets;
  GArray *maps;    /* (nullable): element-type LsInputMap */
  double *lowered; /* n_in x 3 */

  LsLinearisation *first_point; /* (nullable): for time derivatives of outputs at the start of a run */

  GArray *event_times, *event_values; /* double */
  const guint *noted;                 /* (nullable): variables, borrowed */
  guint n_noted;
  guint n_quantised;
  GArray *fired; /* (nullable): LsFired, borrowed */
  double tick; /* ls_system_get_tick() */
  gboolean ticks_at_end; /* ls_system_ticks_at_end() */
  double last_time, last_step;
  guint index; /* of this system, passed to the observer */

  /* What every step needs, next to that of the implementation. */
  const LsSystemClass *klass;
  LsSystemInfo *info;
  double *in_factors;
  double *mapped; /* n_in x 4 */
  double end_time;
  double saved_time;
  gboolean may_return;
  guint n_saved_states;
  gboolean knows_time;
  guint n_constant, pause;
  guint n_steps;
  const GPtrArray *ends_at;
  const LsStepObserver *step_observer; /* (nullable) */
};

/* system.c: called first by every constructor. @info: (transfer full); @variables: borrowed */
void ls_system_init (LsSystem *self, const LsSystemClass *klass, LsSystemInfo *info,
                     const LsVariable *variables, guint n_variables, double start_time,
                     double stop_time, LsLog *log);
/* Frees everything created by ls_system_init() and since. */
void ls_system_clear (LsSystem *self);
/* Logs that the component cannot do it. @what: the interface, for developers: callers check for it
 * beforehand. Returns: %LS_STOP */
LsStatus ls_system_refuse (LsSystem *self, const char *what);

/* system-map.c: @u converted for the component; may return @u itself. @mapped: n_in, receives the
 * result. */
const double *ls_system_map_inputs (const LsSystem *self, const double u[], double mapped[]);
/* Likewise for polynomials, n_in x (@degree + 1). */
const double *ls_system_map_polynomials (LsSystem *self, guint degree, const double u[]);
/* The inverse: from values of the component to those of its sources. */
void ls_system_unmap_inputs (const LsSystem *self, double u[]);
/* Converts the columns of B and D to derivatives with respect to the values of the sources. */
void ls_system_map_linearisation (const LsSystem *self, LsLinearisation *result);
void ls_system_clear_maps (LsSystem *self);

/* Removes a capability, with a reason. */
void ls_system_info_deny (LsSystemInfo *self, LsCapability capability, const char *reason);

/* system-info.c: as ls_system_info_probe(), of the component as if it had one step in each macro
 * step; and what its setting changes. */
LsSystemInfo *ls_system_info_probe_component (const LsComponent *component, GError **error);
void ls_system_info_apply_pace (LsSystemInfo *self, const LsPace *pace);
/* Whether steps inside the macro step provide @capability, whatever the component supports: outputs
 * between them give slopes, if there are always some. */
gboolean ls_system_info_is_granted (const LsSystemInfo *self, LsCapability capability);
