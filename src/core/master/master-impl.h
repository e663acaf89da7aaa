/* Shared by the source files of the master. */
#pragma once

#include "core/master/master.h"

/* Where the value of a recorded signal is stored. */
typedef enum
{
  LS_SIGNAL_OUTPUT, /* network y */
  LS_SIGNAL_INPUT,  /* network u */
  LS_SIGNAL_OTHER   /* read from the system into other_values */
} LsSignalKind;

typedef struct
{
  LsSignalKind kind;
  guint index; /* in the array of its kind */
  guint system;
  gboolean held; /* discrete: held between events */
  guint place;   /* index in the event values of its system */
  const LsVariable *variable;
} LsSignal;

/* A structural parameter that sizes arrays and may change in a run, with its present value. */
typedef struct
{
  guint system;
  const LsVariable *variable;
  guint64 value;
} LsMasterSize;

typedef struct LsMasterEvents LsMasterEvents;
typedef struct LsMasterClocks LsMasterClocks;

/* Expected number of steps of a run with a coupling tolerance. */
typedef struct
{
  guint64 step; /* step of the last check */
  double time;  /* s; at @step */
  guint n_slow; /* consecutive checks with too low a rate */
  gboolean said;
  guint64 half;     /* step of the last check that may end the run; the next is at twice as many */
  double half_time; /* s; at @half */
} LsMasterOutlook;

/* Whether any component has constraints on its states. */
typedef enum
{
  LS_CONSTRAINTS_UNKNOWN,
  LS_CONSTRAINTS_NONE,
  LS_CONSTRAINTS_SOME
} LsConstraintUse;

struct LsMaster
{
  const LsCouplingMethod *method;
  gpointer state;
  LsNetwork network;
  LsLog *log;
  double origin;               /* s: start time; other times are relative to it */
  double stop_time, step_size; /* s */
  guint64 n_steps, step; /* macro steps of the fixed grid */
  double last_step;      /* s */
  gboolean done;         /* the stop time is reached */
  gboolean broken;       /* the run failed; no more steps */
  gboolean quantises;    /* events of quantised states are recorded in @activity */
  gboolean resolves;     /* algebraic loops are solved before every step */
  LsConstraintUse constraints;
  double *projection_inputs; /* (nullable): n_in */
  gboolean has_reported_constraints;
  LsRepair balance, end_outputs; /* what the options of the method say */
  double start_residual;
  LsSignal *signals;
  guint n_signals;
  guint n_longs, *longs; /* signals that are integers of 64 bits */
  /* Signals of kind LS_SIGNAL_OTHER, sorted by system. */
  guint n_others, *other_variables, *other_offset;
  double *other_values;
  LsMasterOutlook outlook;
  LsMasterEvents *events; /* of the last macro step */
  gboolean has_events;    /* whether @events is not empty */
  LsMasterClocks *clocks; /* (nullable): connected ones */
  GPtrArray *changes;     /* LsTimedChange, by time */
  guint next_change;
  GArray *limits;      /* double: rows of time and signals before and after changes of this step */
  gboolean is_changed; /* the last row of @limits is that before a change */
  LsMasterSize *sizes; /* @n_sizes */
  guint n_sizes;
};

/* Records the times of events in @activity. */
void ls_master_begin_activity (LsMaster *self, LsActivity *activity);
/* Records the events of the last step in the activity. */
void ls_master_note_activity (LsMaster *self);
/* One step from the reached time.
 * Returns: the status of the method */
LsStatus ls_master_advance (LsMaster *self, double h, double end_time);
/* Projects the states of all components onto their constraints, with the reached outputs, until all
 * are met. */
LsStatus ls_master_project (LsMaster *self);
/* After a jump, algebraic loops are solved and outputs with direct feed-through from inputs that
 * have @jumped are evaluated, so that the next step starts from consistent values. The same applies
 * to methods with delayed inputs, where each loop member lags behind its source. */
LsStatus ls_master_settle (LsMaster *self, gboolean jumped);
/* Ends the run with an error after a step of @h, s.
 * Returns: %FALSE */
gboolean ls_master_fail (LsMaster *self, LsStatus status, double h, GError **error);
/* Collects the events of the components' steps from @begin, s, to the reached time. */
void ls_master_collect_events (LsMaster *self, double begin);
void ls_master_forget_events (LsMaster *self);
LsMasterEvents *ls_master_events_new (void);
void ls_master_events_free (LsMasterEvents *self);
/* Prepares connected Clocks. %FALSE with an error if a component cannot pass ticks on. */
gboolean ls_master_add_clocks (LsMaster *self, GError **error);
void ls_master_clocks_free (LsMasterClocks *self);
/* After a step from @begin: passes on ticks at the reached time until nothing ticks any more, with
 * the values that components then have. @jumped: (inout) */
LsStatus ls_master_pass_ticks (LsMaster *self, double begin, gboolean *jumped);
/* The next time that a step has to end at, because a connected Clock may tick, s; INFINITY: none. */
double ls_master_get_tick_time (const LsMaster *self);
/* The time that the next step must not pass, s: a tick, or a change that the model says. */
double ls_master_get_limit (const LsMaster *self);
/* Takes the changes of the experiment of @model. %FALSE with an error if one cannot be made. */
gboolean ls_master_plan_changes (LsMaster *self, const LsModel *model, GError **error);
/* The time of the next one, s; INFINITY: none. */
double ls_master_get_change_time (const LsMaster *self);
/* Makes those that are due at the reached time. @jumped: (inout) */
LsStatus ls_master_make_changes (LsMaster *self, gboolean *jumped);
/* Afterwards, when all outputs are known: notes the values. */
LsStatus ls_master_note_changes (LsMaster *self);
/* Whether @value may be set at any time of the run; otherwise as ls_master_set_value(). */
gboolean ls_master_check_value (LsMaster *self, const char *signal, double value, GError **error);
/* Lists the sizes that may change. */
void ls_master_list_sizes (LsMaster *self);
/* (nullable): the size called @name of a component. */
LsMasterSize *ls_master_find_size (const LsMaster *self, guint system, const char *name);
/* Whether arrays have other sizes than at the start, and whether a variable is there then. */
gboolean ls_master_is_reshaped (const LsMaster *self);
gboolean ls_master_has_element (const LsMaster *self, guint system, const LsVariable *variable);
/* Copies connected values of other types than Real, at the reached time. @jumped: (inout) */
LsStatus ls_master_copy_others (LsMaster *self, gboolean *jumped);
/* Whether a rejected or discarded step can be repeated with a smaller one. */
gboolean ls_master_can_shorten (const LsMaster *self);
/* Adds step size control if all components support variable steps. */
void ls_master_add_control (LsMaster *self, double tolerance);
/* One macro step within the tolerance. */
gboolean ls_master_step_adaptively (LsMaster *self, GError **error);

/* After a step: estimates the number of steps of the run. A very large number is reported once,
 * with faster alternatives.
 * Returns: %FALSE with %LS_ERROR_RUN and the same text if the number exceeds the limit */
gboolean ls_master_look_ahead (LsMaster *self, GError **error);
/* After a run with a coupling tolerance: warns if accumulated errors may be much larger than the
 * tolerance. */
void ls_master_warn_of_swings (LsMaster *self);
/* Warns if a method with delayed inputs runs a model with algebraic loops, under a coupling
 * tolerance or with a loop gain above 1. */
void ls_master_warn_of_loops (LsMaster *self);
/* Returns: (transfer full) (nullable): the effect of delayed inputs on algebraic loops; %NULL
 * without loops or if they are solved */
char *ls_master_explain_loops (const LsMaster *self);
/* Returns: (transfer full): why the last step of @h, s, was rejected by the tolerance or discarded
 * by the component @name */
char *ls_master_explain_rejection (const LsMaster *self, const char *name, double h);

/* Visits all memory outside the components' own states that the following steps depend on. */
void ls_master_visit_state (LsMaster *self, LsVisitMemoryFunc func, gpointer user_data);
/* Returns: (transfer full) (nullable): why not all of it can be visited, a clause */
char *ls_master_explain_memory (const LsMaster *self);
/* Visits how many ticks were passed on over each wire. */
void ls_master_visit_clocks (LsMaster *self, LsVisitMemoryFunc func, gpointer user_data);

/* Creates the network of initialised systems. */
gboolean ls_master_build (LsMaster *self, const LsModel *model, double tolerance, LsLog *log,
                          GError **error);
void ls_master_clear_signals (LsMaster *self);
/* Sets an error with the last error in the log, else that @what failed. */
void ls_master_set_error (LsMaster *self, const char *what, GError **error);
