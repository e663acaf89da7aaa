/* CSV: results of other tools, tables of inputs, and journals of runs that were killed. What was
 * read is given on to another process, and written, and read again: it is the same then. */
#include "fuzz.h"

#include "core/base/csv.h"
#include "core/foreign/foreign.h"
#include "core/record/journal.h"

#include <unistd.h>

/* Rows and columns of a trace that is written again. */
#define SMALL 64u

static void
same_values (const LsTrace *one, const LsTrace *other)
{
  g_assert_cmpuint (ls_trace_get_n_columns (one), ==, ls_trace_get_n_columns (other));
  g_assert_cmpuint (ls_trace_get_n_rows (one), ==, ls_trace_get_n_rows (other));
  for (guint i = 0; i < ls_trace_get_n_columns (one); i++)
    for (gsize k = 0; k < ls_trace_get_n_rows (one); k++)
      {
        const double a = ls_trace_get (one, i, k), b = ls_trace_get (other, i, k);

        g_assert_true (a == b || (a != a && b != b));
      }
}

/* As a run writes it. */
static void
write_again (LsTrace *trace)
{
  g_autofree char *path = g_build_filename (fuzz_folder (), "journal.csv", NULL);
  LsJournal *journal;
  LsTrace *again;

  if (ls_trace_get_n_rows (trace) > SMALL || ls_trace_get_n_columns (trace) > SMALL)
    return;
  journal = ls_journal_new (path, trace, NULL);
  g_assert_true (ls_journal_update (journal));
  ls_journal_free (journal);
  again = ls_journal_recover (path, NULL);
  if (ls_trace_get_n_rows (trace) > 0)
    g_assert_nonnull (again);
  if (again != NULL)
    same_values (trace, again);
  ls_trace_unref (again);
}

static void
close_area (int area)
{
  g_assert_cmpint (area, >=, 0);
  close (area);
}

static void
read_result (const char *path)
{
  LsForeign info = { 0 };
  LsTrace *trace;

  if (ls_foreign_is_result (path))
    g_free (ls_foreign_get_component (path));
  trace = ls_foreign_read (path, &info, NULL);
  if (trace != NULL)
    {
      g_free (ls_foreign_describe (&info));
      close_area (ls_foreign_pack (trace, &info));
      write_again (trace);
    }
  ls_trace_unref (trace);
  ls_foreign_clear (&info);
}

static void
read_own (const char *path)
{
  g_autoptr (LsCsvTable) table = ls_csv_read (path, NULL);

  if (table == NULL)
    return;
  g_assert_cmpint (ls_csv_table_find (table, table->names[table->n_columns - 1]), >=, 0);
  close_area (ls_csv_table_pack (table));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *path = fuzz_write ("result.csv", data, size);
  LsForeign info = { 0 };

  read_result (path);
  ls_trace_unref (ls_foreign_read_table (path, &info, NULL));
  ls_foreign_clear (&info);
  read_own (path);
  /* Last, because it takes an incomplete last row off the file. */
  ls_trace_unref (ls_journal_recover (path, NULL));
  return 0;
}
