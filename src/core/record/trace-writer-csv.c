/* Traces as comma-separated values: names quoted where needed, shortest exact numbers. */
#include "core/record/trace-writer-impl.h"

#include "core/base/file.h"
#include "core/record/trace-csv.h"

#include <errno.h>
#include <glib/gi18n-lib.h>

/* Average bytes per number: 16 digits, a point, and a comma. */
#define NUMBER_SIZE 18.0
/* Number of rows sampled to estimate the length of a row. */
#define N_PROBES 256u
/* Rows are buffered up to this many bytes before they are written to the stream. */
#define BUFFER_SIZE (64u * 1024u)

static gboolean
flush_buffer (GString *buffer, FILE *stream, const char *path, GError **error)
{
  if (fwrite (buffer->str, 1, buffer->len, stream) != buffer->len)
    return ls_fail (error, LS_ERROR_FILE, _ ("%s cannot be written: %s"), path, g_strerror (errno));
  g_string_truncate (buffer, 0);
  return TRUE;
}

static gboolean
write_file (const LsTrace *self,
            const char *path,
            LsProgressFunc progress,
            gpointer user_data,
            GError **error)
{
  g_autoptr (LsFileWriter) writer = NULL;
  g_autoptr (GString) buffer = NULL;
  gsize n_rows;
  FILE *stream;

  if ((writer = ls_file_writer_new (path, error)) == NULL)
    return FALSE;
  stream = ls_file_writer_get_stream (writer);
  buffer = g_string_sized_new (BUFFER_SIZE + 4096);
  n_rows = ls_trace_get_n_rows (self);
  ls_trace_append_csv_head (self, buffer);
  for (gsize row = 0; row < n_rows; row++)
    {
      ls_trace_append_csv_row (self, row, buffer);
      if (buffer->len >= BUFFER_SIZE
          && (!flush_buffer (buffer, stream, path, error)
              || !ls_trace_check_cancelled (path, (double)row / (double)n_rows, progress, user_data,
                                            error)))
        return FALSE;
    }
  return flush_buffer (buffer, stream, path, error) && ls_file_writer_commit (writer, error);
}

/* From rows sampled evenly over the trace. */
static double
guess_size (double n_rows, guint n_columns, const LsTrace *self)
{
  const gsize n = self != NULL ? MIN ((gsize)n_rows, N_PROBES) : 0;
  g_autoptr (GString) text = g_string_new (NULL);

  if (self == NULL)
    return NUMBER_SIZE * n_rows * (1.0 + n_columns);
  for (gsize i = 0; i < n; i++)
    ls_trace_append_csv_row (self, (gsize)((double)i * (n_rows / (double)n)), text);
  return n > 0 ? (double)text->len * (n_rows / (double)n) : 0.0;
}

const LsTraceWriter ls_trace_writer_csv = {
  .item = {
    .id = "csv",
    .name = "CSV",
    .summary = N_ ("Comma-separated values, the time first"),
    .endings = (const char *const[]){ ".csv", NULL },
  },
  .write = write_file,
  .guess_size = guess_size,
};
