/* Small dense systems of linear equations, real and complex, with little overhead: implicit steps
 * spend most of their time here. Unlike GSL's LU they allocate nothing; unlike the orthogonal
 * factorisation of core/num/linear.h they favour speed over robustness.
 * They run within steps and do not check their pointers, which must not be %NULL. */
#pragma once

#include "core/base/status.h"

/* Partial pivoting: each pivot is the entry of greatest magnitude left in its column. Matrices are
 * @n x @n, row-major. %LS_STOP if a pivot is 0 or not finite. */
LsStatus ls_dense_factorise (guint n, double a[], guint pivots[]);
void ls_dense_solve (guint n, const double a[], const guint pivots[], double b[]);

/* Complex matrices as pairs: real, imaginary. The vector as separate arrays @b_re, @b_im. */
LsStatus ls_dense_complex_factorise (guint n, double a[], guint pivots[]);
void ls_dense_complex_solve (
    guint n, const double a[], const guint pivots[], double b_re[], double b_im[]);
