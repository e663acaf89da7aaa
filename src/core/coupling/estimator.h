/* The estimator of MISSILES and COSTARICA: a linearised system on one macro step. */
#pragma once

#include "core/base/option.h"
#include "core/base/state-memory.h"
#include "core/system/system.h"

/**
 * LsEstimator:
 *
 * For inputs u_j (tau) = sum_p a_jp tau^p on [0, h] gives outputs and slopes at h,
 *   y (h) = G_V : a + c_V,   y' (h) = G_D : a + c_D,
 * c collecting P x + R f_C, the terms of time, the control part and the defect.
 */
typedef struct LsEstimator LsEstimator;

/* How the control part y - C x - D u of the last steps is continued (COSTARICA 3.2.1). */
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
 * @affine_term: whether the term R f_C is in
 * @time_derivative: whether derivatives of f and g with respect to time are used where known
 * @defect: whether what the last step was wrong by corrects the next one
 * @start_slopes: whether a method looks for slopes where there are none from a step
 *
 * Without the affine term neither derivatives with respect to time nor the defect are used.
 */
typedef struct
{
  guint         stehfest_terms;
  LsControlPart control_part;
  gboolean      affine_term, time_derivative, defect, start_slopes;
} LsEstimatorSettings;

extern const char *const ls_estimator_presets[];
extern const char *const ls_estimator_inversions[];
extern const char *const ls_estimator_control_parts[];

/* Options of every method with an estimator, to stand in its list beside its own. */
#define LS_ESTIMATOR_OPTIONS                                                                       \
  { .name = "preset",                                                                              \
    .type = LS_OPTION_CHOICE,                                                                      \
    .initial = "complete",                                                                         \
    .choices = ls_estimator_presets,                                                               \
    .summary = N_ ("as-published: the estimator of the papers (affine-term=off, "                  \
                   "laplace=gaver-stehfest, time-derivative=off, defect=off, start-slopes=off); "    \
               "what is set to another value than its default stays.") },                       \
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
    .summary = N_ ("How the part of the outputs that is not linear goes on: held, along a "        \
                   "straight line, or by the degree that would have foretold its last value "      \
                   "best.") },                                                                     \
  { .name = "defect",                                                                              \
    .type = LS_OPTION_SWITCH,                                                                      \
    .initial = "on",                                                                               \
    .summary = N_ ("Correct the estimate by what it was wrong by on the last step: one order "     \
                   "more without another call.") },                                                \
  { .name = "start-slopes",                                                                        \
    .type = LS_OPTION_SWITCH,                                                                      \
    .initial = "on",                                                                               \
    .summary = N_ ("Begin with the slopes that the outputs have at the start, and after events, "  \
                   "where components tell them: cubics from the first step on; off, and "          \
                   "without them: a parabola first.") },                                           \
  { .name = "laplace",                                                                             \
    .type = LS_OPTION_CHOICE,                                                                      \
    .initial = "exact",                                                                            \
    .choices = ls_estimator_inversions,                                                            \
    .summary = N_ ("How linear components are followed over a step: by exact exponentials, or by " \
                   "a numerical inverse of Laplace's transform as published.") },                  \
  { .name = "stehfest-terms",                                                                      \
    .type = LS_OPTION_INTEGER,                                                                     \
    .initial = "14",                                                                               \
    .minimum = 6,                                                                                  \
    .maximum = 20,                                                                                 \
    .summary = N_ ("Terms of laplace=gaver-stehfest, an even number.") }

/* Reads the options above; %FALSE with %LS_ERROR_ARGUMENT. */
gboolean ls_estimator_settings_read (LsEstimatorSettings *self, const LsOptions *options,
                                     GError **error);

/* As LsCouplingMethod.explain_nonlinear, of the options above. */
const char *ls_estimator_explain_nonlinear (const LsOptions *options);

/* @degree: of the input polynomials, at most %LS_SYSTEM_MAX_DEGREE; exact, nothing but
 * @affine_term of the settings above */
LsEstimator *ls_estimator_new (const LsSystemInfo *info, guint degree, gboolean affine_term);
LsEstimator *ls_estimator_new_full (const LsSystemInfo *info, guint degree,
                                    const LsEstimatorSettings *settings);
void         ls_estimator_free (LsEstimator *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsEstimator, ls_estimator_free)

/**
 * LsEstimatorStart: what is known at the start of a step.
 * @point: linearisation there
 * @u: inputs there; @du: (nullable): their slopes, for the slopes of the outputs
 * @dy: (nullable): slopes of the outputs, taken in place of C f + D du + dg/dt
 * @ft, @gt: (nullable): derivatives of f and g with respect to time
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
 * May be repeated with another step when one is refused.
 *
 * Returns: %LS_STOP when something is not finite; %LS_RETRY when the inversion hits a pole, by
 * which another step helps.
 */
LsStatus ls_estimator_prepare_full (LsEstimator *self, const LsEstimatorStart *start);

/* The same without slopes and terms of time: @u are inputs at the start. */
LsStatus ls_estimator_prepare (LsEstimator *self, const LsLinearisation *point, const double u[], double h);

/**
 * ls_estimator_record:
 * @a: the inputs that the system has really been integrated with over the step prepared last,
 *   n_in x (degree + 1)
 *
 * To be called after a step that is final. What the estimator gives for @a is compared with what
 * the next preparation finds: the defect (T9).
 */
void ls_estimator_record (LsEstimator *self, const double a[]);
/* In place of ls_estimator_record() after a final step that tells nothing of the next one, as the
 * first one with its other polynomials does. */
void ls_estimator_pass (LsEstimator *self);
/* After a discontinuity: nothing that was holds any more. */
void ls_estimator_restart (LsEstimator *self);

/* n_out x n_in x (degree + 1), row-major: [i][j][p] */
const double *ls_estimator_get_gain (const LsEstimator *self);
const double *ls_estimator_get_slope_gain (const LsEstimator *self);
/* n_out each */
const double *ls_estimator_get_constant (const LsEstimator *self);
const double *ls_estimator_get_slope_constant (const LsEstimator *self);
/* What of them is the defect carried forward; zeros where there is none. */
const double *ls_estimator_get_defect (const LsEstimator *self);
const double *ls_estimator_get_slope_defect (const LsEstimator *self);

/* How many times the gains were really computed: they are kept while matrices and step stay. */
guint64 ls_estimator_get_count (const LsEstimator *self);

/* What it remembers: see kept.h. */
void ls_estimator_visit_state (LsEstimator *self, LsVisitMemoryFunc func, gpointer user_data);
