/* The matrix s I - J of an implicit method, real or complex, factorised. */
#pragma once

#include "core/ode/ode-jacobian.h"

typedef struct LsOdeMatrix LsOdeMatrix;

/* @jacobian: storage of J; must outlive the matrix
 * Returns: (nullable): %NULL when out of memory or when the pattern cannot be analysed. */
LsOdeMatrix *ls_ode_matrix_new (const LsOdeJacobian *jacobian, gboolean is_complex);
void ls_ode_matrix_free (LsOdeMatrix *self);

/**
 * ls_ode_matrix_factorise:
 * @values: of J, in the storage of the Jacobian
 * @re, @im: s, 1/s; @im is used for a complex matrix only
 *
 * Returns: %LS_STOP when s I - J is singular
 */
LsStatus ls_ode_matrix_factorise (LsOdeMatrix *self, const double values[], double re, double im);

/* @b_re, @b_im: (inout): right-hand side, then the solution; @b_im is not used for a real matrix */
void ls_ode_matrix_solve (LsOdeMatrix *self, double b_re[], double b_im[]);
