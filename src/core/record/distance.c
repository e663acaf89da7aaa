/* Differences of two runs with different steps. */
#include "core/record/error-norms.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Two runs; times are relative to @origin, s, that of the first run. */
typedef struct
{
  const LsTrace *trace, *base;
  double origin, slack;
} Pair;

static gboolean
is_same (const Pair *self, double a, double b)
{
  return fabs (a - b) <= fmax (1e-12 * fmax (fabs (a), fabs (b)), self->slack);
}

LsTrace *
ls_measure_distance_new (const LsTrace *trace, const LsTrace *base, GError **error)
{
  g_return_val_if_fail (trace != NULL, NULL);

  guint n_columns = ls_trace_get_n_columns (trace), n = 0;
  g_autofree const char **names = g_new0 (const char *, n_columns);
  g_autofree const char **units = g_new0 (const char *, n_columns);

  for (guint i = 1; i < n_columns; i++)
    if (ls_trace_find (base, ls_trace_get_name (trace, i)) > 0)
      {
        names[n] = ls_trace_get_name (trace, i);
        units[n++] = ls_trace_get_unit (trace, i);
      }
  if (n > 0)
    {
      LsTrace *distance = ls_trace_new (n, names, units);

      ls_trace_set_origin (distance, ls_trace_get_origin (trace));
      return distance;
    }
  return ls_fail_null (error, LS_ERROR_RUN, "%s", _ ("The runs have no signal in common"));
}

/* Finds the row of the base at or before @time, and the weight @share of the next row in the
 * interpolation; with @before the left limit at an event. */
static gsize
find_place (const Pair *self, double time, gboolean before, double *share)
{
  const LsTrace *base = self->base;
  gsize n = ls_trace_get_n_rows (base);
  gssize found
      = ls_trace_find_row_from (base, self->origin, time + fmax (1e-12 * fabs (time), self->slack));
  gsize row = found > 0 ? (gsize)found : 0;
  double t0 = ls_trace_get_time_from (base, row, self->origin), t1;

  *share = 0;
  if (is_same (self, t0, time))
    {
      while (before && row > 0
             && is_same (self, ls_trace_get_time_from (base, row - 1, self->origin), time))
        row--;
      return row;
    }
  if (row + 1 >= n)
    return row;
  t1 = ls_trace_get_time_from (base, row + 1, self->origin);
  if (t1 > t0)
    *share = fmin (fmax ((time - t0) / (t1 - t0), 0), 1);
  return row;
}

static gboolean
is_before_event (const Pair *self, gsize row)
{
  return row + 1 < ls_trace_get_n_rows (self->trace)
         && is_same (self, ls_trace_get_elapsed (self->trace, row),
                     ls_trace_get_elapsed (self->trace, row + 1));
}

void
ls_measure_distance_continue (LsTrace *distance, const LsTrace *trace, const LsTrace *base)
{
  g_return_if_fail (distance != NULL);
  g_return_if_fail (trace != NULL);
  g_return_if_fail (base != NULL);

  guint n = ls_trace_get_n_columns (distance);
  gsize n_rows = ls_trace_get_n_rows (trace), n_base = ls_trace_get_n_rows (base);
  g_autofree guint *columns = g_new (guint, n);
  g_autofree guint *partners = g_new (guint, n);
  g_autofree double *values = g_new (double, n);
  const Pair pair = { trace, base, ls_trace_get_origin (trace), ls_trace_get_slack (trace, base) };
  double end;

  if (n_base == 0)
    return;
  end = ls_trace_get_time_from (base, n_base - 1, pair.origin);
  for (guint i = 1; i < n; i++)
    {
      columns[i] = (guint)ls_trace_find (trace, ls_trace_get_name (distance, i));
      partners[i] = (guint)ls_trace_find (base, ls_trace_get_name (distance, i));
    }
  for (gsize row = ls_trace_get_n_rows (distance); row < n_rows; row++)
    {
      double time = ls_trace_get_elapsed (trace, row), share;
      gsize place;

      if (time > end && !is_same (&pair, time, end))
        return;
      place = find_place (&pair, time, is_before_event (&pair, row), &share);
      values[0] = time;
      for (guint i = 1; i < n; i++)
        {
          double a = ls_trace_get (base, partners[i], place);

          if (share > 0)
            a += share * (ls_trace_get (base, partners[i], place + 1) - a);
          values[i] = ls_trace_get (trace, columns[i], row) - a;
        }
      if (!ls_trace_append (distance, values))
        return;
    }
}
