#include "core/run/table-source.h"

#include "core/model/block.h"
#include "core/foreign/foreign.h"

static LsCsvTable *
make_table (const LsTrace *trace)
{
  LsCsvTable *table = g_new0 (LsCsvTable, 1);

  table->n_columns = ls_trace_get_n_columns (trace);
  table->n_rows = ls_trace_get_n_rows (trace);
  table->names = g_new0 (char *, table->n_columns + 1);
  table->columns = g_new0 (double *, table->n_columns);
  for (guint k = 0; k < table->n_columns; k++)
    {
      const char *name = ls_trace_get_name (trace, k);
      const char *unit = k > 0 ? ls_trace_get_unit (trace, k) : "";

      table->names[k] = *unit != '\0' ? g_strdup_printf ("%s [%s]", name, unit) : g_strdup (name);
      table->columns[k] = g_new (double, table->n_rows);
      for (gsize i = 0; i < table->n_rows; i++)
        table->columns[k][i] = ls_trace_get (trace, k, i);
    }
  return table;
}

LsCsvTable *
ls_table_source_read (const char *file, char **understood, GError **error)
{
  LsForeign info = { 0 };
  LsTrace *trace;
  LsCsvTable *table = NULL;

  g_return_val_if_fail (file != NULL, NULL);
  if (understood != NULL)
    *understood = NULL;
  trace = ls_foreign_read_table (file, &info, error);
  if (trace != NULL)
    {
      table = make_table (trace);
      if (understood != NULL)
        *understood = ls_foreign_describe (&info);
      ls_trace_unref (trace);
    }
  ls_foreign_clear (&info);
  return table;
}

gboolean
ls_table_source_write (const char *blocks,
                       const char *file,
                       gboolean fmi3,
                       const char *target,
                       char **understood,
                       GError **error)
{
  g_return_val_if_fail (blocks != NULL, FALSE);
  g_return_val_if_fail (file != NULL, FALSE);
  g_return_val_if_fail (target != NULL, FALSE);

  g_autoptr (LsCsvTable) table = NULL;
  g_autofree char *words = NULL;

  if ((table = ls_table_source_read (file, &words, error)) == NULL
      || !ls_block_write_table (blocks, table, fmi3, file, target, error))
    return FALSE;
  if (understood != NULL)
    *understood = g_steal_pointer (&words);
  return TRUE;
}
