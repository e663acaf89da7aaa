/* For implementers of ODE solvers: one const record per method. */
#pragma once

#include "core/ode/ode.h"

/* A step below this part of the time gets nowhere; so many in a row are %LS_RETRY. */
#define LS_ODE_STALL 1e-15
#define LS_ODE_MAX_STALLED 50u
/* Attempts in a row that an evaluation refused, each a quarter of the one before. */
#define LS_ODE_MAX_REFUSED 10u

/* All entries are mandatory unless said otherwise. They are called with at least one state. */
struct LsOdeMethod
{
  const char *id;   /* "cvode-bdf": stable */
  const char *name; /* N_(): for people */
  gboolean implicit, fixed_step, one_step;
  gboolean projects;    /* LsOdeDetails.project is of use */
  gboolean finds_roots; /* LsOdeDetails.roots is: keeps ode->roots and ode->is_at_root */
  guint order, dense_order;
  double least_rtol;
  /* Returns: (nullable): the private state; %NULL when memory is out. @self is complete but for
   * it. */
  gpointer (*create) (LsOde *self);
  void (*destroy) (gpointer state);
  /* Goes on at ode->time with ode->x. @soft as in ls_ode_restart(). */
  LsStatus (*restart) (gpointer state, gboolean soft);
  /* Optional: new tolerances are in @ode. */
  LsStatus (*tolerances_changed) (gpointer state);
  /* One accepted step from ode->time to @t at most @t_limit, which is further away than
   * rounding; writes the states to @x, which is not ode->x. Both are undefined but on %LS_OK. */
  LsStatus (*step) (gpointer state, double t_limit, double *t, double x[]);
  /* Optional: before interpolate() in a step: what that needs and the step itself does not. */
  LsStatus (*prepare) (gpointer state);
  /* In the last step, from ode->previous_time to ode->time. */
  void (*interpolate) (gpointer state, double t, double x[]);
  /* Optional, all three or none: all that the next steps depend on and @ode does not hold. None:
   * restored by a soft restart. */
  gsize (*get_saved_size) (gpointer state);
  void (*save) (gpointer state, gpointer buffer);
  void (*restore) (gpointer state, gconstpointer buffer);
};

struct LsOde
{
  const LsOdeMethod *method;
  LsOdeProblem problem;
  LsOdeDetails details; /* without pattern */
  double *nominals;     /* (nullable): n */
  double rtol;
  double *atol;       /* n */
  LsOdeCounts counts; /* kept by the implementation, but for steps, attempts and restarts */
  double time;        /* s */
  double *x;          /* at @time */
  double previous_time;
  double *x_previous;      /* at @previous_time */
  double *x_new;           /* what a step gives, before it is taken */
  double *correction;      /* what the projection moved @x_new by in the last step */
  gboolean is_corrected;   /* whether @correction is of the last step, and not 0 */
  guint n_stalled;         /* steps in a row that were no longer than rounding of time */
  gboolean has_step;       /* @previous_time to @time can be interpolated in */
  double next_step;        /* s; kept by the implementation, 0: to be found */
  gboolean next_is_wanted; /* @next_step was set from outside since the last step */
  double origin;           /* of the grid of a fixed step, s */
  double max_step;         /* s; infinite: no bound */
  double fixed_step;       /* s */
  gboolean rejecting;
  gboolean is_stiff;    /* noticed by an explicit method */
  guint64 max_steps;    /* per call; 0: no bound */
  double *roots;        /* n_roots, at @time */
  gboolean is_at_root;  /* the last step ended at a zero */
  LsOdeTrouble trouble; /* kept by the implementation when it gives up */
  guint trouble_state;
  double trouble_time;
  LsOdeTrouble refusal; /* of the last evaluation that failed, however long ago */
  guint refusal_state;
  double refusal_time;
  gpointer state;
};

extern const LsOdeMethod ls_ode_cvode_adams;
extern const LsOdeMethod ls_ode_cvode_bdf;
extern const LsOdeMethod ls_ode_dop853;
extern const LsOdeMethod ls_ode_dopri5;
extern const LsOdeMethod ls_ode_explicit_euler;
extern const LsOdeMethod ls_ode_fehlberg78;
extern const LsOdeMethod ls_ode_implicit_euler;
extern const LsOdeMethod ls_ode_radau5;
extern const LsOdeMethod ls_ode_rk34;
extern const LsOdeMethod ls_ode_rodas;

/* The derivatives, counted; a result that is not finite is %LS_RETRY. Says what went wrong. */
LsStatus ls_ode_evaluate (LsOde *self, double t, const double x[], double dx[]);

/* First member of the private state of methods that can be copied: what of it is copied. */
typedef struct
{
  gpointer control; /* numbers and flags, without pointers */
  gsize control_size;
  double *arrays;
  gsize n_arrays; /* doubles */
} LsOdeKept;

/* For the entries of these names; ls_ode_kept_free() frees the arrays and the state itself. */
void ls_ode_kept_free (gpointer state);
gsize ls_ode_kept_get_size (gpointer state);
void ls_ode_kept_save (gpointer state, gpointer buffer);
void ls_ode_kept_restore (gpointer state, gconstpointer buffer);

/* Where ode->next_step is not known: a first step from ode->time, where the derivatives are @f, for
 * a method of @order, not beyond @t_limit (Hairer, Norsett, Wanner I, II.4). One evaluation.
 * @work: 2 n */
LsStatus
ls_ode_find_first_step (LsOde *self, const double f[], guint order, double t_limit, double work[]);

/* Calls the projection for the end of a step, if there is one. @error: estimate, (inout).
 * Returns: as ls_ode_evaluate(); then @x may have changed: see ode->is_corrected. */
LsStatus ls_ode_project (LsOde *self, double t, double x[], double error[]);

/* One attempt at a step from ode->time. */
typedef struct
{
  double t;          /* its end, s */
  double h;          /* s; of an attempt that was not good enough, then: that of the next one */
  double wanted;     /* s; before the limit cut it to @h */
  gboolean last;     /* the step ends at the limit */
  gboolean accepted; /* after the call: @x holds the states at @t */
} LsOdeAttempt;

/* Makes @attempt with the private @state of a method. Accepts it and chooses the next step
 * (ls_ode_choose_next_step()), or rejects it with a shorter @h. Returns: as ls_ode_evaluate(); then
 * it is made again with a quarter of @h. */
typedef LsStatus (*LsOdeAttemptFunc) (gpointer state, LsOdeAttempt *attempt, double x[]);

/* For step() of methods with error control: attempts, from ode->next_step on, until one is
 * accepted; it ends at @t_limit if its length times @stretch gets there. %LS_RETRY when the length
 * cannot be told from nothing any more, or evaluations refused too often in a row. */
LsStatus ls_ode_try_steps (LsOde *self,
                           LsOdeAttemptFunc try_step,
                           gpointer state,
                           double stretch,
                           double t_limit,
                           double *t,
                           double x[]);

/* Counts and notes that the error of an attempt was too great; @is_start: no step was accepted
 * before. */
void ls_ode_reject_error (LsOde *self, gboolean is_start);

/* Sets ode->next_step after an accepted @attempt; @h: what its error suggests; @after_rejection: no
 * growth. A step cut short says little about how long the next one may be. */
void ls_ode_choose_next_step (LsOde *self,
                              const LsOdeAttempt *attempt,
                              double h,
                              gboolean after_rejection);

/* Root of the mean square of @error[i] / (atol[i] + rtol max (|x[i]|, |y[i]|)). */
double
ls_ode_get_norm (const LsOde *self, const double error[], const double x[], const double y[]);

/* %LS_RETRY, noted, where the @error of an attempt is no number. */
LsStatus ls_ode_check_norm (LsOde *self, double error);

/* Notes @trouble at @t; where steps became too small in front of a place that evaluations refused,
 * notes that instead. Returns: @status. */
LsStatus ls_ode_fail (LsOde *self, LsOdeTrouble trouble, double t, LsStatus status);
