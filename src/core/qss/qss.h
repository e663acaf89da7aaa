/* Quantised state solvers: every state goes from one of its own events to the next, with the
 * polynomial that it has, and tells those only that depend on it. */
#pragma once

#include "core/base/log.h"
#include "core/base/status.h"

/* Which one: "qss1", "qss2", "qss3", "liqss1", "liqss2", "liqss3". */
typedef struct LsQssMethod LsQssMethod;

guint ls_qss_method_get_n (void);
const LsQssMethod *ls_qss_method_get (guint index);
/* Returns: (nullable): the one called @id. */
const LsQssMethod *ls_qss_method_find (const char *id);
const char *ls_qss_method_get_id (const LsQssMethod *method);
/* For people, translated. */
const char *ls_qss_method_get_name (const LsQssMethod *method);
guint ls_qss_method_get_order (const LsQssMethod *method);
gboolean ls_qss_method_is_linear_implicit (const LsQssMethod *method);

/**
 * LsQssUnit:
 * @n_indicators: event indicators that are computed together; may be 0
 * @states, @n_states: (nullable): the states that they depend on; %NULL with 0: on none
 * @watched: whether they may change by themselves, by time or inputs: they are looked at now and
 *   then even if no state moves
 */
typedef struct
{
  guint n_indicators;
  const guint *states;
  guint n_states;
  gboolean watched;
} LsQssUnit;

/* What the event handler is told, and answers, about a unit. */
typedef enum
{
  LS_QSS_UNIT_QUIET,
  LS_QSS_UNIT_FIRED,   /* in: indicators have changed their domain */
  LS_QSS_UNIT_HANDLED, /* out: its domains are those of now */
  LS_QSS_UNIT_STIRRED  /* out: its indicators may be others; a change of domain is still an event */
} LsQssUnitMark;

/**
 * LsQssEvent:
 * @time_event: the time told last is reached
 * @external: ls_qss_interrupt() or ls_qss_announce() wants it
 * @units: (inout): one mark for each unit
 * @moved: (out): one for each state, all 0 before: not 0 where the state or its derivative may have
 *   jumped
 * @varies: (inout): n: as in LsQssProblem, from now on
 * @watched: (inout): one for each unit: as in LsQssUnit, from now on
 * @next_time: (out): of the next time event, s; infinite for none
 * @terminate: (out): the simulation ends here
 */
typedef struct
{
  gboolean time_event, external;
  guint8 *units;
  guint8 *moved;
  guint8 *varies, *watched;
  double next_time;
  gboolean terminate;
} LsQssEvent;

/**
 * LsQssProblem:
 * @n: number of states
 * @n_entries, @rows, @columns: (nullable): the derivative of state rows[k] may depend on state
 *   columns[k]; %NULL: each on all
 * @varies: (nullable): n; not 0 where the derivative may change by itself, by time or inputs;
 * %NULL: all may
 * @derivatives: @wanted (@n_wanted, increasing) at @t with states @q; of @q, n, those only hold
 *   values of @t that the wanted ones depend on, others older ones; @dx: (out): n_wanted
 * @rates: (nullable): how @derivatives change when states change by @dq per second; asked for those
 *   only that do not vary by themselves; @ddx: (out): n_wanted. Else, and where it is %NULL, found
 * by differences along the trajectories, at the price of more evaluations
 * @indicators: mandatory with units: of unit @unit with @x, of which those states hold values that
 *   it depends on
 * @event: mandatory: handles an event at @t; @x: (inout): n, all of them
 * @requantised: (nullable): is told which states have got a new quantised trajectory
 * @get_state_name: (nullable): for messages
 */
typedef struct
{
  guint n;
  guint n_entries;
  const guint *rows, *columns;
  const guint8 *varies;
  LsStatus (*derivatives) (double t,
                           const double q[],
                           const guint wanted[],
                           guint n_wanted,
                           double dx[],
                           gpointer user_data);
  LsStatus (*rates) (double t,
                     const double q[],
                     const double dq[],
                     const guint wanted[],
                     guint n_wanted,
                     double ddx[],
                     gpointer user_data);
  guint n_units;
  const LsQssUnit *units;
  LsStatus (*indicators) (guint unit, double t, const double x[], double z[], gpointer user_data);
  LsStatus (*event) (double t, double x[], LsQssEvent *event, gpointer user_data);
  void (*requantised) (double t, const guint states[], guint n_states, gpointer user_data);
  const char *(*get_state_name) (guint state, gpointer user_data);
  gpointer user_data;
} LsQssProblem;

/**
 * LsQssSettings:
 * @relative: quantum as a part of the value of the state
 * @absolute: (nullable): least quantum of each state, in its unit, n, positive; copied
 * @max_step: s, longest time between two events of a state; 0: no bound
 * @varying_step: s, the same for states and indicators that vary by time or inputs, where there is
 *   no @max_step: nothing else tells of what happens in between; 0: no bound
 * @pass_limit: passes at one time before steps get a least length; a hundred times as many without
 *   progress end the simulation; 0: 20
 * @span: length of the simulation, s, positive: what counts as no progress is a part of it
 */
typedef struct
{
  double relative;
  const double *absolute;
  double max_step, varying_step;
  guint pass_limit;
  double span;
} LsQssSettings;

/* The longest time without a look at what varies, where none is told, s. */
double ls_qss_get_longest_step (double span);

/**
 * ls_qss_get_probe_time:
 * @t, @end: s
 * @span: of the simulation, s
 *
 * Where to look for whether something that is smooth between events changes with time alone from
 * @t to @end: some times near to @t, and then no two that are farther from each other than
 * ls_qss_get_longest_step().
 *
 * Returns: the one of @index, from 0 on; %NAN: there are no more.
 */
double ls_qss_get_probe_time (double t, double end, double span, guint index);

/**
 * LsQssCounts:
 * @requantisations: of all states
 * @passes: groups of simultaneous ones
 * @updates: of states that others have told
 * @derivatives, @rates, @indicators: calls
 * @wanted: derivatives asked for in them
 * @state_events, @time_events, @external_events, @events: as in LsHybridCounts
 * @late_events: crossings that no trajectory has foretold
 * @relaxed: steps that were given a least length
 */
typedef struct
{
  guint64 requantisations, passes, updates;
  guint64 derivatives, rates, indicators, wanted;
  guint64 state_events, time_events, external_events, events, late_events;
  guint64 relaxed;
} LsQssCounts;

/**
 * LsQss:
 *
 * States x go by polynomials of the order of the method; what others see of a state is its
 * quantised trajectory q of one degree less. Where both differ by the quantum q begins anew
 * (requantisation), and the derivatives of those that depend on it are found anew: by
 * derivatives, second ones by rates(), third ones by a difference. All that happens at one time is
 * done in stages (values, first, second, third derivatives), so that no order of the states
 * matters. LIQSS choose q on the side that x goes to (Migoni, Kofman, Bortolotto, Cellier 2013).
 */
typedef struct LsQss LsQss;

/* Returns: (transfer full): %NULL with %LS_ERROR_ARGUMENT, naming the state. @problem is copied,
 * the lists it points to as well. */
LsQss *ls_qss_new (const LsQssMethod *method,
                   const LsQssProblem *problem,
                   const LsQssSettings *settings,
                   LsLog *log,
                   const char *name,
                   GError **error);
void ls_qss_free (LsQss *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsQss, ls_qss_free)

/* At @t with @x, after an event iteration there. @next_time: as in LsQssEvent. */
LsStatus ls_qss_start (LsQss *self, double t, const double x[], double next_time);
/* To @t_end, s, exactly, or less far when it is terminated; all events up to @t_end, itself
 * included, are handled. On failure the log says why. */
LsStatus ls_qss_advance (LsQss *self, double t_end);
/* Something outside has changed at the time reached. With @event there is an event, else only
 * where an indicator has changed its domain by it. */
LsStatus ls_qss_interrupt (LsQss *self, gboolean event);
/* An event from outside at @t to come, s, in one with what else happens there; infinite: none. */
void ls_qss_announce (LsQss *self, double t);
/* New least quanta, n, positive. */
gboolean ls_qss_set_quanta (LsQss *self, const double absolute[]);

double ls_qss_get_time (const LsQss *self);
/* Of the next event of any kind, s. */
double ls_qss_get_next_time (const LsQss *self);
double ls_qss_get_next_time_event (const LsQss *self);
/* Whether what comes next, or a part of it, may be an event and not states that begin anew. */
gboolean ls_qss_is_event_next (LsQss *self);
gboolean ls_qss_is_terminated (const LsQss *self);
/* The trajectories of now at @t, s, which is not before the last event and, to be of use, not after
 * the next one. @x: (out): n */
void ls_qss_get_states (const LsQss *self, double t, double x[]);
/* Of one state: x (t) = sum of coefficients[k] (t - origin)^k. */
void ls_qss_get_trajectory (const LsQss *self, guint state, double *origin, double coefficients[4]);
/* The same of its quantised trajectory. */
void ls_qss_get_quantised (const LsQss *self, guint state, double *origin, double coefficients[3]);
void ls_qss_get_counts (const LsQss *self, LsQssCounts *counts);

/* One saved point. */
void ls_qss_save (LsQss *self);
LsStatus ls_qss_restore (LsQss *self);
