/* The phi functions of a matrix: exact solution of a linear system over one macro step. */
#pragma once

#include "core/base/status.h"

/* Highest index of ls_phi_new(). */
#define LS_PHI_MAX 6

/**
 * LsPhi:
 *
 * phi_0 (Z) = e^Z, phi_k (Z) = sum_j Z^j / (j + k)!, Z phi_{k+1} (Z) = phi_k (Z) - I / k!,
 * for a real square matrix Z = h A, by scaling and squaring: the series of the
 * highest phi of the balanced matrix Z / 2^s (Paterson and Stockmeyer 1973; its
 * degree and s from norms of powers, Al-Mohy and Higham 2009), the recurrence
 * above downwards, and s times the doubling formula of Skaflestad and Wright
 * (2009). Work arrays are made once; computing allocates nothing.
 *
 * Its functions run within steps and do not check their pointers, which must not be %NULL.
 */
typedef struct LsPhi LsPhi;

/* @n: order of the matrices (may be 0); @k_max: highest index required, at most %LS_PHI_MAX */
LsPhi *ls_phi_new (guint n, guint k_max);
void ls_phi_free (LsPhi *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPhi, ls_phi_free)

/**
 * ls_phi_compute:
 * @a: matrix A, @n x @n, row-major, 1/s
 * @h: macro step, s
 *
 * Returns the last result if A and h are those of the last call (bit for bit).
 * Returns: %LS_STOP when an entry is not finite or the result overflows.
 */
LsStatus ls_phi_compute (LsPhi *self, const double a[], double h);

/* phi_k (h A), @n x @n, row-major, valid until the next computation. */
const double *ls_phi_get (const LsPhi *self, guint k);

/* Number of actual computations, without reused results. */
guint64 ls_phi_get_count (const LsPhi *self);
