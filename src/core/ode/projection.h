/* Coordinate projection: moves states to where constraints on them hold, by as little as can be. */
#pragma once

#include "core/base/status.h"

/**
 * LsProjectionProblem:
 * @n: number of states, above 0
 * @max_constraints: most constraints at a time
 * @residuals: writes phi (@t, @x), @m numbers that are 0 where the constraints hold; (nullable)
 *   with @step or @full
 * @jacobian: (nullable): writes d phi / d x, @m x n, row-major; differences are taken without it
 * @step: (nullable): writes one step towards the constraints, n, in the units of the states
 * @full: (nullable): writes the whole way to them, n, to where the residuals are at most
 *   @tolerance, in at most @limit iterations
 * @nominals: (nullable): n positive magnitudes for the differences; copied
 * @user_data: lives as long as the projection
 *
 * All give %LS_RETRY where they cannot answer. Taken is @full, else @step, else the projection
 * from the residuals.
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
 * @LS_PROJECTION_REFUSED: a callback could not answer
 * @LS_PROJECTION_NOT_FINITE: a residual, a derivative of it or a step was not a finite number
 * @LS_PROJECTION_SINGULAR: a constraint does not hold, and no state has an influence on it
 * @LS_PROJECTION_DIVERGED: the iteration did not come to where the constraints hold
 * @LS_PROJECTION_TOO_FAR: they hold only further away than the leash
 *
 * Why the last projection failed.
 */
typedef enum
{
  LS_PROJECTION_NONE,
  LS_PROJECTION_REFUSED,
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
 * @residuals, @jacobians: evaluations; those for differences are among the residuals
 */
typedef struct
{
  guint64 calls, moved, failed, residuals, jacobians;
} LsProjectionCounts;

typedef struct LsProjection LsProjection;

/* All memory is taken here. Returns: (transfer full): with as many constraints as there can be
 * and weights of 1. */
LsProjection *ls_projection_new (const LsProjectionProblem *problem);
void ls_projection_free (LsProjection *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsProjection, ls_projection_free)

/* Distances are in weights: that of state i is @rtol |x_i| + @atol[i], above 0. @atol: n, copied.
 */
void ls_projection_set_tolerances (LsProjection *self, double rtol, const double atol[]);
/* How many constraints there are now, at most those of the problem. */
void ls_projection_set_n_constraints (LsProjection *self, guint m);
guint ls_projection_get_n_constraints (const LsProjection *self);
/* Greatest distance, root mean square in weights, before %LS_PROJECTION_TOO_FAR; infinite, as at
 * first: any. */
void ls_projection_set_leash (LsProjection *self, double leash);

/**
 * ls_projection_move:
 * @t: s
 * @x: (inout): states, n; as before unless %LS_OK
 * @error: (inout) (nullable): an estimated error of @x, n; what of it is across the constraints is
 *   taken out, as the projection does with the error itself (Eich 1993)
 *
 * To the x next to @x, in weights, where the constraints hold: min |W^-1 (x - @x)|, phi (x) = 0
 * (Najafi 2017, (8)), by Gauss-Newton steps x' = @x + W B+ (B W^-1 (x - @x) - phi), B = D W with
 * its rows scaled to 1. B+ is had from the singular values of B; directions in which the
 * constraints repeat or contradict each other are left out, and what is left of the residuals
 * there has to be within the tolerance. (The formula S = (D^T D)^-1 D^T C that the paper prints
 * has the wrong sign and a matrix that is always singular: fewer constraints than states.)
 *
 * Returns: %LS_RETRY when it fails, for what ls_projection_get_trouble() tells; %LS_STOP from a
 * callback.
 */
LsStatus ls_projection_move (LsProjection *self, double t, double x[], double error[]);

/* Greatest residual at @t and @x as a distance in weights; 0 without constraints. Infinite where it
 * cannot be had or no state has an influence on a constraint that does not hold. */
double ls_projection_measure (LsProjection *self, double t, const double x[]);

LsProjectionTrouble ls_projection_get_trouble (const LsProjection *self);
/* For people, translated. */
const char *ls_projection_describe (LsProjectionTrouble trouble);
/* How far the last projection moved the states, root mean square in weights. */
double ls_projection_get_distance (const LsProjection *self);
/* Constraints that the last Jacobian told apart. */
guint ls_projection_get_rank (const LsProjection *self);
void ls_projection_get_counts (const LsProjection *self, LsProjectionCounts *counts);
