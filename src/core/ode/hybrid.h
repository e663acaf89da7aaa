/* x' = f (t, x) with events: any solver of ode.h with the location of event.h. */
#pragma once

#include "core/base/log.h"
#include "core/ode/event.h"
#include "core/ode/ode.h"

/**
 * LsHybridCauses:
 * @state: indicators have changed their domain; @fired says which (borrowed, else %NULL)
 * @time: the time that the last event told is reached
 * @step: completed() wanted it
 * @external: the caller wanted it: ls_hybrid_interrupt()
 *
 * Why there is an event; all that coincide are handled in one.
 */
typedef struct
{
  gboolean state, time, step, external;
  const gint8 *fired;
} LsHybridCauses;

/**
 * LsHybridOutcome:
 * @states_changed: the states are others now
 * @nominals: (nullable): n, borrowed: new nominals of the states, positive
 * @terminate: the simulation shall end here
 * @next_time: s; infinite for none
 */
typedef struct
{
  gboolean states_changed;
  const double *nominals;
  gboolean terminate;
  double next_time;
} LsHybridOutcome;

typedef struct LsHybrid LsHybrid;

/* The longest step where none is told, s: what a step goes over is not seen. 0, no bound, for
 * methods of fixed step. @span: of the simulation, s */
double ls_hybrid_get_longest_step (const LsOdeMethod *method, double span);

/**
 * LsHybridProblem:
 * @ode: states and their derivatives, with its user data for all that follows; within a step the
 *   derivatives are asked beyond events, so that relations have to be frozen between them
 * @details: (nullable): as in ls_ode_new_full(); its project() also for the states at an event,
 * which are interpolated, and after ls_hybrid_interrupt(), there with an error of %NULL
 * @n_indicators: may be 0
 * @indicators: mandatory with indicators
 * @completed: (nullable): a step, shortened to its first event, has been accepted and ends at @t
 *   with @x; @event: (out): whether an event is wanted there
 * @event: mandatory: handles an event at @t; @x: (inout). Iterates until nothing more changes
 * @observe: (nullable): before completed(); ls_hybrid_interpolate() works in [@from, @to]
 * @get_state_name: (nullable): for messages
 *
 * All give %LS_RETRY when a smaller step may help (event() must not).
 */
typedef struct
{
  LsOdeProblem ode;
  const LsOdeDetails *details;
  guint n_indicators;
  LsStatus (*indicators) (double t, const double x[], double z[], gpointer user_data);
  LsStatus (*completed) (
      double t, const double x[], gboolean *event, gboolean *terminate, gpointer user_data);
  LsStatus (*event) (double t,
                     const LsHybridCauses *causes,
                     double x[],
                     LsHybridOutcome *outcome,
                     gpointer user_data);
  LsStatus (*observe) (LsHybrid *hybrid, double from, double to, gpointer user_data);
  const char *(*get_state_name) (guint state, gpointer user_data);
} LsHybridProblem;

/**
 * LsHybridSettings:
 * @rtol: relative tolerance
 * @atol: absolute tolerance as a part of the nominals; 0 for 0.01 @rtol (FMI 2.0, 3.2.2)
 * @max_step: s, 0 for no bound
 * @fixed_step: s, for methods of fixed step; 0: what they have
 * @soft_events: step events that move no state by more than this part of its nominal keep step
 *   size and history of the solver; 0: none
 * @span: length of the simulation, s: what counts as no progress in time is a part of it
 * @solver_locates: events are where the root finding of the solver itself says, for comparison; it
 *   has to have one (ls_ode_method_finds_roots()). Where a domain has changed in a step that ends
 *   at no zero, as when an indicator reaches zero and stays there, the event is at its end.
 *   Without states our own is taken
 */
typedef struct
{
  double rtol, atol;
  double max_step, fixed_step;
  double soft_events;
  double span;
  gboolean solver_locates;
} LsHybridSettings;

/**
 * LsHybridCounts:
 * @ode: of the solver
 * @indicators: evaluations of the indicators
 * @state_events, @time_events, @step_events, @external_events: by cause; coinciding ones count in
 *   each
 * @events: together
 * @void_events: state events after which nothing was different
 */
typedef struct
{
  LsOdeCounts ode;
  guint64 indicators;
  guint64 events, state_events, time_events, step_events, external_events, void_events;
} LsHybridCounts;

/**
 * ls_hybrid_new:
 * @problem: copied
 * @nominals: of the states, n, positive; copied
 * @log, @name: where messages go, and who they are about
 *
 * Returns: (transfer full): %NULL with %LS_ERROR_ARGUMENT.
 */
LsHybrid *ls_hybrid_new (const LsOdeMethod *method,
                         const LsHybridProblem *problem,
                         const LsHybridSettings *settings,
                         const double nominals[],
                         LsLog *log,
                         const char *name,
                         GError **error);
void ls_hybrid_free (LsHybrid *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsHybrid, ls_hybrid_free)

/**
 * ls_hybrid_start:
 * @next_time: of the next time event, s; infinite for none
 *
 * Starts at @t with @x, after an event iteration there.
 */
LsStatus ls_hybrid_start (LsHybrid *self, double t, const double x[], double next_time);

/**
 * ls_hybrid_advance:
 * @t_end: s
 *
 * Goes to @t_end, or less far when it is terminated: ls_hybrid_is_terminated(). An event at
 * @t_end itself is handled. On %LS_RETRY and %LS_STOP the log says why; events up to the time
 * reached have been handled, so that going back needs ls_hybrid_restore().
 */
LsStatus ls_hybrid_advance (LsHybrid *self, double t_end);

/**
 * ls_hybrid_interrupt:
 * @event: whether to have an event; %FALSE: only the derivatives may have changed
 *
 * Something from outside has changed at the time reached. Indicators that have changed their
 * domain by it make an event in any case.
 */
LsStatus ls_hybrid_interrupt (LsHybrid *self, gboolean event);

/* The same at @t to come, s, together with what else happens there; infinite for none. */
void ls_hybrid_announce (LsHybrid *self, double t);

/* In the step just taken, for observe(). */
LsStatus ls_hybrid_interpolate (LsHybrid *self, double t, double x[]);
double ls_hybrid_get_time (const LsHybrid *self);
/* n, borrowed, at the time reached. */
const double *ls_hybrid_get_states (const LsHybrid *self);
double ls_hybrid_get_next_time (const LsHybrid *self);
gboolean ls_hybrid_is_terminated (const LsHybrid *self);
void ls_hybrid_get_counts (const LsHybrid *self, LsHybridCounts *counts);
/* Events handled so far: differs when there was one in between. */
guint64 ls_hybrid_get_n_events (const LsHybrid *self);

/* One saved point, without what the problem itself has to bring back. */
void ls_hybrid_save (LsHybrid *self);
LsStatus ls_hybrid_restore (LsHybrid *self);
