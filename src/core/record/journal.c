#include "core/record/journal.h"

#include "core/record/trace-csv.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define BUFFER_SIZE (64u * 1024u)

struct LsJournal
{
  LsTrace *trace;
  FILE *stream;
  gsize n_rows; /* number of rows written */
  gboolean failed;
};

static gboolean
flush (LsJournal *self, GString *text)
{
  self->failed = self->failed || fwrite (text->str, 1, text->len, self->stream) != text->len;
  g_string_truncate (text, 0);
  return !self->failed;
}

LsJournal *
ls_journal_new (const char *path, LsTrace *trace, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (trace != NULL, NULL);

  FILE *stream = g_fopen (path, "w");
  LsJournal *self;
  g_autoptr (GString) head = g_string_new (NULL);

  if (stream == NULL)
    return ls_fail_null (error, LS_ERROR_FILE, _ ("%s cannot be written: %s"), path,
                         g_strerror (errno));
  self = g_new0 (LsJournal, 1);
  self->trace = ls_trace_ref (trace);
  self->stream = stream;
  ls_trace_append_csv_head (trace, head);
  flush (self, head);
  return self;
}

gboolean
ls_journal_update (LsJournal *self)
{
  gsize n_rows = ls_trace_get_n_rows (self->trace);
  g_autoptr (GString) text = g_string_sized_new (BUFFER_SIZE + 4096);

  for (; self->n_rows < n_rows && !self->failed; self->n_rows++)
    {
      ls_trace_append_csv_row (self->trace, self->n_rows, text);
      if (text->len >= BUFFER_SIZE)
        flush (self, text);
    }
  flush (self, text);
  self->failed = fflush (self->stream) != 0 || self->failed;
  return !self->failed;
}

void
ls_journal_free (LsJournal *self)
{
  if (self == NULL)
    return;
  fclose (self->stream);
  ls_trace_unref (self->trace);
  g_free (self);
}

/* Truncates an incomplete last row left by a crash and reads the rest as CSV. */
LsTrace *
ls_journal_recover (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) problem = NULL;
  char *end;
  gsize size;

  g_return_val_if_fail (path != NULL, NULL);
  if (!g_file_get_contents (path, &text, &size, &problem))
    return ls_fail_null (error, LS_ERROR_FILE, "%s", problem->message);
  end = strrchr (text, '\n');
  if (end == NULL)
    return ls_fail_null (error, LS_ERROR_FORMAT, _ ("%s has no row"), path);
  /* In place: a copy of the same size would be left over if this process were killed too. */
  if (truncate (path, end + 1 - text) != 0)
    return ls_fail_null (error, LS_ERROR_FILE, _ ("%s cannot be written: %s"), path,
                         g_strerror (errno));
  return ls_trace_read_csv (path, error);
}
