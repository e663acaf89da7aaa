/* One step of the explicit Runge-Kutta pair of Dormand and Prince of order 8
 * with error estimates of orders 5 and 3. */
#pragma once

#include "core/ode/dop853-tableau.h"

/* Writes dx/dt at time @t, s, and states @x. */
typedef void (*Dop853Function) (void *data, double t, const double x[], double dx[]);

/**
 * dop853_step:
 * @n: number of states
 * @f: right-hand side
 * @data: for @f
 * @t: time at the start, s
 * @h: step, s
 * @x: (array length=n): states at @t
 * @dx: (array length=n): derivatives at @t
 * @scale: (array length=n): positive; the tolerance of a state is @tolerance times
 *     the sum of this and its magnitude
 * @tolerance: relative tolerance
 * @x_new: (out) (array length=n): states at @t + @h
 * @work: workspace of (%DOP853_STAGES + 1) times @n values
 *
 * Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, section
 * II.5 (coefficients) and II.10 (error estimate, formula 10.17).
 *
 * Returns: the weighted local error; at most 1: the step is accurate enough;
 *     not finite if @f is not
 */
double dop853_step (unsigned n,
                    Dop853Function f,
                    void *data,
                    double t,
                    double h,
                    const double x[],
                    const double dx[],
                    const double scale[],
                    double tolerance,
                    double x_new[],
                    double work[]);
