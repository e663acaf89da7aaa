/* Observed order of convergence: the slope of the error over the step size. */
#pragma once

#include <glib.h>

/* Error, %, from which on a run is outside the asymptotic range. */
#define LS_ORDER_SATURATION 10.0

/**
 * LsOrderFit: error = @constant * step size ^ @order, by least squares of the logarithms
 * @constant: %, at a step size of 1 s
 * @h_min, @h_max: range of the step sizes used, s
 * @n_points: number of step sizes, at least two
 */
typedef struct
{
  double order, constant;
  double h_min, h_max;
  guint n_points;
} LsOrderFit;

/**
 * ls_order_fit:
 * @steps: @n step sizes, s, in any order
 * @errors: errors at these steps, %; nonfinite values are ignored
 * @floor: errors up to this are ignored (three times the reference's own error), %
 *
 * Uses the errors above @floor and below %LS_ORDER_SATURATION.
 *
 * Returns: %FALSE, with NaN in @fit, if fewer than two different steps remain.
 */
gboolean
ls_order_fit (const double steps[], const double errors[], guint n, double floor, LsOrderFit *fit);
