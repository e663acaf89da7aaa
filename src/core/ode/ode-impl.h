/* For implementers of ODE solvers: one const record per method. */
#pragma once

#include "core/ode/ode.h"

/* A step below this fraction of the time makes no progress; LS_ODE_MAX_STALLED such steps in a row
 * are %LS_RETRY. */
#define LS_ODE_STALL 1e-15
#define LS_ODE_MAX_STALLED 50u
/* Number of attempts in a row, each a quarter of the one before, that end a step when evaluations fail
 * in all of them. */
#define LS_ODE_MAX_FAILED 11u

/* All entries are mandatory unless stated otherwise, and are called with at least one state. */
struct LsOdeMethod
{
  const char *id;   /* "cvode-bdf": stable identifier */
  const char *name; /* N_(): display name */
  gboolean implicit, fixed_step, one_step;
  gboolean projects;    /* uses LsOdeDetails.project */
  gboolean finds_roots; /* uses LsOdeDetails.roots: maintains ode->roots and ode->is_at_root */
  guint order, dense_order;
  double least_rtol;
  /* Returns: (nullable): the private state; %NULL when out of memory. All other members of @self
   * are set. */
  gpointer (*create) (LsOde *self);
  void (*destroy) (gpointer state);
  /* Continues at ode->time with ode->x. @soft as in ls_ode_restart(). */
  LsStatus (*restart) (gpointer state, gboolean soft);
  /* Optional. Called after the tolerances in @ode have changed. */
  LsStatus (*tolerances_changed) (gpointer state);
  /* Takes one accepted step from ode->time to @t, at most @t_limit, which is further away than
   * rounding; writes the states to @x, which is not ode->x. @t and @x are undefined unless
   * %LS_OK. */
  LsStatus (*step) (gpointer state, double t_limit, double *t, double x[]);
  /* Optional. Called before interpolate() for a step: evaluations needed only by the
   * interpolation. */
  LsStatus (*prepare) (gpointer state);
  /* Within the last step, from ode->previous_time to ode->time. */
  void (*interpolate) (gpointer state, double t, double x[]);
  /* Optional, all three or none: saves and restores everything that the next steps and
   * interpolate() depend on and that @ode does not contain. Without them restoring is a soft
   * restart. */
  gsize (*get_saved_size) (gpointer state);
  void (*save) (gpointer state, gpointer buffer);
  void (*restore) (gpointer state, gconstpointer buffer);
};

struct LsOde
{
  const LsOdeMethod *method;
  LsOdeProblem problem;
  LsOdeDetails details; /* without the pattern */
  double *nominals;     /* (nullable): n */
  double rtol;
  double *atol;       /* n */
  LsOdeCounts counts; /* updated by the implementation, except steps and restarts; attempts also by
                         ls_ode_try_steps() */
  double time;        /* s */
  double *x;          /* at @time */
  double previous_time;
  double *x_previous;      /* at @previous_time */
  double *x_new;           /* result of a step before its acceptance */
  double *correction;      /* change of @x_new by the projection in the last step */
  gboolean is_corrected;   /* whether @correction belongs to the last step and is not 0 */
  guint n_stalled;         /* steps in a row no longer than the rounding of time */
  gboolean has_step;       /* [@previous_time, @time] can be interpolated */
  double next_step;        /* s; updated by the implementation; 0: unknown */
  gboolean next_is_wanted; /* @next_step was set by the caller since the last step */
  double origin;           /* of the grid of a fixed step, s */
  double max_step;         /* s; infinite: no limit */
  double fixed_step;       /* s */
  gboolean rejecting;
  guint64 max_steps;    /* per call; 0: no limit */
  double *roots;        /* n_roots, at @time */
  gboolean is_at_root;  /* the last step ended at a zero */
  LsOdeTrouble trouble; /* set by the implementation on failure */
  guint trouble_state;
  double trouble_time;
  LsOdeTrouble failed_evaluation; /* of the last evaluation that failed, however long ago */
  guint failed_state;
  double failed_time;
  gpointer state;
};

/* Evaluates and counts the derivatives; a result that is not finite is %LS_RETRY. Records the cause
 * of a failure. */
LsStatus ls_ode_evaluate (LsOde *self, double t, const double x[], double dx[]);

/* First member of the private state of methods whose state can be copied: the parts to copy. A method that
 * neither steps nor interpolates by what an earlier step left has no control, and only work arrays, of which
 * 0 are saved. */
typedef struct
{
  gpointer control; /* (nullable): numbers and flags, without pointers */
  gsize control_size;
  double *arrays; /* freed with the state */
  gsize n_arrays; /* doubles to save, from the first on */
} LsOdeMemory;

/* Implementations of the entries of the same names; ls_ode_memory_free() frees the arrays and the
 * state itself. */
void ls_ode_memory_free (gpointer state);
gsize ls_ode_memory_get_size (gpointer state);
void ls_ode_memory_save (gpointer state, gpointer buffer);
void ls_ode_memory_restore (gpointer state, gconstpointer buffer);

/* Entries that the records of these methods share. */
#define LS_ODE_MEMORY_ENTRIES               \
  .get_saved_size = ls_ode_memory_get_size, \
  .save = ls_ode_memory_save,               \
  .restore = ls_ode_memory_restore

/* Sets ode->next_step if unknown: a first step from ode->time, where the derivatives are @f, for a
 * method of @order, not beyond @t_limit (Hairer, Norsett, Wanner I, II.4). One evaluation.
 * @work: 2 n */
LsStatus
ls_ode_find_first_step (LsOde *self, const double f[], guint order, double t_limit, double work[]);

/* Calls the projection, if any, for the end of a step. @error: estimate, (inout).
 * Returns: as ls_ode_evaluate(); unless %LS_OK, @x may have changed: see ode->is_corrected. */
LsStatus ls_ode_project (LsOde *self, double t, double x[], double error[]);

/* One attempt at a step from ode->time. */
typedef struct
{
  double t;          /* end of the attempt, s */
  double h;          /* s; after a rejected attempt: length of the next one */
  double wanted;     /* s; before the limit reduced it to @h */
  gboolean last;     /* the attempt ends at the limit */
  gboolean accepted; /* after the call: @x holds the states at @t */
} LsOdeAttempt;

/* Performs @attempt with the private @state of a method. Accepts it and chooses the next step
 * (ls_ode_choose_next_step()), or rejects it with a shorter @h.
 * Returns: as ls_ode_evaluate(); on %LS_RETRY the attempt is repeated with a quarter of @h. */
typedef LsStatus (*LsOdeAttemptFunc) (gpointer state, LsOdeAttempt *attempt, double x[]);

/* For step() of methods with error control: makes attempts, starting with ode->next_step, until one
 * is accepted. An attempt ends at @t_limit if its length times @stretch reaches it. %LS_RETRY when
 * the length falls below the rounding of time, or evaluations fail too often in a row. */
LsStatus ls_ode_try_steps (LsOde *self,
                           LsOdeAttemptFunc try_step,
                           gpointer state,
                           double stretch,
                           double t_limit,
                           double *t,
                           double x[]);

/* Counts and records an attempt rejected by its error; @is_start: no step has been accepted
 * in all of them. */
void ls_ode_reject_error (LsOde *self, gboolean is_start);

/* Sets ode->next_step after an accepted @attempt; @h: the length suggested by its error;
 * @after_rejection: no growth. A step shortened to end at the limit does not reduce the next
 * one. */
void ls_ode_choose_next_step (LsOde *self,
                              const LsOdeAttempt *attempt,
                              double h,
                              gboolean after_rejection);

/* Root of the mean square of @error[i] / (atol[i] + rtol max (|x[i]|, |y[i]|)). */
double
ls_ode_get_norm (const LsOde *self, const double error[], const double x[], const double y[]);

/* %LS_RETRY, recorded, where the @error of an attempt is not finite. */
LsStatus ls_ode_check_norm (LsOde *self, double error);

/* Records @trouble at @t; where steps became too small just before a time at which evaluations
 * failed, records that failure instead. Returns: @status. */
LsStatus ls_ode_fail (LsOde *self, LsOdeTrouble trouble, double t, LsStatus status);
