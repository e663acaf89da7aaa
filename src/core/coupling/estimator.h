/* The estimator of MISSILES and COSTARICA: a linearised system over one macro step. */
#pragma once

#include "core/base/option.h"
#include "core/base/state-memory.h"
#include "core/system/system.h"

/**
 * LsEstimator:
 *
 * For inputs u_j (tau) = sum_p a_jp tau^p on [0, h] computes the outputs and their slopes at h,
 *   y (h) = G_V : a + c_V,   y' (h) = G_D : a + c_D,
 * where c is the sum of P x + R f_C, the terms of explicit time dependence, the control part and
 * the defect (estimator error carried to the next step).
 */
typedef struct LsEstimator LsEstimator;

/* Extrapolation of the control part y - C x - D u over the last steps (COSTARICA 3.2.1). */
typedef enum
{
  LS_CONTROL_PART_ZERO,
  LS_CONTROL_PART_FIRST,
  LS_CONTROL_PART_FLEXIBLE
} LsControlPart;

/**
 * LsEstimatorSettings:
 * @stehfest_terms: 0: exact phi functions (T5); else terms of Gaver and Stehfest's
 *   inversion of transfer functions by Misra and Patel, slopes by COSTARICA eq. 48
 * @affine_term: whether the term R f_C is included
 * @time_derivative: whether the partial derivatives df/dt and dg/dt are used if known
 * @defect: whether the estimator error of the last step corrects the next one
 * @start_derivatives: whether a method uses output derivatives at start and after events
 * @trials: whether a method linearises by trial steps where there is no other way
 *
 * Without the affine term neither the partial time derivatives nor the defect nor trials are used.
 */
typedef struct
{
  guint         stehfest_terms;
  LsControlPart control_part;
  gboolean      affine_term, time_derivative, defect, start_derivatives, trials;
} LsEstimatorSettings;

extern const char *const ls_estimator_presets[];
extern const char *const ls_estimator_inversions[];
extern const char *const ls_estimator_control_parts[];

gboolean ls_estimator_is_published (const LsOptions *options);
/* LsEstimatorSettings.trials */
gboolean ls_estimator_has_trials (const LsOptions *options);

/* Options of every method with an estimator, to include in its list. */
#define LS_ESTIMATOR_OPTIONS                                                                       \
  { .name = "preset",                                                                              \
    .type = LS_OPTION_CHOICE,                                                                      \
    .initial = "complete",                                                                         \
    .choices = ls_estimator_presets,                                                               \
    .summary = N_ ("as-published: the estimator of the papers (affine-term=off, "                  \
                   "laplace=gaver-stehfest, time-derivative=off, defect=off, start-slopes=off, "   \
                   "trials=off); options with another value than their default keep it.") },       \
  { .name = "affine-term",                                                                         \
    .type = LS_OPTION_SWITCH,                                                                      \
    .initial = "on",                                                                               \
    .summary = N_ ("Estimate with the term R f_C, by which a nonlinear component differs from "    \
                   "its linear part; off: as published, first order on nonlinear components; "     \
                   "then without time-derivative and defect, too.") },                             \
  { .name = "time-derivative",                                                                     \
    .type = LS_OPTION_SWITCH,                                                                      \
    .initial = "on",                                                                               \
    .summary = N_ ("Estimate with the derivatives of a component with respect to time, taken "     \
                   "from a Model Exchange instance of it.") },                                     \
  { .name = "control-part",                                                                        \
    .type = LS_OPTION_CHOICE,                                                                      \
    .initial = "zero",                                                                             \
    .choices = ls_estimator_control_parts,                                                         \
    .summary = N_ ("Extrapolation of the nonlinear part of the outputs: held, linear, "            \
                   "or by the degree that would have predicted its last value best.") },           \
  { .name = "defect",                                                                              \
    .type = LS_OPTION_SWITCH,                                                                      \
    .initial = "on",                                                                               \
    .summary = N_ ("Add the previous estimator error (the defect): one order more at no extra "    \
                   "call.") },                                                                     \
  { .name = "start-slopes",                                                                        \
    .type = LS_OPTION_SWITCH,                                                                      \
    .initial = "on",                                                                               \
    .summary = N_ ("Use output derivatives at the start and after events, where "                  \
                   "components provide them: cubics from the first step; otherwise, "              \
                   "and if off, a parabola first.") },                                             \
  { .name = "trials",                                                                              \
    .type = LS_OPTION_SWITCH,                                                                      \
    .initial = "on",                                                                               \
    .summary = N_ ("Linearise a component that can be rolled back, but not linearised otherwise, " \
                   "by trial steps; off: its outputs are extrapolated.") },                        \
  { .name = "laplace",                                                                             \
    .type = LS_OPTION_CHOICE,                                                                      \
    .initial = "exact",                                                                            \
    .choices = ls_estimator_inversions,                                                            \
    .summary = N_ ("Propagation of linear components over a step: exact exponentials, or a "       \
                   "numerical inverse of Laplace's transform as published.") },                    \
  { .name = "stehfest-terms",                                                                      \
    .type = LS_OPTION_INTEGER,                                                                     \
    .initial = "14",                                                                               \
    .minimum = 6,                                                                                  \
    .maximum = 20,                                                                                 \
    .summary = N_ ("Terms of laplace=gaver-stehfest, an even number.") }

/* Reads the options above; %FALSE with %LS_ERROR_ARGUMENT. */
gboolean ls_estimator_settings_read (LsEstimatorSettings *self, const LsOptions *options,
                                     GError **error);

/* As explain_nonlinear of LsCouplingMethod, for the options above. */
const char *ls_estimator_explain_nonlinear (const LsOptions *options);

/* @degree: of the input polynomials, at most %LS_SYSTEM_MAX_DEGREE */
LsEstimator *ls_estimator_new (const LsSystemInfo *info, guint degree,
                                    const LsEstimatorSettings *settings);
void         ls_estimator_free (LsEstimator *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsEstimator, ls_estimator_free)

/**
 * LsEstimatorStart: data at the start of a step.
 * @point: linearisation there
 * @u: inputs; @du: (nullable): their time derivatives, for those of the outputs
 * @dy: (nullable): time derivatives of the outputs, used instead of C f + D du + dg/dt
 * @ft, @gt: (nullable): partial derivatives of f and g with respect to time
 * @h: macro step, s
 */
typedef struct
{
  const LsLinearisation *point;
  const double          *u, *du, *dy, *ft, *gt;
  double                 h;
} LsEstimatorStart;

/**
 * ls_estimator_prepare_full:
 *
 * May be repeated with another step length after a rejected step.
 *
 * Returns: %LS_STOP for a nonfinite result; %LS_RETRY if the inversion meets a pole, which another step
 * length avoids
 */
LsStatus ls_estimator_prepare_full (LsEstimator *self, const LsEstimatorStart *start);

/* The same without time derivatives and explicit time dependence; @u: inputs at the start */
LsStatus ls_estimator_prepare (LsEstimator *self, const LsLinearisation *point, const double u[], double h);

/**
 * ls_estimator_record:
 * @a: input polynomials that the system was integrated with over the step prepared last,
 *   n_in x (degree + 1)
 *
 * Call after an accepted step. The outputs at the next preparation minus the estimate for @a give
 * the defect (T9).
 */
void ls_estimator_record (LsEstimator *self, const double a[]);
/* Call instead of ls_estimator_record() after an accepted step whose estimator error does not apply to the
 * next step, such as a first step with its other polynomials. */
void ls_estimator_pass (LsEstimator *self);
/* After a discontinuity: drops the history. */
void ls_estimator_restart (LsEstimator *self);

/* n_out x n_in x (degree + 1), row-major: [i][j][p] */
/* Asks for the memory of those that come after estimator @k of @n (entries may be %NULL). */
void ls_estimator_prefetch (LsEstimator *const estimators[], guint n, guint k);
const double *ls_estimator_get_gain (const LsEstimator *self);
const double *ls_estimator_get_slope_gain (const LsEstimator *self);
/* n_out each */
const double *ls_estimator_get_constant (const LsEstimator *self);
const double *ls_estimator_get_slope_constant (const LsEstimator *self);

/* Number of computations of the gains, which are reused while matrices and step length are unchanged. */
guint64 ls_estimator_get_count (const LsEstimator *self);

/* Visits the memory to save for rollback: see core/base/state-memory.h. */
void ls_estimator_visit_state (LsEstimator *self, LsVisitMemoryFunc func, gpointer user_data);
