/* Eigenvalues of small real matrices. */
#pragma once

#include "core/base/status.h"

/**
 * ls_spectrum_measure:
 * @matrix: @n x @n, row-major; overwritten
 * @radius: (out) (optional): greatest modulus of the eigenvalues; 0 for @n = 0
 * @abscissa: (out) (optional): greatest real part; −∞ for @n = 0
 *
 * By GSL: balanced, Hessenberg form, Francis steps.
 * Returns: %LS_STOP when an entry is not finite or the iteration fails.
 */
LsStatus ls_spectrum_measure (guint n, double matrix[], double *radius, double *abscissa);
