#include "core/record/trace-writer-impl.h"

#include "core/record/trace-file.h"
#include "core/record/trace-writers.h"

#include <glib/gi18n-lib.h>

#define ENTRY(record) &record.item,

LsItemList ls_trace_writers = { LS_TRACE_WRITERS (ENTRY) NULL };

const LsTraceWriter *
ls_trace_writer_find (const char *path)
{
  const LsItem *item = ls_items_find_ending (ls_trace_writers, path);

  return (const LsTraceWriter *)(item != NULL ? item : ls_trace_writers[0]);
}

gboolean
ls_trace_check_cancelled (
    const char *path, double fraction, LsProgressFunc progress, gpointer user_data, GError **error)
{
  if (progress == NULL || progress (fraction, user_data))
    return TRUE;
  return ls_fail (error, LS_ERROR_CANCELLED, _ ("%s was not written: cancelled"), path);
}

/* Bytes of samples beyond the memory limit if they are on the same disk, else 0. */
static double
get_taken (const char *path, double n_rows, guint n_columns)
{
  g_autofree char *folder = g_path_get_dirname (path);
  const double excess
      = ls_trace_get_size (n_rows, n_columns) - (double)ls_trace_get_memory_limit ();

  return excess > 0.0 && ls_trace_file_is_beside (folder) ? excess : 0.0;
}

gboolean
ls_trace_check_file (const char *path, double n_rows, guint n_columns, GError **error)
{
  g_return_val_if_fail (path != NULL, FALSE);

  const LsTraceWriter *writer = ls_trace_writer_find (path);

  return (writer->check == NULL || writer->check (path, n_rows, n_columns, error))
         && ls_trace_check_size (path, writer->guess_size (n_rows, n_columns, NULL),
                                 get_taken (path, n_rows, n_columns), error);
}

static gboolean
check_written (const LsTrace *self, const char *path, GError **error)
{
  const LsTraceWriter *writer = ls_trace_writer_find (path);
  const guint n_columns = ls_trace_get_n_columns (self) - 1;
  const double n_rows = (double)ls_trace_get_n_rows (self);

  return (writer->check == NULL || writer->check (path, n_rows, n_columns, error))
         && ls_trace_check_size (path, writer->guess_size (n_rows, n_columns, self), 0.0, error);
}

gboolean
ls_trace_write (const LsTrace *self, const char *path, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (path != NULL, FALSE);
  return ls_trace_write_with_progress (self, path, NULL, NULL, error);
}

gboolean
ls_trace_write_with_progress (const LsTrace *self,
                              const char *path,
                              LsProgressFunc progress,
                              gpointer user_data,
                              GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);
  return check_written (self, path, error)
         && ls_trace_writer_find (path)->write (self, path, progress, user_data, error);
}
