/* Polynomials of degree 3 at most, and the times at which they leave a range. */
#pragma once

#include <glib.h>

/* Sum of c[k] tau^k, k < @n. */
static inline double
ls_qss_poly_get (const double c[], guint n, double tau)
{
  double sum = 0.0;

  for (guint k = n; k-- > 0;)
    sum = sum * tau + c[k];
  return sum;
}

/* Shifts the origin of the polynomial by @tau; in place. */
void ls_qss_poly_shift (double c[4], double tau);
/* Least tau > 0 at which @c, degree 3 at most, rises above 0 after being at most 0; infinite:
 * never. 0 where it is not below 0 and rises at once. */
double ls_qss_poly_rise (const double c[4]);
/* Least tau >= 0 at which @c leaves [-bound, bound]; infinite: never. */
double ls_qss_poly_leave (const double c[4], double bound);
