/* The monolithic model: all components by Model Exchange as one system of ordinary
 * differential equations. For the reference only.
 *
 * In the order of reading: monolith (its life), -wire (parts, signals), -step (derivatives), -events,
 * -project. Values pass by core/assembly/wired.h. */
#pragma once

#include "core/base/log.h"
#include "core/model/model.h"
#include "core/ode/hybrid.h"

/**
 * LsMonolith:
 *
 * x' = f (t, x) of the coupled model: at every evaluation outputs are passed on to
 * the inputs they feed in feed-through order, and algebraic loops are solved. Events of one
 * component are events of all: they iterate together until nothing changes. Created, used and freed
 * on one thread.
 */
typedef struct LsMonolith LsMonolith;

/**
 * ls_monolith_new:
 * @model: must outlive the system and not change
 * @start_time, @stop_time: s
 * @signals: %NULL-terminated; what ls_monolith_read() gives
 * @log: (nullable): where the components' messages go
 *
 * All other times are counted from the start time on. Instantiates and initialises every component and leaves it in continuous-time mode.
 *
 * Returns: (transfer full): the system, or %NULL with %LS_ERROR_MODEL when the
 * model has no such form (no Model Exchange, an algebraic loop that has no solution or
 * more than one close together; names the component or the signals),
 * else the error of what failed.
 */
LsMonolith *ls_monolith_new (const LsModel *model,
                             double start_time,
                             double stop_time,
                             const char *const *signals,
                             LsLog *log,
                             GError **error);
void ls_monolith_free (LsMonolith *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsMonolith, ls_monolith_free)

guint ls_monolith_get_n_states (const LsMonolith *self);
/* Nominal values of the states, positive; and the states at the start time. Both borrowed. */
const double *ls_monolith_get_nominals (const LsMonolith *self);
const double *ls_monolith_get_start (const LsMonolith *self);

/* f (@t, @x). The log names component and call when it fails. */
LsStatus ls_monolith_get_derivatives (LsMonolith *self, double t, const double x[], double dx[]);

/**
 * ls_monolith_read:
 * @values: (out): one per signal
 *
 * Values at @t with states @x.
 */
LsStatus ls_monolith_read (LsMonolith *self, double t, const double x[], double values[]);

/* Returns: whether components tell residuals of constraints on their states; then the states can be
 * kept to all of them by ls_monolith_project(), with tolerances @rtol and @atol (one per state). */
gboolean ls_monolith_keep (LsMonolith *self, double rtol, const double atol[]);
/* As LsOdeDetails.project, with derivatives through the connections. */
LsStatus ls_monolith_project (LsMonolith *self, double t, double x[], double error[]);

/* Whether there may be any event at all up to the stop time. */
gboolean ls_monolith_has_events (const LsMonolith *self);
/* Event indicators of all components, one component after the other. */
guint ls_monolith_get_n_indicators (const LsMonolith *self);
LsStatus ls_monolith_get_indicators (LsMonolith *self, double t, const double x[], double z[]);
/* Of the next time event, s; infinite for none. */
double ls_monolith_get_next_time (const LsMonolith *self);
/* The end of an integrator step; those are told that want to know. @event, @terminate: (out):
 * whether any of them asks for that. */
LsStatus ls_monolith_complete_step (
    LsMonolith *self, double t, const double x[], gboolean *event, gboolean *terminate);
/* An event at @t, in all components; @x: (inout). */
LsStatus
ls_monolith_handle_event (LsMonolith *self, double t, double x[], LsHybridOutcome *outcome);

/* Borrowed: why the last call failed, as far as it was found here; %NULL when it was the FMU's. */
const char *ls_monolith_get_problem (const LsMonolith *self);
