/* Quantised state solvers: every state has its own sequence of events, with a polynomial trajectory
 * in between, and notifies only the states that depend on it. */
#pragma once

#include "core/base/log.h"
#include "core/base/status.h"

/* A method: "qss1", "qss2", "qss3", "liqss1", "liqss2", "liqss3". */
typedef struct LsQssMethod LsQssMethod;

guint ls_qss_method_get_n (void);
const LsQssMethod *ls_qss_method_get (guint index);
/* Returns: (nullable): the method with this @id. */
const LsQssMethod *ls_qss_method_find (const char *id);
const char *ls_qss_method_get_id (const LsQssMethod *method);
/* Display name, translated. */
const char *ls_qss_method_get_name (const LsQssMethod *method);
guint ls_qss_method_get_order (const LsQssMethod *method);

/**
 * LsQssUnit:
 * @n_indicators: event indicators that are computed together; may be 0
 * @states, @n_states: (nullable): the states that they depend on; %NULL with 0: none
 * @watched: whether they may change by time or inputs alone: they are evaluated periodically even
 *   if no state changes
 */
typedef struct
{
  guint n_indicators;
  const guint *states;
  guint n_states;
  gboolean watched;
} LsQssUnit;

/* Marks of a unit: input and result of the event handler. */
typedef enum
{
  LS_QSS_UNIT_QUIET,
  LS_QSS_UNIT_FIRED,   /* in: indicators have changed their domain */
  LS_QSS_UNIT_HANDLED, /* out: its domains have been set by the handler */
  LS_QSS_UNIT_STIRRED  /* out: its indicators may have changed; a change of domain still is an event */
} LsQssUnitMark;

/**
 * LsQssEvent:
 * @time_event: the last @next_time is reached
 * @external: requested by ls_qss_interrupt() or ls_qss_announce()
 * @units: (inout): an LsQssUnitMark for each unit
 * @moved: (out): one for each state, all 0 before: nonzero where the state or its derivative may
 *   have jumped
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
 * @varies: (nullable): n; nonzero where the derivative may change by time or inputs alone; %NULL:
 *   all may
 * @derivatives: writes the derivatives of @wanted (@n_wanted, increasing) at @t with states @q, n.
 *   Only those entries of @q that the wanted derivatives depend on are values at @t, others are
 *   older; @dx: (out): n_wanted
 * @rates: (nullable): rates of change of @derivatives when the states change by @dq per second;
 *   called only for derivatives without @varies; @ddx: (out): n_wanted. Otherwise, and where it is
 *   %NULL, computed by differences along the trajectories, which costs more evaluations
 * @indicators: mandatory with units: evaluates those of unit @unit; only those entries of @x that
 *   it depends on are valid
 * @event: mandatory: handles an event at @t; @x: (inout): n, all states
 * @requantised: (nullable): called with the states that have a new quantised trajectory
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
 * @relative: quantum relative to the value of the state
 * @absolute: (nullable): minimum quantum of each state, in its unit, n, positive; copied
 * @max_step: maximum interval between two requantisations of a state, s; 0: no limit
 * @varying_step: the same, s, for states and indicators that vary by time or inputs, where there is
 *   no @max_step, since changes between their evaluations go unnoticed; 0: no limit
 * @pass_limit: number of passes at one time after which steps get a minimum length; a hundred times
 *   as many without progress end the simulation; 0: 20
 * @span: simulated time span, s, positive; scales the detection of missing progress
 */
typedef struct
{
  double relative;
  const double *absolute;
  double max_step, varying_step;
  guint pass_limit;
  double span;
} LsQssSettings;

/* Default maximum interval between evaluations of time-dependent quantities, s. */
double ls_qss_get_longest_step (double span);

/**
 * ls_qss_get_probe_time:
 * @t, @end: s
 * @span: of the simulation, s
 *
 * Sample times for detecting whether a quantity that is smooth between events has an explicit time
 * dependence from @t to @end: some close to @t, then at intervals of at most
 * ls_qss_get_longest_step().
 *
 * Returns: sample time number @index, from 0 on; %NAN: no more
 */
double ls_qss_get_probe_time (double t, double end, double span, guint index);

/**
 * LsQssCounts:
 * @requantisations: of all states
 * @passes: groups of simultaneous requantisations
 * @updates: of states because of the requantisation of others
 * @derivatives, @rates, @indicators: calls
 * @wanted: derivatives of single states computed in them
 * @state_events, @time_events, @external_events, @events: as in LsHybridCounts
 * @late_events: crossings that no trajectory has predicted
 * @relaxed: steps extended to a minimum length
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
 * The states x are polynomials of the order of the method; the derivatives of other states see the
 * quantised trajectory q of a state, of one degree less. Where both differ by the quantum, q is
 * reset (requantisation), and the derivatives of the states that depend on it are updated: first
 * derivatives by derivatives(), second ones by rates(), third ones by a difference. Simultaneous
 * requantisations are processed in stages (values, first, second, third derivatives), so the order
 * of the states does not matter. LIQSS choose q on the side to which x moves (Migoni, Kofman,
 * Bortolotto, Cellier 2013).
 */
typedef struct LsQss LsQss;

/* Returns: (transfer full): the solver, or %NULL with %LS_ERROR_ARGUMENT; the message names the
 * state. Copies @problem and its lists. */
LsQss *ls_qss_new (const LsQssMethod *method,
                   const LsQssProblem *problem,
                   const LsQssSettings *settings,
                   LsLog *log,
                   const char *name,
                   GError **error);
void ls_qss_free (LsQss *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsQss, ls_qss_free)

/* Starts at @t with @x, after an event iteration there. @next_time: as in LsQssEvent. */
LsStatus ls_qss_start (LsQss *self, double t, const double x[], double next_time);
/* Integrates to exactly @t_end, s, or stops earlier when the problem terminates; handles all events
 * up to and including @t_end. The log gives the reason for a failure. */
LsStatus ls_qss_advance (LsQss *self, double t_end);
/* Call after an external change at the time reached. @event: raise an event; otherwise only a
 * resulting domain change of an indicator raises one. */
LsStatus ls_qss_interrupt (LsQss *self, gboolean event);
/* Raises an external event at the future time @t, s, together with whatever else occurs there;
 * infinite: none. */
void ls_qss_announce (LsQss *self, double t);
/* Sets the minimum quanta, n, positive. Returns: %FALSE, unchanged, for others. */
gboolean ls_qss_set_quanta (LsQss *self, const double absolute[]);

double ls_qss_get_time (const LsQss *self);
/* Time of the next event or requantisation, s. */
double ls_qss_get_next_time (const LsQss *self);
double ls_qss_get_next_time_event (const LsQss *self);
/* Whether the next entries in the queue include a possible event, and not only requantisations. */
gboolean ls_qss_is_event_next (LsQss *self);
gboolean ls_qss_is_terminated (const LsQss *self);
/* Values of the current trajectories at @t, s, which must not lie before the last event; valid up
 * to the next one. @x: (out): n */
void ls_qss_get_states (const LsQss *self, double t, double x[]);
/* Trajectory of one state: x (t) = sum of coefficients[k] (t - origin)^k. */
void ls_qss_get_trajectory (const LsQss *self, guint state, double *origin, double coefficients[4]);
/* Its quantised trajectory, likewise. */
void ls_qss_get_quantised (const LsQss *self, guint state, double *origin, double coefficients[3]);
void ls_qss_get_counts (const LsQss *self, LsQssCounts *counts);

/* Saves one point. */
void ls_qss_save (LsQss *self);
LsStatus ls_qss_restore (LsQss *self);
