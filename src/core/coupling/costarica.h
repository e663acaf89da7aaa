/* COSTARICA: evaluates each system during the iteration for the inputs of a macro step. A system with
 * rollback is integrated in every iteration. Otherwise its outputs are estimated from a linearisation or
 * extrapolated, and it is integrated once, with the converged inputs. */
#pragma once

#include "core/coupling/costarica-use.h"
#include "core/coupling/estimator.h"

typedef struct LsCostarica LsCostarica;

/**
 * ls_costarica_new:
 * @network: borrowed
 * @settings: settings of the estimators; copied
 * @degree: of the input polynomials
 * @slopes: whether time derivatives of the outputs are computed: output derivatives where a system provides
 *   them, else C f + D u' of its linearisation at the end of the step, else backward differences
 */
LsCostarica *ls_costarica_new (LsNetwork *network,
                               const LsCostaricaStrategy *strategy,
                               const LsEstimatorSettings *settings,
                               guint degree,
                               gboolean slopes);
void ls_costarica_free (LsCostarica *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsCostarica, ls_costarica_free)
LsCostaricaKind ls_costarica_get_kind (const LsCostarica *self, guint system);

/* Before the first trial of a macro step: saves, linearises, extrapolates (updates 1 and 2 of algorithm 3).
 * @du: time derivatives of the inputs at the start of the step, n_in; %NULL on a first step, which then
 * leaves the estimators no data for the next step. */
LsStatus ls_costarica_begin (LsCostarica *self, double h, const double du[]);
/**
 * ls_costarica_try:
 * @u: n_in x (degree + 1) of all systems
 * @y, @dy: n_out of all systems; @dy may be %NULL if no time derivatives are computed
 *
 * Computes the outputs of all systems at the end of the step; may be repeated. %LS_RETRY if a system
 * discards the step.
 */
LsStatus ls_costarica_try (LsCostarica *self, const double u[], double y[], double dy[]);
/* Call before a trial by the next functions: counts one rollback, however many systems are rolled back. */
void ls_costarica_count_rollback (LsCostarica *self);
/* As ls_costarica_try() for one system. Here and below, @network: the network, or of one of several
 * threads (LsCrewFunc) its view of it. */
LsStatus ls_costarica_try_system (LsCostarica *self, LsNetwork *network, guint system,
                                  const double u[], double y[], double dy[]);
/* Integrates one system, whatever its kind. */
LsStatus ls_costarica_integrate (LsCostarica *self, LsNetwork *network, guint system,
                                 const double u[], double y[], double dy[]);
/* Integrates the systems that the last trial, with the same @u, estimated or extrapolated. On %LS_RETRY all
 * systems are at the start of the step. */
LsStatus ls_costarica_finish (LsCostarica *self, const double u[], double y[], double dy[]);
/* Ends the step: ls_costarica_accept() updates the estimators for the next one, ls_costarica_abandon()
 * rolls all systems back if ls_costarica_can_abandon(). */
void ls_costarica_accept (LsCostarica *self, const double u[], const double y[]);
gboolean ls_costarica_can_abandon (const LsCostarica *self);
/* Order p of the error O(h^p) of cubic inputs over one step. */
guint ls_costarica_get_order (const LsCostarica *self);
LsStatus ls_costarica_abandon (LsCostarica *self);
/* After a discontinuity: drops the history. */
void ls_costarica_restart (LsCostarica *self);

/**
 * ls_costarica_estimate:
 * @estimator: (out): estimator of @system at the start of the step, also for a system that is integrated;
 * %NULL if it cannot be linearised
 *
 * Call between ls_costarica_begin() and the end of the step; restores the system to the start of the step.
 */
LsStatus ls_costarica_estimate (LsCostarica *self, LsNetwork *network, guint system,
                                const LsEstimator **estimator);
/* Returns: (nullable): the estimator of @system, prepared by the functions above */
LsEstimator *ls_costarica_get_estimator (const LsCostarica *self, guint system);
/* The terms of @y and @dy (n_out of all systems) that do not depend on the inputs: constants of the
 * estimator, prepared as by ls_costarica_estimate(), else the extrapolated outputs. */
LsStatus ls_costarica_get_constants (LsCostarica *self, guint system, double y[], double dy[]);

/* Whether any component is linearised by trial steps, whose memory is not visited. */
gboolean ls_costarica_has_trials (const LsCostarica *self);
/* Visits the memory to save for rollback: see core/base/state-memory.h. */
void ls_costarica_visit_state (LsCostarica *self, LsVisitMemoryFunc func, gpointer user_data);
