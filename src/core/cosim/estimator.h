/* The estimator of MISSILES and COSTARICA: a linearised system on one macro step. */
#pragma once

#include "core/cosim/system.h"

/**
 * LsEstimator:
 *
 * For inputs u_j (tau) = sum_p a_jp tau^p on [0, h] gives outputs and slopes at h,
 *   y (h) = G_V : a + c_V,   y' (h) = G_D : a + c_D,
 * G by METHODS 4.3 (exact phi functions), c collecting P x + R f_C + control part.
 */
typedef struct LsEstimator LsEstimator;

/* @degree: of the input polynomials, at most %LS_SYSTEM_MAX_DEGREE */
LsEstimator *ls_estimator_new (const LsSystemInfo *info, guint degree, gboolean affine_term);
void         ls_estimator_free (LsEstimator *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsEstimator, ls_estimator_free)

/**
 * ls_estimator_prepare:
 * @point: linearisation at the start of the step, with inputs @u there
 * @h: macro step, s
 */
LsStatus ls_estimator_prepare (LsEstimator *self, const LsLinearisation *point, const double u[], double h);

/* n_out x n_in x (degree + 1), row-major: [i][j][p] */
const double *ls_estimator_get_gain (const LsEstimator *self);
const double *ls_estimator_get_slope_gain (const LsEstimator *self);
/* n_out each */
const double *ls_estimator_get_constant (const LsEstimator *self);
const double *ls_estimator_get_slope_constant (const LsEstimator *self);

/* How many times the gains were really computed: they are kept while matrices and step stay. */
guint64 ls_estimator_get_count (const LsEstimator *self);
