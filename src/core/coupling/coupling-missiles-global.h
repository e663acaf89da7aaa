/* The linear system of MISSILES over all components, MISSILES eq. 50 (T10). */
#pragma once

#include "core/coupling/coupling-hermite.h"
#include "core/coupling/coupling-impl.h"
#include "core/coupling/estimator.h"

/**
 * LsGlobal:
 *
 * I - G : A blockdiag (Phi^T, Phi^T) for the values and then the slopes of the connected outputs, in units
 * of their nominals. Dense while small, else sparse.
 */
typedef struct LsGlobal LsGlobal;

/* Number of unknowns from which on sparse storage is faster. */
#define LS_GLOBAL_SPARSE_SIZE 48u

typedef enum
{
  LS_GLOBAL_AUTO,
  LS_GLOBAL_DENSE,
  LS_GLOBAL_SPARSE
} LsGlobalKind;

/* @estimators: per system, %NULL for extrapolated systems; borrowed
 * Returns: (nullable): %NULL if out of memory */
LsGlobal *
ls_global_new (const LsNetwork *network, LsEstimator *const estimators[], LsGlobalKind kind);
void ls_global_free (LsGlobal *self);
/* Invalidates the matrix, e.g. after a rollback. */
void ls_global_forget (LsGlobal *self);

/* Factorises the matrix for the current gains of the estimators; reuses it while gains and macro step are
 * unchanged. %LS_STOP if it is singular. */
LsStatus ls_global_factorise (LsGlobal *self, const LsNetwork *network, gboolean first, double h);

/**
 * ls_global_take_estimate:
 * @known: n_in x %LS_HERMITE_N_COEFF, known part of the polynomials
 * @constant, @slope_constant: (inout): n_out: of the estimate of @system; with the known part after
 *
 * For each system, on any thread, once its estimator is prepared and before ls_global_factorise(): while
 * its memory is in the cache.
 */
void ls_global_take_estimate (LsGlobal *self,
                              const LsNetwork *network,
                              guint system,
                              const double known[],
                              double constant[],
                              double slope_constant[]);
/* @constant, @slope_constant: n_out, with the known parts */
void ls_global_solve (LsGlobal *self,
                      const LsNetwork *network,
                      const double constant[],
                      const double slope_constant[]);
/* @output must be connected. */
double ls_global_get_value (const LsGlobal *self, guint output);
double ls_global_get_derivative (const LsGlobal *self, guint output);
/* Whether @output is connected. */
gboolean ls_global_is_active (const LsGlobal *self, guint output);
