/* Singular values of GSL's matrices. */
#pragma once

#include <glib.h>
#include <gsl/gsl_matrix.h>

/* @matrix = U S V^T with at least as many rows as columns, by Jacobi's rotations (GSL), which keep small
 * singular values: @matrix becomes U. %FALSE where that does not converge. */
gboolean ls_factorise_singular (gsl_matrix *matrix, gsl_matrix *v, gsl_vector *s);
