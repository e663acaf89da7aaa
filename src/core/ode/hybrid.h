/* x' = f (t, x) with events: combines any solver of ode.h with the event location of event.h. */
#pragma once

#include "core/base/log.h"
#include "core/base/state-memory.h"
#include "core/ode/event.h"
#include "core/ode/ode.h"

/**
 * LsHybridCauses:
 * @state: indicators have changed their domain; @fired: which, see ls_event_locator_get_fired()
 *   (borrowed, else %NULL)
 * @time: the next event time of the last event is reached
 * @step: requested by completed()
 * @external: requested by the caller: ls_hybrid_interrupt(), ls_hybrid_announce()
 *
 * Causes of an event; coinciding ones are handled as one event.
 */
typedef struct
{
  gboolean state, time, step, external;
  const gint8 *fired;
} LsHybridCauses;

/**
 * LsHybridOutcome:
 * @states_changed: the event has changed the states
 * @nominals: (nullable): n, borrowed: new nominals of the states, positive
 * @terminate: the simulation ends here
 * @next_time: time of the next time event, s; infinite for none
 */
typedef struct
{
  gboolean states_changed;
  const double *nominals;
  gboolean terminate;
  double next_time;
} LsHybridOutcome;

typedef struct LsHybrid LsHybrid;

/* Default maximum step, s: events within a step can be missed. 0, no limit, for methods of fixed
 * step. @span: simulated time span, s */
double ls_hybrid_get_longest_step (const LsOdeMethod *method, double span);

/**
 * LsHybridProblem:
 * @ode: states and their derivatives; its user data are passed to all callbacks below. Within a
 *   step the derivatives are evaluated beyond events, so relations must stay frozen between events
 * @details: (nullable): as in ls_ode_new_full(); its project() is also called for the interpolated
 *   states at an event and in ls_hybrid_interrupt(), both with an error of %NULL
 * @n_indicators: may be 0
 * @indicators: mandatory with indicators
 * @completed: (nullable): called when a step, cut at its first event, has been accepted and ends at
 *   @t with @x; @event: (out): whether to raise an event there
 * @event: mandatory: handles an event at @t, including the event iteration; @x: (inout)
 * @observe: (nullable): called before completed(); ls_hybrid_interpolate() is valid in [@from, @to]
 * @get_state_name: (nullable): for messages
 *
 * All return %LS_RETRY when a smaller step may help (event() must not).
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
 * @atol: absolute tolerance relative to the nominals; 0: 0.01 @rtol (FMI 2.0, 3.2.2)
 * @max_step: s; 0: no limit
 * @fixed_step: s, for methods of fixed step; 0: their default
 * @soft_events: a step event that changes no state by more than this, relative to its nominal,
 *   keeps step size and history of the solver; 0: only if no state changes
 * @span: simulated time span, s; scales the detection of chattering and of missing progress in time
 * @solver_locates: use the root finding of the solver instead of LsEventLocator, for comparison;
 *   needs ls_ode_method_finds_roots(). If a domain changes in a step without a located root, as
 *   when an indicator reaches zero and stays there, the event is at the end of the step. Ignored
 *   without states
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
 * @ode: counts of the solver
 * @indicators: evaluations of the indicators
 * @state_events, @time_events, @step_events, @external_events: by cause; an event counts once for
 *   each of its causes
 * @events: total
 * @void_events: state events that changed nothing
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
 * @log, @name: destination of messages, and their subject
 *
 * Returns: (transfer full): the system, or %NULL with %LS_ERROR_ARGUMENT.
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
 * @next_time: time of the next time event, s; infinite for none
 *
 * Starts at @t with @x, after an event iteration there.
 */
LsStatus ls_hybrid_start (LsHybrid *self, double t, const double x[], double next_time);

/**
 * ls_hybrid_advance:
 * @t_end: s
 *
 * Integrates to @t_end, or stops earlier when the problem terminates: ls_hybrid_is_terminated(). An
 * event at @t_end itself is handled. The log gives the reason for %LS_RETRY and %LS_STOP; events up
 * to the time reached have been handled, so rollback needs ls_hybrid_restore().
 */
LsStatus ls_hybrid_advance (LsHybrid *self, double t_end);

/**
 * ls_hybrid_interrupt:
 * @event: whether to raise an event; %FALSE: only the derivatives may have changed
 *
 * Call after an external change, such as of inputs, at the time reached. A resulting domain change
 * of an indicator raises an event in any case.
 */
LsStatus ls_hybrid_interrupt (LsHybrid *self, gboolean event);

/* Raises an external event at the future time @t, s, together with whatever else occurs there;
 * infinite for none. */
void ls_hybrid_announce (LsHybrid *self, double t);

/* States within the step just taken, for observe(). */
LsStatus ls_hybrid_interpolate (LsHybrid *self, double t, double x[]);
double ls_hybrid_get_time (const LsHybrid *self);
/* n, borrowed, at the time reached. */
const double *ls_hybrid_get_states (const LsHybrid *self);
double ls_hybrid_get_next_time (const LsHybrid *self);
gboolean ls_hybrid_is_terminated (const LsHybrid *self);
void ls_hybrid_get_counts (const LsHybrid *self, LsHybridCounts *counts);
/* Events handled so far: a change indicates an event since the last call. */
guint64 ls_hybrid_get_n_events (const LsHybrid *self);

/* Saves one point. The problem restores its own state. */
void ls_hybrid_save (LsHybrid *self);
LsStatus ls_hybrid_restore (LsHybrid *self);

/* Whether everything that the next steps depend on can be copied: not what CVODE remembers. */
gboolean ls_hybrid_can_serialize (const LsHybrid *self);
/* Appends it to @bytes, ls_hybrid_get_serial_size() of them. */
void ls_hybrid_serialize (LsHybrid *self, GByteArray *bytes);
gsize ls_hybrid_get_serial_size (LsHybrid *self);
/**
 * ls_hybrid_deserialize:
 * @bytes: (inout): of a hybrid of the same problem and settings; moved on by their size
 *
 * Of a hybrid that was started. The steps that follow are bitwise those that would have followed
 * there. The problem restores its own state.
 */
LsStatus ls_hybrid_deserialize (LsHybrid *self, const guint8 **bytes);
