/* Model Exchange FMU and its solver (FMI 2.0, 3.2). */
#pragma once

#include "core/fmi/instance.h"
#include "core/ode/projection.h"
#include "core/system/solver.h"

typedef struct LsMeSolver LsMeSolver;

/* A requantisation of a state. */
typedef struct
{
  double time; /* s */
  guint state;
} LsFired;

/**
 * LsMeSolverUser:
 * @n_inputs, @input_refs: the continuous Real inputs to be set; borrowed
 * @get_inputs: (nullable): their values at @t, s, in the current step or slightly after it
 * @set_discrete: (nullable): called in the event mode of an interruption: sets inputs that may only
 *   be set there; after it @get_inputs returns the values after the event
 * @at_event: (nullable): called before (@after is %FALSE) and after an event, when the FMU can be
 *   read
 * @observe: (nullable): called after each step, up to an event; ls_me_solver_place() is valid in
 *   [@from, @to]
 *
 * Callbacks of the owner, called by ls_me_solver_advance() and ls_me_solver_interrupt().
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
 * @instance: a Model Exchange instance that has just left initialisation mode; borrowed
 * @stop_time: s
 *
 * Iterates the first event, enters continuous-time mode and starts the solver.
 *
 * Returns: (transfer full): the solver, or %NULL with an error that names the component.
 */
LsMeSolver *ls_me_solver_new (LsInstance *instance,
                              const LsSolver *solver,
                              const LsMeSolverUser *user,
                              double stop_time,
                              LsLog *log,
                              GError **error);
void ls_me_solver_free (LsMeSolver *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsMeSolver, ls_me_solver_free)

/* Integrates to exactly @t_end, s, or stops earlier when the FMU terminates:
 * ls_me_solver_is_terminated(). The instance is at the time reached. On failure the log gives the
 * reason, and the solver must be restored before it continues. */
LsStatus ls_me_solver_advance (LsMeSolver *self, double t_end);
/* Call after a change of inputs at the time reached. @event: raise an event; otherwise only a
 * resulting domain change of an event indicator raises one. */
LsStatus ls_me_solver_interrupt (LsMeSolver *self, gboolean event);
/* Before a step: whether inputs are @held over it at values that are not those of its times, such as a mean. Where
 * constraints depend on them, states that are projected with these values are late or early: they are
 * projected at events and by ls_me_solver_project() alone. */
void ls_me_solver_hold (LsMeSolver *self, gboolean held);
/* Projects states onto constraints with the current inputs, if they are further away than a tenth
 * of the tolerance. @moved: (out): whether the states have changed; %LS_STOP on failure, with the
 * reason in the log. */
LsStatus ls_me_solver_project (LsMeSolver *self, gboolean *moved);
/* ls_me_solver_interrupt() with an event at the future time @t, s, together with whatever else occurs
 * there. */
void ls_me_solver_announce (LsMeSolver *self, double t);
/* Sets the instance to @t within the step just taken, for observe(). */
LsStatus ls_me_solver_place (LsMeSolver *self, double t);
/* Sets the instance to the time reached, after evaluations elsewhere. */
LsStatus ls_me_solver_return (LsMeSolver *self);

double ls_me_solver_get_time (const LsMeSolver *self);
/* States at the time reached, borrowed. */
const double *ls_me_solver_get_states (const LsMeSolver *self);
gboolean ls_me_solver_is_terminated (const LsMeSolver *self);
/* Next time event, s; infinite for none. */
double ls_me_solver_get_next_time (const LsMeSolver *self);
void ls_me_solver_get_counts (const LsMeSolver *self, LsHybridCounts *counts);
guint64 ls_me_solver_get_n_events (const LsMeSolver *self);
/* Starts recording requantisations of quantised states; the caller must empty the list.
 * Returns: (nullable): element-type LsFired: borrowed; %NULL without quantised states */
GArray *ls_me_solver_note_fired (LsMeSolver *self);
/* Returns: whether the states are projected onto constraints of the FMU. */
gboolean ls_me_solver_get_projections (const LsMeSolver *self, LsProjectionCounts *counts);

/* Saves one point. An FMU that cannot save its state is restored by its states, which is sufficient
 * unless there was an event in between: then %LS_STOP, with a message in the log. @expected and
 * ls_me_solver_forget_saved() are as for systems. */
LsStatus ls_me_solver_save (LsMeSolver *self, gboolean expected);
void     ls_me_solver_forget_saved (LsMeSolver *self);
LsStatus ls_me_solver_restore (LsMeSolver *self);

/* Returns: (transfer full) (nullable): why the present point cannot be passed to another solver of the
 * same component, a clause. */
char *ls_me_solver_explain_serialization (const LsMeSolver *self);
/* Appends it to @bytes: instance and solver. %FALSE with an error. */
gboolean ls_me_solver_serialize (LsMeSolver *self, GByteArray *bytes, GError **error);
/* @bytes: @size of them, of another solver of the same component and settings: from there on its steps
 * are bitwise the same. %FALSE with an error: @self is then unusable. */
gboolean ls_me_solver_deserialize (LsMeSolver *self, const guint8 *bytes, gsize size, GError **error);
