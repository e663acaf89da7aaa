#include "core/vary/fit.h"

#include "core/base/status.h"

#include <glib/gi18n-lib.h>
#include <gsl/gsl_blas.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <math.h>
#include <string.h>

#define MAX_ITERATIONS 200
/* Relative change of the parameters, and of the gradient. */
#define X_TOLERANCE 1e-12
#define GRADIENT_TOLERANCE 1e-12
/* Cube root of the rounding error: best for central differences. */
#define DIFFERENCE 6e-6
/* In place of a residual that cannot be evaluated, so that the step is refused. */
#define REFUSED 1e100

typedef struct
{
  const LsFitProblem *problem;
  GError *error;
} Context;

void
ls_fit_free (LsFit *self)
{
  if (self == NULL)
    return;
  g_free (self->values);
  g_free (self->covariance);
  g_free (self);
}

static gboolean
evaluate (Context *self, const double points[], guint n, double residuals[])
{
  return self->problem->evaluate (points, n, residuals, self->problem->user_data, &self->error);
}

static int
compute_residuals (const gsl_vector *x, void *user_data, gsl_vector *f)
{
  Context *self = user_data;
  g_autofree double *point = g_new (double, x->size);

  for (size_t i = 0; i < x->size; i++)
    point[i] = gsl_vector_get (x, i);
  if (!evaluate (self, point, 1, f->data))
    return GSL_EFAILED;
  for (size_t i = 0; i < f->size; i++)
    if (!isfinite (gsl_vector_get (f, i)))
      gsl_vector_set (f, i, REFUSED);
  return GSL_SUCCESS;
}

/* All points at once: below and above in parameter j are points 2 j and 2 j + 1. */
static int
compute_jacobian (const gsl_vector *x, void *user_data, gsl_matrix *jacobian)
{
  Context *self = user_data;
  const guint p = self->problem->n_parameters, n = self->problem->n_residuals;
  g_autofree double *points = g_new (double, 2 * (gsize)p * p);
  g_autofree double *residuals = g_new (double, 2 * (gsize)p * n);

  for (guint k = 0; k < 2 * p; k++)
    {
      const guint j = k / 2;
      const double step = DIFFERENCE * (x->data[j] != 0 ? fabs (x->data[j]) : 1);

      memcpy (points + (gsize)k * p, x->data, p * sizeof *points);
      points[(gsize)k * p + j] += k % 2 == 0 ? -step : step;
    }
  if (!evaluate (self, points, 2 * p, residuals))
    return GSL_EFAILED;
  for (guint j = 0; j < p; j++)
    for (guint i = 0; i < n; i++)
      {
        const double *below = residuals + 2 * (gsize)j * n, *above = below + n;
        const double span = points[(2 * (gsize)j + 1) * p + j] - points[2 * (gsize)j * p + j];

        if (!isfinite (below[i]) || !isfinite (above[i]))
          return GSL_EDOM;
        gsl_matrix_set (jacobian, i, j, (above[i] - below[i]) / span);
      }
  return GSL_SUCCESS;
}

static void
take_covariance (LsFit *self, const LsFitProblem *problem, gsl_multifit_nlinear_workspace *work)
{
  const guint p = problem->n_parameters;
  gsl_matrix_view covariance = gsl_matrix_view_array (self->covariance, p, p);
  const double freedom = (double)problem->n_residuals - p;

  gsl_multifit_nlinear_covar (gsl_multifit_nlinear_jac (work), 0, &covariance.matrix);
  gsl_matrix_scale (&covariance.matrix, freedom > 0 ? self->sum / freedom : NAN);
}

static LsFit *
iterate (Context *context, gsl_multifit_nlinear_workspace *work)
{
  const LsFitProblem *problem = context->problem;
  const guint p = problem->n_parameters;
  LsFit *self;
  int info = 0, status;

  status = gsl_multifit_nlinear_driver (MAX_ITERATIONS, X_TOLERANCE, GRADIENT_TOLERANCE, 0, NULL,
                                        NULL, &info, work);
  if (context->error != NULL)
    return NULL;
  self = g_new0 (LsFit, 1);
  /* No progress is as good as it gets: differences are rounded. From a start that is the solution
   * the status is another, and only @info says so. */
  self->converged = status == GSL_SUCCESS || status == GSL_ENOPROG || info == GSL_ENOPROG;
  self->n_iterations = (guint)gsl_multifit_nlinear_niter (work);
  self->values = g_new (double, p);
  self->covariance = g_new0 (double, (gsize)p *p);
  for (guint i = 0; i < p; i++)
    self->values[i] = gsl_vector_get (gsl_multifit_nlinear_position (work), i);
  gsl_blas_ddot (gsl_multifit_nlinear_residual (work), gsl_multifit_nlinear_residual (work),
                 &self->sum);
  take_covariance (self, problem, work);
  return self;
}

LsFit *
ls_fit_new (const LsFitProblem *problem, const double start[], GError **error)
{
  g_return_val_if_fail (problem != NULL, NULL);

  Context context = { .problem = problem };
  const guint p = problem->n_parameters, n = problem->n_residuals;
  gsl_multifit_nlinear_parameters settings = gsl_multifit_nlinear_default_parameters ();
  gsl_multifit_nlinear_fdf functions
      = { .f = compute_residuals, .df = compute_jacobian, .n = n, .p = p, .params = &context };
  const gsl_vector_const_view from = gsl_vector_const_view_array (start, p);
  gsl_error_handler_t *handler;
  gsl_multifit_nlinear_workspace *work;
  LsFit *self = NULL;

  if (n < p)
    return ls_fail_null (error, LS_ERROR_ARGUMENT,
                         _ ("%u values of data do not determine %u parameters"), n, p);
  /* Finds its way from far starts where the plain method gets lost (BoxBOD of NIST's data). */
  settings.trs = gsl_multifit_nlinear_trs_lmaccel;
  handler = gsl_set_error_handler_off ();
  work = gsl_multifit_nlinear_alloc (gsl_multifit_nlinear_trust, &settings, n, p);
  if (gsl_multifit_nlinear_init (&from.vector, &functions, work) == GSL_SUCCESS)
    self = iterate (&context, work);
  gsl_multifit_nlinear_free (work);
  gsl_set_error_handler (handler);
  if (self == NULL && context.error == NULL)
    g_set_error_literal (error, LS_ERROR, LS_ERROR_RUN,
                         _ ("the model cannot be run about the start values"));
  if (context.error != NULL)
    {
      g_propagate_error (error, context.error);
      g_clear_pointer (&self, ls_fit_free);
    }
  return self;
}

double
ls_fit_get_error (const LsFit *self, guint n_parameters, guint i)
{
  g_return_val_if_fail (self != NULL && i < n_parameters, NAN);
  return sqrt (self->covariance[(gsize)i * n_parameters + i]);
}

double
ls_fit_get_correlation (const LsFit *self, guint n_parameters, guint i, guint j)
{
  g_return_val_if_fail (self != NULL && i < n_parameters && j < n_parameters, NAN);

  return self->covariance[(gsize)i * n_parameters + j]
         / (ls_fit_get_error (self, n_parameters, i) * ls_fit_get_error (self, n_parameters, j));
}
