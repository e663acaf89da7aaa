#include "core/record/trace-pack.h"

#include "core/base/reader.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static const double *
peek (gconstpointer user, guint column, gsize row, gsize *n)
{
  return ls_trace_peek (user, column, row, n);
}

int
ls_trace_pack (const LsTrace *self, const char *const more[], guint n_more)
{
  const guint n = ls_trace_get_n_columns (self);
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();

  for (guint i = 1; i < n; i++)
    g_ptr_array_add (texts, (char *)ls_trace_get_name (self, i));
  for (guint i = 1; i < n; i++)
    {
      const char *unit = ls_trace_get_unit (self, i);

      g_ptr_array_add (texts, (char *)(unit != NULL ? unit : ""));
    }
  for (guint i = 0; i < n_more; i++)
    g_ptr_array_add (texts, (char *)more[i]);
  return ls_table_pack ((const char *const *)texts->pdata, texts->len, n,
                        ls_trace_get_n_rows (self), peek, self);
}

static gboolean
append (LsTrace *trace, const LsTablePack *table, const char *path, GError **error)
{
  g_autofree double *row = g_new (double, table->n_columns);

  for (gsize i = 0; i < table->n_rows; i++)
    {
      if (!isfinite (table->values[i]) || (i > 0 && table->values[i] < table->values[i - 1]))
        {
          ls_reader_refuse (path, error);
          return FALSE;
        }
      for (guint k = 0; k < table->n_columns; k++)
        row[k] = table->values[k * table->n_rows + i];
      if (!ls_trace_append (trace, row))
        return ls_fail (error, LS_ERROR_LIMIT, _ ("%s: there is not enough memory for it"), path);
    }
  return TRUE;
}

LsTrace *
ls_trace_unpack (GBytes *bytes, const char *path, LsTablePack *table, guint *more, GError **error)
{
  g_autoptr (LsTrace) trace = NULL;
  guint n;

  if (!ls_table_unpack (bytes, G_MAXUINT, table) || table->n_columns == 0
      || table->n_texts / 2 < table->n_columns - 1)
    return ls_reader_refuse (path, error);
  n = table->n_columns - 1;
  trace = ls_trace_new (n, table->texts, table->texts + n);
  if (more != NULL)
    *more = 2 * n;
  return append (trace, table, path, error) ? g_steal_pointer (&trace) : NULL;
}
