#include "core/ode/stiffness.h"

#include "core/base/interrupt.h"

#include <float.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Limit because the eigenvalues cost some 25 n^3 operations. */
#define MAX_STATES 400u

static gboolean
fill_jacobian (const LsOdeProblem *problem,
               double t,
               const double x[],
               const double nominals[],
               gsl_matrix *jacobian)
{
  const guint n = problem->n;
  g_autofree double *f = g_new (double, n);
  g_autofree double *f_moved = g_new (double, n);
  g_autofree double *x_moved = g_memdup2 (x, n * sizeof (double));

  if (problem->derivatives (t, x, f, problem->user_data) != LS_OK)
    return FALSE;
  for (guint j = 0; j < n; j++)
    {
      x_moved[j] = x[j] + sqrt (DBL_EPSILON) * fmax (fabs (x[j]), nominals[j]);
      if (ls_interrupt_is_wanted ()
          || problem->derivatives (t, x_moved, f_moved, problem->user_data) != LS_OK)
        return FALSE;
      for (guint i = 0; i < n; i++)
        {
          const double slope = (f_moved[i] - f[i]) / (x_moved[j] - x[j]);
          if (!isfinite (slope))
            return FALSE;
          gsl_matrix_set (jacobian, i, j, slope);
        }
      x_moved[j] = x[j];
    }
  return TRUE;
}

static double
find_rate (gsl_matrix *jacobian, guint n)
{
  gsl_vector_complex *values = gsl_vector_complex_alloc (n);
  gsl_eigen_nonsymm_workspace *work = gsl_eigen_nonsymm_alloc (n);
  double rate = NAN;

  /* With balancing, because the units of the states differ widely. */
  gsl_eigen_nonsymm_params (0, 1, work);
  if (gsl_eigen_nonsymm (jacobian, values, work) == GSL_SUCCESS)
    {
      rate = 0;
      for (guint i = 0; i < n; i++)
        rate = fmax (rate, -GSL_REAL (gsl_vector_complex_get (values, i)));
    }
  gsl_eigen_nonsymm_free (work);
  gsl_vector_complex_free (values);
  return rate;
}

double
ls_stiffness_get_rate (const LsOdeProblem *problem,
                       double t,
                       const double x[],
                       const double nominals[])
{
  gsl_error_handler_t *handler;
  gsl_matrix *jacobian;
  double rate = NAN;

  if (problem->n == 0)
    return 0;
  if (problem->n > MAX_STATES)
    return NAN;
  handler = gsl_set_error_handler_off ();
  jacobian = gsl_matrix_alloc (problem->n, problem->n);
  if (fill_jacobian (problem, t, x, nominals, jacobian))
    rate = find_rate (jacobian, problem->n);
  gsl_matrix_free (jacobian);
  gsl_set_error_handler (handler);
  return rate;
}
