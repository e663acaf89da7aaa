/* Polynomial extrapolation of several sequences from their last points. */
#pragma once

#include <glib.h>
#include "core/base/state-memory.h"

/* Highest degree. */
#define LS_EXTRAPOLATE_MAX_ORDER 3u

/**
 * LsExtrapolate:
 *
 * n sequences known at the same times, which need not be equidistant. Each is extrapolated by the
 * polynomial of degree q through its newest q + 1 points, in Newton's form (divided differences).
 * Either q is the same for all, or every sequence has its own, the one with the least prediction
 * error at its newest point: the flexible order of F3ORNITS (Eguillon, Lacabanne, Tromeur-Dervout
 * 2021), as implemented by Lockstep. The order only changes to one with less than half the error,
 * so that noise does not decide.
 *
 * Its functions run within steps and do not check their pointers, which must not be %NULL.
 */
typedef struct LsExtrapolate LsExtrapolate;

/**
 * ls_extrapolate_new:
 * @n: number of sequences, may be 0
 * @order: highest degree, at most %LS_EXTRAPOLATE_MAX_ORDER
 * @flexible: whether each sequence chooses its degree, from 0 to @order
 */
LsExtrapolate *ls_extrapolate_new (guint n, guint order, gboolean flexible);
/**
 * ls_extrapolate_new_steady:
 *
 * Every sequence chooses its degree as with a flexible order, but by the greatest prediction error
 * of late (older ones fade by a fifth a point), not by that of the newest point alone, and it begins
 * with the highest degree that its points allow: on smooth sequences the degree does not alternate.
 */
LsExtrapolate *ls_extrapolate_new_steady (guint n, guint order);
void           ls_extrapolate_free (LsExtrapolate *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsExtrapolate, ls_extrapolate_free)

/* Removes all points and resets the orders. */
void ls_extrapolate_reset (LsExtrapolate *self);

/* Sequence @index is only integrated and led to ends, by the functions with these words in their names: no
 * degree is chosen for it. */
void ls_extrapolate_lead_only (LsExtrapolate *self, guint index);

/* Appends a point to every sequence: @values (n) at @time, s, later than the last one. It
 * replaces the last point if their distance is a tiny part of the interval before that.
 * Allocates nothing. */
void ls_extrapolate_add (LsExtrapolate *self, double time, const double values[]);
/* The same, and ls_extrapolate_integrate_back() of every sequence: @integrals (out, n). */
void ls_extrapolate_add_and_integrate (LsExtrapolate *self, double time, const double values[], double h,
                                       double integrals[]);

/* Replaces the newest point by @values (n) at the same time. */
void ls_extrapolate_replace (LsExtrapolate *self, const double values[]);

/* Sets the time derivatives (n, per s) at the only point known so far: they replace an earlier
 * point, so that degree 1 is available from the first point, and degree 2 from the second. */
void ls_extrapolate_set_derivatives (LsExtrapolate *self, const double slopes[]);

/* Number of known points, counting derivatives as one; at most @order + 1 of them are used. */
guint ls_extrapolate_get_n_points (const LsExtrapolate *self);

/* The degree currently used to extrapolate sequence @index. */
guint ls_extrapolate_get_order (const LsExtrapolate *self, guint index);

/**
 * ls_extrapolate_get:
 * @degree: number of coefficients minus one; at least the highest order, further coefficients are 0
 * @coefficients: (out): n x (@degree + 1), row-major, of tau^p with tau counted from the newest
 * point, in units of the sequence by s^p; zero without a point
 */
void ls_extrapolate_get (const LsExtrapolate *self, guint degree, double coefficients[]);

/* Those of sequence @index alone: @c (LS_EXTRAPOLATE_MAX_ORDER + 1 coefficients). Requires a point. */
void ls_extrapolate_get_one (const LsExtrapolate *self, guint index, double c[]);
/* Mean of that polynomial over the next @h, s. */
double ls_extrapolate_get_mean (const LsExtrapolate *self, guint index, double h);

/* Integral of sequence @index over the last @h, s, up to its newest point: of the polynomial through
 * its newest points, one more than its highest degree takes. Requires a point. */
double ls_extrapolate_integrate_back (const LsExtrapolate *self, guint index, double h);
/* The polynomial over the next @h, s, at whose end the value is @end, through that and the newest points, as many
 * as the highest degree takes: @c (LS_EXTRAPOLATE_MAX_ORDER + 1 coefficients of tau^p). Requires a point, and a
 * highest degree below LS_EXTRAPOLATE_MAX_ORDER. */
void ls_extrapolate_lead_to (const LsExtrapolate *self, guint index, double h, double end, double c[]);
/* Its mean over them. */
double ls_extrapolate_get_mean_to (const LsExtrapolate *self, guint index, double h, double end);
/* Both means of all sequences at once, before the ends are known: @means (out, n): ls_extrapolate_get_mean(), but
 * after ls_extrapolate_lead_only() what added to @share (out) times the end is ls_extrapolate_get_mean_to().
 * Returns: %FALSE with less than three points, or another highest degree than 2 */
gboolean ls_extrapolate_look_ahead (const LsExtrapolate *self, double h, double means[], double *share);

/* Visits its state: see state-memory.h. */
void ls_extrapolate_visit_state (LsExtrapolate *self, LsVisitMemoryFunc func, gpointer user_data);
