/* The linear system of MISSILES over all components, MISSILES eq. 50 (T10). */
#pragma once

#include "core/coupling/coupling-hermite.h"
#include "core/coupling/coupling-impl.h"
#include "core/coupling/estimator.h"

/**
 * LsGlobal:
 *
 * I - G : A blockdiag (Phi^T, Phi^T) for the values and then the slopes of the outputs that feed
 * something, in units of their nominals. Dense while small, else sparse.
 */
typedef struct LsGlobal LsGlobal;

/* Unknowns from which on few entries per row are worth their bookkeeping. */
#define LS_GLOBAL_SPARSE_SIZE 48u

typedef enum
{
  LS_GLOBAL_AUTO,
  LS_GLOBAL_DENSE,
  LS_GLOBAL_SPARSE
} LsGlobalKind;

/* @estimators: per system, %NULL for those that are extrapolated; borrowed.
 * Returns: (nullable): %NULL when memory is out. */
LsGlobal *
ls_global_new (const LsNetwork *network, LsEstimator *const estimators[], LsGlobalKind kind);
void ls_global_free (LsGlobal *self);
/* The matrix is that of another time. */
void ls_global_forget (LsGlobal *self);

/* The matrix for the gains that the estimators have now; kept while they and the step stay.
 * %LS_STOP when it is singular. */
LsStatus ls_global_factorise (LsGlobal *self, const LsNetwork *network, gboolean first, double h);

/**
 * ls_global_solve:
 * @known: n_in x %LS_HERMITE_N_COEFF, part of the polynomials that is known
 * @constant, @slope_constant: n_out
 */
void ls_global_solve (LsGlobal *self,
                      const LsNetwork *network,
                      const double known[],
                      const double constant[],
                      const double slope_constant[]);
/* Of an output that feeds something. */
double ls_global_get_value (const LsGlobal *self, guint output);
double ls_global_get_slope (const LsGlobal *self, guint output);
/* Whether @output feeds something. */
gboolean ls_global_is_active (const LsGlobal *self, guint output);
