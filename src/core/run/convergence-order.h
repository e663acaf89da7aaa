/* Observed order of convergence: the slope of the error over the step size. */
#pragma once

#include <glib.h>

/* From this error figure on a run is no longer in the range where its order shows, %. */
#define LS_ORDER_SATURATION 10.0

/**
 * LsOrderFit: error = @constant * step size ^ @order, by least squares of the logarithms
 * @constant: %, at a step size of 1 s
 * @h_min, @h_max: the steps that were used, s
 * @n_points: how many, at least two
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
 * @errors: error figures there, %; what is not finite is left out
 * @floor: errors up to this say nothing (three times the reference's own), %
 *
 * Uses the errors above @floor and below %LS_ORDER_SATURATION.
 *
 * Returns: %FALSE, with NaN in @fit, when fewer than two different steps are left.
 */
gboolean
ls_order_fit (const double steps[], const double errors[], guint n, double floor, LsOrderFit *fit);
