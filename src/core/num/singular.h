/* Singular values of small dense matrices: how close a system of equations is to being singular,
 * and in which direction. */
#pragma once

#include "core/base/status.h"

/**
 * ls_singular_analyse:
 * @a: @n x @n, row-major, scaled so that relevant entries are of the order of 1; overwritten
 * @right: (out): @n: unit vector whose product with @a is shortest: the direction least determined
 *   by the equations; all entries equal if @n is too large to compute it
 *
 * By the algorithm of Golub and Reinsch (GSL) up to %LS_SINGULAR_MAX unknowns, beyond by Higham's
 * estimate of the 1-norm condition number.
 *
 * Returns: the condition number, or the inverse of the least singular value if that is greater; at
 * least 1, infinite for a singular matrix, NaN for one that is not finite
 */
double ls_singular_analyse (guint n, double a[], double right[]);
#define LS_SINGULAR_MAX 200u
