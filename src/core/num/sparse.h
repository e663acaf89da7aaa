/* Large sparse systems of linear equations with a fixed pattern, solved repeatedly. */
#pragma once

#include "core/base/status.h"

/**
 * LsSparse:
 *
 * M x = b with a real square matrix, by KLU (SuiteSparse). The pattern is analysed once; a
 * factorisation reuses the pivots of the last one without allocation unless they have become bad.
 *
 * Its functions run within steps and do not check their pointers, which must not be %NULL.
 */
typedef struct LsSparse LsSparse;

/**
 * ls_sparse_new:
 * @n: number of unknowns, at least 1
 * @rows, @columns: @n_entries places of possible nonzeros; duplicates are allowed
 * @positions: (out): index of each entry in ls_sparse_get_values(); equal for equal places
 *
 * Returns: (nullable): %NULL if out of memory or if the pattern cannot be analysed.
 */
LsSparse *ls_sparse_new (
    guint n, const guint rows[], const guint columns[], gsize n_entries, gsize positions[]);
void ls_sparse_free (LsSparse *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsSparse, ls_sparse_free)

/* To be filled before each factorisation, which does not change them. @n: (out) (optional) */
double *ls_sparse_get_values (LsSparse *self, gsize *n);

/* %LS_STOP when the matrix is singular to working precision or not finite. */
LsStatus ls_sparse_factorise (LsSparse *self);

/* @b: (inout): right-hand side, then the solution. Any number of times after a factorisation. */
void ls_sparse_solve (LsSparse *self, double b[]);
