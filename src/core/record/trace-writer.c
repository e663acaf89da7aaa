#include "core/record/trace-writer-impl.h"

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
  return ls_trace_check_written (self, path, error)
         && ls_trace_writer_find (path)->write (self, path, progress, user_data, error);
}
