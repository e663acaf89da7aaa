#include "core/record/trace-part.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Indices of the selected columns, without duplicates and without the time. */
static GArray *
choose_columns (const LsTrace *self, const char *const *names)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree gboolean *taken = g_new0 (gboolean, ls_trace_get_n_columns (self));

  for (guint i = 1; names == NULL && i < ls_trace_get_n_columns (self); i++)
    g_array_append_val (columns, i);
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      const int found = ls_trace_find (self, names[i]);
      const guint column = (guint)MAX (found, 0);

      if (column == 0 || taken[column])
        continue;
      taken[column] = TRUE;
      g_array_append_val (columns, column);
    }
  return columns;
}

static LsTrace *
make_empty (const LsTrace *self, const GArray *columns)
{
  g_autofree const char **names = g_new (const char *, columns->len + 1);
  g_autofree const char **units = g_new (const char *, columns->len + 1);

  for (guint i = 0; i < columns->len; i++)
    {
      names[i] = ls_trace_get_name (self, g_array_index (columns, guint, i));
      units[i] = ls_trace_get_unit (self, g_array_index (columns, guint, i));
    }
  return ls_trace_new (columns->len, names, units);
}

/* The first row not before @time. */
static gsize
find_first (const LsTrace *self, double time)
{
  gssize row = ls_trace_find_row (self, time);

  if (isnan (time) || row < 0)
    return 0;
  if (ls_trace_get (self, 0, (gsize)row) < time)
    return (gsize)row + 1;
  /* Includes both limits at an event. */
  while (row > 0 && ls_trace_get (self, 0, (gsize)row - 1) >= time)
    row--;
  return (gsize)row;
}

LsTrace *
ls_trace_copy_part (
    const LsTrace *self, const char *const *columns, double from, double to, GError **error)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_autoptr (GArray) chosen = choose_columns (self, columns);
  g_autoptr (LsTrace) part = make_empty (self, chosen);
  g_autofree double *row = g_new (double, chosen->len + 1);
  const gsize n_rows = ls_trace_get_n_rows (self);
  LsInteger integer;

  for (gsize i = find_first (self, from); i < n_rows && chosen->len > 0; i++)
    {
      row[0] = ls_trace_get (self, 0, i);
      if (row[0] > to)
        break;
      for (guint k = 0; k < chosen->len; k++)
        {
          const guint column = g_array_index (chosen, guint, k);

          row[k + 1] = ls_trace_get (self, column, i);
          if (ls_trace_get_integer (self, column, i, &integer))
            ls_trace_note_integer (part, k + 1, ls_trace_get_n_rows (part), integer);
        }
      if (ls_trace_append (part, row))
        continue;
      return ls_fail_null (error, LS_ERROR_LIMIT, _ ("There is not enough memory for a copy."));
    }
  if (ls_trace_get_n_rows (part) > 0)
    return g_steal_pointer (&part);
  return ls_fail_null (error, LS_ERROR_ARGUMENT,
                       chosen->len == 0 ? _ ("None of the signals was recorded.")
                                        : _ ("Nothing was recorded between these times."));
}
