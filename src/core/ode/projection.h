/* Coordinate projection: moves states onto constraints by the shortest distance. */
#pragma once

#include "core/base/status.h"

/**
 * LsProjectionProblem:
 * @n: number of states, above 0
 * @max_constraints: maximum number of simultaneous constraints
 * @residuals: writes phi (@t, @x), @m residuals, 0 where the constraints hold; (nullable) if @step
 *   or @full is set
 * @jacobian: (nullable): writes d phi / d x, @m x n, row-major. Without it differences are used
 * @step: (nullable): writes one step towards the constraints, n, in the units of the states
 * @full: (nullable): writes the total correction, n, after which the residuals are at most
 *   @tolerance, in at most @limit iterations
 * @nominals: (nullable): n positive magnitudes for the differences; copied
 * @user_data: must outlive the projection
 *
 * All return %LS_RETRY where they cannot be evaluated. @full has priority, then @step, then the
 * projection from the residuals.
 */
typedef struct
{
  guint n, max_constraints;
  LsStatus (*residuals) (double t, const double x[], guint m, double phi[], gpointer user_data);
  LsStatus (*jacobian) (double t, const double x[], guint m, double jacobian[], gpointer user_data);
  LsStatus (*step) (double t, const double x[], double step[], gpointer user_data);
  LsStatus (*full) (
      double t, const double x[], double tolerance, guint limit, double way[], gpointer user_data);
  const double *nominals;
  gpointer user_data;
} LsProjectionProblem;

/**
 * LsProjectionTrouble:
 * @LS_PROJECTION_NONE: none
 * @LS_PROJECTION_EVALUATION: a callback returned %LS_RETRY
 * @LS_PROJECTION_NOT_FINITE: a residual, a derivative of it or a step was not a finite number
 * @LS_PROJECTION_SINGULAR: a constraint does not hold, and no change of the states can satisfy it
 * @LS_PROJECTION_DIVERGED: the iteration did not converge
 * @LS_PROJECTION_TOO_FAR: the constraints hold only beyond the maximum distance
 *
 * Reason for the failure of the last projection.
 */
typedef enum
{
  LS_PROJECTION_NONE,
  LS_PROJECTION_EVALUATION,
  LS_PROJECTION_NOT_FINITE,
  LS_PROJECTION_SINGULAR,
  LS_PROJECTION_DIVERGED,
  LS_PROJECTION_TOO_FAR
} LsProjectionTrouble;

/**
 * LsProjectionCounts:
 * @calls: of ls_projection_move()
 * @moved: those that moved the states
 * @failed: those that failed
 * @residuals, @jacobians: evaluations; residuals include those for differences
 */
typedef struct
{
  guint64 calls, moved, failed, residuals, jacobians;
} LsProjectionCounts;

typedef struct LsProjection LsProjection;

/* Allocates all memory. Returns: (transfer full): a projection with the maximum number of
 * constraints and weights of 1. */
LsProjection *ls_projection_new (const LsProjectionProblem *problem);
void ls_projection_free (LsProjection *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsProjection, ls_projection_free)

/* Distances are measured in weights: that of state i is @rtol |x_i| + @atol[i], above 0. @atol: n,
 * copied. */
void ls_projection_set_tolerances (LsProjection *self, double rtol, const double atol[]);
/* Current number of constraints, at most the maximum of the problem. */
void ls_projection_set_n_constraints (LsProjection *self, guint m);
/* Maximum distance, root mean square in weights, before %LS_PROJECTION_TOO_FAR; infinite (the
 * default): no limit. */
void ls_projection_set_leash (LsProjection *self, double leash);

/**
 * ls_projection_move:
 * @t: s
 * @x: (inout): states, n; unchanged unless %LS_OK
 * @error: (inout) (nullable): an estimated error of @x, n; its components across the constraints
 *   are removed, as the projection does with the error itself (Eich 1993)
 *
 * Projects @x to the closest x, in weights, that satisfies the constraints: min |W^-1 (x - @x)|,
 * phi (x) = 0 (Najafi 2017, (8)), by Gauss-Newton steps x' = @x + W B+ (B W^-1 (x - @x) - phi), B =
 * D W with its rows scaled to 1. B+ is computed from the singular value decomposition of B;
 * directions in which constraints are redundant or contradictory are left out, and the residuals
 * there must be within the tolerance. (The formula S = (D^T D)^-1 D^T C that the paper prints has
 * the wrong sign and a matrix that is always singular: fewer constraints than states.)
 *
 * Returns: %LS_RETRY on failure, with the reason in ls_projection_get_trouble(); %LS_STOP from a
 * callback.
 */
LsStatus ls_projection_move (LsProjection *self, double t, double x[], double error[]);

LsProjectionTrouble ls_projection_get_trouble (const LsProjection *self);
/* Reason for display, translated. */
const char *ls_projection_describe (LsProjectionTrouble trouble);
/* Distance by which the last projection moved the states, root mean square in weights. */
double ls_projection_get_distance (const LsProjection *self);
/* Number of independent constraints in the last Jacobian. */
guint ls_projection_get_rank (const LsProjection *self);
void ls_projection_get_counts (const LsProjection *self, LsProjectionCounts *counts);
