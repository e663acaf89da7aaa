#include "core/record/activity.h"

#include "core/base/csv.h"
#include "core/base/file.h"
#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <stdatomic.h>
#include <stdio.h>

struct LsActivity
{
  gatomicrefcount references;
  guint n;
  char **names;
  guint64 limit;
  LsTrace *trace;
  _Atomic guint64 *counts;
};

LsActivity *
ls_activity_new (const char *const names[])
{
  static const char *const columns[] = { "source" };
  static const char *const units[] = { "1" };
  LsActivity *self = g_new0 (LsActivity, 1);

  g_atomic_ref_count_init (&self->references);
  self->names = g_strdupv ((char **)names);
  self->n = g_strv_length (self->names);
  self->limit = LS_ACTIVITY_LIMIT;
  self->trace = ls_trace_new (1, columns, units);
  self->counts = g_new0 (_Atomic guint64, (gsize)self->n + 1);
  return self;
}

LsActivity *
ls_activity_ref (LsActivity *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
ls_activity_unref (LsActivity *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->references))
    return;
  ls_trace_unref (self->trace);
  g_strfreev (self->names);
  g_free (self->counts);
  g_free (self);
}

guint
ls_activity_get_n (const LsActivity *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->n;
}

const char *
ls_activity_get_name (const LsActivity *self, guint source)
{
  g_return_val_if_fail (source < self->n, "");
  return self->names[source];
}

void
ls_activity_set_limit (LsActivity *self, guint64 limit)
{
  g_return_if_fail (self != NULL);

  self->limit = limit;
}

void
ls_activity_add_row (LsActivity *self, const double row[2])
{
  g_return_if_fail (self != NULL);

  if (ls_trace_get_n_rows (self->trace) < self->limit && row[1] >= 0 && row[1] < self->n
      && !ls_trace_append (self->trace, row))
    self->limit = 0;
}

void
ls_activity_add (LsActivity *self, guint source, double time)
{
  guint64 count;

  g_return_if_fail (source < self->n);
  /* With a single writer no atomic read-modify-write is needed. */
  count = atomic_load_explicit (&self->counts[source], memory_order_relaxed);
  atomic_store_explicit (&self->counts[source], count + 1, memory_order_relaxed);
  ls_activity_add_row (self, (const double[]){ time, source });
}

void
ls_activity_set_counts (LsActivity *self, const guint64 counts[])
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < self->n; i++)
    atomic_store_explicit (&self->counts[i], counts[i], memory_order_relaxed);
}

LsTrace *
ls_activity_get_trace (LsActivity *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->trace;
}

guint64
ls_activity_get_count (const LsActivity *self, guint source)
{
  g_return_val_if_fail (source < self->n, 0);
  return atomic_load_explicit (&self->counts[source], memory_order_relaxed);
}

guint64
ls_activity_get_total (const LsActivity *self)
{
  g_return_val_if_fail (self != NULL, 0);

  guint64 total = 0;

  for (guint i = 0; i < self->n; i++)
    total += ls_activity_get_count (self, i);
  return total;
}

gboolean
ls_activity_write_csv (LsActivity *self, const char *path, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  g_autoptr (LsFileWriter) writer = ls_file_writer_new (path, error);
  g_autoptr (GString) line = g_string_new ("time,source\n");
  const gsize n = ls_trace_get_n_rows (self->trace);
  FILE *stream;

  if (writer == NULL)
    return FALSE;
  stream = ls_file_writer_get_stream (writer);
  fputs (line->str, stream);
  for (gsize i = 0; i < n; i++)
    {
      char time[LS_NUMBER_SIZE];

      g_string_assign (line, ls_number_format (ls_trace_get (self->trace, 0, i), time));
      g_string_append_c (line, ',');
      ls_csv_append_field (line, self->names[(guint)ls_trace_get (self->trace, 1, i)]);
      g_string_append_c (line, '\n');
      if (fputs (line->str, stream) < 0)
        break; /* the commit reports the error */
    }
  return ls_file_writer_commit (writer, error);
}
