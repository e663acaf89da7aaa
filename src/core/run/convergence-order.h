/* Observed order of convergence: the slope of the error over the step size. */
#pragma once

#include <glib.h>

/* Error, %, from which on a run is outside the asymptotic range. */
#define LS_ORDER_SATURATION 10.0
/* Slopes from step to step in the asymptotic range differ by less than this, so that the fit is
 * nearest to one whole order; an error that falls with less has reached its floor. */
#define LS_ORDER_SPREAD 0.5

/* Why there is no order. */
typedef enum
{
  LS_ORDER_KNOWN,
  LS_ORDER_FEW,         /* fewer than two step sizes have an error */
  LS_ORDER_LIMITED,     /* too many errors are below the accuracy of the reference */
  LS_ORDER_SATURATED,   /* too many errors are above %LS_ORDER_SATURATION */
  LS_ORDER_NOT_FALLING, /* errors hardly fall with the step */
  LS_ORDER_BENT         /* no three steps in succession have the same slope */
} LsOrderState;

/**
 * LsOrderFit: error = @constant * step size ^ @order, by least squares of the logarithms
 * @constant: %, at a step size of 1 s
 * @h_min, @h_max: range of the step sizes used, s
 * @n_points: number of step sizes, at least two; 0 without an order
 */
typedef struct
{
  LsOrderState state;
  double order, constant;
  double h_min, h_max;
  guint n_points;
} LsOrderFit;

/**
 * ls_order_fit:
 * @steps: @n step sizes, s, in any order
 * @errors: errors at these steps, %; NaN: unknown, infinite: the run diverged
 * @floor: errors up to this are ignored (three times the reference's own error), %
 *
 * Uses the asymptotic part of the errors above @floor and below %LS_ORDER_SATURATION: the most
 * successive steps, the shortest ones of several such, whose slopes are at least
 * %LS_ORDER_SPREAD and differ by less than that. Of two usable errors, whose slope cannot be compared
 * with another, both are used; of more, at least three.
 *
 * Returns: %FALSE, with the reason and NaN in @fit, if there is no such part.
 */
gboolean
ls_order_fit (const double steps[], const double errors[], guint n, double floor, LsOrderFit *fit);
/* Why there is no order, a translated clause: "the error hardly falls with the step size"; %NULL if there is
 * one. */
const char *ls_order_explain (const LsOrderFit *fit);
