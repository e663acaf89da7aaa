/* Polynomials through the last points of several sequences, continued beyond them. */
#pragma once

#include <glib.h>
#include "core/base/state-memory.h"

/* Highest degree. */
#define LS_EXTRAPOLATE_MAX_ORDER 3u

/**
 * LsExtrapolate:
 *
 * n sequences known at the same times, which need not be equidistant. Each is
 * continued by the polynomial of degree q through its newest q + 1 points, in
 * Newton's form (divided differences). Either q is the same for all, or every
 * sequence has its own, the one that would have foretold its newest point
 * best: the flexible order of F3ORNITS (Eguillon, Lacabanne, Tromeur-Dervout
 * 2021), as Lockstep has it. An order takes the place of another one only when
 * its error is less than half as large, so that noise does not decide.
 */
typedef struct LsExtrapolate LsExtrapolate;

/**
 * ls_extrapolate_new:
 * @n: number of sequences, may be 0
 * @order: highest degree, at most %LS_EXTRAPOLATE_MAX_ORDER
 * @flexible: whether each sequence chooses its degree, from 0 to @order
 */
LsExtrapolate *ls_extrapolate_new (guint n, guint order, gboolean flexible);
void           ls_extrapolate_free (LsExtrapolate *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsExtrapolate, ls_extrapolate_free)

/* Forgets all points and orders. */
void ls_extrapolate_reset (LsExtrapolate *self);

/* A new point of every sequence: @values (n) at @time, s, later than the last one. One that is by far
 * nearer to that than that to the one before takes its place. Allocates nothing. */
void ls_extrapolate_add (LsExtrapolate *self, double time, const double values[]);

/* The slopes (n, per s) at the only point that is known so far: they take the place of a point before
 * it, so that degree 1 is there from the beginning, and degree 2 from the second point on. */
void ls_extrapolate_set_slopes (LsExtrapolate *self, const double slopes[]);

/* How many points are known, slopes counted as one, at most @order + 1 of them in use. */
guint ls_extrapolate_get_n_points (const LsExtrapolate *self);

/* The degree by which sequence @index is continued now. */
guint ls_extrapolate_get_order (const LsExtrapolate *self, guint index);

/**
 * ls_extrapolate_get:
 * @degree: how many coefficients less one; at least the highest order, the rest is 0
 * @coefficients: (out): n x (@degree + 1), row-major, of tau^p with tau counted from the newest
 * point, in units of the sequence by s^p; zero without a point
 */
void ls_extrapolate_get (const LsExtrapolate *self, guint degree, double coefficients[]);

/* What it remembers: see kept.h. */
void ls_extrapolate_visit_state (LsExtrapolate *self, LsVisitMemoryFunc func, gpointer user_data);
