/* Nonlinear least squares with standard errors. */
#pragma once

#include <glib.h>

/**
 * LsFitProblem:
 * @evaluate: residuals of @n_points points at once, which may be in parallel; @points: row-major,
 *   @n_points x @n_parameters; @residuals: row-major, @n_points x @n_residuals; a point that cannot
 *   be evaluated has NaN; %FALSE with an error ends the fit
 */
typedef struct
{
  guint n_parameters, n_residuals;
  gboolean (*evaluate) (const double points[], guint n_points, double residuals[], gpointer user_data, GError **error);
  gpointer user_data;
} LsFitProblem;

/**
 * LsFit:
 * @values: n_parameters
 * @covariance: row-major, n_parameters x n_parameters: s^2 (J^T J)^-1, with s^2 the sum of squares
 *   over the degrees of freedom; NaN without degrees of freedom or if J is singular
 * @sum: of the squares of the residuals
 * @converged: %FALSE: the limit of iterations was reached
 */
typedef struct
{
  double *values, *covariance;
  double sum;
  guint n_iterations;
  gboolean converged;
} LsFit;

/**
 * ls_fit_new:
 * @start: n_parameters
 *
 * Levenberg and Marquardt's method of GSL, with geodesic acceleration (Transtrum and Sethna 2012)
 * and the Jacobian by central differences.
 *
 * Returns: (transfer full): %NULL with %LS_ERROR_ARGUMENT if there are fewer residuals than
 * parameters, %LS_ERROR_RUN if the start cannot be evaluated, or the error of @evaluate.
 */
LsFit *ls_fit_new (const LsFitProblem *problem, const double start[], GError **error);
void ls_fit_free (LsFit *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsFit, ls_fit_free)

double ls_fit_get_error (const LsFit *self, guint n_parameters, guint i);
double ls_fit_get_correlation (const LsFit *self, guint n_parameters, guint i, guint j);
