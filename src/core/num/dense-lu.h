/* Small dense systems of linear equations, real and complex, with as little around them as can
 * be: what an implicit step spends its time in. Unlike GSL's they take no memory, and unlike its
 * orthogonal factorisation (core/num/linear.h) they are not thorough but fast. */
#pragma once

#include "core/base/status.h"

/* Rows are exchanged so that the pivots are the greatest entries left. Matrices are @n x @n,
 * row-major. %LS_STOP when a pivot is 0 or not finite. */
LsStatus ls_dense_factorise (guint n, double a[], guint pivots[]);
void ls_dense_solve (guint n, const double a[], const guint pivots[], double b[]);

/* Complex numbers as pairs: real, imaginary. @b_re, @b_im apart. */
LsStatus ls_dense_complex_factorise (guint n, double a[], guint pivots[]);
void ls_dense_complex_solve (
    guint n, const double a[], const guint pivots[], double b_re[], double b_im[]);
