/* CSV: results of other tools, tables of inputs, and journals of runs that were killed. */
#include "fuzz.h"

#include "core/base/csv.h"
#include "core/foreign/foreign.h"
#include "core/record/journal.h"

static void
read_result (const char *path)
{
  LsForeign info = { 0 };
  LsTrace *trace;

  if (ls_foreign_is_result (path))
    g_free (ls_foreign_get_component (path));
  trace = ls_foreign_read (path, &info, NULL);
  if (trace != NULL)
    g_free (ls_foreign_describe (&info));
  ls_trace_unref (trace);
  ls_foreign_clear (&info);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *path = fuzz_write ("result.csv", data, size);
  LsForeign info = { 0 };

  read_result (path);
  ls_trace_unref (ls_foreign_read_table (path, &info, NULL));
  ls_foreign_clear (&info);
  ls_csv_table_free (ls_csv_read (path, NULL));
  /* Last, because it takes an incomplete last row off the file. */
  ls_trace_unref (ls_journal_recover (path, NULL));
  return 0;
}
