/* Points of Sobol's sequence, which fill the space evenly. */
#include "core/vary/sample.h"

#include <glib/gi18n-lib.h>
#include <gsl/gsl_qrng.h>

#define N_POINTS 100u
/* Dimensions of GSL's sequence. */
#define MAX_DIMENSIONS 40u

static void
fill (const GPtrArray *parameters, guint n, G_GNUC_UNUSED gulong seed, GArray *fractions)
{
  gsl_qrng *sequence = gsl_qrng_alloc (gsl_qrng_sobol, parameters->len);

  g_array_set_size (fractions, n * parameters->len);
  for (guint i = 0; i < n; i++)
    gsl_qrng_get (sequence, &g_array_index (fractions, double, i * parameters->len));
  gsl_qrng_free (sequence);
}

const LsSampleKind ls_sample_sobol = {
  .item = { .id = "sobol",
            .name = N_ ("Sobol Sequence"),
            .summary = N_ ("N points that fill the space evenly (sobol:N)") },
  .n_default = N_POINTS,
  .max_parameters = MAX_DIMENSIONS,
  .fill = fill,
};
