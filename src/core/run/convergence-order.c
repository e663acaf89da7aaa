#include "core/run/convergence-order.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* A usable error; @x, @y: logarithms of step and error */
typedef struct
{
  double step, x, y;
} Point;

static int
compare_points (gconstpointer a, gconstpointer b)
{
  const double x = ((const Point *)a)->x, y = ((const Point *)b)->x;

  return (x > y) - (x < y);
}

/* Element-type Point, by step; @state: why there may be too few */
static GArray *
list_points (
    const double steps[], const double errors[], guint n, double floor, LsOrderState *state)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (Point));
  guint n_limited = 0, n_saturated = 0;

  for (guint i = 0; i < n; i++)
    {
      const Point point = { steps[i], log (steps[i]), log (errors[i]) };

      if (!isfinite (steps[i]) || !(steps[i] > 0) || isnan (errors[i]) || errors[i] < 0)
        continue;
      if (!(errors[i] > floor))
        n_limited++;
      else if (errors[i] >= LS_ORDER_SATURATION)
        n_saturated++;
      else
        g_array_append_val (points, point);
    }
  g_array_sort (points, compare_points);
  *state = n_limited + n_saturated == 0 ? LS_ORDER_FEW
           : n_limited >= n_saturated   ? LS_ORDER_LIMITED
                                        : LS_ORDER_SATURATED;
  return points;
}

/* Between a point and the next one. */
static double
get_slope (const Point *point)
{
  return (point[1].y - point[0].y) / (point[1].x - point[0].x);
}

/* Number of points from @first on whose slopes agree. */
static guint
count_straight (const GArray *points, guint first)
{
  double least = INFINITY, greatest = -INFINITY;
  guint i = first;

  for (; i + 1 < points->len; i++)
    {
      const double slope = get_slope (&g_array_index (points, Point, i));

      least = fmin (least, slope);
      greatest = fmax (greatest, slope);
      if (!(slope >= LS_ORDER_SPREAD) || !(greatest - least < LS_ORDER_SPREAD))
        break;
    }
  return i + 1 - first;
}

/* Moves @points to the asymptotic part. Returns: %LS_ORDER_KNOWN, or why there is none */
static LsOrderState
find_asymptotic (GArray *points)
{
  const guint wanted = MIN (points->len, 3);
  guint best = 0, n_best = 0;

  for (guint first = 0; first < points->len; first++)
    {
      const guint n = count_straight (points, first);

      if (n > n_best)
        {
          best = first;
          n_best = n;
        }
    }
  if (n_best < wanted)
    return n_best < 2 ? LS_ORDER_NOT_FALLING : LS_ORDER_BENT;
  g_array_set_size (points, best + n_best);
  g_array_remove_range (points, 0, best);
  return LS_ORDER_KNOWN;
}

/* Centred on the means, since the sums of the normal equations would cancel. */
static void
fit_line (const GArray *points, LsOrderFit *fit)
{
  double mean_x = 0, mean_y = 0, sum_xx = 0, sum_xy = 0;

  for (guint i = 0; i < points->len; i++)
    {
      mean_x += g_array_index (points, Point, i).x / points->len;
      mean_y += g_array_index (points, Point, i).y / points->len;
    }
  for (guint i = 0; i < points->len; i++)
    {
      const double x = g_array_index (points, Point, i).x - mean_x;

      sum_xx += x * x;
      sum_xy += x * (g_array_index (points, Point, i).y - mean_y);
    }
  fit->order = sum_xy / sum_xx;
  fit->constant = exp (mean_y - fit->order * mean_x);
  fit->h_min = g_array_index (points, Point, 0).step;
  fit->h_max = g_array_index (points, Point, points->len - 1).step;
  fit->n_points = points->len;
}

gboolean
ls_order_fit (const double steps[], const double errors[], guint n, double floor, LsOrderFit *fit)
{
  g_return_val_if_fail (fit != NULL && (n == 0 || (steps != NULL && errors != NULL)), FALSE);

  g_autoptr (GArray) points = NULL;

  *fit = (LsOrderFit){ .order = NAN, .constant = NAN, .h_min = NAN, .h_max = NAN };
  points = list_points (steps, errors, n, floor, &fit->state);
  if (points->len >= 2)
    fit->state = find_asymptotic (points);
  if (fit->state != LS_ORDER_KNOWN)
    return FALSE;
  fit_line (points, fit);
  return TRUE;
}

const char *
ls_order_explain (const LsOrderFit *fit)
{
  g_return_val_if_fail (fit != NULL, NULL);

  switch (fit->state)
    {
    case LS_ORDER_KNOWN:
      return NULL;
    case LS_ORDER_LIMITED:
      return _ ("too few errors are above the accuracy of the reference");
    case LS_ORDER_SATURATED:
      return _ ("too few errors are below 10 %");
    case LS_ORDER_NOT_FALLING:
      return _ ("the error hardly falls with the step size");
    case LS_ORDER_BENT:
      return _ ("no three successive step sizes have the same slope");
    default:
      return _ ("fewer than two step sizes have an error");
    }
}
