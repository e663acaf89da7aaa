/* The monolithic model: all components by Model Exchange as one system of ordinary differential
 * equations. Only for the reference. Connections: core/assembly/wired.h. */
#pragma once

#include "core/base/log.h"
#include "core/model/model.h"
#include "core/ode/hybrid.h"

/**
 * LsMonolith:
 *
 * x' = f (t, x) of the coupled model: every evaluation passes outputs on to the connected inputs in
 * feed-through order, and solves algebraic loops. An event of one component is an event of all:
 * they iterate together until nothing changes. Created, used and freed on one thread.
 */
typedef struct LsMonolith LsMonolith;

/**
 * ls_monolith_new:
 * @model: must outlive the system and not change
 * @start_time, @stop_time: s
 * @signals: %NULL-terminated; the values of ls_monolith_read()
 * @log: (nullable): receives the messages of the components
 *
 * All other times are relative to the start time. Instantiates and initialises every component and
 * leaves it in continuous-time mode.
 *
 * Returns: (transfer full): the system, or %NULL with %LS_ERROR_MODEL when the model has no
 * monolithic form (no Model Exchange, an algebraic loop without a solution or with several close
 * ones; the message names the component or the signals), otherwise the error of the failed call.
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
/* Nominal values of the states, positive, and the states at the start time. Both borrowed. */
const double *ls_monolith_get_nominals (const LsMonolith *self);
const double *ls_monolith_get_start (const LsMonolith *self);

/* f (@t, @x). On failure the log names component and call. */
LsStatus ls_monolith_get_derivatives (LsMonolith *self, double t, const double x[], double dx[]);

/**
 * ls_monolith_read:
 * @values: (out): one per signal
 *
 * Values at @t with states @x.
 */
LsStatus ls_monolith_read (LsMonolith *self, double t, const double x[], double values[]);

/* Returns: whether components provide residuals of constraints on their states; then
 * ls_monolith_project() projects the states onto all of them, with tolerances @rtol and @atol (one
 * per state). */
gboolean ls_monolith_enable_projection (LsMonolith *self, double rtol, const double atol[]);
/* As LsOdeDetails.project, with derivatives that include the connections. */
LsStatus ls_monolith_project (LsMonolith *self, double t, double x[], double error[]);

/* Whether events are possible up to the stop time. */
gboolean ls_monolith_has_events (const LsMonolith *self);
/* Number of event indicators of all components. */
guint ls_monolith_get_n_indicators (const LsMonolith *self);
LsStatus ls_monolith_get_indicators (LsMonolith *self, double t, const double x[], double z[]);
/* Time of the next time event, s; infinite for none. */
double ls_monolith_get_next_time (const LsMonolith *self);
/* Reports the end of an integrator step to the components that need it. @event, @terminate: (out):
 * whether any of them requests it. */
LsStatus ls_monolith_complete_step (
    LsMonolith *self, double t, const double x[], gboolean *event, gboolean *terminate);
/* Handles an event at @t, in all components; @x: (inout). */
LsStatus
ls_monolith_handle_event (LsMonolith *self, double t, double x[], LsHybridOutcome *outcome);

/* Borrowed: reason for the failure of the last call, if it was detected here; %NULL when the FMU
 * failed. */
const char *ls_monolith_get_problem (const LsMonolith *self);
