/* A sample: the middle of all ranges, N times. */
#include "core/vary/sample.h"

static void
fill (const GPtrArray *parameters, guint n, G_GNUC_UNUSED gulong seed, GArray *fractions)
{
  const double middle = 0.5;

  for (guint i = 0; i < n * parameters->len; i++)
    g_array_append_val (fractions, middle);
}

const LsSampleKind ls_sample_dummy = {
  .item = { .id = "middle", .name = "Middle", .summary = "The middle, N times (middle:N)" },
  .n_default = 1,
  .fill = fill,
};
