#include "core/num/spectrum.h"

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <math.h>

LsStatus
ls_spectrum_measure (guint n, double matrix[], double *radius, double *abscissa)
{
  double greatest = 0.0, rightmost = -INFINITY;
  gsl_eigen_nonsymm_workspace *work;
  gsl_vector_complex *values;
  gsl_error_handler_t *handler;
  gsl_matrix_view view;
  int failed = 0;

  for (gsize i = 0; i < (gsize)n * n; i++)
    if (!isfinite (matrix[i]))
      return LS_STOP;
  if (n > 0)
    {
      view = gsl_matrix_view_array (matrix, n, n);
      work = gsl_eigen_nonsymm_alloc (n);
      values = gsl_vector_complex_alloc (n);
      gsl_eigen_nonsymm_params (0, 1, work);
      handler = gsl_set_error_handler_off ();
      failed = gsl_eigen_nonsymm (&view.matrix, values, work);
      gsl_set_error_handler (handler);
      for (guint i = 0; i < n && failed == 0; i++)
        {
          const gsl_complex value = gsl_vector_complex_get (values, i);

          greatest = fmax (greatest, hypot (GSL_REAL (value), GSL_IMAG (value)));
          rightmost = fmax (rightmost, GSL_REAL (value));
        }
      gsl_vector_complex_free (values);
      gsl_eigen_nonsymm_free (work);
    }
  if (failed != 0)
    return LS_STOP;
  if (radius != NULL)
    *radius = greatest;
  if (abscissa != NULL)
    *abscissa = rightmost;
  return LS_OK;
}
