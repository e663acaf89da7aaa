/* Transfer functions of linear systems as quotients of polynomials. */
#pragma once

#include "core/base/status.h"

/**
 * LsTransfer:
 *
 * n_ij (s) / d_j (s) = c_i (s I - A)^-1 b_j + d_ij after Misra and Patel (Automatica 23, 1987): for
 * each input an orthogonal reduction of the balanced pair (A, b_j) to controller Hessenberg form,
 * which drops the states not reachable from the input, and recursions for the two polynomials. For
 * few states: the coefficients are ill-conditioned beyond about 15. Work arrays are allocated once.
 */
typedef struct LsTransfer LsTransfer;

/* Any of the sizes may be 0. */
LsTransfer *ls_transfer_new (guint n_x, guint n_u, guint n_y);
void ls_transfer_free (LsTransfer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsTransfer, ls_transfer_free)

/**
 * ls_transfer_compute:
 * @a: n_x x n_x; @b: n_x x n_u; @c: n_y x n_x; @d: n_y x n_u; all row-major
 *
 * Returns: %LS_STOP when an entry is not finite.
 */
LsStatus ls_transfer_compute (
    LsTransfer *self, const double a[], const double b[], const double c[], const double d[]);

/* Degree of the denominator for input @j: number of states reachable from it. */
guint ls_transfer_get_degree (const LsTransfer *self, guint j);
/* Coefficients of s^0, s^1, ... up to the degree; the last one of the denominator is 1. */
const double *ls_transfer_get_denominator (const LsTransfer *self, guint j);
const double *ls_transfer_get_numerator (const LsTransfer *self, guint i, guint j);

/* From input @j to output @i at a real @s; NaN at a pole. */
double ls_transfer_evaluate (const LsTransfer *self, guint i, guint j, double s);
