/* The monolithic model: all components by Model Exchange as one system of ordinary
 * differential equations. For the reference only. */
#pragma once

#include "core/base/log.h"
#include "core/model/model.h"
#include "core/num/ode.h"

/**
 * LsMonolith:
 *
 * x' = f (t, x) of the coupled model: at every evaluation outputs are passed on to
 * the inputs they feed in feed-through order. Created, used and freed on one thread.
 */
typedef struct LsMonolith LsMonolith;

/**
 * ls_monolith_new:
 * @model: must outlive the system and not change
 * @start_time, @stop_time: s
 * @signals: %NULL-terminated; what ls_monolith_read() gives
 * @log: (nullable): where the components' messages go
 *
 * Instantiates and initialises every component and leaves it in continuous-time mode.
 *
 * Returns: (transfer full): the system, or %NULL with %LS_ERROR_MODEL when the
 * model has no such form (no Model Exchange, events, an algebraic loop; names
 * the component), else the error of what failed.
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
 * Values at @t with states @x. With @completed the point counts as the end of a
 * completed integrator step and those components are told that want to know.
 * A point is told in the order of time. %LS_STOP also when a component asks for an event.
 */
LsStatus ls_monolith_read (
    LsMonolith *self, double t, const double x[], gboolean completed, double values[]);

/* Borrowed: why the last call failed, as far as it was found here; %NULL when it was the FMU's. */
const char *ls_monolith_get_problem (const LsMonolith *self);
