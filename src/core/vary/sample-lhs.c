/* Latin hypercube: one point in each of N equal strata of every parameter (McKay, Beckman, Conover
 * 1979). */
#include "core/vary/sample.h"

#include <glib/gi18n-lib.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#define N_POINTS 100u

static void
fill (const GPtrArray *parameters, guint n, gulong seed, GArray *fractions)
{
  gsl_rng *generator = gsl_rng_alloc (gsl_rng_mt19937);
  g_autofree guint *strata = g_new (guint, n);

  gsl_rng_set (generator, seed);
  g_array_set_size (fractions, n * parameters->len);
  for (guint k = 0; k < parameters->len; k++)
    {
      for (guint i = 0; i < n; i++)
        strata[i] = i;
      gsl_ran_shuffle (generator, strata, n, sizeof *strata);
      for (guint i = 0; i < n; i++)
        g_array_index (fractions, double, i * parameters->len + k)
            = (strata[i] + gsl_rng_uniform (generator)) / n;
    }
  gsl_rng_free (generator);
}

const LsSampleKind ls_sample_lhs = {
  .item = { .id = "lhs",
            .name = N_ ("Latin Hypercube"),
            .summary = N_ ("N points, one in each Nth of every range (lhs:N)") },
  .n_default = N_POINTS,
  .fill = fill,
};
