/* Internals of a Model Exchange FMU and its solver, which takes steps or quantises the states. */
#pragma once

#include "core/system/me-solver.h"
#include "core/system/projector.h"

/* Quantised states, with the interface of LsHybrid. */
typedef struct LsSchedule LsSchedule;

struct LsMeSolver
{
  LsInstance *instance; /* borrowed */
  LsMeSolverUser user;
  LsLog *log;
  LsHybrid *hybrid;     /* (nullable): either this or @schedule */
  LsSchedule *schedule; /* (nullable) */
  LsProjector *projector;     /* (nullable) */
  guint n;
  guint32 *state_refs, *derivative_refs; /* n */
  double *nominals;                      /* n */
  double *x;                             /* n */
  double *u;                             /* user.n_inputs */
  gboolean holds;                        /* ls_me_solver_hold() */
  gboolean can_save;
  gboolean may_return; /* to the saved point */
  LsSavedState *saved;
  guint64 saved_events;
};

/* me-solver-event.c; the user data are the LsMeSolver. */
LsStatus ls_me_solver_go_to (LsMeSolver *self, double t, const double x[]);
/* After an event the constraints may be others, and the states may violate them. */
LsStatus ls_me_solver_settle (LsMeSolver *self, double t, double x[], gboolean *states_changed);
/* As in LsHybridProblem. */
LsStatus ls_me_solver_derive (double t, const double x[], double dx[], gpointer user_data);
LsStatus ls_me_solver_handle_event (double t,
                                    const LsHybridCauses *causes,
                                    double x[],
                                    LsHybridOutcome *outcome,
                                    gpointer user_data);
const char *ls_me_solver_get_state_name (guint state, gpointer user_data);
gboolean ls_me_solver_list_pattern (const LsMeSolver *self, GArray *rows, GArray *columns);

/* me-solver-schedule.c; like the functions of LsHybrid of the same names. */
LsSchedule *
ls_schedule_new (LsMeSolver *owner, const LsSolver *solver, double stop_time, GError **error);
void ls_schedule_free (LsSchedule *self);
LsStatus ls_schedule_start (LsSchedule *self, double t, const double x[], double next_time);
LsStatus ls_schedule_advance (LsSchedule *self, double t_end);
LsStatus ls_schedule_interrupt (LsSchedule *self, gboolean event);
void ls_schedule_announce (LsSchedule *self, double t);
void ls_schedule_interpolate (const LsSchedule *self, double t, double x[]);
double ls_schedule_get_time (const LsSchedule *self);
const double *ls_schedule_get_states (const LsSchedule *self);
double ls_schedule_get_next_time (const LsSchedule *self);
gboolean ls_schedule_is_terminated (const LsSchedule *self);
/* Returns: as ls_me_solver_note_fired(). ls_schedule_get_counts() counts requantisations as
 * steps. */
GArray *ls_schedule_note_fired (LsSchedule *self);
void ls_schedule_get_counts (const LsSchedule *self, LsHybridCounts *counts);
guint64 ls_schedule_get_n_events (const LsSchedule *self);
void ls_schedule_save (LsSchedule *self);
LsStatus ls_schedule_restore (LsSchedule *self);
