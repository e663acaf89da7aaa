/* Polynomials of degree 3 at most; values and means, for every input on every step, without loops. */
#pragma once

#include <glib.h>

/* Value at @t of the polynomial with the coefficients @c (@degree + 1, at most 4) of t^p. */
static inline double
ls_polynomial_get_value (const double c[], guint degree, double t)
{
  double sum = degree > 2 ? c[3] * t : 0.0;

  if (degree > 1)
    sum = (sum + c[2]) * t;
  if (degree > 0)
    sum = (sum + c[1]) * t;
  return sum + c[0];
}

/* The same and its derivative: @slope (out). */
static inline double
ls_polynomial_get_value_and_slope (const double c[], guint degree, double t, double *slope)
{
  double value = 0.0;

  *slope = 0.0;
  for (guint p = degree + 1; p-- > 0;)
    {
      *slope = *slope * t + value;
      value = value * t + c[p];
    }
  return value;
}

/* Its mean over [0, @h], @h > 0. */
static inline double
ls_polynomial_get_mean (const double c[], guint degree, double h)
{
  double sum = degree > 2 ? c[3] / 4.0 * h : 0.0;

  if (degree > 1)
    sum = (sum + c[2] / 3.0) * h;
  if (degree > 0)
    sum = (sum + c[1] / 2.0) * h;
  return sum + c[0];
}
