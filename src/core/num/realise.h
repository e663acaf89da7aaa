/* A continuous linear system from its responses to inputs that are held from step to step. */
#pragma once

#include "core/base/status.h"

/**
 * LsRealisation: x' = A x + B u, y = C x, of order @n, with x scaled so that it is controlled as
 * well as it is observed.
 * @a: @n x @n, 1/s; @b: @n x n_u; @c: n_y x @n; all row-major with the greatest order, n_most, for
 *   the length of the rows of @a and @c; entries beyond @n are 0
 */
typedef struct
{
  guint n, n_y, n_u, n_most;
  double *a, *b, *c;
} LsRealisation;

/* @n_most: greatest order */
LsRealisation *ls_realisation_new (guint n_y, guint n_u, guint n_most);
void ls_realisation_free (LsRealisation *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsRealisation, ls_realisation_free)

/**
 * ls_realise:
 * @blocks: at least 2
 * @markov: (2 @blocks - 1) x n_y x n_u: changes of the outputs y1, y2, ... at the ends of steps of
 *   @h after one input, u, had been 1 on the first one, and 0 else; without what it feeds through
 * @tolerance: singular values below this part of the greatest are noise
 * @full: (out): whether the order may be greater than @blocks - 1 blocks can show
 *
 * The discrete system by Kung's algorithm (singular values of the Hankel matrix, 1978, after Ho and
 * Kalman 1966), the continuous one by the principal logarithm of its matrix. The order is the greatest
 * for which there is one.
 *
 * Returns: %LS_STOP if there is no continuous system with these responses, up to a thousandth
 */
LsStatus ls_realise (LsRealisation *self, guint blocks, const double markov[], double h,
                     double tolerance, gboolean *full);

/* Principal logarithm of @e, @n x @n, row-major: @log. By inverse scaling and squaring: square roots by
 * the product form of Denman and Beavers (Cheng, Higham, Kenney, Laub 2001), then the series of the
 * inverse hyperbolic tangent. Returns: %LS_STOP if there is none, with eigenvalues on the negative real
 * axis or at 0 */
LsStatus ls_matrix_logarithm (guint n, const double e[], double log[]);
