/* Morris' sample for elementary effects: N trajectories, on each of which every parameter changes
 * once, on a grid of four levels. */
#include "core/vary/sample.h"

#include <glib/gi18n-lib.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#define N_TRAJECTORIES 20u
/* Levels 0, 1/3, 2/3, 1; a step of 2/3 makes all equally likely. */
#define STEP (2.0 / 3)

static void
fill (const GPtrArray *parameters, guint n, gulong seed, GArray *fractions)
{
  const guint k = parameters->len;
  gsl_rng *generator = gsl_rng_alloc (gsl_rng_mt19937);
  g_autofree double *point = g_new (double, k);
  g_autofree guint *order = g_new (guint, k);

  gsl_rng_set (generator, seed);
  for (guint i = 0; i < n; i++)
    {
      for (guint j = 0; j < k; j++)
        {
          order[j] = j;
          point[j] = gsl_rng_uniform_int (generator, 4) / 3.0;
        }
      gsl_ran_shuffle (generator, order, k, sizeof *order);
      g_array_append_vals (fractions, point, k);
      for (guint j = 0; j < k; j++)
        {
          point[order[j]] += point[order[j]] < 0.5 ? STEP : -STEP;
          g_array_append_vals (fractions, point, k);
        }
    }
  gsl_rng_free (generator);
}

const LsSampleKind ls_sample_morris = {
  .item = { .id = "morris",
            .name = N_ ("Elementary Effects"),
            .summary
            = N_ ("For elementary effects: N trajectories, N (parameters + 1) runs (morris:N)") },
  .n_default = N_TRAJECTORIES,
  .fill = fill,
};
