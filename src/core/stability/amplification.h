/* What one macro step of a coupling method does to a linear model: the error of a step is handed on
 * by a matrix, and grows without bound when that matrix has an eigenvalue beyond the unit circle. */
#pragma once

#include "core/base/option.h"
#include "core/coupling/coupling.h"
#include "core/stability/linear-model.h"

/**
 * LsAmplification: z_{n+1} = M (h) z_n
 *
 * z: the states of all components, the values on connections, and what the method remembers from one
 * step to the next. The method itself is run, on systems that are exactly linear; iterations are
 * carried on to rounding. Each column of M is what one step makes of a unit vector of z.
 */
typedef struct LsAmplification LsAmplification;

/**
 * ls_amplification_check:
 * @options: of @method
 *
 * What can be said without a model.
 *
 * Returns: %FALSE with %LS_ERROR_ARGUMENT, naming @method: it has no macro step, does not expose
 * its memory, or branches on values, so that its step is no linear map
 */
gboolean ls_amplification_check (const LsCouplingMethod *method,
                                 const LsOptions *options,
                                 GError **error);

/**
 * ls_amplification_new:
 * @model: borrowed, has to outlive the result
 *
 * Returns: %NULL with %LS_ERROR_ARGUMENT: as ls_amplification_check(), or @method refuses the model
 */
LsAmplification *ls_amplification_new (const LsLinearModel *model,
                                       const LsCouplingMethod *method,
                                       const LsOptions *options,
                                       GError **error);
void ls_amplification_free (LsAmplification *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsAmplification, ls_amplification_free)

/* The greatest modulus of its eigenvalues; where these hang on rounding, how much values grow in a step
 * of a run on the mean. */
LsStatus ls_amplification_get_radius (LsAmplification *self, double h, double *radius);
/* Returns: (nullable): why nothing can be said of any step: the method is not linear; translated */
const char *ls_amplification_get_problem (const LsAmplification *self);
