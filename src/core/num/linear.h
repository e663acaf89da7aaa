/* Small dense systems of linear equations, solved often. */
#pragma once

#include "core/base/status.h"

/**
 * LsLinear:
 *
 * M x = b with a real square matrix, by orthogonal factorisation (GSL's Householder QR: unlike its
 * LU it allocates nothing, as required inside a macro step).
 *
 * Its functions run within steps and do not check their pointers, which must not be %NULL.
 */
typedef struct LsLinear LsLinear;

/* @n: number of unknowns, may be 0 */
LsLinear *ls_linear_new (guint n);
void ls_linear_free (LsLinear *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsLinear, ls_linear_free)

/* The matrix, @n x @n, row-major, to be filled before each factorisation, which overwrites it. */
double *ls_linear_get_matrix (LsLinear *self);

/* %LS_STOP if the matrix is singular to working precision or not finite. */
LsStatus ls_linear_factorise (LsLinear *self);

/* @b: (inout): right-hand side, then the solution, @n. Any number of times after a
 * factorisation. */
void ls_linear_solve (LsLinear *self, double b[]);
