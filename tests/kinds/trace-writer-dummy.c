/* A format for results: the names, then a line for each row, all in hexadecimal. */
#include "core/record/trace-writer-impl.h"

#include "core/base/file.h"

static gboolean
write_file (const LsTrace *self,
            const char *path,
            LsProgressFunc progress,
            gpointer user_data,
            GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%u\n", ls_trace_get_n_columns (self) - 1);
  for (guint i = 1; i < ls_trace_get_n_columns (self); i++)
    g_string_append_printf (text, "%s\n", ls_trace_get_name (self, i));
  for (gsize row = 0; row < ls_trace_get_n_rows (self); row++)
    for (guint i = 0; i < ls_trace_get_n_columns (self); i++)
      g_string_append_printf (text, "%a\n", ls_trace_get (self, i, row));
  return ls_trace_check_cancelled (path, 1, progress, user_data, error)
         && ls_file_write (path, text->str, text->len, error);
}

static double
guess_size (double n_rows, guint n_columns, G_GNUC_UNUSED const LsTrace *self)
{
  return 24 * n_rows * (1.0 + n_columns);
}

const LsTraceWriter ls_trace_writer_dummy = {
  .item = {
    .id = "dummy",
    .name = "Dummy",
    .summary = "A result of the dummy writer",
    .endings = (const char *const[]){ ".dummy", NULL },
  },
  .write = write_file,
  .guess_size = guess_size,
};
