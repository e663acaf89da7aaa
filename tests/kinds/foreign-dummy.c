/* What trace-writer-dummy.c writes, read again. */
#include "core/foreign/foreign-impl.h"

#include <string.h>

static LsTrace *
read_file (const char *path, G_GNUC_UNUSED gboolean is_table, LsForeign *info, GError **error)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  LsTrace *trace;
  guint n;

  if (!g_file_get_contents (path, &text, NULL, error))
    return NULL;
  info->tool = "the dummy";
  info->time_name = g_strdup ("time");
  lines = g_strsplit (g_strchomp (text), "\n", -1);
  n = (guint)g_ascii_strtoull (lines[0], NULL, 10);
  trace = ls_trace_new (n, (const char *const *)lines + 1, NULL);
  for (char **line = lines + 1 + n; *line != NULL; line += n + 1)
    {
      g_autofree double *row = g_new (double, n + 1);

      for (guint i = 0; i <= n; i++)
        row[i] = g_ascii_strtod (line[i], NULL);
      ls_trace_append (trace, row);
    }
  return trace;
}

const LsForeignReader ls_foreign_reader_dummy = {
  .item = {
    .id = "dummy",
    .name = "Dummy",
    .summary = "What the dummy writer has written",
    .endings = (const char *const[]){ ".dummy", NULL },
  },
  .read = read_file,
};
