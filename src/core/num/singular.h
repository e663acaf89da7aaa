/* Singular values of small dense matrices: how far a system of equations is from having no
 * solution of its own, and in which direction. */
#pragma once

#include "core/base/status.h"

/**
 * ls_singular_analyse:
 * @a: @n x @n, row-major, in which 1 is the size of what counts; overwritten
 * @right: (out): @n: unit vector that @a makes shortest: the direction that its equations determine
 *   least; all equal where @n is too large for it to be found
 *
 * By Golub and Reinsch's algorithm (GSL) up to %LS_SINGULAR_MAX unknowns, beyond by Higham's
 * estimate of the condition in the 1-norm.
 *
 * Returns: the condition number, or 1 over the least singular value where that is more; at least 1,
 * infinite for a singular matrix, NaN for one that is not finite
 */
double ls_singular_analyse (guint n, double a[], double right[]);
#define LS_SINGULAR_MAX 200u
