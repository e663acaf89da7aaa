#include "core/qss/qss-poly.h"

#include <float.h>
#include <math.h>
#include <string.h>

void
ls_qss_poly_shift (double c[4], double tau)
{
  c[0] += tau * (c[1] + tau * (c[2] + tau * c[3]));
  c[1] += tau * (2.0 * c[2] + 3.0 * tau * c[3]);
  c[2] += 3.0 * tau * c[3];
}

/* Real roots of c[0] + c[1] s + c[2] s^2 in increasing order, without cancellation. */
static guint
solve_quadratic (const double c[], double roots[2])
{
  double b = c[1], discriminant = b * b - 4.0 * c[2] * c[0], s;

  if (c[2] == 0.0 || isinf (c[1] / c[2]))
    {
      if (b == 0.0)
        return 0;
      roots[0] = -c[0] / b;
      return 1;
    }
  if (discriminant < 0.0)
    return 0;
  s = -0.5 * (b + copysign (sqrt (discriminant), b));
  roots[0] = s / c[2];
  roots[1] = s != 0.0 ? c[0] / s : 0.0;
  if (roots[0] > roots[1])
    {
      double swapped = roots[0];

      roots[0] = roots[1];
      roots[1] = swapped;
    }
  return 2;
}

/* Root of @c, which is at most 0 at @low and above 0 at @high: Newton's method within a bracket
 * (Press et al., Numerical Recipes, 9.4). */
static double
find_root (const double c[4], double low, double high)
{
  double tau = 0.5 * (low + high);

  for (guint k = 0; k < 200 && high - low > 2.0 * DBL_EPSILON * high; k++)
    {
      double value = ls_qss_poly_get (c, 4, tau);
      double slope = c[1] + tau * (2.0 * c[2] + 3.0 * tau * c[3]);
      double next;

      if (value > 0.0)
        high = tau;
      else
        low = tau;
      next = tau - value / slope;
      if (!(next > low && next < high))
        next = 0.5 * (low + high);
      if (fabs (next - tau) <= DBL_EPSILON * fabs (tau))
        return next;
      tau = next;
    }
  return high;
}

/* Upper end of the search interval for a root beyond @low, where @c finally increases; infinite: no
 * root. */
static double
find_end (const double c[4], double low)
{
  double end = low > 0.0 ? 2.0 * low : 0.0;

  if (c[3] < 0.0 || (c[3] == 0.0 && (c[2] < 0.0 || (c[2] == 0.0 && c[1] <= 0.0))))
    return INFINITY;
  if (end == 0.0)
    {
      /* Cauchy's bound, since @c is not above 0 at @low. */
      double lead = c[3] != 0.0 ? c[3] : c[2] != 0.0 ? c[2] : c[1];
      double greatest = fmax (fabs (c[0]), fmax (fabs (c[1]), fabs (c[2])));

      end = 1.0 + greatest / lead;
    }
  for (guint k = 0; k < 2100 && isfinite (end); k++, end *= 2.0)
    if (ls_qss_poly_get (c, 4, end) > 0.0)
      return end;
  return INFINITY;
}

static double
rise_of_cubic (const double c[4])
{
  const double slope[3] = { c[1], 2.0 * c[2], 3.0 * c[3] };
  double points[2], low = 0.0;
  gboolean below = c[0] <= 0.0;
  guint n = solve_quadratic (slope, points);

  for (guint k = 0; k < n; k++)
    {
      double value;

      if (!(points[k] > 0.0 && isfinite (points[k])))
        continue;
      value = ls_qss_poly_get (c, 4, points[k]);
      if (below && value > 0.0)
        return find_root (c, low, points[k]);
      below = value <= 0.0;
      low = points[k];
    }
  if (!below)
    return INFINITY;
  {
    double end = find_end (c, low);

    return isinf (end) ? INFINITY : find_root (c, low, end);
  }
}

double
ls_qss_poly_rise (const double c[4])
{
  double roots[2];
  guint n;

  if (c[0] >= 0.0 && (c[1] > 0.0 || (c[1] == 0.0 && (c[2] > 0.0 || (c[2] == 0.0 && c[3] > 0.0)))))
    return 0.0;
  if (c[3] != 0.0)
    return rise_of_cubic (c);
  n = solve_quadratic (c, roots);
  if (c[2] == 0.0)
    return n == 1 && c[1] > 0.0 && roots[0] > 0.0 ? roots[0] : INFINITY;
  if (n < 2 || roots[0] == roots[1])
    return INFINITY;
  /* A parabola rises at its right root when it opens upwards, else at its left one. */
  if (c[2] > 0.0)
    return roots[1] > 0.0 ? roots[1] : INFINITY;
  return roots[0] > 0.0 ? roots[0] : INFINITY;
}

double
ls_qss_poly_leave (const double c[4], double bound)
{
  double upper[4] = { c[0] - bound, c[1], c[2], c[3] };
  double lower[4] = { -c[0] - bound, -c[1], -c[2], -c[3] };

  return fmin (ls_qss_poly_rise (upper), ls_qss_poly_rise (lower));
}
