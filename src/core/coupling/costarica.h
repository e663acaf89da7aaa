/* COSTARICA: how each system answers while an iterative method looks for the
 * inputs of a macro step. A system that can roll back is integrated every time;
 * of another a linearised stand-in is asked, or its past is extrapolated, and it
 * is integrated once when the inputs are found. */
#pragma once

#include "core/coupling/coupling-impl.h"
#include "core/coupling/estimator.h"

typedef enum
{
  LS_COSTARICA_AUTO,   /* estimator where there is no rollback */
  LS_COSTARICA_ALWAYS, /* estimator wherever it is possible */
  LS_COSTARICA_NEVER
} LsCostaricaUse;

typedef enum
{
  LS_COSTARICA_INTEGRATE,
  LS_COSTARICA_ESTIMATE,
  LS_COSTARICA_EXTRAPOLATE
} LsCostaricaKind;

/**
 * LsCostaricaStrategy: what the user wants done with components.
 * @force: (nullable): "left=estimate/right=integrate", which goes before @use, or
 *   %LS_COSTARICA_NO_FORCE; borrowed
 */
typedef struct
{
  LsCostaricaUse use;
  const char *force;
} LsCostaricaStrategy;

/* "auto", "always", "never", for options of type choice; %NULL-terminated, in the order above. */
extern const char *const ls_costarica_uses[];
#define LS_COSTARICA_NO_FORCE "none"

/* Options for it: the second one alone where the first is given. */
#define LS_COSTARICA_OPTION_ESTIMATOR                                                              \
  {                                                                                                \
    .name = "estimator", .type = LS_OPTION_CHOICE, .initial = "auto",                              \
    .choices = ls_costarica_uses,                                                                  \
    .summary                                                                                       \
        = N_ ("Where COSTARICA's estimator takes the place of integration until the iteration "    \
              "has converged: for components without rollback, for all that can be "               \
              "linearised, or for none.")                                                          \
  }
#define LS_COSTARICA_OPTION_FORCE                                                                  \
  {                                                                                                \
    .name = "force", .type = LS_OPTION_TEXT, .initial = LS_COSTARICA_NO_FORCE,                     \
    .summary = N_ ("What is done with single components while the iteration goes on, whatever "    \
                   "they could do: integrate, estimate or extrapolate, as in "                     \
                   "left=estimate/right=integrate.")                                               \
  }

/* From options that have both of these. */
LsCostaricaStrategy ls_costarica_wish_read (const LsOptions *options);
/* %FALSE with %LS_ERROR_ARGUMENT when it names what is not there, or something twice. */
gboolean
ls_costarica_wish_check (const LsCostaricaStrategy *wish, const LsNetwork *network, GError **error);
/* The same of options that have "force"; @names: (array zero-terminated=1): of all systems */
gboolean
ls_costarica_check_options (const LsOptions *options, const char *const names[], GError **error);
LsCostaricaKind ls_costarica_choose (const LsSystemInfo *info, const LsCostaricaStrategy *wish);
/* Returns: (transfer full) (nullable): what is done with the system and why, a translated sentence;
 * %NULL where it is integrated every time. @possible: (out): %FALSE when what is forced cannot be.
 */
char *
ls_costarica_explain (const LsSystemInfo *info, const LsCostaricaStrategy *wish, gboolean *possible);

typedef struct LsCostarica LsCostarica;

/**
 * ls_costarica_new:
 * @network: borrowed
 * @settings: of the estimators; copied
 * @degree: of the input polynomials
 * @slopes: whether slopes of the outputs are wanted: output derivatives where a system has them,
 *   else C f + D u' of its linearisation at the end of the step, else differences backwards
 */
LsCostarica *ls_costarica_new (LsNetwork *network,
                               const LsCostaricaStrategy *wish,
                               const LsEstimatorSettings *settings,
                               guint degree,
                               gboolean slopes);
void ls_costarica_free (LsCostarica *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsCostarica, ls_costarica_free)
LsCostaricaKind ls_costarica_get_kind (const LsCostarica *self, guint system);

/* Before the first trial of a macro step: saves, linearises, extrapolates (updates 1 and 2 of
 * algorithm 3). @du: slopes of the inputs at its beginning, n_in; %NULL on a first step, which then
 * tells the estimators nothing of the next one. On failure everything is where it was. */
LsStatus ls_costarica_begin (LsCostarica *self, double h, const double du[]);
/**
 * ls_costarica_try:
 * @u: n_in x (degree + 1) of all systems
 * @y, @dy: n_out of all systems; @dy may be %NULL without slopes
 *
 * What all systems give at the end of the step; may be repeated. %LS_RETRY when
 * a system refuses these inputs.
 */
LsStatus ls_costarica_try (LsCostarica *self, const double u[], double y[], double dy[]);
/* Before a trial by the next functions: counts a rollback once, however many systems go back. */
void ls_costarica_count_rollback (LsCostarica *self);
/* The same for one system. */
LsStatus ls_costarica_try_system (
    LsCostarica *self, guint system, const double u[], double y[], double dy[]);
/* A genuine integration of one system, whatever is done with it while the iteration goes on. */
LsStatus
ls_costarica_integrate (LsCostarica *self, guint system, const double u[], double y[], double dy[]);
/* Integrates what the last trial, with the same @u, has not: the step is taken then. On %LS_RETRY
 * all are back at its beginning. */
LsStatus ls_costarica_finish (LsCostarica *self, const double u[], double y[], double dy[]);
/* Then either keeps what the estimates were worth for the next step, or goes back to the beginning
 * of this one, where that is possible. */
void ls_costarica_accept (LsCostarica *self, const double u[], const double y[]);
gboolean ls_costarica_can_abandon (const LsCostarica *self);
/* What cubic inputs of a step are wrong by goes like h to this power. */
guint ls_costarica_get_order (const LsCostarica *self);
LsStatus ls_costarica_abandon (LsCostarica *self);
/* Forgets what came before a discontinuity. */
void ls_costarica_restart (LsCostarica *self);

/**
 * ls_costarica_estimate:
 * @estimator: (out): of @system from the beginning of the step, also where it is integrated;
 *   %NULL where it cannot be linearised
 *
 * Between ls_costarica_begin() and the end of the step; brings the system back to the beginning.
 */
LsStatus ls_costarica_estimate (LsCostarica *self, guint system, const LsEstimator **estimator);
/* Returns: (nullable): the estimator of @system; it is prepared by the functions here. */
LsEstimator *ls_costarica_get_estimator (const LsCostarica *self, guint system);
/* The parts of @y and @dy (n_out of all systems) that do not depend on the inputs: of the
 * estimator, prepared as by ls_costarica_estimate(), else what is extrapolated. */
LsStatus ls_costarica_get_constants (LsCostarica *self, guint system, double y[], double dy[]);

/* What it remembers: see kept.h. */
void ls_costarica_visit_state (LsCostarica *self, LsVisitMemoryFunc func, gpointer user_data);
