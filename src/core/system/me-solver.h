/* One FMU of Model Exchange with a solver: what FMI 2.0, section 3.2, asks of who integrates. */
#pragma once

#include "core/fmi/instance.h"
#include "core/ode/projection.h"
#include "core/system/solver.h"

typedef struct LsMeSolver LsMeSolver;

/* A quantised state has begun anew. */
typedef struct
{
  double time; /* s */
  guint state;
} LsFired;

/**
 * LsMeSolverUser:
 * @n_inputs, @input_refs: the continuous Real inputs to be set; borrowed
 * @get_inputs: (nullable): their values at @t, s, in the present step, also a little after it
 * @set_discrete: (nullable): in the event mode of an interruption: sets all that may only be set
 *   there, and from then on @get_inputs gives the values after it
 * @at_event: (nullable): the FMU can be read, before (@after is %FALSE) and after an event
 * @observe: (nullable): after each step up to an event; ls_me_solver_place() works in [@from, @to]
 *
 * What the owner of an exchange does for it; all are called by ls_me_solver_advance() and
 * ls_me_solver_interrupt().
 */
typedef struct
{
  guint n_inputs;
  const guint32 *input_refs;
  void (*get_inputs) (double t, double u[], gpointer user_data);
  LsStatus (*set_discrete) (double t, gpointer user_data);
  LsStatus (*at_event) (double t, gboolean after, gpointer user_data);
  LsStatus (*observe) (double from, double to, gpointer user_data);
  gpointer user_data;
} LsMeSolverUser;

/**
 * ls_me_solver_new:
 * @instance: of Model Exchange, just out of initialisation mode; borrowed
 * @stop_time: s
 *
 * Iterates the first event, enters continuous-time mode and starts the solver.
 *
 * Returns: (transfer full): %NULL with an error naming the component.
 */
LsMeSolver *ls_me_solver_new (LsInstance *instance,
                              const LsSolver *solver,
                              const LsMeSolverUser *user,
                              double stop_time,
                              LsLog *log,
                              GError **error);
void ls_me_solver_free (LsMeSolver *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsMeSolver, ls_me_solver_free)

/* To @t_end, s, exactly, or as far as the FMU wants to go: ls_me_solver_is_terminated(). The
 * instance is there then. On failure the log says why; to be restored before it goes on. */
LsStatus ls_me_solver_advance (LsMeSolver *self, double t_end);
/* The inputs are others from the time reached on; with @event in an event, else only where they
 * move an event indicator to its other domain. */
LsStatus ls_me_solver_interrupt (LsMeSolver *self, gboolean event);
/* With the inputs of now, states that are kept to constraints: to where these hold, if that is
 * further than a tenth of the tolerance. @moved: (out): whether it was; %LS_STOP when they cannot
 * be met, the log says why. */
LsStatus ls_me_solver_project (LsMeSolver *self, gboolean *moved);
/* The same, with an event, at @t to come, s, in one with what else happens there. */
void ls_me_solver_announce (LsMeSolver *self, double t);
/* Brings the instance to @t within the step just taken, for observe(). */
LsStatus ls_me_solver_place (LsMeSolver *self, double t);
/* Brings the instance back to the time reached, after whatever it was asked elsewhere. */
LsStatus ls_me_solver_return (LsMeSolver *self);

double ls_me_solver_get_time (const LsMeSolver *self);
/* At the time reached, borrowed. */
const double *ls_me_solver_get_states (const LsMeSolver *self);
gboolean ls_me_solver_is_terminated (const LsMeSolver *self);
/* Next time event, s; infinite for none. */
double ls_me_solver_get_next_time (const LsMeSolver *self);
void ls_me_solver_get_counts (const LsMeSolver *self, LsHybridCounts *counts);
guint64 ls_me_solver_get_n_events (const LsMeSolver *self);
/* From here on events of quantised states are noted, whose list is for the caller to empty.
 * Returns: (nullable): element-type LsFired: borrowed; %NULL where there are no such states */
GArray *ls_me_solver_note_fired (LsMeSolver *self);
/* Returns: whether the states are kept to constraints of the FMU. */
gboolean ls_me_solver_get_projections (const LsMeSolver *self, LsProjectionCounts *counts);

/* One saved point. An FMU that cannot save its state is brought back by its states, which
 * does for it unless there was an event in between: then %LS_STOP, and the log says so.
 * @expected and ls_me_solver_forget_saved() are as those of systems. */
LsStatus ls_me_solver_save (LsMeSolver *self, gboolean expected);
void     ls_me_solver_forget_saved (LsMeSolver *self);
LsStatus ls_me_solver_restore (LsMeSolver *self);
