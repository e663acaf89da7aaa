/* For the files that make up the master. */
#pragma once

#include "core/master/master.h"

/* Where a recorded signal comes from. */
typedef enum
{
  LS_SIGNAL_OUTPUT, /* network y */
  LS_SIGNAL_INPUT,  /* network u */
  LS_SIGNAL_OTHER   /* asked of the system, other_values */
} LsSignalKind;

typedef struct
{
  LsSignalKind kind;
  guint index; /* in the values of its kind */
  guint system;
  gboolean held; /* not continuous */
  guint place;   /* among what its system tells of an event */
} LsSignal;

typedef struct LsMasterEvents LsMasterEvents;

struct LsInitialise;

/* What is known of how long a run by a tolerance is going to take. */
typedef struct
{
  guint64 step; /* when it was looked at last */
  double time;  /* s; then */
  guint n_slow; /* times that it was too slow, in a row */
  gboolean said;
  guint64 half;     /* half of the steps at which it is looked at next whether they are too many */
  double half_time; /* s; then */
} LsMasterOutlook;

/* Whether there are components whose states are kept to constraints. */
typedef enum
{
  LS_KEEPS_UNKNOWN,
  LS_KEEPS_NONE,
  LS_KEEPS_SOME
} LsKeeps;

struct LsMaster
{
  const LsCouplingMethod *method;
  gpointer state;
  LsNetwork network;
  LsLog *log;
  double origin;               /* s: the start; times are counted from it on */
  double stop_time, step_size; /* s */
  guint64 n_steps, step; /* of the grid */
  double last_step;      /* s */
  gboolean done;         /* the stop time is reached */
  gboolean broken;       /* nothing more can be done */
  gboolean quantises;    /* components have quantised states whose events are noted */
  gboolean resolves;     /* algebraic loops are solved for before every step */
  LsKeeps keeps;
  double *kept_inputs; /* (nullable): n_in */
  gboolean has_reported_keeping;
  LsAssembly *assembly;
  struct LsInitialise *initialise;
  double start_residual;
  LsSignal *signals;
  guint n_signals;
  /* The other signals, system by system. */
  guint n_others, *other_variables, *other_offset;
  double *other_values;
  LsMasterOutlook outlook;
  LsMasterEvents *events; /* of the last macro step */
  gboolean has_events;    /* whether there are any */
};

/* What has events when goes to @activity. */
void ls_master_begin_activity (LsMaster *self, LsActivity *activity);
/* The same of the last step. */
void ls_master_note_activity (LsMaster *self);
/* From the reached time; the method's answer. */
LsStatus ls_master_advance (LsMaster *self, double h, double end_time);
/* Projects the states of all components with constraints, with the outputs reached, until all hold.
 */
LsStatus ls_master_project (LsMaster *self);
/* Ends the run after a step of @h, s, with an error. Returns: %FALSE */
gboolean ls_master_fail (LsMaster *self, LsStatus status, double h, GError **error);
/* Of the components' steps from @begin, s, to the reached time. */
void ls_master_collect_events (LsMaster *self, double begin);
void ls_master_forget_events (LsMaster *self);
LsMasterEvents *ls_master_events_new (void);
void ls_master_events_free (LsMasterEvents *self);
/* Whether a refused step may be followed by a smaller one. */
gboolean ls_master_can_shorten (const LsMaster *self);
/* Makes the control of steps by a tolerance, where all components can vary their step. */
void ls_master_add_control (LsMaster *self, double tolerance);
/* One macro step of a size that the tolerance allows. */
gboolean ls_master_step_adaptively (LsMaster *self, GError **error);

/* After a step: says how many there will be, once, when these are very many, and what takes fewer.
 * %FALSE with %LS_ERROR_RUN that says the same when they are more than anybody waits for. */
gboolean ls_master_look_ahead (LsMaster *self, GError **error);
/* After a run by a tolerance: says what the whole may be off by, where that is much more. */
void ls_master_warn_of_swings (LsMaster *self);
/* Says what a method that passes values on with a delay makes of algebraic loops: by a
 * tolerance, and where their gain is above 1. */
void ls_master_warn_of_loops (LsMaster *self);
/* Returns: (transfer full) (nullable): that, where there are loops. */
char *ls_master_explain_loops (const LsMaster *self);
/* Returns: (transfer full): why a step of @h, s, was refused last, by the tolerance or by the
 * component @name. */
char *ls_master_explain_refusal (const LsMaster *self, const char *name, double h);

/* Fills the network with initialised systems. */
gboolean ls_master_build (LsMaster *self, const LsModel *model, double tolerance, LsLog *log,
                          GError **error);
void ls_master_clear_network (LsMaster *self);
void ls_master_clear_signals (LsMaster *self);
/* Sets an error that quotes the log, else says that @what failed. */
void ls_master_set_error (LsMaster *self, const char *what, GError **error);
