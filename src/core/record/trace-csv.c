/* Traces as comma-separated values: reading, and formatting of lines. */
#include "core/record/trace-csv.h"

#include "core/base/csv.h"
#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>

void
ls_trace_append_csv_head (const LsTrace *self, GString *text)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < ls_trace_get_n_columns (self); i++)
    {
      if (i > 0)
        g_string_append_c (text, ',');
      ls_csv_append_field (text, ls_trace_get_name (self, i));
    }
  g_string_append_c (text, '\n');
}

static void
append_number (const LsTrace *self, guint column, gsize row, GString *text)
{
  const double value = ls_trace_get (self, column, row);
  char number[LS_NUMBER_SIZE];
  LsInteger integer;

  if (G_UNLIKELY (fabs (value) >= LS_INTEGER_LIMIT)
      && ls_trace_get_integer (self, column, row, &integer))
    g_string_append (text, ls_integer_format (integer, number));
  else if (!isnan (value))
    g_string_append (text, ls_number_format (value, number));
}

void
ls_trace_append_csv_row (const LsTrace *self, gsize row, GString *text)
{
  g_return_if_fail (self != NULL);
  for (guint i = 0; i < ls_trace_get_n_columns (self); i++)
    {
      if (i > 0)
        g_string_append_c (text, ',');
      append_number (self, i, row, text);
    }
  g_string_append_c (text, '\n');
}

static gboolean
check_times (const LsCsvTable *table, const char *path, GError **error)
{
  if (table->n_columns == 0)
    return ls_fail (error, LS_ERROR_FORMAT, _ ("%s: there is no column"), path);
  for (gsize i = 0; i < table->n_rows; i++)
    {
      double time = table->columns[0][i];

      if (isfinite (time) && (i == 0 || time >= table->columns[0][i - 1]))
        continue;
      return ls_fail (error, LS_ERROR_FORMAT,
                      isfinite (time) ? _ ("%s: the time in row %zu of column “%s” goes back")
                                      : _ ("%s: there is no time in row %zu of column “%s”"),
                      path, i + 1, table->names[0]);
    }
  return TRUE;
}

static void
note_integers (LsTrace *trace, const LsCsvTable *table, gsize row)
{
  LsInteger integer;

  for (guint i = 1; table->rests != NULL && i < table->n_columns; i++)
    if (ls_csv_table_get_integer (table, i, row, &integer))
      ls_trace_note_integer (trace, i, row, integer);
}

LsTrace *
ls_trace_read_csv (const char *path, GError **error)
{
  g_autoptr (LsCsvTable) table = NULL;
  g_autoptr (LsTrace) self = NULL;
  g_autofree double *row = NULL;

  g_return_val_if_fail (path != NULL, NULL);
  if ((table = ls_csv_read (path, error)) == NULL || !check_times (table, path, error))
    return NULL;
  self = ls_trace_new (table->n_columns - 1, (const char *const *)table->names + 1, NULL);
  row = g_new (double, table->n_columns);
  for (gsize i = 0; i < table->n_rows; i++)
    {
      for (guint j = 0; j < table->n_columns; j++)
        row[j] = table->columns[j][i];
      note_integers (self, table, i);
      if (!ls_trace_append (self, row))
        return ls_fail_null (error, LS_ERROR_LIMIT, _ ("%s: there is not enough memory for it"),
                             path);
    }
  return g_steal_pointer (&self);
}
