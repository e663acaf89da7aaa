/* Detects systems of ordinary differential equations for which an explicit method is unsuitable. */
#pragma once

#include "core/ode/ode.h"

/**
 * ls_stiffness_get_rate:
 * @t: s; @x: states there; @nominals: @problem->n positive magnitudes for the differences
 *
 * Largest decay rate, 1/s, max (-Re lambda) over the eigenvalues of the Jacobian by forward
 * differences at one point; 0 when nothing decays. NaN when it cannot be computed (failing
 * derivatives, more than 400 states).
 */
double ls_stiffness_get_rate (const LsOdeProblem *problem,
                              double t,
                              const double x[],
                              const double nominals[]);
