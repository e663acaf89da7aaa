/* Points at random. */
#include "core/vary/sample.h"

#include <glib/gi18n-lib.h>
#include <gsl/gsl_rng.h>

#define N_POINTS 100u

static void
fill (const GPtrArray *parameters, guint n, gulong seed, GArray *fractions)
{
  gsl_rng *generator = gsl_rng_alloc (gsl_rng_mt19937);

  gsl_rng_set (generator, seed);
  for (guint i = 0; i < n * parameters->len; i++)
    {
      const double fraction = gsl_rng_uniform (generator);

      g_array_append_val (fractions, fraction);
    }
  gsl_rng_free (generator);
}

const LsSampleKind ls_sample_random = {
  .item = { .id = "random",
            .name = N_ ("Random"),
            .summary = N_ ("N points, each at random (random:N)") },
  .n_default = N_POINTS,
  .fill = fill,
};
