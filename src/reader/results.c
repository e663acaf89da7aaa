#include "reader/results.h"

#include "core/base/csv.h"
#include "core/base/status.h"
#include "core/foreign/foreign.h"
#include "core/record/trace-pack.h"

#include <errno.h>

static int
finish (const char *name, int area, GError **error)
{
  if (area < 0)
    g_set_error (error, LS_ERROR, LS_ERROR_FILE, "%s: %s", name, g_strerror (errno));
  return area;
}

/* There is no file for what exceeds the memory. */
__attribute__ ((constructor)) static void
stay_in_memory (void)
{
  ls_trace_set_memory_limit (G_MAXSIZE);
}

int
reader_read_csv (const LsReaderMessage *message, int file G_GNUC_UNUSED, GError **error)
{
  g_autoptr (LsCsvTable) table = ls_csv_read (message->texts, error);

  return table != NULL ? finish (message->texts, ls_csv_table_pack (table), error) : -1;
}

int
reader_read_mat (const LsReaderMessage *message, int file G_GNUC_UNUSED, GError **error)
{
  g_autoptr (LsTrace) trace = ls_trace_read_mat (message->texts, error);

  return trace != NULL ? finish (message->texts, ls_trace_pack (trace, NULL, 0), error) : -1;
}

int
reader_read_foreign (const LsReaderMessage *message, int file G_GNUC_UNUSED, GError **error)
{
  LsForeign info;
  g_autoptr (LsTrace) trace = message->number != 0
                                  ? ls_foreign_read_table (message->texts, &info, error)
                                  : ls_foreign_read (message->texts, &info, error);
  int area = -1;

  if (trace != NULL)
    area = finish (message->texts, ls_foreign_pack (trace, &info), error);
  ls_foreign_clear (&info);
  return area;
}
