/* Inputs of a macro step as cubics from value and slope at the end of the last step to value and slope at
 * its own end: C1 over the whole run. */
#pragma once

#include <glib.h>

#define LS_HERMITE_DEGREE 3u
#define LS_HERMITE_N_COEFF (LS_HERMITE_DEGREE + 1u)

/* Coefficient p of tau^p is known[p] + value[p] v + slope[p] w with value v and slope w at the end.
 */
typedef struct
{
  double value[LS_HERMITE_N_COEFF], slope[LS_HERMITE_N_COEFF];
} LsHermiteShape;

/* @first: slope at the start unknown: a parabola, MISSILES eq. 52 (T4), else eq. 25 and 51 (T3).
 * @h: macro step, s */
void ls_hermite_get_shape (gboolean first, double h, LsHermiteShape *shape);
/* @v, @w: value and slope at the start; @w is unused if @first */
void ls_hermite_get_known (
    gboolean first, double h, double v, double w, double known[LS_HERMITE_N_COEFF]);

/* Contribution of an input polynomial to an output: sum of gain times coefficient. */
static inline double
ls_hermite_contract (const double gain[LS_HERMITE_N_COEFF],
                     const double coefficients[LS_HERMITE_N_COEFF])
{
  double sum = 0.0;

  for (guint p = 0; p < LS_HERMITE_N_COEFF; p++)
    sum += gain[p] * coefficients[p];
  return sum;
}
