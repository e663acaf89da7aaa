/* Sparse systems of linear equations, complex; see core/num/sparse.h. */
#pragma once

#include "core/base/status.h"

/**
 * LsSparseComplex:
 *
 * M x = b with a complex square matrix, by KLU (SuiteSparse). The pattern is analysed once; a
 * factorisation reuses the pivots of the last one without allocation unless they have become bad.
 *
 * Its functions run within steps and do not check their pointers, which must not be %NULL.
 */
typedef struct LsSparseComplex LsSparseComplex;

/**
 * ls_sparse_complex_new:
 * @n: number of unknowns, at least 1
 * @starts: @n + 1; index of the beginning of each column in @rows
 * @rows: ascending in each column; copied
 *
 * Returns: (nullable): %NULL if out of memory or if the pattern cannot be analysed.
 */
LsSparseComplex *ls_sparse_complex_new (guint n, const guint starts[], const guint rows[]);
void ls_sparse_complex_free (LsSparseComplex *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsSparseComplex, ls_sparse_complex_free)

/* Pairs of real and imaginary part in the order of the rows, to be filled before each
 * factorisation. */
double *ls_sparse_complex_get_values (LsSparseComplex *self);

/* %LS_STOP when the matrix is singular to working precision or not finite. */
LsStatus ls_sparse_complex_factorise (LsSparseComplex *self);

/* @b_re, @b_im: (inout): right-hand side, then the solution. */
void ls_sparse_complex_solve (LsSparseComplex *self, double b_re[], double b_im[]);
