/* What one macro step of a coupling method does to a linear model: the error of a step is handed on
 * by a matrix, and grows without bound when that matrix has an eigenvalue beyond the unit circle. */
#pragma once

#include "core/base/option.h"
#include "core/coupling/coupling.h"
#include "core/stability/linear-model.h"

/**
 * LsAmplification: z_{n+1} = M (h) z_n
 *
 * z: the states of all components, and what the method keeps from one step to the next: inputs,
 * their slopes, points of the past. The components integrate exactly (phi functions); iterations
 * have converged.
 */
typedef struct LsAmplification LsAmplification;

/**
 * ls_amplification_check:
 * @options: of @method
 *
 * What can be said without a model.
 *
 * Returns: %FALSE with %LS_ERROR_ARGUMENT, naming @method: it has no macro step, or what the options
 * ask for is not a fixed linear map (flexible order, an estimator that leaves terms out)
 */
gboolean ls_amplification_check (const LsCouplingMethod *method,
                                 const LsOptions *options,
                                 GError **error);

/**
 * ls_amplification_new:
 * @model: borrowed, has to outlive the result
 *
 * Returns: %NULL with %LS_ERROR_ARGUMENT: as ls_amplification_check(), or the components cannot do it
 */
LsAmplification *ls_amplification_new (const LsLinearModel *model,
                                       const LsCouplingMethod *method,
                                       const LsOptions *options,
                                       GError **error);
void ls_amplification_free (LsAmplification *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsAmplification, ls_amplification_free)

/* The size of z. */
guint ls_amplification_get_size (const LsAmplification *self);
/* M (@h), size x size, row-major, borrowed until the next call. %LS_STOP: what the iteration has to
 * solve is singular, or something is not finite. */
LsStatus ls_amplification_compute (LsAmplification *self, double h, const double **matrix);
/* The greatest modulus of its eigenvalues. */
LsStatus ls_amplification_get_radius (LsAmplification *self, double h, double *radius);
