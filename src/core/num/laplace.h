/* Numerical inversion of the Laplace transform. */
#pragma once

#include <glib.h>

/* Limits of the number of terms, which is even. */
#define LS_STEHFEST_MIN 6u
#define LS_STEHFEST_MAX 20u

/**
 * ls_stehfest_get_weights:
 * @n: number of terms, even, from %LS_STEHFEST_MIN to %LS_STEHFEST_MAX
 * @weights: (out): V_1 to V_n
 *
 * Gaver and Stehfest (Algorithm 368, CACM 13, 1970):
 *   f (t) ~ ln 2 / t sum_{k=1..n} V_k F (k ln 2 / t).
 * About 0.45 n correct digits, computed with a loss of 1.1 n digits by the alternating weights: in
 * double precision 14 terms are best. Accurate for oscillations up to about one radian over t.
 */
void ls_stehfest_get_weights (guint n, double weights[]);
