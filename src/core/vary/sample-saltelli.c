/* Saltelli's sample for Sobol indices: for each of N base points A, B, and A with one parameter
 * from B each. */
#include "core/vary/sample.h"

#include <glib/gi18n-lib.h>
#include <gsl/gsl_qrng.h>

#define N_POINTS 512u
/* Half of the dimensions of GSL's Sobol sequence: A and B are one point together. */
#define MAX_PARAMETERS 20u

static void
fill (const GPtrArray *parameters, guint n, G_GNUC_UNUSED gulong seed, GArray *fractions)
{
  const guint k = parameters->len;
  gsl_qrng *sequence = gsl_qrng_alloc (gsl_qrng_sobol, 2 * k);
  g_autofree double *point = g_new (double, 2 * k);

  for (guint i = 0; i < n; i++)
    {
      gsl_qrng_get (sequence, point);
      g_array_append_vals (fractions, point, 2 * k);
      for (guint j = 0; j < k; j++)
        {
          g_array_append_vals (fractions, point, k);
          g_array_index (fractions, double, fractions->len - k + j) = point[k + j];
        }
    }
  gsl_qrng_free (sequence);
}

const LsSampleKind ls_sample_saltelli = {
  .item
  = { .id = "saltelli",
      .name = N_ ("Sobol Indices"),
      .summary = N_ ("For Sobol indices: N base points, N (parameters + 2) runs (saltelli:N)") },
  .n_default = N_POINTS,
  .max_parameters = MAX_PARAMETERS,
  .fill = fill,
};
