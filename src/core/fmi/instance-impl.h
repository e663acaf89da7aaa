/* For implementers of instance kinds: one table per FMI version and kind. */
#pragma once

#include "core/base/dylib.h"
#include "core/fmi/instance.h"

#include <math.h>

typedef struct LsInstanceKind LsInstanceKind;

/* States of the standards' state machines, for all kinds. */
typedef enum
{
  LS_STAGE_INSTANTIATED,
  LS_STAGE_INITIALIZATION,
  LS_STAGE_EVENT,         /* Model Exchange */
  LS_STAGE_CONTINUOUS,    /* Model Exchange */
  LS_STAGE_STEP_COMPLETE, /* Co-Simulation */
  LS_STAGE_STEP_FAILED,   /* Co-Simulation: doStep was discarded */
  LS_STAGE_TERMINATED,
  LS_STAGE_ERROR,
  LS_STAGE_FATAL
} LsStage;

/* Calls checked against the state machine. */
typedef enum
{
  LS_CALL_SETUP,
  LS_CALL_ENTER_INITIALIZATION,
  LS_CALL_EXIT_INITIALIZATION,
  LS_CALL_TERMINATE,
  LS_CALL_RESET,
  LS_CALL_GET,
  LS_CALL_SET_REAL,
  LS_CALL_SET_OTHER,
  LS_CALL_DIRECTIONAL_DERIVATIVE,
  LS_CALL_SAVE,
  LS_CALL_RESTORE,
  LS_CALL_SERIALIZE,
  LS_CALL_SET_INPUT_DERIVATIVES,
  LS_CALL_GET_OUTPUT_DERIVATIVES,
  LS_CALL_DO_STEP,
  LS_CALL_SET_TIME,
  LS_CALL_SET_STATES,
  LS_CALL_GET_STATES,
  LS_CALL_GET_NOMINALS,
  LS_CALL_ENTER_EVENT,
  LS_CALL_ENTER_CONTINUOUS,
  LS_CALL_COMPLETED_STEP,
  LS_CALL_UPDATE_DISCRETE,
  LS_CALL_CONSTRAINTS,
  LS_N_CALLS
} LsCall;

#define LS_AT(stage) (1u << LS_STAGE_##stage)

/* Shared by the logger callback, on any thread, and the calls of the FMU. */
typedef struct LsMessages LsMessages;

/* First member of every implementation's struct. Of instances without a library of their own the
 * members from @library to @values_size are unused. What every step needs is at the end, next to
 * that of the implementation: of thousands of instances no cache has more. */
struct LsInstance
{
  LsFmu                *fmu;
  char                 *name;
  LsLog                *log;
  gboolean              may_end, has_ended; /* ls_instance_allow_end() */
  LsInstanceEventFunc   event_func; /* (nullable): ls_instance_set_event_func() */
  gpointer              event_data;
  guint                 changed;  /* bits of the process state it changed, which were reported */
  gboolean              is_held;  /* by its creator, until freed */
  gboolean              has_left; /* by exit(): must not be called any more */
  const struct LsRemoteClass *remote_class; /* (nullable) */
  gboolean              is_here;  /* in this process, not in a helper */
  /* (nullable): whether the helper process is dead, which is then logged, or reported by @error */
  gboolean            (*judge_death) (LsInstance *self, GError **error);
  LsDylib              *library;
  LsMessages           *messages;
  const LsInterface    *interface; /* of the description */
  gboolean              once;      /* holds the entry of an FMU that allows one instance per process */
  guint                 asked;     /* LsAsked */
  gconstpointer         state_calls; /* LsStateCalls */
  GHashTable           *rounded;   /* (nullable): variables of which it was said: instance-number.c */
  gpointer              values;    /* (nullable): saved and restored with the state */
  gsize                 values_size;

  const LsInstanceKind *kind;
  struct LsRemote      *remote; /* (nullable): where it is, if in a helper process */
  GHashTable           *inputs; /* (nullable): value reference -> double, ls_instance_keep_inputs() */
  guint                 capabilities;
  LsStage               stage;  /* changed by the implementation */
  double                time;   /* s; relative to the origin */
  /* s; absolute, as seen by the FMU: start time, current time of a slave, next time event */
  double                origin, clock, event_time;
  double                usual_length; /* s: ls_instance_expect_length() */
  gboolean              had_event;    /* ls_instance_had_event() */
  gboolean              has_told;     /* @event_func has events of the last step */
  const char           *call; /* the function being called, for messages of the FMU */
};

/* Mandatory unless stated otherwise; contracts are those of the public functions of the same name.
 * Entries of the other interface (Co-Simulation, Model Exchange) are %NULL: the dispatcher then
 * logs and returns %LS_STOP. */
struct LsInstanceKind
{
  const char *fmi_version; /* "2.0" */
  LsKind      kind;
  gboolean    schedules; /* Scheduled Execution, by steps */
  /* The stages in which each call is allowed, LS_AT (...) | ...; 0 for calls of the other
   * interface. */
  guint       allowed[LS_N_CALLS];
  /* Returns: (transfer full) (nullable): functions of the standard missing in the binary,
   * %NULL-terminated; %NULL if it cannot be loaded. */
  char      **(*list_missing_functions) (LsFmu *fmu);
  /* Returns the complete instance, including its base. */
  LsInstance *(*create) (LsFmu *fmu, const char *name, LsLog *log, gboolean debug, GError **error);
  void        (*destroy) (LsInstance *self);
  /* The last function called, "fmi2DoStep"; async-signal-safe. */
  const char *(*get_call) (const LsInstance *self);
  /* Optional: for kinds whose do_step() can be pending. */
  void        (*set_pending_timeout) (LsInstance *self, double timeout);
  LsStatus    (*setup) (LsInstance *self, double tolerance, double start_time, double stop_time);
  LsStatus    (*enter_initialization) (LsInstance *self);
  LsStatus    (*exit_initialization) (LsInstance *self);
  LsStatus    (*terminate) (LsInstance *self);
  LsStatus    (*reset) (LsInstance *self);
  LsStatus    (*get_real) (LsInstance *self, const guint32 *references, gsize n, double values[]);
  LsStatus    (*get_integer) (LsInstance *self, const guint32 *references, gsize n, int values[]);
  LsStatus    (*get_boolean) (LsInstance *self, const guint32 *references, gsize n, int values[]);
  LsStatus    (*get_string) (LsInstance *self, const guint32 *references, gsize n,
                             const char *values[]);
  LsStatus    (*set_real) (LsInstance *self, const guint32 *references, gsize n,
                           const double values[]);
  /* Optional; %NULL: all integers are of 32 bits. */
  LsStatus    (*get_long) (LsInstance *self, const guint32 *references, gsize n, gint64 values[]);
  LsStatus    (*set_long) (LsInstance *self, const guint32 *references, gsize n,
                           const gint64 values[]);
  LsStatus    (*set_integer) (LsInstance *self, const guint32 *references, gsize n,
                              const int values[]);
  LsStatus    (*set_boolean) (LsInstance *self, const guint32 *references, gsize n,
                              const int values[]);
  LsStatus    (*set_string) (LsInstance *self, const guint32 *references, gsize n,
                             const char *const values[]);
  /* Optional; %NULL: there are no Clocks. */
  guint64     (*get_n_ticks) (const LsInstance *self, const LsVariable *clock, double *time);
  /* Called only if the capability is set. */
  LsStatus    (*get_directional_derivative) (LsInstance *self, const guint32 *unknowns,
                                             gsize n_unknowns,
                                             const guint32 *knowns, gsize n_knowns,
                                             const double d_knowns[], double d_unknowns[]);
  LsStatus    (*get_adjoint_derivative) (LsInstance *self, const guint32 *unknowns,
                                         gsize n_unknowns, const guint32 *knowns, gsize n_knowns,
                                         const double d_unknowns[], double d_knowns[]);
  LsStatus    (*list_dependencies) (LsInstance *self, guint32 dependent, GArray *list);
  LsStatus    (*save) (LsInstance *self, LsSavedState **state);
  LsStatus    (*restore) (LsInstance *self, LsSavedState *state);
  void        (*free_state) (LsInstance *self, LsSavedState *state);
  GBytes     *(*serialize) (LsInstance *self, LsSavedState *state, GError **error);
  LsSavedState *(*deserialize) (LsInstance *self, GBytes *bytes, GError **error);
  /* Co-Simulation */
  LsStatus    (*set_input_derivatives) (LsInstance *self, const guint32 *references, gsize n,
                                        const int orders[], const double values[]);
  LsStatus    (*get_output_derivatives) (LsInstance *self, const guint32 *references, gsize n,
                                         const int orders[], double values[]);
  LsStatus    (*do_step) (LsInstance *self, double h, gboolean no_set_state_prior, double *reached);
  /* Optional. As ls_instance_prefetch_component(). */
  void        (*prefetch_component) (const LsInstance *self);
  LsStatus    (*hold_steps) (const LsBatchItem items[], guint n, double h, const double u[],
                             double y[], LsBatchResult *result);
  /* Optional; %NULL: set_real() and get_real(). As ls_instance_evaluate(). */
  LsStatus    (*evaluate) (const LsBatchItem *item, gsize n_outputs, const double u[], double y[]);
  /* Optional. For hold_steps() in helper processes, where items may be of several versions. */
  const struct LsBatchKind *batch;
  /* Model Exchange */
  LsStatus    (*set_time) (LsInstance *self, double time);
  LsStatus    (*set_states) (LsInstance *self, const double x[]);
  LsStatus    (*get_states) (LsInstance *self, double x[]);
  LsStatus    (*get_nominals) (LsInstance *self, double nominals[]);
  LsStatus    (*get_state_derivatives) (LsInstance *self, double dx[]);
  LsStatus    (*get_event_indicators) (LsInstance *self, double z[]);
  LsStatus    (*enter_event_mode) (LsInstance *self);
  /* Optional: Co-Simulation that has an event mode, before inputs jump. */
  LsStatus    (*expect_jump) (LsInstance *self);
  LsStatus    (*enter_continuous_time_mode) (LsInstance *self);
  LsStatus    (*completed_step) (LsInstance *self, gboolean no_set_state_prior,
                                 gboolean *enter_event_mode, gboolean *terminate);
  LsStatus    (*update_discrete_states) (LsInstance *self, LsEventInfo *info);
  /* Called only if the capability is set. */
  LsStatus    (*get_n_constraints) (LsInstance *self, guint *n);
  LsStatus    (*get_constraints) (LsInstance *self, double residuals[]);
  LsStatus    (*get_constraint_jacobian) (LsInstance *self, double jacobian[]);
  LsStatus    (*get_projection_step) (LsInstance *self, double step[]);
  LsStatus    (*project) (LsInstance *self, double tolerance, guint limit, gboolean apply,
                          double way[]);
};

/* An FMU whose steps have one length may compare it to the last bit, but the way from one
 * communication point to the next differs by rounding: it is told @h each time. */
static inline void
ls_instance_expect_length (LsInstance *self, double h)
{
  if (G_UNLIKELY ((self->capabilities & LS_CAN_VARIABLE_STEP) == 0)
      && !(fabs (h - self->usual_length) <= 1e-9 * h))
    self->usual_length = h;
}

/* What the FMU is told of a step of @length. */
static inline double
ls_instance_tell_length (const LsInstance *self, double length)
{
  return G_UNLIKELY ((self->capabilities & LS_CAN_VARIABLE_STEP) == 0)
                 && fabs (length - self->usual_length) <= 1e-9 * length
             ? self->usual_length
             : length;
}

/* Calls the function of ls_instance_set_event_func(), if there is one. */
LsStatus ls_instance_tell_event (LsInstance *self, LsEventMoment moment);

/* For what is called too seldom to be inlined. @capability: that the call needs; 0: none. Returns:
 * %LS_STOP, with a message, unless the call is allowed now and the FMU offers it. */
LsStatus ls_instance_admit (LsInstance *self, LsCall call, guint capability);

void ls_instance_record_inputs (LsInstance *self, const guint32 *references, gsize n,
                                const double values[]);

/* Returns: (transfer none) (nullable): the instance last called by the current thread. */
LsInstance *ls_instance_get_last_called (void);
/* Hidden, so that it is reached as fast as a static one. */
extern _Thread_local LsInstance *ls_instance_last_called G_GNUC_INTERNAL;

/* Records @self as the last instance called (crash report), for calls outside the table, as in
 * create(); %NULL clears it. */
void ls_instance_note_call (LsInstance *self);

/* Returns: (transfer none): its name for people. */
const char *ls_instance_name_kind (LsKind kind);

/* All kinds; (transfer none). */
const LsInstanceKind *const *ls_instance_list_kinds (guint *n);

extern const LsInstanceKind ls_instance_fmi1_co_simulation;
extern const LsInstanceKind ls_instance_fmi1_model_exchange;
extern const LsInstanceKind ls_instance_fmi2_co_simulation;
extern const LsInstanceKind ls_instance_fmi2_model_exchange;
extern const LsInstanceKind ls_instance_fmi3_co_simulation;
extern const LsInstanceKind ls_instance_fmi3_model_exchange;
extern const LsInstanceKind ls_instance_fmi3_scheduled_execution;
