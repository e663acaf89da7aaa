/* All combinations of the points of each parameter; the last parameter changes fastest. */
#include "core/vary/sample.h"

#include <glib/gi18n-lib.h>

#define N_POINTS 5u

static guint
count (const LsVaried *varied)
{
  return varied->values != NULL ? varied->values->len : varied->n > 0 ? varied->n : N_POINTS;
}

static double
get_fraction (const LsVaried *varied, guint point)
{
  return varied->values != NULL ? (point + 0.5) / count (varied)
                                : (double)point / (count (varied) - 1);
}

static void
fill (const GPtrArray *parameters,
      G_GNUC_UNUSED guint n,
      G_GNUC_UNUSED gulong seed,
      GArray *fractions)
{
  g_autofree guint *points = g_new0 (guint, parameters->len);
  guint k;

  do
    {
      for (k = 0; k < parameters->len; k++)
        {
          const double fraction = get_fraction (parameters->pdata[k], points[k]);

          g_array_append_val (fractions, fraction);
        }
      for (k = parameters->len; k-- > 0 && ++points[k] == count (parameters->pdata[k]);)
        points[k] = 0;
    }
  while (k != G_MAXUINT);
}

const LsSampleKind ls_sample_grid = {
  .item
  = { .id = "grid",
      .name = N_ ("Grid"),
      .summary = N_ ("All combinations of the points of each range, LOW:HIGH:N (default 5)") },
  .fill = fill,
};
